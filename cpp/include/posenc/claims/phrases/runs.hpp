#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Numbers of several seeds in a sentence, and the axes of accuracy by length.
namespace posenc {

inline constexpr std::array run_phrases{
    Phrase{"no-answer", "no answer"},
    // {2} is the unit.
    Phrase{"one-seed", "{1}{2} (one seed)"},
    Phrase{"equal-in-all-seeds", "{1}{2} (in all {3} seeds)"},
    Phrase{"spread-over-seeds", "{1}{2} ({3} to {4} over {5} seeds)"},
    Phrase{"unit-percent", " %"},
    Phrase{"unit-steps", " steps"},
    Phrase{"axis-length", "length in tokens"},
    Phrase{"axis-accuracy", "right answers"},
    Phrase{"axis-perplexity", "perplexity"},
};
static_assert(has_distinct_codes(run_phrases));

}  // namespace posenc
