#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about RoPE, its remedies and ALiBi beyond the trained length.
namespace posenc {

inline constexpr std::array longer_phrases{
    Phrase{"model-rope-previous", "RoPE, previous token"},

    // Claim 20.
    Phrase{"claim-smaller-base", "A smaller base in RoPE suits longer contexts."},
    Phrase{"model-with-base", "{1}, base {2}"},
    Phrase{"under-base", "base {1}"},
    Phrase{"base-lowered-afterwards",
           "Previous token, base 10000 in training and 1000 afterward: {1} at length 64, instead "
           "of {2}"},
    Phrase{"base-raised-afterwards",
           "Base 10000 in training and 500000 afterward: {1} at length 64, instead of {2}"},
    Phrase{"trained-with-base-2",
           "Trained with base 2 from the start: {1} at length 64, instead of {2}"},
    Phrase{"trained-with-base-1000", "Trained with base 1000: {1} at length 64, instead of {2}"},
    Phrase{"trained-with-base-500000",
           "Trained with base 500000: {1} at length 64, instead of {2}"},
    Phrase{"because-waves-get-shorter",
           "A smaller base shortens the waves: used only after training, it turns pairs further "
           "than the model has ever seen, and known distances look like others. In training, two "
           "choices can work: a base so small that every wave completes a turn within the trained "
           "length, so the model sees all angles; or one so large that slow waves hardly turn, "
           "even in longer texts. Liu et al. report both for fine-tuning large models."},

    // Claims 21 and 39.
    Phrase{"claim-no-help-needed", "RoPE works at any length without further help."},
    Phrase{"claim-yarn-best", "YaRN is the best remedy for RoPE in longer texts."},
    Phrase{"model-rope-fill", "RoPE, fill forward"},
    Phrase{"model-rope-first", "RoPE, first token"},
    Phrase{"task-previous", "Previous token"},
    Phrase{"task-fill", "Fill forward"},
    Phrase{"task-first", "First token"},
    Phrase{"under-interpolation", "interpolation"},
    Phrase{"under-ntk", "NTK-aware"},
    Phrase{"under-yarn-published", "YaRN (1, 32)"},
    Phrase{"under-yarn-short", "YaRN (1/4, 2)"},
    Phrase{"rope-at-64", "{1}, trained at length 16: {2} on the new positions at length 64"},
    Phrase{
        "rope-at-32-and-remedies",
        "{1}: {2} at length 32. With a remedy, at length 64: {3} with NTK-aware scaling, {4} with "
        "YaRN (1/4, 2)"},
    Phrase{"because-angles-never-seen",
           "At distances longer than in training, the slow pairs turn to angles that the model has "
           "never seen. The farther back a task looks, the sooner it meets them."},
    Phrase{"yarn-and-best-other",
           "{1} at length 64: {2} with {3}; the best of the others is {4} with {5}"},
    Phrase{"no-remedy", "no remedy"},
    Phrase{"interpolation", "interpolation"},
    Phrase{"ntk-aware-scaling", "NTK-aware scaling"},
    Phrase{"because-constants-matter",
           "The published constants are for models of a few thousand positions. At length 16 the "
           "fastest pair turns about 2.5 times, and these constants make YaRN little more than "
           "interpolation, which brings the neighboring token closer than any token was in "
           "training. Which remedy is best depends on constants, length and task."},

    // Claim 23.
    Phrase{"claim-alibi-best", "Beyond the trained length, ALiBi does best."},
    Phrase{"model-sinusoidal-ordering", "Sinusoidal, ordering"},
    Phrase{"model-rope-ordering", "RoPE, ordering"},
    Phrase{"model-alibi-ordering", "ALiBi, ordering"},
    Phrase{"model-alibi-previous", "ALiBi, previous token"},
    Phrase{"model-alibi-steep", "ALiBi with slopes 2, 1, 1/2, 1/4, previous token"},
    Phrase{"model-sinusoidal-first", "Sinusoidal, first token"},
    Phrase{"model-alibi-first", "ALiBi, first token"},
    Phrase{"alibi-ordering-at-32",
           "Ordering at length 32, trained up to 8: {1} with ALiBi, {2} with RoPE, {3} with "
           "sinusoids"},
    Phrase{"alibi-previous-at-32",
           "Previous token at length 32, trained at 16: {1} with ALiBi’s usual slopes for 4 heads, "
           "{2} with RoPE"},
    Phrase{"alibi-steep-at-64",
           "At length 64: {1} with the slopes 2, 1, 1/2 and 1/4, {2} with RoPE"},
    Phrase{"alibi-first-at-64",
           "First token at length 64: {1} with the usual slopes, {2} with sinusoids"},
    Phrase{"line-usual-slopes", "previous token, usual slopes"},
    Phrase{"line-steep-slopes", "previous token, steep slopes"},
    Phrase{"line-rope", "previous token, RoPE"},
    Phrase{"because-near-preferred",
           "ALiBi prefers nearby tokens at any length. Here it is compared with RoPE and sinusoids "
           "without remedies. If a task asks for nearby tokens and the slopes fit, that preference "
           "helps; if it asks for distant ones, it hurts."},

    // Claim 29.
    Phrase{"claim-symmetric-alibi",
           "A bidirectional model with symmetric ALiBi can tell a sequence from its reversal."},
    Phrase{"model-symmetric-alibi", "Symmetric ALiBi, ordering"},
    Phrase{"model-one-way-heads", "ALiBi with heads that look one way, ordering"},
    Phrase{"symmetric-at-2",
           "Trained to tell ascending tokens from others, the model gets {1} of two-token "
           "sequences right, ascending or reversed"},
    Phrase{"symmetric-logits",
           "In an untrained model, the logits of {1} sequences and their reversals differ by at "
           "most {2} of the largest"},
    Phrase{"one-way-at-2",
           "With heads that look only one way, {1} are right, and logits differ by {2}"},
    Phrase{"symmetric-at-8",
           "At length 8, where other orders occur too, the symmetric model gets {1} right"},
    Phrase{"because-distance-alone",
           "A distance-only bias is the same on both sides: reversing the tokens reverses the "
           "outputs, and pooling them gives the same result. If half of the heads look left and "
           "half look right, this no longer holds."},
};
static_assert(has_distinct_codes(longer_phrases));

}  // namespace posenc
