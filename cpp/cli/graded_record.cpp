#include "graded_record.hpp"

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
#include "posenc/grading/set_score.hpp"

namespace {

using nlohmann::json;

/// Scores are sums of halves, so real differences are larger than this.
constexpr double score_tolerance = 1e-9;

/// A value for one sentence; arrays and objects only as "an array", "an object".
std::string in_sentence(const json& value) {
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  constexpr std::size_t longest = 40;
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > longest ? text.substr(0, longest) + " …" : text;
}

[[noreturn]] void reject(const std::string& where, const std::string& expected, const json& value) {
  throw BadInput(where + " must be " + expected + " but is " + in_sentence(value));
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

/// Nothing for null, or without the key.
std::optional<double> number_or_null(const json& object, const char* key,
                                     const std::string& where) {
  const json& value = value_in(object, key);
  if (value.is_null()) return std::nullopt;
  if (!value.is_number()) reject(where + " \"" + key + "\"", "a number or null", value);
  return value.get<double>();
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
  outcome.ceiling = number_or_null(given, "ceiling", where);
  return outcome;
}

/// The grade of an attempt's answers, or an error if they cannot be graded.
using Grader =
    std::function<posenc::Result<AttemptGrade>(const json& attempt, const std::string& where)>;

template <class Asked>
std::vector<std::string> ids_of(const std::vector<Asked>& all) {
  std::vector<std::string> ids;
  for (const Asked& one : all) ids.push_back(one.id);
  return ids;
}

Grader grader_of(posenc::Exercise exercise) {
  return [exercise = std::move(exercise)](
             const json& attempt, const std::string& where) -> posenc::Result<AttemptGrade> {
    const auto answers = answers_in(attempt, ids_of(exercise.items), where);
    const posenc::Grade grade = unwrap(posenc::grade(exercise, answers));
    AttemptGrade graded{.score = grade.score, .max = grade.max, .items = {}};
    for (const auto& [item, verdict] : grade.items) {
      graded.items.push_back({item, verdict.outcome, verdict.reason});
    }
    return graded;
  };
}

Grader grader_of_lab(std::string set) {
  return [set = std::move(set)](const json& attempt,
                                const std::string& where) -> posenc::Result<AttemptGrade> {
    const posenc::LabOutcome outcome = outcome_in(attempt, where);
    POSENC_TRY(questions, posenc::lab_questions(set, outcome));
    const auto answers = answers_in(attempt, ids_of(questions), where);
    POSENC_TRY(grade, posenc::grade_lab(set, outcome, answers));
    AttemptGrade graded{.score = grade.score, .max = grade.max, .items = {}};
    for (const posenc::LabVerdict& verdict : grade.items) {
      graded.items.push_back({verdict.item, verdict.outcome, std::nullopt});
    }
    return graded;
  };
}

/// The attempt under that key, nothing for null. @param message receives why it cannot be graded, if it cannot
std::optional<GradedAttempt> graded_attempt(const json& sheet, const char* key,
                                            const Grader& grader, const std::string& sheet_name,
                                            std::string& message) {
  const json& attempt = value_in(sheet, key);
  if (attempt.is_null()) return std::nullopt;
  const std::string where = sheet_name + " " + key;
  if (!attempt.is_object()) reject(where, "an object or null", attempt);
  const auto claimed = number_or_null(attempt, "score", where);
  const auto claimed_max = number_or_null(attempt, "max", where);
  std::string at = text_in(attempt, "at", where);
  posenc::Result<AttemptGrade> grade = grader(attempt, where);
  GradedAttempt graded{.grade = std::nullopt,
                       .claimed = claimed,
                       .claimed_max = claimed_max,
                       .agrees = false,
                       .at = std::move(at)};
  if (!grade) {
    message = grade.error().message;
    return graded;
  }
  const auto is_claim_of = [](std::optional<double> claim, double truth) {
    return !claim || std::abs(*claim - truth) <= score_tolerance;
  };
  graded.agrees = is_claim_of(claimed, grade->score) && is_claim_of(claimed_max, grade->max);
  graded.grade = *std::move(grade);
  return graded;
}

bool is_lab(const std::string& id) {
  const auto ids = posenc::lab_set_ids();
  return std::ranges::find(ids, id) != ids.end();
}

/// Whether the class was set this variant; nothing without a class.
std::optional<bool> assigned(const std::optional<ClassSet>& classroom, const std::string& exercise,
                             double seed) {
  if (!classroom) return std::nullopt;
  return std::ranges::any_of(classroom->set, [&](const AssignedExercise& one) {
    return one.id == exercise && one.seed.get<double>() == seed;
  });
}

GradedSheet graded_sheet(const json& sheet, const std::optional<ClassSet>& classroom,
                         std::size_t number) {
  const std::string place = "sheet " + std::to_string(number);
  if (!sheet.is_object()) reject(place, "an object", sheet);
  const std::string id = text_in(sheet, "exercise", place);
  const std::string name = place + " (" + id + ")";
  const double seed = number_in(sheet, "seed", name);
  number_or_null(sheet, "attempts", name);
  const json& gave_up = value_in(sheet, "gaveUpAt");

  GradedSheet graded{.exercise = id,
                     .seed = value_in(sheet, "seed"),
                     .attempts = value_in(sheet, "attempts"),
                     .assigned = assigned(classroom, id, seed),
                     .setting = std::nullopt,
                     .best = std::nullopt,
                     .latest = std::nullopt,
                     .gave_up = gave_up.is_string() && gave_up != "",
                     .agrees = false,
                     .message = ""};
  Grader grader;
  if (is_lab(id)) {
    graded.setting = text_in(sheet, "setting", name);
    grader = grader_of_lab(id);
  } else {
    auto exercise = posenc::find_exercise(id, seed);
    if (!exercise) {
      graded.message = exercise.error().message;
      return graded;
    }
    grader = grader_of(*std::move(exercise));
  }
  std::string message_on_latest;
  graded.best = graded_attempt(sheet, "best", grader, name, graded.message);
  graded.latest = graded_attempt(sheet, "latest", grader, name, message_on_latest);
  if (graded.message.empty()) graded.message = message_on_latest;
  graded.agrees =
      (!graded.best || graded.best->agrees) && (!graded.latest || graded.latest->agrees);
  return graded;
}

/// The variants set for the class; nothing without a class.
std::optional<ClassSet> class_in(const json& document) {
  const json& classroom = value_in(document, "class");
  if (classroom.is_null()) return std::nullopt;
  if (!classroom.is_object()) reject("\"class\"", "an object or null", classroom);
  const json& set = value_in(classroom, "set");
  if (!set.is_array()) reject("the \"set\" of the class", "an array", set);
  ClassSet read;
  for (const json& one : set) {
    const std::string place = "exercise " + std::to_string(read.set.size() + 1) + " of the set";
    if (!one.is_object()) reject(place, "an object", one);
    number_in(one, "seed", place);
    const std::string id = text_in(one, "id", place);
    if (std::ranges::find(read.set, id, &AssignedExercise::id) != read.set.end()) {
      throw BadInput(place + " is " + posenc::quote(id) + " again; expected each exercise once");
    }
    read.set.push_back({id, value_in(one, "seed")});
  }
  read.name = text_in(classroom, "name", "the class's");
  return read;
}

/// The share of the points on a sheet.
double fraction_of(const GradedSheet& sheet) {
  // With the solution on the screen, points say nothing, and the page keeps no best.
  if (!sheet.best && sheet.gave_up) return 0;
  const auto& attempt = sheet.best ? sheet.best : sheet.latest;
  if (!attempt || !attempt->grade || attempt->grade->max <= 0) return 0;
  return attempt->grade->score / attempt->grade->max;
}

}  // namespace

GradedRecord graded_record(const json& document) {
  if (!document.is_object()) reject("the record", "an object", document);
  if (value_in(document, "format") != "posenc-work") {
    reject("\"format\"", "\"posenc-work\"", value_in(document, "format"));
  }
  if (value_in(document, "version") != 1) reject("\"version\"", "1", value_in(document, "version"));
  GradedRecord record{.name = text_in(document, "name", "the record's"),
                      .at = text_in(document, "at", "the record's"),
                      .classroom = class_in(document),
                      .sheets = {},
                      .agrees = true};
  const json& sheets = value_in(document, "sheets");
  if (!sheets.is_array()) reject("\"sheets\"", "an array", sheets);
  for (const json& sheet : sheets) {
    record.sheets.push_back(graded_sheet(sheet, record.classroom, record.sheets.size() + 1));
    record.agrees = record.agrees && record.sheets.back().agrees;
  }
  return record;
}

std::vector<ExerciseResult> results_of(const GradedRecord& record) {
  std::vector<ExerciseResult> results;
  if (record.classroom) {
    for (const AssignedExercise& one : record.classroom->set) results.push_back({one.id, {}, 0});
  }
  for (const GradedSheet& sheet : record.sheets) {
    if (record.classroom && sheet.assigned != true && !is_lab(sheet.exercise)) continue;
    auto found = std::ranges::find(results, sheet.exercise, &ExerciseResult::exercise);
    if (found == results.end()) {
      if (record.classroom) continue;
      found = results.insert(results.end(), {sheet.exercise, {}, 0});
    }
    found->sheets.push_back(&sheet);
    found->fraction = std::max(found->fraction, fraction_of(sheet));
  }
  return results;
}

Total total_of(const std::vector<ExerciseResult>& results) {
  Total total{.score = std::nullopt, .exercises = results.size(), .done = 0};
  std::vector<double> fractions;
  for (const ExerciseResult& result : results) {
    fractions.push_back(result.fraction);
    if (result.fraction >= 1) ++total.done;
  }
  if (!fractions.empty()) total.score = unwrap(posenc::set_score(fractions));
  return total;
}
