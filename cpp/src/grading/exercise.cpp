#include "posenc/grading/exercise.hpp"

#include <algorithm>

#include "posenc/argument.hpp"

namespace posenc {
std::string_view answer_to(const Answers& answers, const std::string& item) {
  const auto found = answers.find(item);
  return found == answers.end() ? std::string_view() : std::string_view(found->second);
}

Error not_asked(std::string_view exercise, std::string_view item, const std::vector<Item>& items) {
  return invalid_argument({"[exercise] ", exercise, " does not ask for ", quote(item),
                           ", only for ", items.front().id, " … ", items.back().id})
      .about("answers");
}

Result<Grade> grade(const Exercise& exercise, const Answers& answers) {
  for (const auto& [id, text] : answers) {
    if (std::ranges::find(exercise.items, id, &Item::id) == exercise.items.end()) {
      return not_asked(exercise.id, id, exercise.items);
    }
  }
  return exercise.grade(answers);
}

}  // namespace posenc
