#pragma once

#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <string>

#include "posenc/error.hpp"

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a Result<T> that has no value says of its argument.
template <class Outcome>
std::string message(const Outcome& outcome) {
  REQUIRE_FALSE(outcome);
  return outcome.error().message;
}

inline std::string message(const std::optional<posenc::Error>& error) {
  REQUIRE(error);
  CHECK(error->code == posenc::ErrorCode::invalid_argument);
  return error->message;
}
