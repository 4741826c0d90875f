#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/claims/claim.hpp"
#include "posenc/claims/sources.hpp"
#include "posenc/phrases.hpp"

/// The experiments behind the claims, a list for each subject. Callers who want a trial use claim.hpp.
/// Their sentences are in posenc/claims/phrases, a table for each subject.
namespace posenc {

/// The support of a finding that decides.
constexpr Support for_it_if(bool holds) { return holds ? Support::for_it : Support::against_it; }

/// The findings of a claim about every case: once one is against it, those that agree with it prove nothing.
std::vector<Finding> about_every_case(std::vector<Finding> findings);

/// A finding with `words` filled by the parts.
Finding finding_of(std::string_view words, std::initializer_list<MessagePart> parts, double value,
                   Support support);
Finding finding_of(std::string_view words, std::initializer_list<MessagePart> parts,
                   std::optional<double> value, Support support);

/// The finding of that code: found<wave_phrases, "sign-changes">(value, support, parts…). Compiles only if the table has the
/// code, and the phrase as many places as there are parts. (Inline: one function for each code is larger.)
template <const auto& table, Literal code, class Value, class... Parts>
[[gnu::always_inline]] inline Finding found(Value value, Support support, const Parts&... parts) {
  constexpr std::string_view words = words_of(table, code);
  static_assert(places_in(words) == sizeof...(Parts), "as many parts as the phrase has places");
  return finding_of(words, {MessagePart(parts)...}, value, support);
}

/// One of `computed` and the pair of `plan` and `trained` is there, by the claim's kind.
struct ClaimExperiment {
  Claim claim;
  Result<Evidence> (*computed)() = nullptr;
  TrainingPlan (*plan)() = nullptr;
  /// Precondition: the runs are those of the plan, with `seeds` seeds: runs[model * seeds + seed].
  Evidence (*trained)(const TrainingPlan& plan, std::span<const TrainedRun> runs,
                      std::size_t seeds) = nullptr;
};

/// A claim that the core tries by itself.
ClaimExperiment computed_claim(int number, std::string text, std::string_view section,
                               std::initializer_list<Citation> sources,
                               Result<Evidence> (*computed)(),
                               ClaimKind kind = ClaimKind::computed);

/// A claim that is tried on trained models.
ClaimExperiment trained_claim(int number, std::string text, std::string_view section,
                              std::initializer_list<Citation> sources,
                              decltype(ClaimExperiment::plan) plan,
                              decltype(ClaimExperiment::trained) trained);

/// All of them, in the order of their claims' numbers.
const std::vector<ClaimExperiment>& claim_experiments();

std::vector<ClaimExperiment> order_claims();   // attention and order
std::vector<ClaimExperiment> wave_claims();    // frequencies and angles of sinusoidal encodings
std::vector<ClaimExperiment> vector_claims();  // sinusoidal encodings whole: how alike, how long
std::vector<ClaimExperiment>
rotation_claims();  // RoPE: properties of its rotation, and mistaken ones
std::vector<ClaimExperiment>
rotary_position_claims();  // RoPE: what scores, vectors and values know of positions
std::vector<ClaimExperiment> rotary_frequency_claims();  // RoPE: its kernel, YaRN's frequencies
std::vector<ClaimExperiment> bias_claims();              // ALiBi and T5
std::vector<ClaimExperiment> released_model_claims();    // the encodings of released models
std::vector<ClaimExperiment> base_claims();  // the base of the frequencies, also on trained models
std::vector<ClaimExperiment> cost_claims();  // the cost of each scheme
std::vector<ClaimExperiment>
hash_claims();  // encodings as hashes, and their assumptions, also on trained models
std::vector<ClaimExperiment> real_model_claims();  // the configs of released models
std::vector<ClaimExperiment> long_text_claims();   // caches and windows
std::vector<ClaimExperiment> grid_claims();        // images and videos
std::vector<ClaimExperiment> continuous_claims();  // timesteps and coordinates
// On trained models:
std::vector<ClaimExperiment> trained_without_positions_claims();
std::vector<ClaimExperiment> trained_table_claims();  // sinusoidal and learned
std::vector<ClaimExperiment>
trained_rotary_claims();  // RoPE and its remedies beyond the trained length
std::vector<ClaimExperiment> trained_alibi_claims();
std::vector<ClaimExperiment> trained_layer_claims();    // layers and heads with few positions
std::vector<ClaimExperiment> trained_planted_claims();  // what is found in long texts
std::vector<ClaimExperiment> trained_book_claims();     // larger bases, perplexity, slow pairs

}  // namespace posenc
