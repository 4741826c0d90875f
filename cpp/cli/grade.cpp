#include "grade.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "json_text.hpp"
#include "posenc/argument.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/hand.hpp"
#include "posenc/grading/verdict_phrases.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// A text unchanged; a number as its shortest decimal.
std::string raw_text(const std::string& item, const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  if (value.is_null()) return "";
  throw BadInput("the answer to " + posenc::quote(item) +
                 " must be a string or a number but is of type " + value.type_name());
}

ordered_json text_or_null(std::string_view text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

/// The items of a group, in their order; empty if no group has that name. An item of a group can be answered
/// only there.
std::vector<std::string> components_of(const posenc::Exercise& exercise, const std::string& group) {
  std::vector<std::string> ids;
  for (const posenc::Item& item : exercise.items) {
    if (item.group == group && !group.empty()) ids.push_back(item.id);
    if (item.id == group && !item.group.empty()) {
      throw BadInput(posenc::quote(group) + " must be given as a component of " +
                     posenc::quote(item.group));
    }
  }
  return ids;
}

}  // namespace

ordered_json exercise_sheet(const std::string& exercise_id, double seed) {
  const posenc::Exercise exercise = unwrap(posenc::find_exercise(exercise_id, seed));
  ordered_json facts = ordered_json::object();
  for (const auto& [name, value] : exercise.facts) facts[name] = value;
  return {{"exercise", exercise.id},
          {"seed", exercise.seed},
          {"facts", std::move(facts)},
          {"items", to_json(exercise.items)}};
}

ordered_json solution_sheet(const std::string& exercise_id, double seed) {
  return {{"exercise", exercise_id},
          {"seed", static_cast<posenc::Seed>(seed)},
          {"steps", to_json(posenc::worked_solution(exercise_id, seed))}};
}

ordered_json grade_sheet(const std::string& exercise_id, double seed, const json& document) {
  const posenc::Exercise exercise = unwrap(posenc::find_exercise(exercise_id, seed));
  const auto given = document.is_object() ? document.find("answers") : document.end();
  if (given == document.end() || !given->is_object()) {
    throw BadInput("the document must be an object with an \"answers\" object");
  }

  posenc::Answers answers;
  for (const auto& [key, value] : given->items()) {
    const std::vector<std::string> components = components_of(exercise, key);
    if (components.empty()) {
      answers[key] = raw_text(key, value);
      continue;
    }
    if (value.is_null() || value == "") continue;
    if (!value.is_array()) {
      throw BadInput(posenc::quote(key) + " must be an array of " +
                     std::to_string(components.size()) + " components but is of type " +
                     value.type_name());
    }
    if (value.size() > components.size()) {
      throw BadInput(posenc::quote(key) + " must have at most " +
                     std::to_string(components.size()) + " components but has " +
                     std::to_string(value.size()));
    }
    for (std::size_t c = 0; c < value.size(); ++c) {
      answers[components[c]] = raw_text(components[c], value[c]);
    }
  }

  const posenc::Grade grade = unwrap(posenc::grade(exercise, answers));
  ordered_json items = ordered_json::array();
  for (const auto& [item, verdict] : grade.items) {
    const auto [first, why] = posenc::statement_on(verdict, exercise.id);
    items.push_back({
        {"item", item},
        {"outcome", name(verdict.outcome)},
        {"reason", to_json(verdict.reason)},
        {"read", to_json(verdict.read)},
        {"message", text_or_null(verdict.message)},
        {"first", text_or_null(first)},
        {"why", text_or_null(why)},
    });
  }
  return {{"score", grade.score}, {"max", grade.max}, {"items", std::move(items)}};
}
