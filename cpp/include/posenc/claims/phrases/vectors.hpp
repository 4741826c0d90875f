#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about sinusoidal encodings as vectors.
namespace posenc {

inline constexpr std::array vector_phrases{
    Phrase{"axis-distance", "distance in positions"},
    Phrase{"line-width", "d = {1}"},

    // Claim 6.
    Phrase{"claim-product-by-offset",
           "The dot product of the encodings of p and p + k is the same for every p."},
    Phrase{"products-of-two-neighbors", "At d = 4, PE(0) · PE(1) = {1} and PE(5) · PE(6) = {2}"},
    Phrase{"products-at-one-offset",
           "At d = {1}, over p = 0 to 999 and for k = 1, 5 and 100, PE(p) · PE(p + k) varies by "
           "at most {2}"},
    Phrase{"weighted-products",
           "With a random weight for each dimension (d = 4, k = 1), it varies by up to {1}"},
    Phrase{"because-sum-of-cosines",
           "Each pair adds cos(k ω), whatever p is. Real attention projects the encodings first, "
           "and once the two dimensions of a pair have different weights, p matters."},

    // Claim 7.
    Phrase{"claim-five-apart-alike",
           "Positions 100 and 105 are so close that their encodings have a cosine similarity of "
           "about 0.999."},
    Phrase{"similarity-five-apart",
           "At d = {1} the cosine similarity of positions 100 and 105 is {2}"},
    Phrase{"similarity-of-neighbors", "Even for the neighbors 100 and 101 it is {1} at d = 512"},
    Phrase{"because-fast-pairs-turn",
           "The fast pairs have turned by up to 5 radians in 5 positions, so their cosines are far "
           "from 1. Only the slow pairs have hardly moved."},

    // Claim 8.
    Phrase{"claim-exponential",
           "The similarity of two encodings falls with their distance like exp(−distance)."},
    Phrase{"similarity-and-exponential",
           "At distance {1} (d = 16) the similarity is {2} and exp(−distance) {3}"},
    Phrase{"slower-exponential",
           "A slower exponential, fitted at distance 10, would be {1} at 20, not {2}"},
    Phrase{"widths-that-fall",
           "For {2} of the {1} widths 4, 8, 16, … 4096, the similarity falls at every step up to "
           "distance {3}"},
    Phrase{"first-rise", "At d = {1} it first rises after distance {2}"},
    Phrase{"axis-similarity", "cosine similarity"},
    Phrase{"line-exponential", "exp(−distance)"},
    Phrase{"because-cosines-return",
           "A mean of cosines falls while the fast ones turn, and rises as they complete their "
           "turns; the slow ones keep it high far out. An exponential does neither."},

    // Claim 9.
    Phrase{"claim-peak-apart",
           "The dot product of two encodings is largest at a fixed distance that is not 0."},
    Phrase{"peak-of-products",
           "At d = {1}, over offsets −1000 to 1000 from position 1000, the largest dot product, "
           "{2}, is at offset {3}"},
    Phrase{"peak-of-moved-query",
           "With the query multiplied by the matrix that shifts it by 5, the peak is at offset {1} "
           "(d = 128)"},
    Phrase{
        "because-peak-at-0",
        "At offset 0 every cosine is 1, and no other integer offset brings them all back. A "
        "learned projection can move the peak, but then the projection does it, not the encoding."},

    // Claim 10.
    Phrase{"claim-fourier-basis",
           "The columns form a Fourier basis, so that every dimension adds information."},
    Phrase{"directions-of-table",
           "Over {1} positions at d = 128, the table has {2} of {3} possible directions (singular "
           "values above a millionth of the largest)"},
    Phrase{"nearest-columns",
           "Over 100 positions, two different columns have a cosine only {1} short of 1; in a "
           "Fourier basis it is 0"},
    Phrase{"axis-singular-value", "singular value, from the largest"},
    Phrase{"axis-relative-size", "size relative to the largest, as a power of 10"},
    Phrase{"line-positions", "{1} positions"},
    Phrase{
        "because-slow-columns-alike",
        "The frequencies are a geometric sequence, not harmonics, and within a window most waves "
        "are so slow that their columns are almost alike. They are features, but not a basis."},

    // Claim 11.
    Phrase{"claim-linear-shift", "PE(pos + k) is a linear function of PE(pos)."},
    Phrase{"one-matrix-per-shift",
           "At d = {1} one matrix takes PE(pos) to PE(pos + {2}) for pos = 0 to 999, within {3}"},
    Phrase{"matrix-of-another-shift",
           "Each k has its own: the matrix for 1 misses PE(pos + 2) by up to {1} (d = 128)"},
    Phrase{"because-addition-theorem",
           "By the addition formulas, each pair turns by k ω, whatever pos is."},

    // Claim 38.
    Phrase{"claim-unbounded",
           "A sinusoidal encoding is unbounded, like a hash that can reach any real number."},
    Phrase{"largest-number",
           "At d = {1} the largest number at positions 0 to 999 and the powers of 2 up to 2^53 is "
           "{2}"},
    Phrase{"length-of-vectors",
           "At d = {1} all these vectors have lengths from {2} to {3}; √(d/2) is {4}"},
    Phrase{"because-on-a-sphere",
           "Sines and cosines stay in [−1, 1], and the squares of a pair sum to 1: every vector "
           "lies on the sphere of radius √(d/2), however far out."},
};
static_assert(has_distinct_codes(vector_phrases));

}  // namespace posenc
