#pragma once

#include <string>
#include <string_view>

/// Numbers and names as sentences show them.
namespace posenc {

/// With that many digits after the point, "0.7340"; whole numbers with none.
std::string with_decimals(double value, int decimals);

/// With that many significant digits, without needless zeros: "54410", "0.00018", "3e-08".
std::string with_digits(double value, int digits);

/// The same as people write it: "3·10⁻⁸" where with_digits has "3e-08".
std::string with_power_of_ten(double value, int digits);

/// A fraction in percent, rounded to a tenth, but never up to all: 0.985 is 98.5, 0.9996 is 99.9, and only 1 is 100.
double per_cent(double fraction);

/// The same as text: "98.5 %", "100 %".
std::string in_percent(double fraction);

/// A parameter or option as JavaScript and the page's files spell it: d_model is dModel.
std::string in_camel_case(std::string_view name);

}  // namespace posenc
