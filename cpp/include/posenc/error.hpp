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
  invalid_argument,    // a value outside what the function is defined for
  too_large,           // a result that would not fit in memory
  untrained_position,  // a position past the rows of a model's learned table
  no_such_trainer,     // a trainer that was never created, or is disposed of
  no_such_text,        // the same for a text
};

POSENC_HYPHENATED_NAMES(ErrorCode, error_code_names, invalid_argument, too_large,
                        untrained_position, no_such_trainer, no_such_text)

/// A part of a message: a text, or a number as format_number writes it. A literal, or a view of one, names
/// parameters in backticks, "[rotary] `head_dim` must be "; a std::string is taken as it is.
class MessagePart {
 public:
  MessagePart(std::string_view text) : text_(text), kind_(Kind::marked) {}
  MessagePart(const char* text) : MessagePart(std::string_view(text)) {}
  // Behind a call: there are hundreds of these, and a string's characters can be in two places.
  MessagePart(const std::string& text);
  template <class Number>
    requires std::is_arithmetic_v<Number>
  MessagePart(Number number) : number_(static_cast<double>(number)), kind_(Kind::number) {}

 private:
  friend struct Error;
  friend std::string joined(std::initializer_list<MessagePart> parts);
  enum class Kind : char { marked, plain, number };

  union {
    std::string_view text_;
    double number_;
  };
  Kind kind_;
};

/// Writes the name of a parameter as a caller knows it: d_model as dModel, or as --d-model.
using Spelling = std::string (*)(std::string_view name);

/// Why a value could not be computed.
struct Error {
  ErrorCode code{};
  /// The parameter that it is about, as C++ spells it; empty where it is about none, or about all of them.
  std::string parameter{};
  /// One sentence that names the value and what was expected, the same natively and in the page, e.g.
  /// "[frequencies] dimension must be a positive even number but got 7".
  std::string message{};

  Error() = default;
  /// About the first parameter that the message names.
  Error(ErrorCode error_code, std::initializer_list<MessagePart> parts);
  // Behind a call each: otherwise every function that hands on an error would have all of them in it.
  Error(const Error& other);
  Error(Error&& other) noexcept;
  Error& operator=(const Error& other);
  Error& operator=(Error&& other) noexcept;
  ~Error();

  /// The same, about a parameter that its message does not name.
  Error about(std::string_view name) const;
  /// The same for a caller who knows the parameter `name` as `known_as`.
  Error renamed(std::string_view name, std::string_view known_as) const;
  /// The same with all parameters spelled for the caller.
  Error spelled(Spelling spelling) const;

 private:
  Error with_names(Spelling spelling, std::string_view name, std::string_view known_as) const;
  void write();

  /// The message with a mark before and after the name of each parameter.
  std::string marked_;
};

Error invalid_argument(std::initializer_list<MessagePart> message);
Error too_large(std::initializer_list<MessagePart> message);

/// A message without the part of the library that it is from, "[frequencies] ": for a sentence within another.
std::string_view without_subject(std::string_view message);

/// The parts in a row, backticks and all. (A function, where + would be compiled into every sentence.)
std::string joined(std::initializer_list<MessagePart> parts);

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

/// Names the value of a Result, or returns its error from the function around it:
/// POSENC_TRY(heads, to_count("[alibi] `heads`", number)) declares `heads`. What the Result holds is not copied.
#define POSENC_TRY(name, ...)                           \
  auto name##_or_error = __VA_ARGS__;                   \
  if (!name##_or_error) return name##_or_error.error(); \
  auto&& name = *std::move(name##_or_error)
