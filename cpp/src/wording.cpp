#include "posenc/wording.hpp"

#include <cstdio>

namespace posenc {
namespace {

std::string printed(const char* format, int precision, double value) {
  char text[400];
  const int size = std::snprintf(text, sizeof text, format, precision, value);
  return std::string(text, static_cast<std::size_t>(size));
}

}  // namespace

std::string with_decimals(double value, int decimals) { return printed("%.*f", decimals, value); }

std::string with_digits(double value, int digits) { return printed("%.*g", digits, value); }

std::string in_percent(double fraction) {
  std::string text = with_decimals(100 * fraction, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " %";
}

std::string in_camel_case(std::string_view name) {
  std::string result;
  bool upper = false;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
    } else {
      result += upper ? static_cast<char>(std::toupper(c)) : c;
      upper = false;
    }
  }
  return result;
}

}  // namespace posenc
