#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "posenc/enum_names.hpp"

namespace posenc {

enum class ErrorCode {
  invalid_argument,  // a value outside what the function is defined for
  too_large,         // a result that would not fit in memory
};

inline constexpr EnumNames<ErrorCode, 2> error_code_names{{
    {"invalid-argument", ErrorCode::invalid_argument},
    {"too-large", ErrorCode::too_large},
}};

inline std::string_view name(ErrorCode code) { return name_in(error_code_names, code); }

/// Why a value could not be computed: one sentence that names the value and what was expected, the
/// same natively and in the page, e.g. "[frequencies] dimension must be a positive even number but
/// got 7".
struct Error {
  ErrorCode code;
  std::string message;
};

Error invalid_argument(std::string message);
Error too_large(std::string message);

/// A value or the Error that stands in its place. Spelled like std::expected (C++23), which is to
/// replace it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool has_value() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return has_value(); }

  /// Precondition: has_value().
  const T& value() const& { return *std::get_if<T>(&state_); }
  T&& value() && { return std::move(*std::get_if<T>(&state_)); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return std::get_if<T>(&state_); }

  /// Precondition: not has_value().
  const Error& error() const { return *std::get_if<Error>(&state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace posenc
