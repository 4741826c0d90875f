#pragma once

#include <array>
#include <string>

#include "command_line.hpp"

inline constexpr std::array<Usage, 1> bench_usage{
    {{"bench [encodings | training | gradients] [--json] [--quick]",
      "compare speed with hardware limits, and gradients with central differences"}}};

/// Runs "bench <arguments>" and returns what it prints: a table, or with --json one line of JSON.
/// Throws BadInput for unknown arguments, and HelpRequest.
std::string run_bench(const Arguments& arguments);
