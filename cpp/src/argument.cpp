#include "posenc/argument.hpp"

#include <cmath>
#include <cstdio>

namespace posenc {

std::string format_number(double value) {
  if (std::isnan(value)) return "nan";
  // snprintf, because std::to_chars for doubles alone would add 53 KB (gzip) to the .wasm.
  char buffer[32];
  const bool whole = value == std::trunc(value) && std::abs(value) < 1e17;
  std::snprintf(buffer, sizeof buffer, whole ? "%.0f" : "%.15g", value);
  return buffer;
}

std::string quote(std::string_view text) {
  constexpr std::size_t limit = 40;
  if (text.size() <= limit) return '"' + std::string(text) + '"';
  std::size_t end = limit;
  // Never cut a UTF-8 sequence in two: step back over its continuation bytes.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return '"' + std::string(text.substr(0, end)) + "\" ...";
}

Result<Index> to_index(std::string_view subject, double value) {
  constexpr double limit = 2147483648.0;
  if (value != std::trunc(value) || !(std::abs(value) < limit)) {
    return invalid_argument(std::string(subject) + " must be a whole number below 2^31 but got " +
                            format_number(value));
  }
  return static_cast<Index>(value);
}

Result<Index> to_count(std::string_view subject, double value) {
  auto index = to_index(subject, value);
  if (index && *index >= 1) return index;
  return invalid_argument(std::string(subject) +
                          " must be a whole number above 0 and below 2^31 but got " +
                          format_number(value));
}

std::optional<Error> check_positions(std::string_view subject, std::span<const double> values) {
  for (const double value : values) {
    if (!(std::abs(value) <= max_position)) {
      return invalid_argument(std::string(subject) +
                              " must be a number between -2^53 and 2^53 but got " +
                              format_number(value));
    }
  }
  return std::nullopt;
}

std::optional<Error> check_positive(std::string_view subject, double value) {
  if (value > 0 && std::isfinite(value)) return std::nullopt;
  return invalid_argument(std::string(subject) + " must be a finite number above 0 but got " +
                          format_number(value));
}

namespace {

Error too_many(std::string_view subject, const std::string& sizes) {
  return too_large(std::string(subject) + " would have " + sizes + " elements, but at most " +
                   std::to_string(max_elements) + " are computed at once");
}

}  // namespace

std::optional<Error> check_size(std::string_view subject, Index rows, Index cols) {
  if (static_cast<std::int64_t>(rows) * static_cast<std::int64_t>(cols) <= max_elements) {
    return std::nullopt;
  }
  return too_many(subject, std::to_string(rows) + " x " + std::to_string(cols));
}

std::optional<Error> check_size(std::string_view subject, Index heads, Index rows, Index cols) {
  // In double: the product of three sizes may overflow an integer, and up to max_elements it is exact.
  if (static_cast<double>(heads) * static_cast<double>(rows) * static_cast<double>(cols) <=
      static_cast<double>(max_elements)) {
    return std::nullopt;
  }
  return too_many(
      subject, std::to_string(heads) + " x " + std::to_string(rows) + " x " + std::to_string(cols));
}

}  // namespace posenc
