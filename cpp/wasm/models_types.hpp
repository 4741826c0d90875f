#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config_json.hpp"
#include "function.hpp"
#include "posenc/model_config/report.hpp"

/// The types of model configs.
namespace posenc::wasm {

// In this namespace, so that their conversions are found from within the templates of convert.hpp.

EMSCRIPTEN_DECLARE_VAL_TYPE(NumberOrNull)

/// As shipped_models_json.
struct ShippedModels {
  std::string_view json;
};

struct Edit {
  std::string path;
  std::optional<double> value;
};

/// A Note, with reports of the problem and the changes that it suggests.
struct NoteWithEdits {
  NoteCode code;
  std::string message;
  std::vector<Thread> threads;
  std::vector<Edit> edits;
};

/// A RopeReport in one piece.
struct RopeAsShown {
  std::optional<LayerKind> layers;
  RopeType type;
  bool depends_on_length;
  std::string path;
  Sourced<Index> head_dim;
  Sourced<Index> rotary_dim;
  Sourced<double> base;
  double used_base;
  std::optional<Sourced<double>> factor;
  std::optional<Sourced<double>> original;
  double attention_factor;
  /// The path of its key; empty where its type has a formula.
  std::string attention_factor_from;
  /// Of cos and sin both.
  double logit_factor;
  double class_logit_factor;
  std::optional<double> claimed_after_factor;
  YarnRamp ramp;
  std::vector<ScalingNumber> numbers;
  std::vector<double> long_factor;
  std::vector<double> short_factor;
  Vector inv_freq;
  Vector waves_before;
  Vector waves_after;
  std::vector<PairChange> changes;
  std::vector<double> axes;
  std::vector<double> sections;
  std::optional<Index> unfinished_original;
  std::optional<Index> unfinished_claimed;
  std::optional<AngleErrors> errors;
};

/// A ModelReport in one piece.
struct ModelAsShown {
  std::string model_type;
  PositionKind kind;
  std::optional<PairLayout> layout;
  std::string layout_from;
  Sourced<Index> width;
  Sourced<Index> heads;
  std::optional<Sourced<double>> claimed;
  std::vector<LayerPlan::Layer> layers;
  std::string layers_from;
  std::string kinds_from;
  std::string rotation_from;
  std::vector<RopeAsShown> ropes;
  Vector slopes;
  std::optional<Sourced<double>> max_bias;
  Vector sinusoid_waves;
  std::optional<BucketSettings> buckets;
  std::optional<Sourced<Index>> rows;
  std::vector<NoteWithEdits> notes;
  std::vector<Difference> differences;
};

template <>
inline constexpr auto names_of<PositionKind> = position_kind_names;
template <>
inline constexpr auto names_of<PairLayout> = pair_layout_names;
template <>
inline constexpr auto names_of<LayerKind> = layer_kind_names;
template <>
inline constexpr auto names_of<RopeType> = rope_type_names;
template <>
inline constexpr auto names_of<YarnRamp> = yarn_ramp_names;
template <>
inline constexpr auto names_of<PairChange> = pair_change_names;
template <>
inline constexpr auto names_of<NoteCode> = note_code_names;
template <>
inline constexpr auto names_of<OtherReading> = other_reading_names;

template <class T>
inline constexpr auto fields<Sourced<T>> =
    std::tuple{Field{"value", &Sourced<T>::value}, Field{"from", &Sourced<T>::from}};

template <>
inline constexpr auto fields<LayerPlan::Layer> = std::tuple{
    Field{"kind", &LayerPlan::Layer::kind}, Field{"rotates", &LayerPlan::Layer::rotates}};

template <>
inline constexpr auto fields<ScalingNumber> =
    std::tuple{Field{"key", &ScalingNumber::key}, Field{"number", &ScalingNumber::number}};

template <>
inline constexpr auto fields<AngleErrors> =
    std::tuple{Field{"position", &AngleErrors::position}, Field{"bfloat16", &AngleErrors::bfloat16},
               Field{"float16", &AngleErrors::float16}, Field{"float32", &AngleErrors::float32}};

template <>
inline constexpr auto fields<BucketSettings> =
    std::tuple{Field{"numBuckets", &BucketSettings::num_buckets},
               Field{"maxDistance", &BucketSettings::max_distance}};

template <>
inline constexpr auto fields<Thread> =
    std::tuple{Field{"text", &Thread::text}, Field{"url", &Thread::url}};

template <>
inline constexpr auto fields<Edit> =
    std::tuple{Field{"path", &Edit::path}, Field{"value", &Edit::value}};

template <>
inline constexpr auto fields<NoteWithEdits> =
    std::tuple{Field{"code", &NoteWithEdits::code}, Field{"message", &NoteWithEdits::message},
               Field{"threads", &NoteWithEdits::threads}, Field{"edits", &NoteWithEdits::edits}};

template <>
inline constexpr auto fields<Difference> = std::tuple{
    Field{"reading", &Difference::reading}, Field{"layers", &Difference::layers},
    Field{"message", &Difference::message}, Field{"invFreq", &Difference::inv_freq},
    Field{"waves", &Difference::waves},     Field{"attentionFactor", &Difference::attention_factor},
    Field{"ratio", &Difference::ratio},     Field{"pair", &Difference::pair},
    Field{"threads", &Difference::threads}};

template <>
inline constexpr auto fields<RopeAsShown> =
    std::tuple{Field{"layers", &RopeAsShown::layers},
               Field{"type", &RopeAsShown::type},
               Field{"dependsOnLength", &RopeAsShown::depends_on_length},
               Field{"path", &RopeAsShown::path},
               Field{"headDim", &RopeAsShown::head_dim},
               Field{"rotaryDim", &RopeAsShown::rotary_dim},
               Field{"base", &RopeAsShown::base},
               Field{"usedBase", &RopeAsShown::used_base},
               Field{"factor", &RopeAsShown::factor},
               Field{"original", &RopeAsShown::original},
               Field{"attentionFactor", &RopeAsShown::attention_factor},
               Field{"attentionFactorFrom", &RopeAsShown::attention_factor_from},
               Field{"logitFactor", &RopeAsShown::logit_factor},
               Field{"classLogitFactor", &RopeAsShown::class_logit_factor},
               Field{"claimedAfterFactor", &RopeAsShown::claimed_after_factor},
               Field{"ramp", &RopeAsShown::ramp},
               Field{"numbers", &RopeAsShown::numbers},
               Field{"longFactor", &RopeAsShown::long_factor},
               Field{"shortFactor", &RopeAsShown::short_factor},
               Field{"invFreq", &RopeAsShown::inv_freq},
               Field{"wavesBefore", &RopeAsShown::waves_before},
               Field{"wavesAfter", &RopeAsShown::waves_after},
               Field{"changes", &RopeAsShown::changes},
               Field{"axes", &RopeAsShown::axes},
               Field{"sections", &RopeAsShown::sections},
               Field{"unfinishedOriginal", &RopeAsShown::unfinished_original},
               Field{"unfinishedClaimed", &RopeAsShown::unfinished_claimed},
               Field{"errors", &RopeAsShown::errors}};

template <>
inline constexpr auto fields<ModelAsShown> =
    std::tuple{Field{"modelType", &ModelAsShown::model_type},
               Field{"kind", &ModelAsShown::kind},
               Field{"layout", &ModelAsShown::layout},
               Field{"layoutFrom", &ModelAsShown::layout_from},
               Field{"width", &ModelAsShown::width},
               Field{"heads", &ModelAsShown::heads},
               Field{"claimed", &ModelAsShown::claimed},
               Field{"layers", &ModelAsShown::layers},
               Field{"layersFrom", &ModelAsShown::layers_from},
               Field{"kindsFrom", &ModelAsShown::kinds_from},
               Field{"rotationFrom", &ModelAsShown::rotation_from},
               Field{"ropes", &ModelAsShown::ropes},
               Field{"slopes", &ModelAsShown::slopes},
               Field{"maxBias", &ModelAsShown::max_bias},
               Field{"sinusoidWaves", &ModelAsShown::sinusoid_waves},
               Field{"buckets", &ModelAsShown::buckets},
               Field{"rows", &ModelAsShown::rows},
               Field{"notes", &ModelAsShown::notes},
               Field{"differences", &ModelAsShown::differences}};

template <>
inline constexpr auto fields<ScoreCurve> = std::tuple{
    Field{"distances", &ScoreCurve::distances}, Field{"scores", &ScoreCurve::scores},
    Field{"bounds", &ScoreCurve::bounds}, Field{"fittedBounds", &ScoreCurve::fitted_bounds},
    Field{"looseness", &ScoreCurve::looseness}};

template <>
inline constexpr auto fields<BucketCurve> =
    std::tuple{Field{"distances", &BucketCurve::distances}, Field{"encoder", &BucketCurve::encoder},
               Field{"decoder", &BucketCurve::decoder}};

template <>
inline constexpr auto fields<BaseCurve> =
    std::tuple{Field{"lengths", &BaseCurve::lengths}, Field{"bases", &BaseCurve::bases}};

/// JavaScript parses and writes the JSON. Each config becomes the text of a file.
inline emscripten::val to_js(const ShippedModels& shipped) {
  const auto json = emscripten::val::global("JSON");
  auto models = json.call<emscripten::val>("parse", std::string(shipped.json));
  for (auto& model : emscripten::vecFromJSArray<emscripten::val>(models)) {
    model.set("config",
              json.call<emscripten::val>("stringify", model["config"], emscripten::val::null(), 2));
  }
  auto object = emscripten::val::object();
  object.set("models", models);
  return object;
}

inline void describe(std::string& text, std::type_identity<ShippedModels>) {
  put(text, "{ models: { name: string, kind: ");
  describe(text, std::type_identity<PositionKind>());
  put(text, ", layout: ");
  describe(text, std::type_identity<std::optional<PairLayout>>());
  put(text,
      ", config: string, source: string, certainty: 'published' | 'class defaults' | "
      "'composed' }[] }");
}

/// null for none.
template <>
struct Argument<std::optional<double>> {
  using Js = const NumberOrNull&;
  static Result<std::optional<double>> make(const NumberOrNull& number) {
    return number.isNull() ? std::nullopt : std::optional(number.as<double>());
  }
};

/// A config.json, as a text or as the bytes of its file.
template <>
struct Argument<const ConfigValue&> {
  using Js = const std::string&;
  static constexpr bool has_its_own_names = true;
  static Result<ConfigValue> make(const std::string& text) { return parse_config(text); }
};

}  // namespace posenc::wasm
