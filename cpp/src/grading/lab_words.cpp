#include "posenc/grading/lab_words.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/wording.hpp"

namespace posenc::labs {

std::string filled(const char* phrase, const MessagePart* parts) {
  std::string text;
  add_filled(text, phrase, parts);
  return text;
}

void Explanation::add_sentence(Sentence next, const MessagePart* parts) {
  codes.push_back(std::string(next.coded));
  if (!text.empty()) text += ' ';
  add_filled(text, next.coded + codes.back().size() + 1, parts);
}

void Explanation::add_all(const Explanation& other) {
  if (!text.empty()) text += ' ';
  text += other.text;
  for (const std::string& code : other.codes) codes.push_back(code);
}

std::string listed(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (n > 0) text += n + 1 == all.size() ? words<"list-and"> : words<"list-comma">;
    text += all[n];
  }
  return text;
}

// (Plus 0, so that none is -0.)
double in_per_cent(double share) { return per_cent(share) + 0.0; }

std::string in_points(double share) {
  const MessagePart points(in_per_cent(share));
  return filled(in_per_cent(share) == 1 ? words<"points-one"> : words<"points-many">, &points);
}

double in_hundredths(double bits) { return std::round(100 * bits) / 100 + 0.0; }

std::string in_bits(double bits) {
  const MessagePart shown(in_hundredths(bits));
  return filled(in_hundredths(bits) == 1 ? words<"bits-one"> : words<"bits-many">, &shown);
}

}  // namespace posenc::labs
