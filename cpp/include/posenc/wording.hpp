#pragma once

#include <string>

/// Numbers as sentences have them.
namespace posenc {

/// With so many digits after the point, "0.7340"; whole numbers with none.
std::string with_decimals(double value, int decimals);

/// With so many significant digits, without needless zeros: "54410", "0.00018", "3e-08".
std::string with_digits(double value, int digits);

/// A fraction in per cent, to a tenth: "98.5 %", "100 %".
std::string in_percent(double fraction);

}  // namespace posenc
