#pragma once

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

/// Which variant of which exercise.
struct Asked {
  std::vector<Fact> facts;
  std::vector<Item> items;
};

struct Graded {
  Grade grade;
};

struct Compared {
  CaseComparison comparison;
};

struct Solved {
  std::vector<WorkedStep> steps;
};

struct Ids {
  std::vector<std::string> ids;
};

template <>
inline constexpr auto fields<WorkedStep> =
    std::tuple{Field{"item", &WorkedStep::item}, Field{"working", &WorkedStep::working},
               Field{"value", &WorkedStep::value}};

template <>
inline constexpr auto fields<Solved> = std::tuple{Field{"steps", &Solved::steps}};

template <>
inline constexpr auto fields<Ids> = std::tuple{Field{"ids", &Ids::ids}};

inline emscripten::val to_js(const Asked& asked) {
  auto facts = emscripten::val::object();
  for (const auto& [name, value] : asked.facts) facts.set(name, value);
  auto items = emscripten::val::array();
  for (const auto& [id, group, choices, hint, decimals] : asked.items) {
    auto object = emscripten::val::object();
    object.set("id", id);
    object.set("group", group);
    object.set("choices", to_js(choices));
    object.set("hint", hint);
    object.set("decimals", decimals);
    items.call<void>("push", object);
  }
  auto object = emscripten::val::object();
  object.set("facts", facts);
  object.set("items", items);
  return object;
}

inline void describe(std::string& text, std::type_identity<Asked>) {
  put(text,
      "{ facts: Record<string, string>, items: { id: string, group: string, choices: string[], "
      "hint: string, decimals: number }[] }");
}

inline emscripten::val to_js(const Graded& graded) {
  auto items = emscripten::val::array();
  for (const auto& [item, verdict] : graded.grade.items) {
    auto object = emscripten::val::object();
    object.set("item", item);
    object.set("outcome", std::string(name(verdict.outcome)));
    object.set("reason", verdict.reason ? emscripten::val(std::string(name(*verdict.reason)))
                                        : emscripten::val::null());
    object.set("read", verdict.read ? emscripten::val(*verdict.read) : emscripten::val::null());
    object.set("message", verdict.message.empty() ? emscripten::val::null()
                                                  : emscripten::val(verdict.message));
    items.call<void>("push", object);
  }
  auto object = emscripten::val::object();
  object.set("score", graded.grade.score);
  object.set("max", graded.grade.max);
  object.set("items", items);
  return object;
}

inline void describe(std::string& text, std::type_identity<Graded>) {
  put(text, "{ score: number, max: number, items: { item: string, outcome: ");
  put_union(text, outcome_names);
  put(text, ", reason: ");
  put_union(text, reason_names);
  put(text, " | null, read: number | null, message: string | null }[] }");
}

inline emscripten::val to_js(const Compared& compared) {
  const auto& [shape, expected, got, message] = compared.comparison;
  auto extents = emscripten::val::array();
  for (const Index extent : shape) extents.call<void>("push", static_cast<double>(extent));
  auto object = emscripten::val::object();
  object.set("shape", extents);
  object.set("expected", to_js(expected));
  object.set("got", got ? to_js(*got) : emscripten::val::null());
  object.set("message", message.empty() ? emscripten::val::null() : emscripten::val(message));
  return object;
}

inline void describe(std::string& text, std::type_identity<Compared>) {
  put(text,
      "{ shape: number[], expected: Float64Array<ArrayBuffer>, got: Float64Array<ArrayBuffer> | "
      "null, message: string | null }");
}

}  // namespace posenc::wasm
