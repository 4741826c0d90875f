#include <array>
#include <vector>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/rotary.hpp"

namespace {

using nlohmann::ordered_json;
using posenc::YarnRamp;

ordered_json extended(const posenc::InverseFrequencies& theta, double attention_factor = 1) {
  return {{"inv_freq", to_json(theta.values())}, {"attention_factor", attention_factor}};
}

/// One row of frequencies for each of the lengths.
ordered_json dynamic_ntk(const Params& p, double factor) {
  const auto theta = frequencies(p);
  const double original_len = p.number("original_len");
  const std::vector<double> seq_lens = p.numbers("seq_lens");
  check_total("[dynamic ntk] the frequencies", seq_lens.size(), static_cast<double>(theta.pairs()));
  ordered_json rows = ordered_json::array();
  for (const double seq_len : seq_lens) {
    rows.push_back(
        to_json(unwrap(posenc::dynamic_ntk(theta, original_len, seq_len, factor)).values()));
  }
  return {{"inv_freq", rows}, {"attention_factor", 1.0}};
}

posenc::ExtendedFrequencies yarn(const Params& p, YarnRamp ramp) {
  return unwrap(posenc::yarn(frequencies(p), p.number("original_len"), p.number("scale"),
                             p.number("beta_slow"), p.number("beta_fast"), ramp));
}

YarnRamp index_ramp(const Params& p) {
  return p.flag("truncate") ? YarnRamp::released : YarnRamp::released_unrounded;
}

constexpr std::array kinds_of_extension{
    Kind{"linear",
         [](const Params& p) {
           return extended(
               unwrap(posenc::position_interpolation(frequencies(p), p.number("scale"))));
         }},
    Kind{"ntk_aware",
         [](const Params& p) {
           const auto theta = unwrap(posenc::ntk_aware(frequencies(p), p.number("alpha")));
           ordered_json result = extended(theta);
           result["base"] = theta.base();
           return result;
         }},
    Kind{"dynamic_ntk_paper", [](const Params& p) { return dynamic_ntk(p, 1); }},
    Kind{"dynamic_ntk_factor", [](const Params& p) { return dynamic_ntk(p, p.number("factor")); }},
    Kind{"ntk_by_parts",
         [](const Params& p) {
           return extended(unwrap(posenc::ntk_by_parts(frequencies(p), p.number("original_len"),
                                                       p.number("scale"), p.number("alpha"),
                                                       p.number("beta"))));
         }},
    Kind{"yarn_paper",
         [](const Params& p) {
           const auto [theta, attention_factor] = yarn(p, YarnRamp::paper);
           return extended(theta, attention_factor);
         }},
    Kind{"yarn_index_ramp",
         [](const Params& p) {
           const auto [theta, attention_factor] = yarn(p, index_ramp(p));
           const auto ends = unwrap(posenc::yarn_ramp_ends(frequencies(p), p.number("original_len"),
                                                           p.number("beta_slow"),
                                                           p.number("beta_fast"), index_ramp(p)));
           ordered_json result = extended(theta, attention_factor);
           result["low"] = ends.low;
           result["high"] = ends.high;
           return result;
         }},
    Kind{"yarn_attention_factors",
         [](const Params& p) {
           std::vector<double> factors;
           for (const double scale : p.numbers("scales")) {
             factors.push_back(unwrap(posenc::yarn_attention_factor(scale)));
           }
           return ordered_json(factors);
         }},
    Kind{"yarn_cos_sin",
         [](const Params& p) {
           const auto [theta, attention_factor] = yarn(p, index_ramp(p));
           return to_json(
               unwrap(posenc::cos_sin_table(theta, p.numbers("positions"), attention_factor)));
         }},
    Kind{"llama3",
         [](const Params& p) {
           return extended(unwrap(
               posenc::llama3_scaling(frequencies(p), p.number("original_len"), p.number("factor"),
                                      p.number("low_freq_factor"), p.number("high_freq_factor"))));
         }},
    Kind{"longrope",
         [](const Params& p) {
           const auto [theta, attention_factor] =
               unwrap(posenc::longrope(frequencies(p), p.number("original_len"),
                                       p.number("extended_len"), p.vector("rescale_factors")));
           return extended(theta, attention_factor);
         }},
};

}  // namespace

std::span<const Kind> extension_kinds() { return kinds_of_extension; }
