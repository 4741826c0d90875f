#include "posenc/claims/published_count.hpp"

#include "posenc/wording.hpp"

namespace posenc {

Support support_by_count(double published, double if_true, double if_false) {
  if (if_true == published) return Support::for_it;
  return if_false == published ? Support::against_it : Support::aside;
}

std::string with_commas(double whole) {
  const std::string digits = with_decimals(whole, 0);
  std::string text;
  for (std::size_t n = 0; n < digits.size(); ++n) {
    if (n > 0 && (digits.size() - n) % 3 == 0) text += ',';
    text += digits[n];
  }
  return text;
}

}  // namespace posenc
