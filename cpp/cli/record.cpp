#include "record.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "posenc/argument.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/lab.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Scores are sums of halves, so real differences are larger than this.
constexpr double score_tolerance = 1e-9;

/// A value for one sentence; arrays and objects only as "an array", "an object".
std::string shown(const json& value) {
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  constexpr std::size_t longest = 40;
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > longest ? text.substr(0, longest) + " …" : text;
}

[[noreturn]] void reject(const std::string& where, const std::string& expected, const json& value) {
  throw BadInput(where + " must be " + expected + " but is " + shown(value));
}

/// The value of that key; null if it is missing.
const json& value_in(const json& object, const char* key) {
  static const json nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::string text_in(const json& object, const char* key, const std::string& where) {
  const json& value = value_in(object, key);
  if (!value.is_string()) reject(where + " \"" + key + "\"", "a string", value);
  return value.get<std::string>();
}

ordered_json number_or_null(const json& object, const char* key, const std::string& where) {
  const json& value = value_in(object, key);
  if (!value.is_number() && !value.is_null()) {
    reject(where + " \"" + key + "\"", "a number or null", value);
  }
  return value.is_null() ? ordered_json() : ordered_json(value.get<double>());
}

const json& array_in(const json& object, const char* key, const std::string& where) {
  const json& value = value_in(object, key);
  if (!value.is_array()) reject(where + " \"" + key + "\"", "an array", value);
  return value;
}

double number_in(const json& object, const char* key, const std::string& where) {
  const json& value = value_in(object, key);
  if (!value.is_number()) reject(where + " \"" + key + "\"", "a number", value);
  return value.get<double>();
}

/// The answers to the items or questions with the ids `asked`.
posenc::Answers answers_in(const json& attempt, const std::vector<std::string>& asked,
                           const std::string& where) {
  const json& given = value_in(attempt, "answers");
  if (!given.is_object()) reject(where + " \"answers\"", "an object", given);
  posenc::Answers answers;
  for (const auto& [item, text] : given.items()) {
    if (!text.is_string())
      reject(where + ": the answer to " + posenc::quote(item), "a string", text);
    if (std::ranges::find(asked, item) != asked.end()) answers[item] = text.get<std::string>();
  }
  return answers;
}

/// Results of a run: JSON has no NaN.
std::vector<double> results_in(const json& object, const char* key, const std::string& what,
                               const std::string& where) {
  std::vector<double> results;
  for (const json& result : array_in(object, key, where)) {
    if (!result.is_number() && !result.is_null()) {
      reject(where + ": " + what, "a number, or null for no answer,", result);
    }
    results.push_back(result.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                       : result.get<double>());
  }
  return results;
}

/// The bits of a run on text; none of other runs.
std::optional<posenc::LabBits> bits_in(const json& outcome, const std::string& where) {
  const json& given = value_in(outcome, "bits");
  if (given.is_null()) return std::nullopt;
  if (!given.is_object()) reject(where + " \"bits\"", "an object", given);
  const std::string bits = where + " bits";
  return posenc::LabBits{.values = results_in(given, "values", "a number of bits", bits),
                         .single = number_in(given, "single", bits),
                         .pair = number_in(given, "pair", bits)};
}

/// The outcome of a lab's run, checked for types; the core checks sizes and values.
posenc::LabOutcome outcome_in(const json& attempt, const std::string& attempt_name) {
  const json& given = value_in(attempt, "outcome");
  if (!given.is_object()) reject(attempt_name + " \"outcome\"", "an object", given);
  const std::string where = attempt_name + " outcome";
  posenc::LabOutcome outcome{.task = text_in(given, "task", where),
                             .schemes = {},
                             .lengths = {},
                             .seeds = number_in(given, "seeds", where),
                             .accuracies = {},
                             .train_longest = number_in(given, "trainLongest", where),
                             .chance = number_in(given, "chance", where),
                             .ceiling = std::nullopt};
  for (const json& scheme : array_in(given, "schemes", where)) {
    if (!scheme.is_string()) reject(where + ": a scheme", "a string", scheme);
    outcome.schemes.push_back(scheme.get<std::string>());
  }
  for (const json& length : array_in(given, "lengths", where)) {
    if (!length.is_number()) reject(where + ": a length", "a number", length);
    outcome.lengths.push_back(length.get<double>());
  }
  outcome.accuracies = results_in(given, "accuracies", "an accuracy", where);
  outcome.bits = bits_in(given, where);
  const ordered_json ceiling = number_or_null(given, "ceiling", where);
  if (!ceiling.is_null()) outcome.ceiling = ceiling.get<double>();
  return outcome;
}

struct Score {
  double score;
  int max;
};

/// The score of an attempt's answers, or an error if they cannot be graded.
using Grader = std::function<posenc::Result<Score>(const json& attempt, const std::string& where)>;

template <class Asked>
std::vector<std::string> ids_of(const std::vector<Asked>& all) {
  std::vector<std::string> ids;
  for (const Asked& one : all) ids.push_back(one.id);
  return ids;
}

Grader grader_of(posenc::Exercise exercise) {
  return [exercise = std::move(exercise)](const json& attempt,
                                          const std::string& where) -> posenc::Result<Score> {
    const auto answers = answers_in(attempt, ids_of(exercise.items), where);
    const posenc::Grade grade = unwrap(posenc::grade(exercise, answers));
    return Score{.score = grade.score, .max = grade.max};
  };
}

Grader grader_of_lab(std::string set) {
  return [set = std::move(set)](const json& attempt,
                                const std::string& where) -> posenc::Result<Score> {
    const posenc::LabOutcome outcome = outcome_in(attempt, where);
    POSENC_TRY(questions, posenc::lab_questions(set, outcome));
    const auto answers = answers_in(attempt, ids_of(questions), where);
    POSENC_TRY(grade, posenc::grade_lab(set, outcome, answers));
    return Score{.score = grade.score, .max = grade.max};
  };
}

/// The score of an attempt, and the score that the file claims for it; null without an attempt.
struct GradedAttempt {
  ordered_json shown;
  /// Why it cannot be graded; empty if it can.
  std::string message;
};

GradedAttempt graded_attempt(const json& sheet, const char* key, const Grader& grader,
                             const std::string& sheet_name) {
  const json& attempt = value_in(sheet, key);
  if (attempt.is_null()) return {};
  const std::string where = sheet_name + " " + key;
  if (!attempt.is_object()) reject(where, "an object or null", attempt);
  const ordered_json claimed = number_or_null(attempt, "score", where);
  const ordered_json claimed_max = number_or_null(attempt, "max", where);
  const std::string at = text_in(attempt, "at", where);
  const posenc::Result<Score> grade = grader(attempt, where);
  const auto is_claim_of = [](const ordered_json& claim, double truth) {
    return claim.is_null() || std::abs(claim.get<double>() - truth) <= score_tolerance;
  };
  const bool is_right =
      grade && is_claim_of(claimed, grade->score) && is_claim_of(claimed_max, grade->max);
  return {.shown = {{"score", grade ? ordered_json(grade->score) : ordered_json()},
                    {"max", grade ? ordered_json(grade->max) : ordered_json()},
                    {"claimed", claimed},
                    {"claimed_max", claimed_max},
                    {"agrees", is_right},
                    {"at", at}},
          .message = grade ? "" : grade.error().message};
}

bool agrees(const ordered_json& attempt) { return attempt.is_null() || attempt["agrees"]; }

bool is_lab(const std::string& id) {
  const auto ids = posenc::lab_set_ids();
  return std::ranges::find(ids, id) != ids.end();
}

/// Whether the class was set this variant; null without a class.
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
  Grader grader;
  if (is_lab(id)) {
    // The run that the questions are about, as in its link.
    graded["setting"] = text_in(sheet, "setting", name);
    grader = grader_of_lab(id);
  } else {
    auto exercise = posenc::find_exercise(id, seed.get<double>());
    if (!exercise) {
      graded.update({{"best", nullptr},
                     {"latest", nullptr},
                     {"agrees", false},
                     {"message", exercise.error().message}});
      return graded;
    }
    grader = grader_of(*std::move(exercise));
  }
  const GradedAttempt best = graded_attempt(sheet, "best", grader, name);
  const GradedAttempt latest = graded_attempt(sheet, "latest", grader, name);
  const std::string& message = best.message.empty() ? latest.message : best.message;
  graded.update({{"best", best.shown},
                 {"latest", latest.shown},
                 {"agrees", agrees(best.shown) && agrees(latest.shown)},
                 {"message", message.empty() ? ordered_json() : ordered_json(message)}});
  return graded;
}

/// The variants set for the class; null without a class.
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
