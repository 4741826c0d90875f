#pragma once

#include <string>
#include <vector>

/// Runs "bench <arguments>" and returns what it prints: a table, or with --json one line of JSON.
/// Throws BadInput for arguments that are none.
std::string run_bench(const std::vector<std::string>& arguments);
