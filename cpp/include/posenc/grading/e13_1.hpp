#pragma once

#include <map>
#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/grading/verdict.hpp"

/// Exercise E13.1, by hand: d = 4, base 10000. Asked are PE(0), PE(1), PE(5) and PE(6) to three
/// decimals, the dot products PE(0).PE(1), PE(5).PE(6) and PE(0).PE(5), and how the first two
/// products compare.
namespace posenc::e13_1 {

inline constexpr int d_model = 4;

/// The names of what is asked, in the order of the exercise: "PE(1)[2]" for a component of an
/// encoding, "PE(0).PE(1)" for a product, "similar" for the comparison.
const std::vector<std::string>& items();

/// Raw text as typed, by item; an item that is not there counts as empty.
using Answers = std::map<std::string, std::string>;

struct ItemVerdict {
  std::string item;
  Verdict verdict;
};

struct Grade {
  double score;
  int max;
  /// One for each of items(), in that order.
  std::vector<ItemVerdict> items;
};

/// Every component and product is judged as in judge(), against what the core itself computes and
/// against the slips that can be made here. A product that agrees with the product of the learner's
/// own two vectors (as far as all of their components can be read) is right when these are right or
/// right but rounded, and else carried forward. `similar` is right when it says "equal".
///
/// Errors: an answer to something that is not asked.
Result<Grade> grade(const Answers& answers);

}  // namespace posenc::e13_1
