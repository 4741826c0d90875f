#include <array>

#include "kind.hpp"
#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/base_choice.hpp"
#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/packing.hpp"
#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/read_out.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/sliding_cache.hpp"
#include "posenc/analysis/slopes.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/stretch.hpp"

namespace {

using namespace posenc;

ColumnSpectrum spectrum(const Params& p) {
  return unwrap(column_spectrum(frequencies(p), p.number("column"), p.number("n")));
}

SinusoidalRank rank(const Params& p) {
  return unwrap(sinusoidal_rank(frequencies(p), p.number("count"), p.number("tolerance", 1e-6)));
}

KernelTrend course(const Params& p) {
  return unwrap(kernel_course(frequencies(p), p.number("limit")));
}

Result<ReadOut> fit(const Params& p) {
  const auto target = p.choice<ReadOutTarget>("target", "ramp");
  const double count = p.number("count");
  return read_out(frequencies(p), target, count, p.number("shown", count));
}

Matrix errors_of_float32(const Params& p) {
  const auto errors = unwrap(float32_errors(frequencies(p), p.numbers("positions")));
  Matrix columns(errors.forms.size(), 3);
  columns << errors.forms, errors.power, errors.exponential;
  return columns;
}

Result<PartsOfSum> parts(const Params& p) {
  const SumOptions options{
      p.number("base"),   p.number("position"), p.number("standard_deviation"),
      p.number("tokens"), p.number("seed"),     p.choice<TokenScaling>("scaling", "none")};
  return parts_of_sum(options, p.numbers("widths"));
}

Result<CachedScores> cached(const Params& p) {
  const auto rule = p.choice<BaseRule>("rule", "dynamic_ntk");
  const auto kept = p.choice<CachedKey>("kept", "rotated");
  return cached_scores(frequencies(p), p.number("original_len"), p.number("length"), rule, kept);
}

Result<PackedAttention> packed(const Params& p) {
  const auto scheme = p.choice<PackedScheme>("scheme", "rope");
  const auto mask = p.choice<DocumentMask>("mask", "none");
  const auto positions = p.choice<PackedPositions>("positions", "continued");
  return packed_attention(p.numbers("lengths"), scheme, mask, positions, p.number("seed"));
}

constexpr std::array kinds_of_analysis{
    KIND("dot_products", dot_products(frequencies(p), p.pairs("pairs"))),
    KIND("cosine_similarities", cosine_similarities(frequencies(p), p.pairs("pairs"))),
    KIND("kernel_dot", kernel_dot(frequencies(p), p.numbers("offsets"))),
    KIND("kernel_mean_cos", kernel_mean_cos(frequencies(p), p.numbers("offsets"))),
    KIND("similarity_limit", similarity_limit(p.number("base"), p.numbers("offsets"))),
    KIND("base_choice", base_choice(p.number("d_model"), p.numbers("bases"))),
    KIND("read_out", fit(p)),
    KIND("sign_changes", sign_changes(frequencies(p), p.number("count"))),
    KIND("similarity_matrix", unwrap(similarity_matrix(frequencies(p), p.number("count"))).matrix),
    KIND("row_similarities", unwrap(similarities_of_rows(p.matrix("table"))).matrix),
    KIND("mean_row_similarities", unwrap(similarities_of_rows(p.matrix("table"))).by_offset),
    KIND("dot_products_around",
         unwrap(dot_products_around(frequencies(p), p.number("position"), p.numbers("offsets")))
             .dots),
    KIND("float32_errors", errors_of_float32(p)),
    KIND("dft_magnitude", spectrum(p).magnitudes),
    KIND("dft_peak", spectrum(p).peak),
    KIND("dft_leaked", spectrum(p).leaked),
    KIND("singular_values", rank(p).singular_values),
    KIND("numerical_rank", rank(p).rank),
    KIND("rope_partial_sums_abs", rope_partial_sums(frequencies(p), p.number("distance"))),
    KIND("rope_decay_mean_abs_S", rope_decay(frequencies(p), p.numbers("distances"))),
    KIND("rope_decay_course", rope_decay_course(frequencies(p), p.number("limit"))),
    KIND("rope_score_bound", unwrap(rope_score_bound(frequencies(p), p.vector("q"), p.vector("k"),
                                                     p.numbers("distances")))
                                 .bounds),
    KIND("exponential_decay", exponential_decay(p.numbers("offsets"))),
    KIND("parts_of_sum", parts(p)),
    KIND("compare_slope_rules", compare_slope_rules(p.number("heads"))),
    KIND("keys_holding_half", keys_holding_half(p.vector("slopes"), p.number("key_len"))),
    KIND("stretches", stretches(p.vector("before"), p.vector("after"), p.number("factor"))),
    KIND("cached_scores", cached(p)),
    KIND("packed_attention", packed(p)),
    KIND("sliding_cache", sliding_cache(frequencies(p), p.number("original_len"),
                                        p.number("length"), p.number("sinks"), p.number("recent"))),
    KIND("first_negative_offset", course(p).first_negative),
    KIND("kernel_course", course(p)),
};

}  // namespace

std::span<const Kind> analysis_kinds() { return kinds_of_analysis; }
