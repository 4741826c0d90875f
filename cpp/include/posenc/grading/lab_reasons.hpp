#pragma once

#include <string>
#include <string_view>

#include "posenc/grading/lab_run.hpp"
#include "posenc/grading/lab_words.hpp"

/// What several verdicts explain: the numbers of a run, the rule of differences, why a scheme did what it did.
namespace posenc::labs {

/// What a choice or a guess calls a scheme, where nothing else is in the sentence.
std::string_view short_name(const SchemeResult& scheme);

/// The schemes chosen, in words.
std::string names_of(const Run& run, const Chosen& chosen);

/// "At length 32: "none" 98.2 %, RoPE 96.8 % (95.1 to 98)."
void add_figures(Explanation& because, const Run& run, Index at, const Chosen& chosen);
/// The same of all schemes.
void add_figures(Explanation& because, const Run& run, Index at);

/// When a difference counts.
void add_rule(Explanation& because, const Run& run);

/// Bits: a scheme that loses at most this from the trained length on is flat.
inline constexpr double flat_within = 0.1;

/// Whether a scheme's results at a length no longer count as learned (accuracy), or as flat (bits).
/// Precondition: a tested length was trained on.
bool has_fallen(const Run& run, Index n, Index at);

/// Why a scheme fell or held at a length beyond those trained on.
/// Precondition: a tested length was trained on.
void add_reason_past_training(Explanation& because, const Run& run, Index n, Index at);

/// Why a scheme learned a task or did not, where more is known than that it had positions.
void add_reason_trained(Explanation& because, const Run& run, Index n);

}  // namespace posenc::labs
