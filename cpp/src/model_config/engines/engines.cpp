#include "posenc/model_config/engines.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine_view.hpp"
#include "posenc/argument.hpp"

namespace posenc {
namespace {

using namespace model_config;

constexpr std::array all_engines{Engine::transformers_4, Engine::transformers_5, Engine::vllm,
                                 Engine::sglang,         Engine::llama_cpp,      Engine::mlx_lm};

/// The file without a key, at its top and in the dictionary of its language model.
ConfigValue without_key(ConfigValue file, std::string_view key) {
  auto* object = std::get_if<ConfigValue::Object>(&file.value);
  if (object == nullptr) return file;
  std::erase_if(*object, [key](const ConfigValue::Entry& entry) { return entry.key == key; });
  for (ConfigValue::Entry& entry : *object) {
    const bool is_language = entry.key == "text_config" || entry.key == "thinker_config" ||
                             entry.key == "llm_config" || entry.key == "language_config";
    if (is_language) entry.value = without_key(std::move(entry.value), key);
  }
  return file;
}

/// What an engine looks at: releases before 5 of Transformers do not know rope_parameters, and llama.cpp's converter takes it
/// where both are there.
ConfigValue file_for(Engine engine, const ConfigValue& file, const ModelConfig& model) {
  if (engine == Engine::transformers_4) return without_key(file, "rope_parameters");
  const bool has_both = !model.unused_dictionaries.empty();
  return engine == Engine::llama_cpp && has_both ? without_key(file, "rope_scaling") : file;
}

/// Whether a set of frequencies is read from rope_parameters.
bool reads_parameters(const ModelConfig& model) {
  return std::ranges::any_of(model.ropes, [](const RopeSettings& rope) {
    return std::ranges::any_of(
        std::array<std::string_view, 3>{rope.base.from, rope.rotary_dim.from, rope.scaling.path},
        [](std::string_view from) { return from.find("rope_parameters") != from.npos; });
  });
}

void apply_rules(EngineView& view) {
  switch (view.reading.engine) {
    case Engine::transformers_4:
      return transformers_4::read(view);
    case Engine::transformers_5:
      return transformers_5::read(view);
    case Engine::vllm:
      return vllm::read(view);
    case Engine::sglang:
      return sglang::read(view);
    case Engine::llama_cpp:
      return llama_cpp::read(view);
    case Engine::mlx_lm:
      return mlx_lm::read(view);
  }
}

EngineReading read_by(Engine engine, const ConfigValue& file, const ModelConfig& model,
                      std::optional<double> length) {
  const ConfigValue seen = file_for(engine, file, model);
  const auto read = read_model_config(seen);
  EngineView view{seen, read ? *read : model, length, {engine, {}, {}, {}, {}, {}}};
  if (!read) {
    stop<EngineNoteCode::file_refused>(view, EngineAnswer::unknown,
                                       without_subject(read.error().message));
    return view.reading;
  }
  if (!view.model.known_class) {
    stop<EngineNoteCode::class_unknown>(view, EngineAnswer::unknown);
    return view.reading;
  }
  if (engine == Engine::llama_cpp && !model.unused_dictionaries.empty()) {
    note<EngineNoteCode::other_dictionary>(view, "rope_parameters", "rope_scaling");
  }
  apply_rules(view);
  if (view.reading.answer != EngineAnswer::computed) return view.reading;
  const bool misses_parameters = engine == Engine::transformers_4 && reads_parameters(model);
  if (misses_parameters) note<EngineNoteCode::parameters_unread>(view);
  auto report = model_report(view.model, view.text);
  if (report) {
    view.reading.report = std::move(*report);
  } else {
    stop<EngineNoteCode::file_refused>(view, EngineAnswer::unknown,
                                       without_subject(report.error().message));
  }
  return view.reading;
}

/// The one reading of a GGUF file, which is llama.cpp's.
Result<std::vector<EngineReading>> reading_of_gguf(const ModelConfig& model,
                                                   std::optional<double> length) {
  POSENC_TRY(report, model_report(model, length));
  EngineReading reading{Engine::llama_cpp, {}, {}, {}, {}, std::move(report)};
  if (model.claimed) reading.length = model.claimed->value;
  return std::vector{std::move(reading)};
}

}  // namespace

EngineRelease release_of(Engine engine) {
  switch (engine) {
    case Engine::transformers_4:
      return {"Transformers 4", "4.57",
              "huggingface/transformers f22cb1e8, src/transformers/modeling_rope_utils.py"};
    case Engine::transformers_5:
      return {"Transformers 5", "5.16",
              "huggingface/transformers decba1d2, src/transformers/modeling_rope_utils.py"};
    case Engine::vllm:
      return {"vLLM", "August 2026",
              "vllm-project/vllm 91a893de, vllm/model_executor/layers/rotary_embedding"};
    case Engine::sglang:
      return {"SGLang", "mid-2026",
              "sgl-project/sglang 108c36c0 (factory.py), 0b1fd02d (yarn.py, rope_variant.py), "
              "0099dee6 (base.py) in python/sglang/srt/layers/rotary_embedding"};
    case Engine::llama_cpp:
      return {"llama.cpp", "August 2026",
              "ggml-org/llama.cpp d32676d7, conversion/base.py, src/llama-context.cpp"};
    default:
      return {"mlx-lm", "0.32.0", "ml-explore/mlx-lm d78bf58e, mlx_lm/models/rope_utils.py"};
  }
}

Result<std::vector<EngineReading>> engine_readings(const ConfigValue& file,
                                                   std::optional<double> length) {
  if (length) {
    if (auto error = check_whole("[config] `length`", *length, 1, max_position)) return *error;
  }
  POSENC_TRY(model, read_model_config(file));
  std::vector<EngineReading> readings;
  const bool turns_in_a_line = model.kind == PositionKind::rope &&
                               std::ranges::all_of(model.ropes, [](const RopeSettings& rope) {
                                 return rope.axes == PositionAxes::one;
                               });
  if (!turns_in_a_line) return readings;
  if (model.format == ModelConfig::Format::gguf) return reading_of_gguf(model, length);
  for (const Engine engine : all_engines) readings.push_back(read_by(engine, file, model, length));
  return readings;
}

std::vector<std::vector<Engine>> engine_groups(const std::vector<EngineReading>& readings) {
  std::vector<std::vector<const EngineReading*>> groups;
  for (const EngineReading& reading : readings) {
    if (!reading.report) continue;
    const auto same = std::ranges::find_if(groups, [&reading](const auto& group) {
      return compare_models(*group.front()->report, *reading.report).empty();
    });
    if (same == groups.end()) {
      groups.push_back({&reading});
    } else {
      same->push_back(&reading);
    }
  }
  std::vector<std::vector<Engine>> named;
  for (const auto& group : groups) {
    auto& names = named.emplace_back();
    for (const EngineReading* reading : group) names.push_back(reading->engine);
  }
  return named;
}

std::vector<EngineDifference> engine_differences(const std::vector<EngineReading>& readings) {
  const auto groups = engine_groups(readings);
  const auto report_of = [&readings](Engine engine) -> const ModelReport& {
    return *std::ranges::find(readings, engine, &EngineReading::engine)->report;
  };
  std::vector<EngineDifference> all;
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = a + 1; b < groups.size(); ++b) {
      const Engine first = groups[a].front();
      const Engine second = groups[b].front();
      all.push_back({first, second, compare_models(report_of(first), report_of(second))});
    }
  }
  return all;
}

}  // namespace posenc
