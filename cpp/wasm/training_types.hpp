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

struct OpenTrainers {
  double open;
};

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

/// The fewest and the most bytes of a text.
struct TextLimits {
  Index least_bytes;
  Index most_bytes;
};

struct OpenTexts {
  double open;
};

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

struct Steps {
  Index step;
  Vector losses;
  Vector accuracies;
  Vector bits;
  double milliseconds;
  std::optional<Index> diverged_at;
};

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

/// In this namespace, so that the templates of convert.hpp find its conversions.
struct Settings {
  TrainingOptions options;
};

struct Bytes {
  std::vector<std::uint8_t> bytes;
};

template <>
inline constexpr auto names_of<Direction> = direction_names;
template <>
inline constexpr auto names_of<TaskNeed> = task_need_names;
template <>
inline constexpr auto names_of<TaskMeasure> = task_measure_names;

template <>
inline constexpr auto fields<TrainerInfo> =
    std::tuple{Field{"id", &TrainerInfo::id}, Field{"parameters", &TrainerInfo::parameters},
               Field{"bytes", &TrainerInfo::bytes}};

template <>
inline constexpr auto fields<OpenTrainers> = std::tuple{Field{"open", &OpenTrainers::open}};

template <>
inline constexpr auto fields<TextInfo> = std::tuple{Field{"id", &TextInfo::id},
                                                    Field{"alphabet", &TextInfo::alphabet},
                                                    Field{"characters", &TextInfo::characters},
                                                    Field{"replaced", &TextInfo::replaced},
                                                    Field{"training", &TextInfo::training},
                                                    Field{"heldOut", &TextInfo::held_out},
                                                    Field{"checksum", &TextInfo::checksum},
                                                    Field{"singleBits", &TextInfo::single_bits},
                                                    Field{"pairBits", &TextInfo::pair_bits}};

template <>
inline constexpr auto fields<TextLimits> = std::tuple{Field{"leastBytes", &TextLimits::least_bytes},
                                                      Field{"mostBytes", &TextLimits::most_bytes}};

template <>
inline constexpr auto fields<OpenTexts> = std::tuple{Field{"open", &OpenTexts::open}};

template <>
inline constexpr auto fields<TaskAbout> = std::tuple{Field{"title", &TaskAbout::title},
                                                     Field{"makes", &TaskAbout::makes},
                                                     Field{"order", &TaskAbout::order},
                                                     Field{"limits", &TaskAbout::limits},
                                                     Field{"chance", &TaskAbout::chance},
                                                     Field{"ceiling", &TaskAbout::ceiling},
                                                     Field{"testLengths", &TaskAbout::test_lengths},
                                                     Field{"direction", &TaskAbout::direction},
                                                     Field{"needs", &TaskAbout::needs},
                                                     Field{"measure", &TaskAbout::measure}};

template <>
inline constexpr auto fields<ReferenceLevels> = std::tuple{
    Field{"chance", &ReferenceLevels::chance}, Field{"ceiling", &ReferenceLevels::ceiling}};

template <>
inline constexpr auto fields<Steps> = std::tuple{Field{"step", &Steps::step},
                                                 Field{"losses", &Steps::losses},
                                                 Field{"accuracies", &Steps::accuracies},
                                                 Field{"bits", &Steps::bits},
                                                 Field{"milliseconds", &Steps::milliseconds},
                                                 Field{"divergedAt", &Steps::diverged_at}};

template <>
inline constexpr auto fields<LengthResult> =
    std::tuple{Field{"accuracy", &LengthResult::accuracy},
               Field{"loss", &LengthResult::loss},
               Field{"scored", &LengthResult::scored},
               Field{"oldAccuracy", &LengthResult::old_accuracy},
               Field{"oldScored", &LengthResult::old_scored},
               Field{"bits", &LengthResult::bits}};

template <>
inline constexpr auto fields<Traced> = std::tuple{Field{"residuals", &Traced::residuals},
                                                  Field{"attention", &Traced::attention},
                                                  Field{"scores", &Traced::scores},
                                                  Field{"before", &Traced::before},
                                                  Field{"logits", &Traced::logits},
                                                  Field{"answers", &Traced::answers},
                                                  Field{"probabilities", &Traced::probabilities},
                                                  Field{"targets", &Traced::targets},
                                                  Field{"tokens", &Traced::tokens},
                                                  Field{"characters", &Traced::characters}};

template <>
inline constexpr auto fields<WrittenText> =
    std::tuple{Field{"prompt", &WrittenText::prompt}, Field{"text", &WrittenText::text}};

template <>
inline constexpr auto fields<LearnedTable> =
    std::tuple{Field{"table", &LearnedTable::table}, Field{"change", &LearnedTable::change}};

template <>
inline constexpr auto fields<Sample> =
    std::tuple{Field{"tokens", &Sample::tokens}, Field{"targets", &Sample::targets}};

template <>
inline constexpr auto fields<Bytes> = std::tuple{Field{"bytes", &Bytes::bytes}};

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
struct Argument<Task> {
  using Js = const std::string&;
  static Result<Task> make(const std::string& name) { return to_task(name); }
};

template <>
struct Argument<Scheme> {
  using Js = const std::string&;
  static Result<Scheme> make(const std::string& name) { return to_scheme(name); }
};

template <>
struct Argument<std::span<const std::uint8_t>> {
  using Js = const ByteArray&;
  static Result<std::vector<std::uint8_t>> make(const ByteArray& bytes) {
    return emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes);
  }
};

}  // namespace posenc::wasm
