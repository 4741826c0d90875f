#pragma once

#include <optional>
#include <stdexcept>
#include <utility>

#include "posenc/error.hpp"

/// Thrown for input that the command rejects. The message goes to standard error as one line, with exit code 2.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
  explicit BadInput(const posenc::Error& core_error)
      : std::runtime_error(core_error.message), error(core_error) {}

  /// The core's own error, if the core rejected the input.
  std::optional<posenc::Error> error{};
};

/// The value. Throws the error as BadInput.
template <class T>
T unwrap(posenc::Result<T> result) {
  if (!result) throw BadInput(result.error());
  return std::move(result).value();
}
