#include <emscripten/bind.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "function.hpp"
#include "models_types.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/gguf_model.hpp"
#include "posenc/model_config/shipped.hpp"

// What the config.json of a model says about positions, in its own module, which other pages do not load.

using namespace posenc;

namespace {

/// How far scores are computed for a model that claims no length.
constexpr double usual_length = 4096;

wasm::ShippedModels shipped_models() { return {shipped_models_json()}; }

/// Where the attention factor is from; empty where its type has a formula.
std::string factor_from(const RopeScaling& scaling) {
  return scaling.attention_factor ? scaling.attention_factor->from : "";
}

wasm::RopeAsShown as_shown(const RopeReport& rope, const ModelConfig& model) {
  const auto& [layers, head_dim, rotary_dim, base, scaling, axes, unread_part] = rope.settings;
  const RopeFrequencies& frequencies = rope.frequencies;
  const double factor = frequencies.attention_factor;
  return {
      .layers = layers,
      .type = scaling.type,
      .depends_on_length = depends_on_length(scaling),
      .path = scaling.path,
      .head_dim = head_dim,
      .rotary_dim = rotary_dim,
      .base = base,
      .used_base = frequencies.base,
      .factor = factor_of(scaling, model.claimed),
      .original = scaling.original,
      .attention_factor = factor,
      .attention_factor_from = factor_from(scaling),
      .logit_factor = factor * factor,
      .class_logit_factor = rope.class_logit_factor,
      .claimed_after_factor = claimed_after_factor(scaling, model.claimed),
      .ramp = scaling.ramp,
      .numbers = scaling_numbers(scaling),
      .long_factor = scaling.long_factor,
      .short_factor = scaling.short_factor,
      .inv_freq = frequencies.inv_freq,
      .waves_before = rope.waves_before,
      .waves_after = rope.waves_after,
      .changes = rope.changes,
      .axes = rope.axes,
      .sections = {scaling.sections.begin(), scaling.sections.end()},
      .position_axes = axes,
      .inv_freq_width = frequencies.inv_freq_width,
      .pair_factors_from = scaling.pair_factors_from,
      .unfinished_original = rope.unfinished_original,
      .unfinished_claimed = rope.unfinished_claimed,
      .errors = rope.errors,
      .short_texts = rope.short_texts,
  };
}

std::vector<wasm::NoteWithEdits> notes_of(const ModelConfig& model) {
  const std::vector<ConfigEdit> edits = suggested_edits(model);
  std::vector<wasm::NoteWithEdits> notes;
  for (const auto& [code, message] : model.notes) {
    wasm::NoteWithEdits note{code, message, threads_of(code), {}};
    for (const ConfigEdit& edit : edits) {
      if (edit.code == code) note.edits.push_back({edit.path, edit.value});
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

Result<wasm::ModelAsShown> report(const ConfigValue& config, std::optional<double> length) {
  POSENC_TRY(report, model_report(config, length));
  const ModelConfig& model = report.model;
  wasm::ModelAsShown shown{
      .model_type = model.model_type,
      .kind = model.kind,
      .layout = model.layout,
      .layout_from = model.layout_from,
      .width = model.width,
      .heads = model.heads,
      .claimed = model.claimed,
      .layers = model.layers.layers,
      .layers_from = model.layers.count_from,
      .kinds_from = model.layers.kinds_from,
      .rotation_from = model.layers.rotation_from,
      .ropes = {},
      .slopes = report.slopes,
      .max_bias = std::nullopt,
      .sinusoid_waves = report.sinusoid_waves,
      .buckets = model.buckets,
      .rows = model.rows,
      .query_growth = model.query_growth,
      .query_curve = report.query_curve,
      .notes = notes_of(model),
      .differences = differences(report),
  };
  for (const RopeReport& rope : report.ropes) shown.ropes.push_back(as_shown(rope, model));
  if (model.alibi) shown.max_bias = model.alibi->max_bias;
  return shown;
}

Result<RopeReport> rope_of(const ModelReport& report, double number) {
  const auto count = static_cast<double>(report.ropes.size());
  if (count == 0) return invalid_argument({"[config] the model has no rotary frequencies"});
  if (auto error = check_whole("[config] `rope`", number, 0, count - 1)) return *error;
  return report.ropes[static_cast<std::size_t>(number)];
}

Result<ScoreCurve> scores(const ConfigValue& config, std::optional<double> length, double number,
                          double points) {
  POSENC_TRY(report, model_report(config, length));
  POSENC_TRY(rope, rope_of(report, number));
  const double limit =
      longest_text(rope.settings, report.model, length).value_or(length.value_or(usual_length));
  return score_curve(rope, limit, points);
}

Result<BaseCurve> bases(const ConfigValue& config, double number, double points) {
  POSENC_TRY(report, model_report(config, std::nullopt));
  POSENC_TRY(rope, rope_of(report, number));
  return base_curve(rope.settings, report.model.claimed, points);
}

Result<BucketCurve> buckets(const ConfigValue& config, double points) {
  POSENC_TRY(model, read_model_config(config));
  if (!model.buckets) return invalid_argument({"[config] the model has no buckets of distances"});
  return bucket_curve(*model.buckets, points);
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Result<wasm::GgufReading> read_gguf_file(const wasm::GgufBytes& start, double file_size,
                                         const wasm::GgufBytes& tensors) {
  if (auto error = check_whole("[gguf] `fileSize`", file_size, 0, max_position)) return *error;
  POSENC_TRY(read, read_gguf(bytes_of(start.bytes), static_cast<std::uint64_t>(file_size)));
  wasm::GgufReading reading{static_cast<double>(read.needed), {}, ""};
  if (!read.header) return reading;
  for (const GgufTensor& tensor : read.header->rope_tensors) {
    reading.tensors.push_back(
        {static_cast<double>(tensor.offset), static_cast<double>(tensor.size)});
  }
  if (tensors.bytes.empty() && !reading.tensors.empty()) return reading;
  reading.tensors.clear();
  std::vector<RopeFactors> factors;
  std::span<const std::uint8_t> rest = bytes_of(tensors.bytes);
  for (const GgufTensor& tensor : read.header->rope_tensors) {
    const std::size_t size = std::min(static_cast<std::size_t>(tensor.size), rest.size());
    POSENC_TRY(values, decode_tensor(tensor, rest.first(size)));
    factors.push_back({tensor.name, values});
    rest = rest.subspan(size);
  }
  POSENC_TRY(config, gguf_config(*read.header, factors));
  reading.config = config_text(config);
  return reading;
}

Result<wasm::ModelComparison> comparison(const ConfigValue& first, const ConfigValue& second,
                                         std::optional<double> length) {
  POSENC_TRY(one, model_report(first, length));
  POSENC_TRY(other, model_report(second, length));
  const auto differences = compare_models(one, other);
  return wasm::ModelComparison{differences.empty(), differences};
}

wasm::EngineAsShown as_shown(const EngineReading& reading) {
  const EngineRelease release = release_of(reading.engine);
  wasm::EngineAsShown shown{.engine = reading.engine,
                            .title = std::string(release.title),
                            .version = std::string(release.version),
                            .source = std::string(release.source),
                            .answer = reading.answer,
                            .notes = reading.notes,
                            .length = reading.length,
                            .is_unlimited = reading.is_unlimited,
                            .ropes = {}};
  if (!reading.report) return shown;
  for (const RopeReport& rope : reading.report->ropes) {
    shown.ropes.push_back({rope.settings.layers, rope.frequencies.base,
                           rope.frequencies.attention_factor, rope.frequencies.inv_freq,
                           rope.waves_after});
  }
  return shown;
}

Result<wasm::EngineReadings> engines(const ConfigValue& config, std::optional<double> length) {
  POSENC_TRY(readings, engine_readings(config, length));
  wasm::EngineReadings all;
  for (const EngineReading& reading : readings) all.engines.push_back(as_shown(reading));
  for (const auto& group : engine_groups(readings)) all.groups.push_back({group});
  all.differences = engine_differences(readings);
  return all;
}

Result<wasm::ServingAsShown> serving(const ConfigValue& config, double length) {
  POSENC_TRY(plan, serving_plan(config, length));
  POSENC_TRY(flags, serving_flags(config, plan));
  const auto* object = config.object();
  wasm::ServingAsShown shown{.is_gguf = object != nullptr && is_gguf_config(*object),
                             .length = plan.length,
                             .answer = plan.answer,
                             .message = plan.message,
                             .type = plan.type,
                             .factor = plan.factor,
                             .original = plan.original,
                             .edits = {},
                             .flags = {},
                             .costs = plan.costs};
  for (const auto& [engine, arguments] : flags) {
    shown.flags.push_back({engine, std::string(release_of(engine).title), arguments});
  }
  for (const auto& [keys, value] : plan.edits) shown.edits.push_back({keys, edit_text(value)});
  return shown;
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_models) {
  wasm::register_type<wasm::NumberOrNull>("number | null");
  wasm::function<&shipped_models>("shippedModels");
  wasm::function<&report>("modelReport");
  wasm::function<&scores>("modelScores");
  wasm::function<&bases>("modelBases");
  wasm::function<&buckets>("modelBuckets");
  wasm::function<&read_gguf_file>("readGguf");
  wasm::function<&comparison>("compareModels");
  wasm::function<&engines>("modelEngines");
  wasm::function<&serving>("modelServing");
}
