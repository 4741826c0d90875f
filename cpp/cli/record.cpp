#include "record.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "bad_input.hpp"
#include "posenc/argument.hpp"
#include "posenc/grading/exercise.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// A score is a sum of halves: anything that it really differs by is more than this.
constexpr double score_tolerance = 1e-9;

/// How a value is shown in one sentence; of what others are nested in, only what it is.
std::string shown(const json& value) {
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  constexpr std::size_t longest = 40;
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > longest ? text.substr(0, longest) + " .." : text;
}

[[noreturn]] void reject(const std::string& where, const std::string& expected, const json& value) {
  throw BadInput(where + " must be " + expected + " but is " + shown(value));
}

/// The value of that key; null where it is not there.
const json& value_in(const json& object, const char* key) {
  static const json nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::string text_in(const json& object, const char* key, const std::string& where) {
  const json& value = value_in(object, key);
  if (!value.is_string()) reject(where + " \"" + key + "\"", "a text", value);
  return value.get<std::string>();
}

ordered_json number_or_null(const json& object, const char* key, const std::string& where) {
  const json& value = value_in(object, key);
  if (!value.is_number() && !value.is_null()) {
    reject(where + " \"" + key + "\"", "a number or null", value);
  }
  return value.is_null() ? ordered_json() : ordered_json(value.get<double>());
}

/// The answers to what the exercise asks.
posenc::Answers answers_in(const json& attempt, const posenc::Exercise& exercise,
                           const std::string& where) {
  const json& given = value_in(attempt, "answers");
  if (!given.is_object()) reject(where + " \"answers\"", "an object", given);
  posenc::Answers answers;
  for (const auto& [item, text] : given.items()) {
    if (!text.is_string()) reject(where + " the answer to " + posenc::quote(item), "a text", text);
    const bool asked =
        std::ranges::find(exercise.items, item, &posenc::Item::id) != exercise.items.end();
    if (asked) answers[item] = text.get<std::string>();
  }
  return answers;
}

/// What an attempt gets, beside what was claimed for it; null for none.
ordered_json graded_attempt(const json& sheet, const char* key, const posenc::Exercise& exercise,
                            const std::string& sheet_name) {
  const json& attempt = value_in(sheet, key);
  if (attempt.is_null()) return {};
  const std::string where = sheet_name + " " + key;
  if (!attempt.is_object()) reject(where, "an object or null", attempt);
  const ordered_json claimed = number_or_null(attempt, "score", where);
  const ordered_json claimed_max = number_or_null(attempt, "max", where);
  const std::string at = text_in(attempt, "at", where);
  const posenc::Grade grade = unwrap(posenc::grade(exercise, answers_in(attempt, exercise, where)));
  const auto is_claim_of = [](const ordered_json& claim, double truth) {
    return claim.is_null() || std::abs(claim.get<double>() - truth) <= score_tolerance;
  };
  return {{"score", grade.score},
          {"max", grade.max},
          {"claimed", claimed},
          {"claimed_max", claimed_max},
          {"agrees", is_claim_of(claimed, grade.score) && is_claim_of(claimed_max, grade.max)},
          {"at", at}};
}

bool agrees(const ordered_json& attempt) { return attempt.is_null() || attempt["agrees"]; }

/// Whether the class was set that variant; null without a class.
ordered_json assigned(const ordered_json& classroom, const std::string& exercise, double seed) {
  if (classroom.is_null()) return {};
  return std::ranges::any_of(classroom["set"], [&](const ordered_json& one) {
    return one["id"] == exercise && one["seed"].get<double>() == seed;
  });
}

ordered_json graded_sheet(const json& sheet, const ordered_json& classroom, std::size_t number) {
  const std::string place = "sheet " + std::to_string(number);
  if (!sheet.is_object()) reject(place, "an object", sheet);
  const std::string id = text_in(sheet, "exercise", place);
  const std::string name = place + " (" + id + ")";
  const ordered_json seed = number_or_null(sheet, "seed", name);
  if (seed.is_null()) reject(name + " \"seed\"", "a number", nullptr);
  number_or_null(sheet, "attempts", name);

  ordered_json graded = {{"exercise", id},
                         {"seed", value_in(sheet, "seed")},
                         {"assigned", assigned(classroom, id, seed.get<double>())},
                         {"attempts", value_in(sheet, "attempts")}};
  const auto exercise = posenc::find_exercise(id, seed.get<double>());
  if (!exercise) {
    graded.update({{"best", nullptr},
                   {"latest", nullptr},
                   {"agrees", false},
                   {"message", exercise.error().message}});
    return graded;
  }
  ordered_json best = graded_attempt(sheet, "best", *exercise, name);
  ordered_json latest = graded_attempt(sheet, "latest", *exercise, name);
  const bool both = agrees(best) && agrees(latest);
  graded.update({{"best", std::move(best)},
                 {"latest", std::move(latest)},
                 {"agrees", both},
                 {"message", nullptr}});
  return graded;
}

/// What the class was set; null without one.
ordered_json class_in(const json& document) {
  const json& classroom = value_in(document, "class");
  if (classroom.is_null()) return {};
  if (!classroom.is_object()) reject("\"class\"", "an object or null", classroom);
  const json& set = value_in(classroom, "set");
  if (!set.is_array()) reject("the \"set\" of the class", "an array", set);
  ordered_json exercises = ordered_json::array();
  for (const json& one : set) {
    const std::string place = "exercise " + std::to_string(exercises.size() + 1) + " of the set";
    if (!one.is_object()) reject(place, "an object", one);
    if (!value_in(one, "seed").is_number()) {
      reject(place + " \"seed\"", "a number", value_in(one, "seed"));
    }
    exercises.push_back({{"id", text_in(one, "id", place)}, {"seed", value_in(one, "seed")}});
  }
  return {{"name", text_in(classroom, "name", "the class's")}, {"set", std::move(exercises)}};
}

}  // namespace

ordered_json grade_record(const json& document) {
  if (!document.is_object()) reject("the record", "an object", document);
  if (value_in(document, "format") != "posenc-work") {
    reject("\"format\"", "\"posenc-work\"", value_in(document, "format"));
  }
  if (value_in(document, "version") != 1) reject("\"version\"", "1", value_in(document, "version"));
  const std::string name = text_in(document, "name", "the record's");
  const std::string at = text_in(document, "at", "the record's");
  const ordered_json classroom = class_in(document);
  const json& sheets = value_in(document, "sheets");
  if (!sheets.is_array()) reject("\"sheets\"", "an array", sheets);

  ordered_json graded = ordered_json::array();
  bool all = true;
  for (const json& sheet : sheets) {
    graded.push_back(graded_sheet(sheet, classroom, graded.size() + 1));
    all = all && graded.back()["agrees"];
  }
  return {{"name", name},
          {"at", at},
          {"class", classroom},
          {"sheets", std::move(graded)},
          {"agrees", all}};
}
