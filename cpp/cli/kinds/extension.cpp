#include <array>
#include <vector>

#include "kind.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/rotary.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

ordered_json extended(const InverseFrequencies& theta, double attention_factor = 1) {
  return {{"inv_freq", to_json(theta.values())}, {"attention_factor", attention_factor}};
}

ordered_json extended(const ExtendedFrequencies& frequencies) {
  return extended(frequencies.theta, frequencies.attention_factor);
}

ordered_json ntk_aware(const Params& p) {
  const auto theta = unwrap(ntk_aware(frequencies(p), p.number("alpha")));
  ordered_json result = extended(theta);
  result["base"] = theta.base();
  return result;
}

/// One row of frequencies for each of the lengths.
ordered_json dynamic_ntk(const Params& p, double factor) {
  const auto theta = frequencies(p);
  const double original_len = p.number("original_len");
  const std::vector<double> seq_lens = p.numbers("seq_lens");
  check_total("[dynamic ntk] the frequencies", seq_lens.size(), static_cast<double>(theta.pairs()));
  ordered_json rows = ordered_json::array();
  for (const double seq_len : seq_lens) {
    rows.push_back(to_json(unwrap(dynamic_ntk(theta, original_len, seq_len, factor)).values()));
  }
  return {{"inv_freq", rows}, {"attention_factor", 1.0}};
}

ExtendedFrequencies yarn(const Params& p, YarnRamp ramp) {
  return unwrap(yarn(frequencies(p), p.number("original_len"), p.number("scale"),
                     p.number("beta_slow"), p.number("beta_fast"), ramp));
}

YarnRamp index_ramp(const Params& p) {
  return p.flag("truncate") ? YarnRamp::released : YarnRamp::released_unrounded;
}

ordered_json released_yarn(const Params& p) {
  ordered_json result = extended(yarn(p, index_ramp(p)));
  const auto ends =
      unwrap(yarn_ramp_ends(frequencies(p), p.number("original_len"), p.number("beta_slow"),
                            p.number("beta_fast"), index_ramp(p)));
  result.update(to_json(ends));
  return result;
}

std::vector<double> yarn_attention_factors(const Params& p) {
  std::vector<double> factors;
  for (const double scale : p.numbers("scales"))
    factors.push_back(unwrap(yarn_attention_factor(scale)));
  return factors;
}

Result<Matrix> yarn_cos_sin(const Params& p) {
  const auto [theta, attention_factor] = yarn(p, index_ramp(p));
  return cos_sin_table(theta, p.numbers("positions"), attention_factor);
}

constexpr std::array kinds_of_extension{
    KIND("linear", extended(unwrap(position_interpolation(frequencies(p), p.number("scale"))))),
    KIND("ntk_aware", ntk_aware(p)),
    KIND("dynamic_ntk_paper", dynamic_ntk(p, 1)),
    KIND("dynamic_ntk_factor", dynamic_ntk(p, p.number("factor"))),
    KIND("ntk_by_parts",
         extended(unwrap(ntk_by_parts(frequencies(p), p.number("original_len"), p.number("scale"),
                                      p.number("alpha"), p.number("beta"))))),
    KIND("yarn_paper", extended(yarn(p, YarnRamp::paper))),
    KIND("yarn_index_ramp", released_yarn(p)),
    KIND("yarn_attention_factors", yarn_attention_factors(p)),
    KIND("yarn_cos_sin", yarn_cos_sin(p)),
    KIND("llama3", extended(unwrap(llama3_scaling(frequencies(p), p.number("original_len"),
                                                  p.number("factor"), p.number("low_freq_factor"),
                                                  p.number("high_freq_factor"))))),
    KIND("longrope",
         extended(unwrap(longrope(frequencies(p), p.number("original_len"),
                                  p.number("extended_len"), p.vector("rescale_factors"))))),
};

}  // namespace

std::span<const Kind> extension_kinds() { return kinds_of_extension; }
