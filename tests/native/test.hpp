#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "posenc/error.hpp"

// What nearly all tests use.

using namespace posenc;

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a Result<T> that has no value says of its argument.
template <class Outcome>
std::string message(const Outcome& outcome) {
  REQUIRE_FALSE(outcome);
  return outcome.error().message;
}

inline std::string message(const std::optional<Error>& error) {
  REQUIRE(error);
  CHECK(error->code == ErrorCode::invalid_argument);
  return error->message;
}

/// CAPTURE for a name from a structured binding: what CAPTURE makes is a lambda, and clang before 16
/// lets none take such a name.
#define CAPTURE_BOUND(name)          \
  const auto& name##_bound = (name); \
  INFO(#name " := ", name##_bound)
