#include <array>

#include "bad_input.hpp"
#include "json_text.hpp"
#include "kind.hpp"
#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/base_choice.hpp"
#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/read_out.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/slopes.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/stretch.hpp"

namespace {

using nlohmann::ordered_json;

posenc::ColumnSpectrum spectrum(const Params& p) {
  return unwrap(posenc::column_spectrum(frequencies(p), p.number("column"), p.number("n")));
}

posenc::SinusoidalRank rank(const Params& p) {
  return unwrap(
      posenc::sinusoidal_rank(frequencies(p), p.number("count"), p.number("tolerance", 1e-6)));
}

posenc::KernelTrend course(const Params& p) {
  return unwrap(posenc::kernel_course(frequencies(p), p.number("limit")));
}

constexpr std::array kinds_of_analysis{
    Kind{"dot_products",
         [](const Params& p) {
           return to_json(unwrap(posenc::dot_products(frequencies(p), p.pairs("pairs"))));
         }},
    Kind{"cosine_similarities",
         [](const Params& p) {
           return to_json(unwrap(posenc::cosine_similarities(frequencies(p), p.pairs("pairs"))));
         }},
    Kind{"kernel_dot",
         [](const Params& p) {
           return to_json(unwrap(posenc::kernel_dot(frequencies(p), p.numbers("offsets"))));
         }},
    Kind{"kernel_mean_cos",
         [](const Params& p) {
           return to_json(unwrap(posenc::kernel_mean_cos(frequencies(p), p.numbers("offsets"))));
         }},
    Kind{"similarity_limit",
         [](const Params& p) {
           return to_json(unwrap(posenc::similarity_limit(p.number("base"), p.numbers("offsets"))));
         }},
    Kind{"base_choice",
         [](const Params& p) {
           const auto choice = unwrap(posenc::base_choice(p.number("d_model"), p.numbers("bases")));
           return ordered_json{{"steps", to_json(choice.steps)},
                               {"longest", to_json(choice.longest)}};
         }},
    Kind{"read_out",
         [](const Params& p) {
           const auto target = unwrap(posenc::to_read_out_target(p.text("target", "ramp")));
           const double count = p.number("count");
           const auto fit =
               unwrap(posenc::read_out(frequencies(p), target, count, p.number("shown", count)));
           return ordered_json{{"target", to_json(fit.target)},
                               {"fitted", to_json(fit.fitted)},
                               {"error", fit.error},
                               {"beyond", fit.beyond},
                               {"directions", fit.directions}};
         }},
    Kind{"sign_changes",
         [](const Params& p) {
           return to_json(unwrap(posenc::sign_changes(frequencies(p), p.number("count"))));
         }},
    Kind{"similarity_matrix",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::similarity_matrix(frequencies(p), p.number("count"))).matrix);
         }},
    Kind{"row_similarities",
         [](const Params& p) {
           return to_json(unwrap(posenc::similarities_of_rows(p.matrix("table"))).matrix);
         }},
    Kind{"mean_row_similarities",
         [](const Params& p) {
           return to_json(unwrap(posenc::similarities_of_rows(p.matrix("table"))).by_offset);
         }},
    Kind{"dot_products_around",
         [](const Params& p) {
           return to_json(unwrap(posenc::dot_products_around(frequencies(p), p.number("position"),
                                                             p.numbers("offsets")))
                              .dots);
         }},
    Kind{"float32_errors",
         [](const Params& p) {
           const auto errors =
               unwrap(posenc::float32_errors(frequencies(p), p.numbers("positions")));
           posenc::Matrix columns(errors.forms.size(), 3);
           columns << errors.forms, errors.power, errors.exponential;
           return to_json(columns);
         }},
    Kind{"dft_magnitude", [](const Params& p) { return to_json(spectrum(p).magnitudes); }},
    Kind{"dft_peak", [](const Params& p) { return ordered_json(spectrum(p).peak); }},
    Kind{"dft_leaked", [](const Params& p) { return ordered_json(spectrum(p).leaked); }},
    Kind{"singular_values", [](const Params& p) { return to_json(rank(p).singular_values); }},
    Kind{"numerical_rank", [](const Params& p) { return ordered_json(rank(p).rank); }},
    Kind{"rope_partial_sums_abs",
         [](const Params& p) {
           return to_json(unwrap(posenc::rope_partial_sums(frequencies(p), p.number("distance"))));
         }},
    Kind{"rope_decay_mean_abs_S",
         [](const Params& p) {
           return to_json(unwrap(posenc::rope_decay(frequencies(p), p.numbers("distances"))));
         }},
    Kind{"rope_decay_course",
         [](const Params& p) {
           const auto course = unwrap(posenc::rope_decay_course(frequencies(p), p.number("limit")));
           return ordered_json{{"means", to_json(course.means)},
                               {"first_rise", or_null(course.first_rise)},
                               {"rises", course.rises},
                               {"constant", course.constant}};
         }},
    Kind{"rope_score_bound",
         [](const Params& p) {
           return to_json(unwrap(posenc::rope_score_bound(frequencies(p), p.vector("q"),
                                                          p.vector("k"), p.numbers("distances")))
                              .bounds);
         }},
    Kind{"exponential_decay",
         [](const Params& p) {
           return to_json(unwrap(posenc::exponential_decay(p.numbers("offsets"))));
         }},
    Kind{"parts_of_sum",
         [](const Params& p) {
           const posenc::SumOptions options{
               p.number("base"),
               p.number("position"),
               p.number("standard_deviation"),
               p.number("tokens"),
               p.number("seed"),
               unwrap(posenc::to_token_scaling(p.text("scaling", "none")))};
           const auto parts = unwrap(posenc::parts_of_sum(options, p.numbers("widths")));
           return ordered_json{{"token_norms", to_json(parts.token_norms)},
                               {"position_norms", to_json(parts.position_norms)},
                               {"angles", to_json(parts.angles)},
                               {"angle_spreads", to_json(parts.angle_spreads)}};
         }},
    Kind{"compare_slope_rules",
         [](const Params& p) {
           const auto rules = unwrap(posenc::compare_slope_rules(p.number("heads")));
           return ordered_json{{"released", to_json(rules.released)},
                               {"geometric", to_json(rules.geometric)},
                               {"power", rules.power},
                               {"agree", rules.agree},
                               {"composed", rules.composed}};
         }},
    Kind{"keys_holding_half",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::keys_holding_half(p.vector("slopes"), p.number("key_len"))));
         }},
    Kind{"stretches",
         [](const Params& p) {
           const auto found =
               unwrap(posenc::stretches(p.vector("before"), p.vector("after"), p.number("factor")));
           return ordered_json{
               {"times", to_json(found.times)}, {"kept", found.kept}, {"whole", found.whole}};
         }},
    Kind{"cached_scores",
         [](const Params& p) {
           const auto rule = unwrap(posenc::to_base_rule(p.text("rule", "dynamic_ntk")));
           const auto kept = unwrap(posenc::to_cached_key(p.text("kept", "rotated")));
           const auto scores = unwrap(posenc::cached_scores(
               frequencies(p), p.number("original_len"), p.number("length"), rule, kept));
           return ordered_json{{"base", scores.base},
                               {"bases", to_json(scores.bases)},
                               {"right", to_json(scores.right)},
                               {"cached", to_json(scores.cached)},
                               {"difference", scores.difference},
                               {"worst", scores.worst},
                               {"agree", scores.agree},
                               {"distances", to_json(scores.distances)}};
         }},
    Kind{"first_negative_offset",
         [](const Params& p) { return or_null(course(p).first_negative); }},
    Kind{"kernel_course",
         [](const Params& p) {
           const auto [first_negative, first_rise, rises] = course(p);
           return ordered_json{{"first_negative", or_null(first_negative)},
                               {"first_rise", or_null(first_rise)},
                               {"rises", rises}};
         }},
};

}  // namespace

std::span<const Kind> analysis_kinds() { return kinds_of_analysis; }
