#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/stretch.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/real_models.hpp"
#include "posenc/claims/waves.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/model_config/published_ropes.hpp"
#include "posenc/model_config/report.hpp"
#include "posenc/wording.hpp"

// Claims about the configs of released models. (Every argument below is fixed and within what the functions accept, so
// that their results are taken as they are.)

namespace posenc {
namespace {

/// A line over the pairs.
ChartLine line_of(std::string name, const Vector& y) {
  return {std::move(name), whole_numbers_below(y.size()), {y.begin(), y.end()}};
}

/// How many pairs have a different frequency than without scaling.
Index changed(const RopeFrequencies& frequencies) {
  const auto changes = pair_changes(frequencies, std::nullopt);
  return std::ranges::count_if(changes,
                               [](PairChange change) { return change != PairChange::kept; });
}

// 47. A factor.

Result<Evidence> factor_slows_every_pair() {
  const PublishedRope& rope = published::llama_31_8b;
  const RopeFrequencies frequencies = frequencies_of(rope);
  const auto changes = pair_changes(frequencies, rope.factor);
  const auto count = [&](PairChange change) { return std::ranges::count(changes, change); };
  const auto kept = count(PairChange::kept);
  const auto blended = count(PairChange::blended);
  const auto squeezed = count(PairChange::squeezed);
  const Vector slower = frequencies.unscaled.cwiseQuotient(frequencies.inv_freq);
  const double longer = rope.claimed / rope.original;
  const auto none = [](auto pairs) { return for_it_if(pairs == 0); };
  return Evidence{{found<real_model_phrases, "pairs-kept">(
                       static_cast<double>(kept), none(kept), kept, changes.size(),
                       rope.original / published::high_freq_factor),
                   found<real_model_phrases, "pairs-blended">(static_cast<double>(blended),
                                                              none(blended), blended, rope.factor),
                   found<real_model_phrases, "pairs-squeezed">(
                       static_cast<double>(squeezed), Support::aside, squeezed, rope.factor),
                   found<real_model_phrases, "length-factor">(longer, Support::aside, rope.original,
                                                              rope.claimed, longer)},
                  say<real_model_phrases, "because-slow-pairs-need-it">(),
                  Chart{say<real_model_phrases, "axis-pair">(),
                        say<real_model_phrases, "axis-slower">(),
                        {line_of(say<real_model_phrases, "llama-31">(), slower),
                         line_of(say<real_model_phrases, "line-linear">(rope.factor),
                                 Vector::Constant(slower.size(), rope.factor))},
                        ChartValues::numbers,
                        {0}}};
}

// 48. Short prompts.

Finding slower_in_short_prompts(const PublishedRope& rope, const std::string& name) {
  constexpr double short_prompt = 10;
  const RopeFrequencies frequencies = frequencies_of(rope, short_prompt);
  const Index slower = changed(frequencies);
  return found<real_model_phrases, "yarn-slower">(static_cast<double>(slower),
                                                  for_it_if(slower == 0), name, rope.factor, slower,
                                                  frequencies.inv_freq.size());
}

/// Scores at the first distances, as a share of that at distance 0 without scaling.
Chart scores_with_and_without(const RopeFrequencies& frequencies) {
  const std::vector<double> distances = whole_numbers_below(200);
  Chart chart{
      say<real_model_phrases, "axis-distance">(), say<real_model_phrases, "axis-score">(), {}};
  const auto draw = [&](std::string name, const Vector& omega, double gain) {
    const Vector scores =
        gain * *kernel_mean_cos(*InverseFrequencies::from_values(omega), distances);
    chart.lines.push_back({std::move(name), distances, {scores.begin(), scores.end()}});
  };
  draw(say<real_model_phrases, "line-without">(), frequencies.unscaled, 1);
  draw(say<real_model_phrases, "line-with">(), frequencies.inv_freq,
       frequencies.attention_factor * frequencies.attention_factor);
  chart.includes = {0};
  return chart;
}

Result<Evidence> short_prompts_are_unaffected() {
  const RopeFrequencies qwen3 = frequencies_of(published::qwen3_8b_yarn);
  const double gain = qwen3.attention_factor * qwen3.attention_factor;
  const PublishedRope& deepseek = published::deepseek_v3;
  const double softmax_scale = std::pow(yarn_magnitude(deepseek.factor, *deepseek.mscale), 2);
  const PublishedRope& dynamic = published::internlm_25_7b;
  const auto changed_at = [&](double length) { return changed(frequencies_of(dynamic, length)); };
  const Index within = changed_at(dynamic.claimed);
  return Evidence{
      {slower_in_short_prompts(published::qwen3_8b_yarn, say<real_model_phrases, "qwen3">()),
       found<real_model_phrases, "yarn-logits">(gain, for_it_if(gain == 1),
                                                with_decimals(qwen3.attention_factor, 3),
                                                with_decimals(gain, 3)),
       slower_in_short_prompts(deepseek, say<real_model_phrases, "deepseek-v3">()),
       found<real_model_phrases, "softmax-scale">(softmax_scale, for_it_if(softmax_scale == 1),
                                                  frequencies_of(deepseek).attention_factor,
                                                  deepseek.factor, with_decimals(softmax_scale, 3)),
       found<real_model_phrases, "dynamic-within">(
           static_cast<double>(within), Support::aside, within, dynamic.rotary_dim / 2,
           dynamic.claimed, changed_at(2 * dynamic.claimed), 2 * dynamic.claimed)},
      say<real_model_phrases, "because-set-when-loaded">(),
      scores_with_and_without(qwen3)};
}

// 49. The base alone.

/// Two models whose base is the same.
Finding announced_with_one_base(const PublishedRope& shorter, const std::string& its_name,
                                const PublishedRope& longer, const std::string& other_name) {
  const double ratio = longer.announced / shorter.announced;
  return found<real_model_phrases, "same-base">(ratio, for_it_if(ratio == 1), its_name, other_name,
                                                shorter.base, shorter.announced, longer.announced,
                                                ratio);
}

double longest_wave(const PublishedRope& rope) {
  return 2 * std::numbers::pi / frequencies_of(rope).inv_freq.minCoeff();
}

Result<Evidence> base_alone_is_the_reach() {
  const PublishedRope& larger = published::command_r;
  const PublishedRope& smaller = published::llama_31_8b;
  const PublishedRope& wide = published::llama_2_13b;
  const PublishedRope& narrow = published::stablelm_2;
  static_assert(published::command_r.announced == published::llama_31_8b.announced);
  const double farther = larger.announced / smaller.announced;
  return Evidence{
      {announced_with_one_base(published::llama_3_8b, say<real_model_phrases, "llama-3">(),
                               published::llama_31_8b, say<real_model_phrases, "llama-31">()),
       announced_with_one_base(published::mistral_7b_v03, say<real_model_phrases, "mistral-7b">(),
                               published::mistral_nemo, say<real_model_phrases, "mistral-nemo">()),
       found<real_model_phrases, "larger-base">(farther, for_it_if(farther > 1),
                                                larger.base / smaller.base, larger.base,
                                                smaller.base, larger.announced),
       found<real_model_phrases, "same-base-other-width">(
           longest_wave(narrow), Support::aside, wide.base, with_decimals(longest_wave(wide), 0),
           wide.rotary_dim, with_decimals(longest_wave(narrow), 0), narrow.rotary_dim)},
      say<real_model_phrases, "because-training-decides">()};
}

// 50. Every angle.

Finding unfinished_in(const PublishedRope& rope, const std::string& name) {
  const Index pairs = unfinished_pairs(rope);
  return found<real_model_phrases, "pairs-unfinished">(static_cast<double>(pairs),
                                                       for_it_if(pairs == 0), name, pairs,
                                                       rope.rotary_dim / 2, rope.claimed);
}

ChartLine turns_by_pair(const PublishedRope& rope, std::string name) {
  const Vector omega = frequencies_of(rope).inv_freq.head(rope.rotary_dim / 2);
  return line_of(std::move(name), (rope.claimed / (2 * std::numbers::pi) * omega).array().log10());
}

Result<Evidence> every_angle_was_seen() {
  const std::string llama_2 = say<real_model_phrases, "llama-2">();
  const std::string llama_31 = say<real_model_phrases, "llama-31">();
  const std::string gemma_4 = say<real_model_phrases, "gemma-4">();
  const PublishedRope& scaled = published::llama_31_8b;
  const Index unscaled = unfinished_pairs(frequencies_of(scaled).unscaled, scaled.claimed);
  return Evidence{
      about_every_case({unfinished_in(published::llama_2_13b, llama_2),
                        unfinished_in(scaled, llama_31),
                        unfinished_in(published::qwen3_8b, say<real_model_phrases, "qwen3">()),
                        unfinished_in(published::gemma_4_full, gemma_4),
                        found<real_model_phrases, "unfinished-unscaled">(
                            static_cast<double>(unscaled), Support::aside, unscaled)}),
      say<real_model_phrases, "because-slow-pairs-stop-short">(),
      Chart{say<real_model_phrases, "axis-pair">(),
            say<real_model_phrases, "axis-turns">(),
            {turns_by_pair(published::llama_2_13b, llama_2), turns_by_pair(scaled, llama_31),
             turns_by_pair(published::gemma_4_full, gemma_4)},
            ChartValues::numbers,
            {0}}};
}

// 51. bfloat16.

AngleErrors errors_at_end(const PublishedRope& rope) {
  return angle_errors(frequencies_of(rope).inv_freq, rope.claimed - 1);
}

Finding error_at_end(const PublishedRope& rope, const std::string& name) {
  const AngleErrors errors = errors_at_end(rope);
  return found<real_model_phrases, "bfloat16-error">(
      errors.bfloat16, for_it_if(errors.bfloat16 <= bfloat16_rounding), name, errors.position,
      with_decimals(errors.bfloat16, 1));
}

Chart errors_by_pair(const PublishedRope& rope) {
  const double position = rope.claimed - 1;
  const Vector omega = frequencies_of(rope).inv_freq;
  Vector bfloat16(omega.size());
  Vector float16(omega.size());
  for (Index i = 0; i < omega.size(); ++i) {
    const AngleErrors errors = angle_errors(omega.segment(i, 1), position);
    bfloat16[i] = errors.bfloat16;
    float16[i] = errors.float16;
  }
  return {say<real_model_phrases, "axis-pair">(),
          say<real_model_phrases, "axis-error">(position),
          {line_of(say<real_model_phrases, "line-bfloat16">(), bfloat16),
           line_of(say<real_model_phrases, "line-float16">(), float16)}};
}

Result<Evidence> bfloat16_suffices() {
  const AngleErrors errors = errors_at_end(published::llama_3_8b);
  return Evidence{{error_at_end(published::llama_3_8b, say<real_model_phrases, "llama-3">()),
                   error_at_end(published::llama_31_8b, say<real_model_phrases, "llama-31">()),
                   error_at_end(published::gpt_neox_20b, say<real_model_phrases, "neox">()),
                   found<real_model_phrases, "float16-and-float32">(
                       errors.float16, Support::aside, with_decimals(errors.float16, 1),
                       with_power_of_ten(errors.float32, 2))},
                  say<real_model_phrases, "because-position-multiplies">(),
                  errors_by_pair(published::llama_3_8b)};
}

}  // namespace

std::vector<ClaimExperiment> real_model_claims() {
  constexpr std::string_view longer = "longer";
  constexpr std::string_view rope = "rope";
  return {
      computed_claim(47, say<real_model_phrases, "claim-factor-for-every-pair">(), longer,
                     {cited::llama31_code, cited::llama31_config}, factor_slows_every_pair),
      computed_claim(48, say<real_model_phrases, "claim-short-prompts">(), longer,
                     {cited::peng, cited::qwen3_yarn, cited::deepseek_v3},
                     short_prompts_are_unaffected),
      computed_claim(49, say<real_model_phrases, "claim-base-is-reach">(), rope,
                     {cited::xiong, cited::llama31_config, cited::command_r, cited::nemo},
                     base_alone_is_the_reach),
      computed_claim(50, say<real_model_phrases, "claim-every-angle">(), longer,
                     {cited::chen, cited::llama31_config, cited::gemma_4}, every_angle_was_seen),
      computed_claim(51, say<real_model_phrases, "claim-bfloat16">(), rope,
                     {cited::bfloat16, cited::blurred_positions}, bfloat16_suffices)};
}

}  // namespace posenc
