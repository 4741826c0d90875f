#include "posenc/wording.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

std::string with_power_of_ten(double value, int digits) {
  const std::string text = with_digits(value, digits);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  constexpr std::array<std::string_view, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                          "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result = text.substr(0, e) + "·10";
  if (text[e + 1] == '-') result += "⁻";
  // printf writes two digits at least: "e-08".
  for (std::size_t n = text[e + 2] == '0' ? e + 3 : e + 2; n < text.size(); ++n) {
    result += superscripts[static_cast<std::size_t>(text[n] - '0')];
  }
  return result;
}

double per_cent(double fraction) {
  constexpr double almost_all = 99.9;
  const double rounded = std::round(1000 * fraction) / 10;
  return fraction < 1 ? std::min(rounded, almost_all) : rounded;
}

std::string in_percent(double fraction) {
  std::string text = with_decimals(per_cent(fraction), 1);
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
