#include "posenc/error.hpp"

#include <cmath>
#include <cstdio>

namespace posenc {

Error::Error(ErrorCode error_code, std::string sentence)
    : code(error_code), message(std::move(sentence)) {}
Error::Error(const Error& other) = default;
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(const Error& other) = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

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

void MessagePart::append_to(std::string& message) const {
  if (is_number_) {
    message += format_number(number_);
  } else {
    message += text_;
  }
}

std::string joined(std::initializer_list<MessagePart> parts) {
  std::string message;
  for (const MessagePart& part : parts) part.append_to(message);
  return message;
}

Error invalid_argument(std::initializer_list<MessagePart> message) {
  return {ErrorCode::invalid_argument, joined(message)};
}

Error too_large(std::initializer_list<MessagePart> message) {
  return {ErrorCode::too_large, joined(message)};
}

}  // namespace posenc
