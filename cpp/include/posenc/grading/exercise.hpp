#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/grading/verdict.hpp"

namespace posenc {

/// One thing that an exercise asks, answered in one box.
struct Item {
  std::string id;
  /// What it is a component of; empty for an item that stands alone. The components of a group
  /// follow each other, in their order.
  std::string group;
  /// The answers to choose from; empty where a number is asked.
  std::vector<std::string> choices;
  /// How to come to the answer, without the answer itself: for a learner who has tried in vain.
  std::string hint;
};

/// Raw text as typed, by the item's id; an item that is not there counts as empty.
using Answers = std::map<std::string, std::string>;

struct ItemVerdict {
  std::string item;
  Verdict verdict;
};

struct Grade {
  double score;
  int max;
  /// One for each item of the exercise, in their order.
  std::vector<ItemVerdict> items;
};

struct Exercise {
  std::string_view id;
  const std::vector<Item>& (*items)();
  /// Precondition: answers to nothing but items().
  Grade (*grade)(const Answers& answers);
};

/// The exercise of that id, such as "e13.1". Errors: an id that there is not.
Result<Exercise> find_exercise(std::string_view id);

/// Errors: an answer to something that is not asked.
Result<Grade> grade(const Exercise& exercise, const Answers& answers);

}  // namespace posenc
