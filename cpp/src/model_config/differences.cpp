#include <algorithm>
#include <string>
#include <utility>

#include "notes.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/phrases.hpp"
#include "posenc/model_config/report.hpp"
#include "threads.hpp"

namespace posenc {

Thread model_config::thread(std::string_view repository, int number) {
  return {joined({repository, "#", number}),
          joined({"https://github.com/", repository, "/issues/", number})};
}

namespace {

using model_config::in_words;
using model_config::thread;

std::vector<Thread> threads_of_reading(OtherReading reading, RopeType type) {
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
      return type == RopeType::llama3 ? std::vector{thread("unslothai/unsloth", 6197)}
                                      : std::vector<Thread>();
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
  if (const auto quotient = quotient_beside_factor(scaling, claimed)) {
    all.push_back({OtherReading::factor_from_lengths, rope,
                   say<model_difference_phrases, "factor-from-lengths">(
                       in_words(*quotient), in_words(*scaling.factor))});
    all.back().settings.scaling.factor = *quotient;
  }
  if (scaling.mscale_all_dim.value_or(0) != 0 && scaling.mscale.value_or(0) != 0) {
    all.push_back(
        {OtherReading::mscale_alone, rope, say<model_difference_phrases, "mscale-alone">()});
    all.back().settings.scaling.attention_factor = {
        yarn_magnitude(yarn_scale(scaling, claimed), *scaling.mscale), scaling.path + ".mscale"};
  }
}

Variants variants_of(const RopeSettings& rope, const ModelConfig& model) {
  Variants all;
  if (rope.axes != PositionAxes::one) return all;
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
  if (rope.base.from != from_default && rope.base.value != default_rope_base) {
    all.push_back({OtherReading::default_base, rope,
                   is_from_class(rope.base.from)
                       ? say<model_difference_phrases, "default-base-class">(rope.base.from)
                       : say<model_difference_phrases, "default-base">(rope.base.from)});
    all.back().settings.base = {default_rope_base, std::string(from_default)};
  }
  // (Lists of factors would not have the length for a whole head.)
  const bool can_be_whole = scaling.type != RopeType::proportional &&
                            scaling.type != RopeType::longrope && rope.head_dim.value % 2 == 0;
  if (rope.rotary_dim.value < rope.head_dim.value && can_be_whole) {
    all.push_back(
        {OtherReading::whole_head, rope,
         say<model_difference_phrases, "whole-head">(rope.head_dim.value, rope.rotary_dim.value)});
    all.back().settings.rotary_dim.value = rope.head_dim.value;
  }
  const bool divides = model.heads && model.width->value % model.heads->value == 0;
  const Index quotient = divides ? model.width->value / model.heads->value : 0;
  const bool is_latent = rope.head_dim.from.ends_with("qk_rope_head_dim");
  if (!is_latent && quotient > 0 && quotient % 2 == 0 && quotient != rope.head_dim.value &&
      rope.rotary_dim.value == rope.head_dim.value && scaling.type != RopeType::longrope) {
    all.push_back(
        {OtherReading::head_by_quotient, rope,
         say<model_difference_phrases, "head-by-quotient">(quotient, rope.head_dim.value)});
    all.back().settings.head_dim.value = quotient;
    all.back().settings.rotary_dim.value = quotient;
  }
  return all;
}

/// The largest ratio of two frequencies of one pair, if both have the same number of pairs.
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

std::vector<Difference> differences(const ModelReport& report) {
  std::vector<Difference> all;
  const auto add = [&](const Variant& variant, const RopeReport& ours) {
    const auto theirs = rope_frequencies(variant.settings, report.model.claimed, report.length);
    if (!theirs) return;
    Difference one{variant.reading,
                   ours.settings.layers,
                   variant.message,
                   theirs->inv_freq,
                   waves_of(theirs->inv_freq),
                   theirs->attention_factor,
                   1,
                   0,
                   threads_of_reading(variant.reading, ours.settings.scaling.type)};
    compare(one, ours.frequencies.inv_freq);
    const bool is_other = one.inv_freq.size() != ours.frequencies.inv_freq.size() ||
                          one.ratio > 1 ||
                          one.attention_factor != ours.frequencies.attention_factor;
    if (is_other) all.push_back(std::move(one));
  };
  for (const RopeReport& rope : report.ropes) {
    for (const Variant& variant : variants_of(rope.settings, report.model)) {
      add(variant, rope);
    }
  }
  const bool has_two = report.ropes.size() == 2;
  if (has_two && report.ropes[0].settings.scaling.type != RopeType::plain &&
      report.ropes[1].settings.scaling.type == RopeType::plain &&
      report.ropes[0].settings.rotary_dim.value == report.ropes[1].settings.rotary_dim.value) {
    Variant variant{OtherReading::scaled_sliding, report.ropes[1].settings,
                    say<model_difference_phrases, "scaled-sliding">()};
    variant.settings.scaling = report.ropes[0].settings.scaling;
    add(variant, report.ropes[1]);
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

}  // namespace posenc
