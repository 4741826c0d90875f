#include "posenc/error.hpp"

#include <cmath>
#include <cstdio>

namespace posenc {

namespace {

/// Stands around names, and nowhere else: no message shows it.
constexpr char mark = '\1';

}  // namespace

MessagePart::MessagePart(const std::string& text) : text_(text), kind_(Kind::plain) {}

Error::Error(ErrorCode error_code, std::initializer_list<MessagePart> parts) : code(error_code) {
  for (const MessagePart& part : parts) {
    const bool is_marked = part.kind_ == MessagePart::Kind::marked;
    for (const char c : joined({part})) {
      if (c != mark) marked_ += is_marked && c == '`' ? mark : c;
    }
  }
  write();
}

/// The message by marked_, and, unless it is known, the parameter.
void Error::write() {
  message.clear();
  std::string_view rest = marked_;
  for (bool is_name = false;; is_name = !is_name) {
    const std::string_view piece = rest.substr(0, rest.find(mark));
    if (is_name && parameter.empty()) parameter = piece;
    message += piece;
    if (piece.size() == rest.size()) return;
    rest.remove_prefix(piece.size() + 1);
  }
}

Error::Error(const Error& other) = default;
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(const Error& other) = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

Error Error::about(std::string_view name) const {
  Error error = *this;
  error.parameter = name;
  return error;
}

/// Each name spelled by `spelling`; without one, `name` becomes `known_as`.
Error Error::with_names(Spelling spelling, std::string_view name, std::string_view known_as) const {
  const auto other = [&](std::string_view one) {
    return spelling != nullptr ? spelling(one) : std::string(one == name ? known_as : one);
  };
  Error error;
  error.code = code;
  if (!parameter.empty()) error.parameter = other(parameter);
  std::string_view rest = marked_;
  for (bool is_name = false;; is_name = !is_name) {
    const std::string_view piece = rest.substr(0, rest.find(mark));
    error.marked_ += is_name ? other(piece) : std::string(piece);
    if (piece.size() == rest.size()) break;
    error.marked_ += mark;
    rest.remove_prefix(piece.size() + 1);
  }
  error.write();
  return error;
}

Error Error::renamed(std::string_view name, std::string_view known_as) const {
  return with_names(nullptr, name, known_as);
}

Error Error::spelled(Spelling spelling) const { return with_names(spelling, {}, {}); }

std::string format_number(double value) {
  if (std::isnan(value)) return "nan";
  // snprintf, because std::to_chars for doubles alone would add 53 KB (gzip) to the .wasm.
  char buffer[32];
  const bool whole = value == std::trunc(value) && std::abs(value) < 1e17;
  std::snprintf(buffer, sizeof buffer, whole ? "%.0f" : "%.15g", value);
  // What is not whole must not look so.
  if (!whole &&
      std::string_view(buffer).find_first_not_of("-0123456789") == std::string_view::npos) {
    std::snprintf(buffer, sizeof buffer, "%.17g", value);
  }
  return buffer;
}

std::string joined(std::initializer_list<MessagePart> parts) {
  std::string text;
  for (const MessagePart& part : parts) {
    if (part.kind_ == MessagePart::Kind::number) {
      text += format_number(part.number_);
    } else {
      text += part.text_;
    }
  }
  return text;
}

std::string_view without_subject(std::string_view message) {
  const std::size_t end = message.starts_with('[') ? message.find("] ") : message.npos;
  return end == message.npos ? message : message.substr(end + 2);
}

Error invalid_argument(std::initializer_list<MessagePart> message) {
  return {ErrorCode::invalid_argument, message};
}

Error too_large(std::initializer_list<MessagePart> message) {
  return {ErrorCode::too_large, message};
}

}  // namespace posenc
