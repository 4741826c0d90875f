#include "posenc/grading/hand.hpp"

namespace posenc {

std::string listed(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ", ") + format_number(number);
  return text;
}

}  // namespace posenc
