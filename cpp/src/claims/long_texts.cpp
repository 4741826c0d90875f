#include <array>
#include <string>
#include <vector>

#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/packing.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/sliding_cache.hpp"
#include "posenc/analysis/windows.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/book.hpp"
#include "posenc/model/token_reach.hpp"
#include "posenc/wording.hpp"

// Claims about long rows of tokens: a cache of keys, sliding windows, and packed documents. (Every argument below is fixed and
// within what the functions accept, so that their results are taken as they are.)

namespace posenc {
namespace {

// 55. Rotated keys in a cache.

constexpr double pretraining_length = 2048;
constexpr double text_length = 4096;

CachedScores scores(BaseRule rule, CachedKey kept) {
  return *cached_scores(*GeometricFrequencies::make(128, 10000), pretraining_length, text_length,
                        rule, kept);
}

Result<Evidence> rotated_keys_in_cache() {
  const CachedScores fixed = scores(BaseRule::fixed, CachedKey::rotated);
  const CachedScores dynamic = scores(BaseRule::dynamic_ntk, CachedKey::rotated);
  const CachedScores fresh = scores(BaseRule::dynamic_ntk, CachedKey::unrotated);
  const auto right = [](const CachedScores& all) { return all.difference <= rounding_tolerance; };
  return Evidence{{found<book_phrases, "cached-base-fixed">(
                       fixed.difference, for_it_if(right(fixed)), fixed.base, text_length,
                       with_power_of_ten(fixed.difference, 2)),
                   found<book_phrases, "cached-base-grows">(
                       dynamic.difference, for_it_if(right(dynamic)),
                       with_digits(dynamic.bases[0], 5), with_digits(dynamic.base, 5),
                       dynamic.worst, with_decimals(dynamic.cached[dynamic.worst], 2),
                       with_decimals(dynamic.right[dynamic.worst], 2)),
                   found<book_phrases, "cached-unrotated">(fresh.difference, Support::aside,
                                                           with_power_of_ten(fresh.difference, 2))},
                  say<book_phrases, "because-one-base-for-both">()};
}

// 68. Rotated keys in a cache that drops old ones.

Result<Evidence> kept_keys_stay_rotated() {
  // Those of Llama 2, with a cache as long as it was trained.
  constexpr double trained = 4096;
  constexpr double sinks = 4;
  constexpr double recent = trained - sinks;
  constexpr double length = 4 * trained;
  const GeometricFrequencies theta = *GeometricFrequencies::make(128, 10000);
  const SlidingCache cache = *sliding_cache(theta, trained, length, sinks, recent);
  const Index kept = cache.positions.size();

  // Scores of a query at its place in the cache with keys rotated by their positions in the text.
  const Vector offsets =
      static_cast<double>(kept - 1) - cache.positions.tail(kept - cache.sinks).array();
  const Vector mixed = *kernel_mean_cos(theta, {offsets.data(), offsets.data() + offsets.size()});
  const double off = (mixed - cache.cache_scores.tail(mixed.size())).cwiseAbs().maxCoeff();
  return Evidence{
      {found<book_phrases, "latest-keys-stay">(cache.recent_difference,
                                               for_it_if(cache.recent_agree), length, recent,
                                               with_power_of_ten(cache.recent_difference, 2)),
       found<book_phrases, "first-key-leaves-training">(
           cache.text_angles[0], for_it_if(cache.unseen_in_text == 0), length - 1,
           with_decimals(cache.text_angles[0], 2), with_decimals(cache.trained_angle, 2), kept - 1,
           with_decimals(cache.cache_angles[0], 2)),
       found<book_phrases, "only-the-query-moves">(off, for_it_if(off <= rounding_tolerance),
                                                   with_decimals(off, 2))},
      say<book_phrases, "because-sinks-stay-behind">(trained, sinks, recent)};
}

// 56. Windows.

constexpr double window = 6;
constexpr Index sequence = 32;

/// A small causal model with a window in each layer, 0 for none.
TransformerOptions windowed(const std::vector<double>& windows) {
  TransformerOptions options;
  options.d_model = 16;
  options.heads = 2;
  options.layers = static_cast<double>(windows.size());
  options.longest = static_cast<double>(sequence);
  options.direction = Direction::causal;
  options.position.windows = windows;
  return options;
}

Result<Evidence> windows_limit_sight() {
  Evidence evidence{{}, say<book_phrases, "because-reach-adds-up">()};
  for (const std::size_t layers : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    const auto reached = static_cast<double>(
        *tokens_reached(windowed(std::vector<double>(layers, window)), sequence, 56));
    // One layer is no more than its window: that much is clear.
    const Support support = layers == 1 ? Support::aside : for_it_if(reached <= window);
    const std::string named = layers == 1 ? say<book_phrases, "one-layer">(window)
                                          : say<book_phrases, "layers">(layers, window);
    evidence.findings.push_back(
        found<book_phrases, "tokens-reached">(reached, support, named, reached, sequence));
  }
  const auto mixed =
      static_cast<double>(*tokens_reached(windowed({window, window, window, 0}), sequence, 56));
  evidence.findings.push_back(found<book_phrases, "tokens-reached-mixed">(
      mixed, for_it_if(mixed <= window), window, mixed, sequence));
  constexpr double mistral_window = 4096;
  constexpr std::size_t mistral_layers = 32;
  const double mistral = *reach_of_windows(std::vector<double>(mistral_layers, mistral_window));
  evidence.findings.push_back(found<book_phrases, "reach-of-mistral">(
      mistral, Support::aside, mistral_layers, mistral_window, mistral));
  return evidence;
}

// 69. Packed documents.

constexpr std::array packed_lengths{40.0, 30.0, 50.0};

PackedAttention packed(PackedScheme scheme, DocumentMask mask, PackedPositions positions) {
  return *packed_attention(packed_lengths, scheme, mask, positions, 69);
}

std::string scheme_name(PackedScheme scheme) {
  switch (scheme) {
    case PackedScheme::rope:
      return say<book_phrases, "packed-rope">();
    case PackedScheme::alibi:
      return say<book_phrases, "packed-alibi">();
    case PackedScheme::sinusoidal:
      return say<book_phrases, "packed-sinusoidal">();
  }
  return {};
}

Result<Evidence> reset_keeps_apart() {
  Evidence evidence{{},
                    say<book_phrases, "because-only-the-mask-separates">(
                        packed_lengths[0], packed_lengths[1], packed_lengths[2])};
  constexpr std::array schemes{PackedScheme::rope, PackedScheme::alibi, PackedScheme::sinusoidal};
  for (const PackedScheme scheme : schemes) {
    const PackedAttention reset = packed(scheme, DocumentMask::none, PackedPositions::reset);
    evidence.findings.push_back(found<book_phrases, "packed-reset">(
        reset.crossing, for_it_if(reset.apart), scheme_name(scheme), in_percent(reset.crossing),
        with_decimals(reset.difference, 2)));
  }
  const PackedAttention on =
      packed(PackedScheme::rope, DocumentMask::none, PackedPositions::continued);
  evidence.findings.push_back(found<book_phrases, "packed-not-reset">(
      on.crossing, Support::aside, scheme_name(PackedScheme::rope), in_percent(on.crossing),
      with_decimals(on.difference, 2)));
  for (const PackedScheme scheme : schemes) {
    const PackedAttention masked =
        packed(scheme, DocumentMask::document, PackedPositions::continued);
    evidence.findings.push_back(
        found<book_phrases, "packed-masked">(masked.difference, Support::aside, scheme_name(scheme),
                                             masked.apart ? with_power_of_ten(masked.difference, 2)
                                                          : with_decimals(masked.difference, 2)));
  }
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> long_text_claims() {
  return {
      computed_claim(55, say<book_phrases, "claim-keys-rotated-once">(), "longer",
                     {cited::yarn_cache, cited::stale_keys}, rotated_keys_in_cache),
      computed_claim(68, say<book_phrases, "claim-kept-keys-stay">(), "longer",
                     {cited::streaming, cited::keys_before_rotation, cited::sink_cache},
                     kept_keys_stay_rotated),
      computed_claim(56, say<book_phrases, "claim-window-is-sight">(), "book",
                     {cited::mistral_window, cited::gemma_3}, windows_limit_sight),
      computed_claim(69, say<book_phrases, "claim-reset-keeps-apart">(), "longer",
                     {cited::reset_positions, cited::reset_measured, cited::llama3_mask},
                     reset_keeps_apart),
  };
}

}  // namespace posenc
