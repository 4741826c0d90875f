#include <array>
#include <vector>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/relative_bias.hpp"

namespace {

/// The slopes of each of several numbers of heads.
nlohmann::ordered_json slopes_of_each(const Params& p, posenc::SlopeRule rule) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  const double max_bias = p.number("max_bias", posenc::paper_max_bias);
  const std::vector<double> counts = p.numbers("heads");
  for (const double heads : counts) check_total("[alibi] the slopes", counts.size(), heads);
  for (const double heads : counts) {
    all.push_back(to_json(unwrap(posenc::alibi_slopes(heads, rule, max_bias))));
  }
  return all;
}

posenc::Vector slopes(const Params& p) {
  return unwrap(posenc::alibi_slopes(p.number("heads"), posenc::SlopeRule::released,
                                     p.number("max_bias", posenc::paper_max_bias)));
}

nlohmann::ordered_json bias(const Params& p, posenc::BiasDirection direction) {
  return to_json(
      unwrap(posenc::alibi_bias(slopes(p), direction, p.number("query_len"), p.number("key_len"))));
}

posenc::T5BucketRule bucket_rule(const Params& p) {
  return unwrap(posenc::T5BucketRule::make(p.flag("bidirectional")
                                               ? posenc::BucketDirection::bidirectional
                                               : posenc::BucketDirection::causal,
                                           p.number("num_buckets"), p.number("max_distance")));
}

constexpr std::array kinds_of_bias{
    Kind{"slopes", [](const Params& p) { return slopes_of_each(p, posenc::SlopeRule::released); }},
    Kind{"slopes_geometric",
         [](const Params& p) { return slopes_of_each(p, posenc::SlopeRule::geometric); }},
    Kind{"bias_symmetric",
         [](const Params& p) { return bias(p, posenc::BiasDirection::symmetric); }},
    Kind{"bias_causal", [](const Params& p) { return bias(p, posenc::BiasDirection::causal); }},
    Kind{"bias_key_only",
         [](const Params& p) {
           const auto origin = unwrap(posenc::to_key_origin(p.text("origin", "")));
           return to_json(unwrap(posenc::alibi_key_bias(slopes(p), p.number("key_len"), origin)));
         }},
    Kind{"causal_attention_equal_logits",
         [](const Params& p) {
           return to_json(unwrap(posenc::causal_attention_equal_logits(
               slopes(p), p.number("query_len"), p.number("key_len"))));
         }},
    Kind{"t5_buckets",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::t5_buckets(bucket_rule(p), p.numbers("relative_positions"))));
         }},
    Kind{"t5_bias",
         [](const Params& p) {
           return to_json(unwrap(posenc::relative_bias(
               bucket_rule(p), p.matrix("table"), p.number("query_len"), p.number("key_len"))));
         }},
};

}  // namespace

std::span<const Kind> bias_kinds() { return kinds_of_bias; }
