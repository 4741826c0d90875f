#include <emscripten/bind.h>

#include <optional>
#include <string>
#include <utility>

#include "function.hpp"
#include "models_types.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/shipped.hpp"

// What the config.json of a model says of its positions, in a module of its own, which other pages do not load.

using namespace posenc;

namespace {

/// How far scores are computed for a model that claims no length.
constexpr double usual_length = 4096;

wasm::ShippedModels shipped_models() { return {shipped_models_json()}; }

wasm::RopeAsShown as_shown(const RopeReport& rope) {
  const auto& [layers, head_dim, rotary_dim, base, scaling] = rope.settings;
  const RopeFrequencies& frequencies = rope.frequencies;
  const double factor = frequencies.attention_factor;
  return {layers,
          scaling.type,
          scaling.path,
          head_dim,
          rotary_dim,
          base,
          frequencies.base,
          scaling.factor,
          scaling.original,
          factor,
          factor * factor,
          scaling.long_factor,
          scaling.short_factor,
          frequencies.inv_freq,
          rope.waves_before,
          rope.waves_after,
          rope.changes,
          rope.axes,
          {scaling.sections.begin(), scaling.sections.end()},
          rope.unfinished_original,
          rope.unfinished_claimed,
          rope.errors};
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

/// 0 stands for the longest text that the config claims.
Result<ModelReport> report_of(const ConfigValue& config, double length) {
  return model_report(config, length == 0 ? std::nullopt : std::optional(length));
}

Result<wasm::ModelAsShown> report(const ConfigValue& config, double length) {
  POSENC_TRY(report, report_of(config, length));
  const ModelConfig& model = report.model;
  wasm::ModelAsShown shown{model.model_type,
                           model.kind,
                           model.layout,
                           model.width,
                           model.heads,
                           model.claimed,
                           model.layers.layers,
                           model.layers.kinds_from,
                           model.layers.rotation_from,
                           {},
                           report.slopes,
                           std::nullopt,
                           model.buckets,
                           model.rows,
                           notes_of(model),
                           differences(report)};
  for (const RopeReport& rope : report.ropes) shown.ropes.push_back(as_shown(rope));
  if (model.alibi) shown.max_bias = model.alibi->max_bias;
  return shown;
}

Result<RopeReport> rope_of(const ModelReport& report, double number) {
  const auto count = static_cast<double>(report.ropes.size());
  if (count == 0) return invalid_argument({"[config] the model has no rotary frequencies"});
  if (auto error = check_whole("[config] `rope`", number, 0, count - 1)) return *error;
  return report.ropes[static_cast<std::size_t>(number)];
}

Result<ScoreCurve> scores(const ConfigValue& config, double length, double number, double points) {
  POSENC_TRY(report, report_of(config, length));
  POSENC_TRY(rope, rope_of(report, number));
  const auto& claimed = report.model.claimed;
  const double limit = claimed ? claimed->value : length == 0 ? usual_length : length;
  return score_curve(rope, limit, points);
}

Result<BaseCurve> bases(const ConfigValue& config, double number, double points) {
  POSENC_TRY(report, report_of(config, 0));
  POSENC_TRY(rope, rope_of(report, number));
  return base_curve(rope.settings, report.model.claimed, points);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_models) {
  wasm::function<&shipped_models>("shippedModels");
  wasm::function<&report>("modelReport");
  wasm::function<&scores>("modelScores");
  wasm::function<&bases>("modelBases");
}
