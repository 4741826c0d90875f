#pragma once

#include <fstream>

#include "test.hpp"

/// A file of tests/reference, by its path there. The suite runs at the root of the repository: with an absolute path
/// compiled in, no other clone could use what the compiler cache has.
inline std::ifstream reference_file(const std::string& path) {
  return std::ifstream("tests/reference/" + path);
}
