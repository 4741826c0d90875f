#pragma once

#include <optional>
#include <string>
#include <vector>

#include "function.hpp"
#include "posenc/grading/code.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/hand.hpp"

/// The types of exercises in JavaScript: answers, items, verdicts, and solutions.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(AnswersByItem)
EMSCRIPTEN_DECLARE_VAL_TYPE(NumberList)

template <>
struct Argument<const Answers&> {
  using Js = const AnswersByItem&;
  static Result<Answers> make(const AnswersByItem& object) {
    Answers answers;
    const auto entries = emscripten::val::global("Object").call<emscripten::val>(
        "entries", static_cast<const emscripten::val&>(object));
    for (const auto& entry : emscripten::vecFromJSArray<emscripten::val>(entries)) {
      answers[entry[0].as<std::string>()] = entry[1].as<std::string>();
    }
    return answers;
  }
};

template <>
struct Argument<const std::vector<double>&> {
  using Js = const NumberList&;
  static Result<std::vector<double>> make(const NumberList& numbers) {
    return emscripten::convertJSArrayToNumberVector<double>(numbers);
  }
};

// In this namespace, so that the templates of convert.hpp find their conversions.

/// The values that a task states, by their names.
struct Facts {
  std::vector<Fact> facts;
};

struct Asked {
  Facts facts;
  std::vector<Item> items;
};
POSENC_FIELDS(Asked, facts, items)

/// A verdict on an item, in one piece; the message is null where there is none.
struct JudgedItem {
  std::string item;
  Outcome outcome;
  std::optional<Reason> reason;
  std::optional<double> read;
  std::optional<std::string> message;
};
POSENC_FIELDS(JudgedItem, item, outcome, reason, read, message)

struct Graded {
  double score;
  int max;
  std::vector<JudgedItem> items;
};
POSENC_FIELDS(Graded, score, max, items)

/// As CaseComparison.
struct Compared {
  std::vector<Index> shape;
  Vector expected;
  std::optional<Vector> got;
  std::optional<std::string> message;
};
POSENC_FIELDS(Compared, shape, expected, got, message)

struct Solved {
  std::vector<WorkedStep> steps;
};
POSENC_FIELDS(Solved, steps)

struct Ids {
  std::vector<std::string> ids;
};
POSENC_FIELDS(Ids, ids)

inline emscripten::val to_js(const Facts& all) {
  auto facts = emscripten::val::object();
  for (const auto& [name, value] : all.facts) facts.set(name, value);
  return facts;
}

inline void describe(std::string& text, std::type_identity<Facts>) {
  put(text, "Record<string, string>");
}

}  // namespace posenc::wasm
