#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "function.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"
#include "posenc/wording.hpp"

/// The types of training in JavaScript: options, from their one list, and results.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(OptionsObject)
EMSCRIPTEN_DECLARE_VAL_TYPE(ByteArray)

/// A trainer of this module, by its number.
struct TrainerInfo {
  double id;
  double parameters;
  double bytes;
};
POSENC_FIELDS(TrainerInfo, id, parameters, bytes)

struct OpenTrainers {
  double open;
};
POSENC_FIELDS(OpenTrainers, open)

/// A text of this module, by its number.
struct TextInfo {
  double id;
  std::vector<std::string> alphabet;
  Index characters;
  Index replaced;
  Index training;
  Index held_out;
  std::string checksum;
  double single_bits;
  double pair_bits;
};
POSENC_FIELDS(TextInfo, id, alphabet, characters, replaced, training, held_out, checksum,
              single_bits, pair_bits)

/// The fewest and the most bytes of a text.
struct TextLimits {
  Index least_bytes;
  Index most_bytes;
};
POSENC_FIELDS(TextLimits, least_bytes, most_bytes)

struct OpenTexts {
  double open;
};
POSENC_FIELDS(OpenTexts, open)

struct TaskAbout {
  std::string title;
  std::string makes;
  std::string order;
  std::string limits;
  double chance;
  std::optional<double> ceiling;
  Vector test_lengths;
  Direction direction;
  TaskNeed needs;
  TaskMeasure measure;
};
POSENC_FIELDS(TaskAbout, title, makes, order, limits, chance, ceiling, test_lengths, direction,
              needs, measure)

struct Steps {
  Index step;
  Vector losses;
  Vector accuracies;
  Vector bits;
  double milliseconds;
  std::optional<Index> diverged_at;
};
POSENC_FIELDS(Steps, step, losses, accuracies, bits, milliseconds, diverged_at)

/// As TracedInput.
struct Traced {
  ByLayer residuals;
  std::vector<PerHead> attention;
  std::vector<PerHead> scores;
  std::vector<PerHead> before;
  Matrix logits;
  Vector answers;
  Vector probabilities;
  Vector targets;
  Vector tokens;
  std::vector<std::string> characters;
};
POSENC_FIELDS(Traced, residuals, attention, scores, before, logits, answers, probabilities, targets,
              tokens, characters)

/// In this namespace, so that the templates of convert.hpp find its conversions.
struct Settings {
  TrainingOptions options;
};

struct Bytes {
  std::vector<std::uint8_t> bytes;
};
POSENC_FIELDS(Bytes, bytes)

struct OptionsWriter {
  emscripten::val object = emscripten::val::object();

  void number(const char* name, double value) { object.set(in_camel_case(name), value); }
  template <class E, std::size_t N>
  void choice(const char* name, E value, const EnumNames<E, N>& names) {
    object.set(in_camel_case(name), std::string(name_in(names, value)));
  }
  void text(const char* name, const std::string& value) { object.set(in_camel_case(name), value); }
  void numbers(const char* name, const std::vector<double>& values) {
    object.set(in_camel_case(name), to_js(values));
  }
  template <class E, std::size_t N>
  void choices(const char* name, const std::vector<E>& values, const EnumNames<E, N>& names) {
    auto array = emscripten::val::array();
    for (const E value : values) array.call<void>("push", std::string(name_in(names, value)));
    object.set(in_camel_case(name), array);
  }
};

struct OptionsReader {
  const emscripten::val& object;
  std::optional<Error> error{};

  void number(const char* name, double& value) {
    value = object[in_camel_case(name)].template as<double>();
  }
  /// Left as it is for options that were kept before this one existed.
  template <class Visit>
  void later(std::uint32_t, const char* name, const Visit& visit) {
    if (!object[in_camel_case(name)].isUndefined()) visit(*this);
  }
  template <class E, std::size_t N>
  void choice(const char* name, E& value, const EnumNames<E, N>& names) {
    read(joined({"[training] `", name, "`"}), object[in_camel_case(name)], value, names);
  }
  template <class E, std::size_t N>
  void choices(const char* name, std::vector<E>& values, const EnumNames<E, N>& names) {
    const emscripten::val array = object[in_camel_case(name)];
    values.resize(array["length"].as<std::size_t>());
    for (std::size_t n = 0; n < values.size(); ++n) {
      read(joined({"[training] each of `", name, "`"}), array[n], values[n], names);
    }
  }
  void numbers(const char* name, std::vector<double>& values) {
    values = emscripten::convertJSArrayToNumberVector<double>(object[in_camel_case(name)]);
  }
  /// Empty for options that were kept before this one existed.
  void text(const char* name, std::string& value) {
    const emscripten::val text = object[in_camel_case(name)];
    if (text.isString()) value = text.as<std::string>();
  }

 private:
  template <class E, std::size_t N>
  void read(const std::string& subject, const emscripten::val& text, E& value,
            const EnumNames<E, N>& names) {
    const auto found = to_enum(subject, text.as<std::string>(), names);
    if (found) {
      value = *found;
    } else if (!error) {
      error = found.error();
    }
  }
};

/// The TypeScript type of the options: { examples: 'order' | .., vocabulary: number, .. }
struct OptionsType {
  std::string& type;
  bool is_first = true;

  [[gnu::noinline]] void add(const char* name, std::string_view type_of_option) {
    put_field(type, std::exchange(is_first, false), in_camel_case(name));
    put(type, type_of_option);
  }
  void number(const char* name, double) { add(name, "number"); }
  template <class E, std::size_t N>
  void choice(const char* name, E, const EnumNames<E, N>& names) {
    add(name, "");
    put_union(type, names);
  }
  void numbers(const char* name, const std::vector<double>&) {
    add(name, "Float64Array<ArrayBuffer>");
  }
  template <class E, std::size_t N>
  void choices(const char* name, const std::vector<E>&, const EnumNames<E, N>& names) {
    add(name, "(");
    put_union(type, names);
    put(type, ")[]");
  }
  void text(const char* name, const std::string&) { add(name, "string"); }
};

inline emscripten::val to_js(const Settings& settings) {
  OptionsWriter writer;
  visit_options(settings.options, writer);
  return writer.object;
}

inline void describe(std::string& text, std::type_identity<Settings>) {
  OptionsType type{text};
  const TrainingOptions options;
  visit_options(options, type);
  put(text, " }");
}

template <>
struct Argument<const TrainingOptions&> {
  using Js = const OptionsObject&;
  static Result<TrainingOptions> make(const OptionsObject& object) {
    TrainingOptions options;
    OptionsReader reader{object};
    visit_options(options, reader);
    if (reader.error) return *reader.error;
    return options;
  }
};

template <>
struct Argument<std::span<const std::uint8_t>> {
  using Js = const ByteArray&;
  static Result<std::vector<std::uint8_t>> make(const ByteArray& bytes) {
    return emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes);
  }
};

}  // namespace posenc::wasm
