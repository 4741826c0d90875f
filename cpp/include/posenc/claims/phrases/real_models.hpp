#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about the configs of released models.
namespace posenc {

inline constexpr std::array real_model_phrases{
    Phrase{"axis-pair", "pair i"},
    Phrase{"llama-3", "Llama 3 8B"},
    Phrase{"llama-31", "Llama 3.1 8B"},

    // Claim 47.
    Phrase{"claim-factor-for-every-pair", "Llama 3.1 with factor 8 scales every pair by 8."},
    Phrase{"pairs-kept", "{1} of {2} pairs keep their frequency: their waves are shorter than {3}"},
    Phrase{"pairs-blended", "{1} more are slowed, but by less than {2}"},
    Phrase{"pairs-squeezed", "The other {1} are slowed by {2}"},
    Phrase{"length-factor",
           "The length grows by a different factor: from {1} to {2} positions, {3} times as many"},
    Phrase{"axis-slower", "times slower"},
    Phrase{"line-linear", "linear interpolation by {1}"},
    Phrase{"because-slow-pairs-need-it",
           "Only linear interpolation slows every pair. Llama 3.1’s rule goes by wavelength: waves "
           "that fit four times into the original length stay as they are, those that do not fit "
           "even once are slowed by the full factor, and those in between by part of it."},

    // Claim 48.
    Phrase{"claim-short-prompts", "Short prompts are unaffected by YaRN."},
    Phrase{"yarn-slower",
           "In {1} with YaRN’s factor {2}, {3} of {4} pairs turn more slowly, even in a prompt of "
           "10 tokens"},
    Phrase{"yarn-logits",
           "Its attention factor of {1} multiplies each logit by {2}, even in that prompt"},
    Phrase{"qwen3", "Qwen3 8B"},
    Phrase{"deepseek-v3", "DeepSeek V3"},
    Phrase{"softmax-scale",
           "DeepSeek V3’s attention factor is {1}, but its code multiplies every logit by (0.1 ln "
           "{2} + 1)² = {3}, even in that prompt"},
    Phrase{"dynamic-within",
           "InternLM2.5, whose scaling is dynamic, changes {1} of {2} pairs in a text of {3} "
           "tokens, and {4} in one of {5}"},
    Phrase{"axis-distance", "distance in positions"},
    Phrase{"axis-score", "score of equal query and key"},
    Phrase{"line-without", "without YaRN"},
    Phrase{"line-with", "with YaRN"},
    Phrase{
        "because-set-when-loaded",
        "Most software applies YaRN statically: frequencies and attention factor are set when the "
        "model is loaded, whatever the prompt’s length. A model trained that way expects it. "
        "Qwen3 was not, and its documentation warns that short texts may suffer: it advises YaRN "
        "for long ones only."},

    // Claim 49.
    Phrase{"claim-base-is-reach", "The base, rope_theta, alone says how far a model reaches."},
    Phrase{"same-base",
           "{1} and {2} have the same rope_theta, {3}, but their makers claim {4} and {5} tokens: "
           "{6} times as many"},
    Phrase{"larger-base",
           "Command R’s rope_theta is {1} times that of Llama 3.1, {2} compared with {3}, but "
           "the makers of both claim {4} tokens"},
    Phrase{"mistral-7b", "Mistral 7B v0.3"},
    Phrase{"mistral-nemo", "Mistral Nemo 12B"},
    Phrase{"same-base-other-width",
           "With rope_theta {1}, the longest wave is {2} positions long in Llama 2 13B, where "
           "{3} components rotate, but {4} in StableLM 2 1.6B, where {5} do"},
    Phrase{"because-training-decides",
           "The base sets how long the waves are, together with the rotated width and any scaling. "
           "How far a model reaches depends on the lengths it was trained on. Its makers’ claim is "
           "not a measurement, and a config can misstate that claim: Command R’s "
           "first config.json said 8192, Mistral Nemo’s 1024000."},

    // Claim 50.
    Phrase{"claim-every-angle",
           "Within its context window, any model with RoPE has seen every angle."},
    Phrase{
        "pairs-unfinished",
        "{1}: {2} of {3} rotated pairs stop short of a full turn within the {4} positions that its "
        "config claims"},
    Phrase{"llama-2", "Llama 2 13B"},
    Phrase{"gemma-4", "Gemma 4 31B, full layers"},
    Phrase{"unfinished-unscaled", "Without its scaling, Llama 3.1 8B would have {1} such pairs"},
    Phrase{"axis-turns", "turns within the claimed length, as a power of 10"},
    Phrase{"because-slow-pairs-stop-short",
           "With a large base, slow pairs turn only part of the way, and scaling leaves more of "
           "them unfinished. When a text gets longer, they reach new angles. Gemma 4 avoids "
           "this: in its full layers, only the fastest quarter of the pairs rotates."},

    // Claim 51.
    Phrase{"claim-bfloat16", "Frequencies in bfloat16 are precise enough for RoPE."},
    Phrase{"bfloat16-error",
           "In {1} with frequencies in bfloat16, an angle at position {2} is off by up to {3} "
           "radians"},
    Phrase{"neox", "GPT-NeoX 20B"},
    Phrase{"float16-and-float32",
           "In Llama 3 8B the error is {1} radians with float16, and {2} with float32"},
    Phrase{"axis-error", "error of the angle at position {1}, in radians"},
    Phrase{"line-bfloat16", "bfloat16"},
    Phrase{"line-float16", "float16"},
    Phrase{"because-position-multiplies",
           "bfloat16 keeps 8 significant bits, so a frequency is off by up to one part in 256, "
           "and the position multiplies that error. Keep frequencies and angles in float32, and "
           "round only cosines and sines. We count an error only if bfloat16 would not round it "
           "away in a cosine (2^−9, about 0.002)."},
};
static_assert(has_distinct_codes(real_model_phrases));

}  // namespace posenc
