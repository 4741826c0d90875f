#pragma once

#include <string>
#include <vector>

#include "function.hpp"
#include "posenc/grading/code.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/hand.hpp"
#include "posenc/grading/lab.hpp"

/// The types of exercises in JavaScript: items, answers, and verdicts.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(AnswersByItem)
EMSCRIPTEN_DECLARE_VAL_TYPE(LabOutcomeObject)

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
inline constexpr auto names_of<LabKind> = lab_kind_names;
template <>
inline constexpr auto names_of<Outcome> = outcome_names;

template <>
inline constexpr auto fields<LabChoice> =
    std::tuple{Field{"id", &LabChoice::id}, Field{"text", &LabChoice::text}};

template <>
inline constexpr auto fields<LabQuestion> =
    std::tuple{Field{"id", &LabQuestion::id}, Field{"text", &LabQuestion::text},
               Field{"kind", &LabQuestion::kind}, Field{"choices", &LabQuestion::choices}};

template <>
inline constexpr auto fields<LabVerdict> =
    std::tuple{Field{"item", &LabVerdict::item}, Field{"outcome", &LabVerdict::outcome},
               Field{"because", &LabVerdict::because}, Field{"reasons", &LabVerdict::reasons}};

template <>
inline constexpr auto fields<LabGrade> =
    std::tuple{Field{"score", &LabGrade::score}, Field{"max", &LabGrade::max},
               Field{"items", &LabGrade::items}};

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

/// An optional name.
template <class E, std::size_t N>
std::optional<Error> read_choice(const emscripten::val& object, const char* name,
                                 const EnumNames<E, N>& names, std::optional<E>& value) {
  const emscripten::val given = object[name];
  if (given.isUndefined() || given.isNull()) return std::nullopt;
  POSENC_TRY(read, to_enum(joined({"[lab] `", name, "`"}), given.as<std::string>(), names));
  value = read;
  return std::nullopt;
}

template <>
struct Argument<const LabOutcome&> {
  using Js = const LabOutcomeObject&;
  static Result<LabOutcome> make(const emscripten::val& object) {
    const auto numbers = [&](const char* name) {
      return emscripten::convertJSArrayToNumberVector<double>(object[name]);
    };
    LabOutcome outcome;
    outcome.task = text_in(object, "task");
    outcome.schemes = emscripten::vecFromJSArray<std::string>(object["schemes"]);
    outcome.lengths = numbers("lengths");
    outcome.seeds = number_in(object, "seeds");
    outcome.accuracies = numbers("accuracies");
    outcome.train_longest = number_in(object, "trainLongest");
    outcome.chance = number_in(object, "chance");
    const emscripten::val ceiling = object["ceiling"];
    if (!ceiling.isNull()) outcome.ceiling = ceiling.as<double>();
    auto error = read_choice(object, "direction", direction_names, outcome.direction);
    if (!error) error = read_choice(object, "needs", task_need_names, outcome.needs);
    if (error) return *error;
    const emscripten::val bits = object["bits"];
    if (!bits.isUndefined() && !bits.isNull()) {
      outcome.bits = LabBits{emscripten::convertJSArrayToNumberVector<double>(bits["values"]),
                             number_in(bits, "single"), number_in(bits, "pair")};
    }
    return outcome;
  }
};

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

}  // namespace posenc::wasm
