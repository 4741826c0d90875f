#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about single waves of sinusoidal encodings.
namespace posenc {

inline constexpr std::array wave_phrases{
    // Claim 2.
    Phrase{"claim-odd-dimensions-faster",
           "Even dimensions carry low frequencies, and odd ones higher frequencies."},
    Phrase{"sign-changes-within-pairs",
           "In {2} of the {1} pairs of dimensions 2i and 2i + 1 at d = 16, the odd one changes "
           "sign more often (by more than 1 over {3} positions)"},
    Phrase{"sign-changes-first-and-last",
           "Dimension 0, which is even, changes sign {1} times, and dimension {2}, which is odd, "
           "{3} times"},
    Phrase{"frequency-falls-by-pair",
           "From one pair to the next, the frequency falls in {1} of {2} steps"},
    Phrase{"because-pairs-share-frequency",
           "Dimensions 2i and 2i + 1 are the sine and the cosine of one angle, so they share a "
           "frequency. Only i, the number of the pair, changes it."},

    // Claim 3.
    Phrase{"claim-low-dimensions-slow",
           "Low dimensions are the slow waves, and high dimensions the fast ones."},
    Phrase{"waves-get-shorter",
           "At d = {1} the waves get shorter from pair to pair in {2} of {3} {4}: the first "
           "wavelength is {5} positions, the last {6}"},
    Phrase{"step", "step"},
    Phrase{"steps", "steps"},
    Phrase{"axis-position", "position"},
    Phrase{"axis-encoding-d16", "PE(position, dimension), d = 16"},
    Phrase{"line-dimension", "dimension {1}"},
    Phrase{"because-first-are-fastest",
           "The frequency 10000^(−2i/d) falls as i grows: dimensions 0 and 1 are the fastest "
           "waves, the last two the slowest."},

    // Claim 4.
    Phrase{"claim-wavelengths-to-limit",
           "The wavelengths of the sinusoidal encoding go all the way from 2π to 10000 · 2π."},
    Phrase{"longest-wave-printed",
           "By the printed formula, the longest wave at d = {1} is {2} positions long, not {3}"},
    Phrase{"longest-wave-in-code",
           "In the authors’ code, tensor2tensor, the longest wave at d = {1} is {2} positions "
           "long; 10000 · 2π is {3}"},
    Phrase{"because-exponent-stops-short",
           "The paper itself says so, but its printed formula falls short: the exponent 2i/d ends "
           "at (d − 2)/d, just below 1. The authors’ released code divides by d/2 − 1 instead of "
           "d/2, and so reaches 1, and 10000 · 2π. Libraries differ on this."},

    // Claim 5.
    Phrase{"claim-pair-1-longest",
           "By the paper’s formula, pair i = 1 has a wavelength of 2π · 10000 = 62832 positions."},
    Phrase{"pair-1-wavelength", "At d = {1} pair 1 has a wavelength of {2} positions"},
    Phrase{"pair-1-longest-of-widths",
           "Over all even widths from 4 to {1}, the longest is {2} positions"},
    Phrase{"pair-1-in-code",
           "In the authors’ code, which divides by d/2 − 1, it would be {1} at d = 4, where pair 1 "
           "is the last"},
    Phrase{"because-exponent-left-out",
           "Pair 1 has the wavelength 2π · 10000^(2/d): at most 628.3, and near 2π for the widths "
           "that models use. Leave out the exponent and you get 62832."},

    // Claim 31.
    Phrase{"claim-float32-enough", "Float32 is precise enough for the angles of the encoding."},
    Phrase{"float32-near",
           "Over positions 0 to {1} (d = 128), sine and cosine are off by up to {2}"},
    Phrase{
        "float32-rounded-once",
        "At position {1}, even with each frequency rounded only once, sine and cosine are off by "
        "up to {2}"},
    Phrase{"float32-by-power",
           "At position {1}, with frequencies 1 / 10000^(2i/d) in float32, sine and cosine are off "
           "by up to {2}"},
    Phrase{"float32-by-exponential",
           "At position {1}, with frequencies exp(−2i ln(10000)/d) in float32, sine and cosine are "
           "off by up to {2}"},
    Phrase{"float32-multiplied-up",
           "At position {1}, with each frequency computed from the one before, sine and cosine are "
           "off by up to {2}"},
    Phrase{"angles-in-double",
           "With the angle in double, and only sine and cosine rounded to float32, they are off by "
           "up to {1} at position {2}"},
    Phrase{"axis-position-power-of-2", "position + 1, as a power of 2"},
    Phrase{"axis-error-power-of-10", "largest error of sine and cosine, as a power of 10"},
    Phrase{"line-by-power", "frequencies by power"},
    Phrase{"line-multiplied-up", "by recurrence"},
    Phrase{"line-bfloat16", "rounding of bfloat16"},
    Phrase{"because-24-bits",
           "A float32 angle has 24 bits, whole turns included: the more turns, the fewer bits "
           "are left for the angle within the turn. We count an error only if bfloat16 would not "
           "round it away (2^−9, about 0.002)."},

    // Claim 37.
    Phrase{"claim-pair-30",
           "At d = 64 the paper’s formula gives pair 30 a frequency of about 0.0001."},
    Phrase{"pair-30-frequency",
           "At d = 64 pair 30 turns by {1} radians per position, {2} times 0.0001"},
    Phrase{"last-pair-frequency", "The last pair, 31, turns by {1} radians: none reaches 0.0001"},
    Phrase{"because-exponent-near-1",
           "10000^(−60/64) is not yet 10000^(−1); that would be two pairs later."},
};
static_assert(has_distinct_codes(wave_phrases));

}  // namespace posenc
