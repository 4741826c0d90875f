#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/model_config/phrases.hpp"
#include "posenc/model_config/report.hpp"

namespace posenc {
namespace {

std::string number(double value) { return format_number(std::round(value * 1e6) / 1e6); }

std::string thread_url(std::string_view repository, int number) {
  return joined({"https://github.com/", repository, "/issues/", number});
}

Thread thread(std::string_view repository, int number) {
  return {joined({repository, "#", number}), thread_url(repository, number)};
}

/// Where somebody met it.
std::vector<Thread> threads_of_reading(OtherReading reading) {
  constexpr std::string_view transformers = "huggingface/transformers";
  switch (reading) {
    case OtherReading::factor_from_lengths:
      return {thread(transformers, 38224)};
    case OtherReading::rounded_ramp:
      return {thread("vllm-project/vllm", 28244)};
    case OtherReading::scaled_sliding:
      return {thread("Blaizzy/mlx-vlm", 1709), thread("ggml-org/llama.cpp", 14367),
              thread(transformers, 45945)};
    case OtherReading::no_scaling:
      return {thread("unslothai/unsloth", 6197)};
    case OtherReading::default_base:
      return {thread("deepspeedai/DeepSpeed", 8345)};
    case OtherReading::whole_head:
      return {thread(transformers, 48241)};
    case OtherReading::head_by_quotient:
      return {thread(transformers, 32495)};
    case OtherReading::mscale_alone:
      return {thread("NVIDIA/Megatron-LM", 1429)};
    default:
      return {};
  }
}

/// The same set with some settings read otherwise.
struct Variant {
  OtherReading reading;
  RopeSettings settings;
  std::string message;
};

using Variants = std::vector<Variant>;

void add_yarn(Variants& all, const RopeSettings& rope,
              const std::optional<Sourced<double>>& claimed) {
  const RopeScaling& scaling = rope.scaling;
  if (scaling.beta_slow < scaling.beta_fast) {
    all.push_back({OtherReading::paper_ramp, rope, say<model_difference_phrases, "paper-ramp">()});
    all.back().settings.scaling.ramp = YarnRamp::paper;
  }
  if (scaling.ramp == YarnRamp::released_unrounded) {
    all.push_back(
        {OtherReading::rounded_ramp, rope, say<model_difference_phrases, "rounded-ramp">()});
    all.back().settings.scaling.ramp = YarnRamp::released;
  }
  if (scaling.factor && scaling.original && claimed) {
    const double quotient = claimed->value / scaling.original->value;
    if (std::abs(*scaling.factor - quotient) > 0.001 * quotient) {
      all.push_back({OtherReading::factor_from_lengths, rope,
                     say<model_difference_phrases, "factor-from-lengths">(
                         number(quotient), number(*scaling.factor))});
      all.back().settings.scaling.factor = quotient;
    }
  }
  if (scaling.mscale_all_dim.value_or(0) != 0 && scaling.mscale.value_or(0) != 0) {
    all.push_back(
        {OtherReading::mscale_alone, rope, say<model_difference_phrases, "mscale-alone">()});
    RopeScaling& its = all.back().settings.scaling;
    its.attention_factor = 1 + 0.1 * *scaling.mscale * std::log(scaling.factor.value_or(1));
  }
}

Variants variants_of(const RopeSettings& rope, const ModelConfig& model) {
  Variants all;
  const RopeScaling& scaling = rope.scaling;
  if (scaling.type == RopeType::yarn) add_yarn(all, rope, model.claimed);
  const bool is_scaled = scaling.type != RopeType::plain && scaling.type != RopeType::mrope &&
                         scaling.type != RopeType::proportional;
  if (is_scaled) {
    all.push_back({OtherReading::no_scaling, rope, say<model_difference_phrases, "no-scaling">()});
    all.back().settings.scaling = {};
  }
  if (scaling.type == RopeType::llama3 && scaling.factor == 32) {
    all.push_back(
        {OtherReading::released_factor, rope, say<model_difference_phrases, "released-factor">()});
    all.back().settings.scaling.factor = 8;
  }
  if (rope.base.from != from_default && rope.base.value != 10000) {
    all.push_back({OtherReading::default_base, rope,
                   say<model_difference_phrases, "default-base">(rope.base.from)});
    all.back().settings.base = {10000, std::string(from_default)};
  }
  if (rope.rotary_dim.value < rope.head_dim.value && scaling.type != RopeType::proportional) {
    all.push_back(
        {OtherReading::whole_head, rope,
         say<model_difference_phrases, "whole-head">(rope.head_dim.value, rope.rotary_dim.value)});
    all.back().settings.rotary_dim.value = rope.head_dim.value;
  }
  const bool divides = model.width.value % model.heads.value == 0;
  const Index quotient = divides ? model.width.value / model.heads.value : 0;
  const bool is_latent = rope.head_dim.from.ends_with("qk_rope_head_dim");
  if (!is_latent && quotient > 0 && quotient % 2 == 0 && quotient != rope.head_dim.value &&
      rope.rotary_dim.value == rope.head_dim.value && scaling.long_factor.empty()) {
    all.push_back(
        {OtherReading::head_by_quotient, rope,
         say<model_difference_phrases, "head-by-quotient">(quotient, rope.head_dim.value)});
    all.back().settings.head_dim.value = quotient;
    all.back().settings.rotary_dim.value = quotient;
  }
  return all;
}

/// The largest ratio of two frequencies of one pair, where both have as many.
void compare(Difference& difference, const Vector& ours) {
  difference.ratio = 1;
  difference.pair = 0;
  if (difference.inv_freq.size() != ours.size()) return;
  for (Index i = 0; i < ours.size(); ++i) {
    const double theirs = difference.inv_freq[i];
    if (!(ours[i] > 0 && theirs > 0)) continue;
    const double ratio = std::max(ours[i] / theirs, theirs / ours[i]);
    if (ratio <= difference.ratio * (1 + rounding_tolerance)) continue;
    difference.ratio = ratio;
    difference.pair = i;
  }
}

}  // namespace

Result<std::vector<Difference>> differences(const ModelReport& report) {
  std::vector<Difference> all;
  const auto add = [&](const Variant& variant, const RopeReport& ours) -> std::optional<Error> {
    const auto theirs = rope_frequencies(variant.settings, report.model.claimed);
    if (!theirs) return theirs.error();
    Difference one{variant.reading,
                   ours.settings.layers,
                   variant.message,
                   theirs->inv_freq,
                   theirs->attention_factor,
                   1,
                   0,
                   threads_of_reading(variant.reading)};
    compare(one, ours.frequencies.inv_freq);
    const bool is_other = one.inv_freq.size() != ours.frequencies.inv_freq.size() ||
                          one.ratio > 1 ||
                          one.attention_factor != ours.frequencies.attention_factor;
    if (is_other) all.push_back(std::move(one));
    return std::nullopt;
  };
  for (const RopeReport& rope : report.ropes) {
    for (const Variant& variant : variants_of(rope.settings, report.model)) {
      if (auto error = add(variant, rope)) return *error;
    }
  }
  const bool has_two = report.ropes.size() == 2;
  if (has_two && report.ropes[0].settings.scaling.type != RopeType::plain &&
      report.ropes[1].settings.scaling.type == RopeType::plain &&
      report.ropes[0].settings.rotary_dim.value == report.ropes[1].settings.rotary_dim.value) {
    Variant variant{OtherReading::scaled_sliding, report.ropes[1].settings,
                    say<model_difference_phrases, "scaled-sliding">()};
    variant.settings.scaling = report.ropes[0].settings.scaling;
    if (auto error = add(variant, report.ropes[1])) return *error;
  }
  return all;
}

std::vector<Thread> threads_of(NoteCode code) {
  constexpr std::string_view transformers = "huggingface/transformers";
  switch (code) {
    case NoteCode::factor_and_lengths:
    case NoteCode::original_missing:
      return {thread(transformers, 38224)};
    case NoteCode::original_not_below:
    case NoteCode::max_ambiguous:
      return {thread("vllm-project/vllm", 56446), thread("vllm-project/vllm", 33958)};
    case NoteCode::attention_factor_differs:
    case NoteCode::mscale_unequal:
      return {thread("NVIDIA/Megatron-LM", 1429)};
    case NoteCode::base_assumed:
    case NoteCode::two_forms:
      return {thread("deepspeedai/DeepSpeed", 8345)};
    case NoteCode::partial_assumed:
      return {thread(transformers, 48241)};
    case NoteCode::layer_list_length:
      return {thread(transformers, 43756)};
    case NoteCode::head_dim_own:
      return {thread(transformers, 32495)};
    case NoteCode::short_scaled:
      return {thread("QwenLM/Qwen3", 1567), thread("sgl-project/sglang", 6030)};
    case NoteCode::key_ignored:
      return {thread("vllm-project/vllm", 28244)};
    default:
      return {};
  }
}

std::vector<ConfigEdit> suggested_edits(const ModelConfig& model) {
  std::vector<ConfigEdit> edits;
  const auto has = [&](NoteCode code) {
    return std::ranges::find(model.notes, code, &Note::code) != model.notes.end();
  };
  for (const RopeSettings& rope : model.ropes) {
    const RopeScaling& scaling = rope.scaling;
    const bool has_lengths = scaling.original && scaling.factor && model.claimed;
    if (has(NoteCode::factor_and_lengths) && scaling.type == RopeType::yarn && has_lengths) {
      edits.push_back({NoteCode::factor_and_lengths, model.claimed->from,
                       *scaling.factor * scaling.original->value});
    }
    if (has(NoteCode::original_missing) && scaling.type == RopeType::yarn && scaling.factor) {
      edits.push_back({NoteCode::original_missing,
                       scaling.path + ".original_max_position_embeddings",
                       std::round(model.claimed->value / *scaling.factor)});
    }
    if (has(NoteCode::original_not_below) && has_lengths) {
      edits.push_back({NoteCode::original_not_below, scaling.original->from,
                       std::round(model.claimed->value / *scaling.factor)});
    }
    for (const std::string& key : scaling.ignored) {
      edits.push_back({NoteCode::key_ignored, scaling.path + "." + key, std::nullopt});
    }
    if (rope.rotary_dim.from == from_class) {
      edits.push_back(
          {NoteCode::partial_assumed, "partial_rotary_factor",
           static_cast<double>(rope.rotary_dim.value) / static_cast<double>(rope.head_dim.value)});
    }
  }
  if (has(NoteCode::base_assumed)) edits.push_back({NoteCode::base_assumed, "rope_theta", 10000});
  if (has(NoteCode::two_forms)) {
    edits.push_back({NoteCode::two_forms, "rope_parameters", std::nullopt});
  }
  // A dictionary that is shared is looked at once.
  std::vector<ConfigEdit> once;
  for (const ConfigEdit& edit : edits) {
    if (std::ranges::find(once, edit.path, &ConfigEdit::path) == once.end()) once.push_back(edit);
  }
  return once;
}

}  // namespace posenc
