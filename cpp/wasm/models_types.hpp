#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config_json.hpp"
#include "function.hpp"
#include "posenc/model_config/comparison.hpp"
#include "posenc/model_config/engines.hpp"
#include "posenc/model_config/report.hpp"
#include "posenc/model_config/serving.hpp"
#include "serving_flags.hpp"

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
POSENC_FIELDS(Edit, path, value)

/// A Note, with reports of the problem and the changes that it suggests.
struct NoteWithEdits {
  NoteCode code;
  std::string message;
  std::vector<Thread> threads;
  std::vector<Edit> edits;
};
POSENC_FIELDS(NoteWithEdits, code, message, threads, edits)

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
  PositionAxes position_axes;
  /// Of two-dimensional positions; empty for others.
  Vector inv_freq_width;
  /// The tensor whose factors divide the frequencies, besides; empty if there is none.
  std::string pair_factors_from;
  std::optional<Index> unfinished_original;
  std::optional<Index> unfinished_claimed;
  std::optional<AngleErrors> errors;
  std::optional<ShortTexts> short_texts;
};
POSENC_FIELDS(RopeAsShown, layers, type, depends_on_length, path, head_dim, rotary_dim, base,
              used_base, factor, original, attention_factor, attention_factor_from, logit_factor,
              class_logit_factor, claimed_after_factor, ramp, numbers, long_factor, short_factor,
              inv_freq, waves_before, waves_after, changes, axes, sections, position_axes,
              inv_freq_width, pair_factors_from, unfinished_original, unfinished_claimed, errors,
              short_texts)

/// A ModelReport in one piece.
struct ModelAsShown {
  std::string model_type;
  PositionKind kind;
  std::optional<PairLayout> layout;
  std::string layout_from;
  std::optional<Sourced<Index>> width;
  std::optional<Sourced<Index>> heads;
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
  std::optional<QueryGrowth> query_growth;
  std::optional<QueryCurve> query_curve;
  std::vector<NoteWithEdits> notes;
  std::vector<Difference> differences;
};
POSENC_FIELDS(ModelAsShown, model_type, kind, layout, layout_from, width, heads, claimed, layers,
              layers_from, kinds_from, rotation_from, ropes, slopes, max_bias, sinusoid_waves,
              buckets, rows, query_growth, query_curve, notes, differences)

/// Bytes of a file.
struct Slice {
  double offset;
  double size;
};
POSENC_FIELDS(Slice, offset, size)

/// How far a GGUF file is read.
struct GgufReading {
  /// How many bytes from its beginning to pass next; 0 if these suffice.
  double needed;
  /// Its factors, whose bytes to pass next, one after another; empty if they were passed, or if it has none.
  std::vector<Slice> tensors;
  /// What matters of it, as a config; empty if more is needed.
  std::string config;
};
POSENC_FIELDS(GgufReading, needed, tensors, config)

struct ModelComparison {
  bool alike;
  std::vector<ModelDifference> differences;
};
POSENC_FIELDS(ModelComparison, alike, differences)

/// One set of frequencies as an engine computes it.
struct EngineRope {
  std::optional<LayerKind> layers;
  double base;
  double attention_factor;
  Vector inv_freq;
  Vector waves;
};
POSENC_FIELDS(EngineRope, layers, base, attention_factor, inv_freq, waves)

/// An EngineReading, with its release.
struct EngineAsShown {
  Engine engine;
  std::string title;
  std::string version;
  std::string source;
  EngineAnswer answer;
  std::vector<EngineNote> notes;
  std::optional<double> length;
  bool is_unlimited;
  std::vector<EngineRope> ropes;
};
POSENC_FIELDS(EngineAsShown, engine, title, version, source, answer, notes, length, is_unlimited,
              ropes)

/// Engines that compute the same.
struct EngineGroup {
  std::vector<Engine> engines;
};
POSENC_FIELDS(EngineGroup, engines)

struct EngineReadings {
  std::vector<EngineAsShown> engines;
  std::vector<EngineGroup> groups;
  std::vector<EngineDifference> differences;
};
POSENC_FIELDS(EngineReadings, engines, groups, differences)

/// A ServingEdit, with its value as JSON.
struct ServingEditAsText {
  std::vector<std::string> keys;
  std::string value;
};
POSENC_FIELDS(ServingEditAsText, keys, value)

/// ServingFlags, with the title of the engine.
struct ServingFlagsAsShown {
  Engine engine;
  std::string title;
  std::string flags;
};
POSENC_FIELDS(ServingFlagsAsShown, engine, title, flags)

/// A ServingPlan, with the arguments of engines.
struct ServingAsShown {
  bool is_gguf;
  double length;
  ServingAnswer answer;
  std::string message;
  std::optional<RopeType> type;
  std::optional<double> factor;
  std::optional<double> original;
  std::vector<ServingEditAsText> edits;
  std::vector<ServingFlagsAsShown> flags;
  std::vector<ServingCost> costs;
};
POSENC_FIELDS(ServingAsShown, is_gguf, length, answer, message, type, factor, original, edits,
              flags, costs)

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
      "'composed', copy?: 'mirror' | 'quoted', claim?: { length: string, source: string } }[] }");
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

/// Bytes of a GGUF file, as a Uint8Array.
struct GgufBytes {
  std::string bytes;
};
template <>
struct Argument<const GgufBytes&> {
  using Js = const std::string&;
  static constexpr bool has_its_own_names = true;
  static Result<GgufBytes> make(const std::string& bytes) { return GgufBytes{bytes}; }
};

}  // namespace posenc::wasm
