#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

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
  ErrorCode code{};
  std::string message{};

  Error() = default;
  // Behind a call each: otherwise every function that hands on an error would have all of them in it.
  Error(ErrorCode error_code, std::string sentence);
  Error(const Error& other);
  Error(Error&& other) noexcept;
  Error& operator=(const Error& other);
  Error& operator=(Error&& other) noexcept;
  ~Error();
};

/// A part of a message: a text, or a number as format_number writes it.
class MessagePart {
 public:
  MessagePart(std::string_view text) : text_(text) {}
  MessagePart(const char* text) : text_(text) {}
  MessagePart(const std::string& text) : text_(text) {}
  template <class Number>
    requires std::is_arithmetic_v<Number>
  MessagePart(Number number) : number_(static_cast<double>(number)), is_number_(true) {}

  void append_to(std::string& message) const;

 private:
  std::string_view text_;
  double number_ = 0;
  bool is_number_ = false;
};

/// The parts in a row. (A function, where + would be compiled into every sentence.)
std::string joined(std::initializer_list<MessagePart> parts);

Error invalid_argument(std::initializer_list<MessagePart> message);
Error too_large(std::initializer_list<MessagePart> message);

/// `value` for an error message: whole numbers below 1e17 digit for digit, others with up to 15
/// significant digits, e.g. "7", "0.1", "1e+100", "nan".
std::string format_number(double value);

/// A value or the Error that stands in its place. Spelled like std::expected (C++23), which is to
/// replace it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }

  /// Precondition: has_value().
  const T& value() const& { return *value_; }
  T&& value() && { return *std::move(value_); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &*value_; }

  /// Precondition: not has_value().
  const Error& error() const { return error_; }

 private:
  // Not a std::variant, whose every copy and end goes through a table of functions.
  std::optional<T> value_;
  Error error_;
};

}  // namespace posenc
