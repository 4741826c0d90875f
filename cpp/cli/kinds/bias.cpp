#include <array>
#include <vector>

#include "kind.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/relative_bias.hpp"

namespace {

using namespace posenc;

/// The slopes of each of several numbers of heads.
nlohmann::ordered_json slopes_of_each(const Params& p, SlopeRule rule) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  const double max_bias = p.number("max_bias", paper_max_bias);
  const std::vector<double> counts = p.numbers("heads");
  for (const double heads : counts) check_total("[alibi] the slopes", counts.size(), heads);
  for (const double heads : counts) {
    all.push_back(to_json(alibi_slopes(heads, rule, max_bias)));
  }
  return all;
}

Vector slopes(const Params& p) {
  return unwrap(
      alibi_slopes(p.number("heads"), SlopeRule::released, p.number("max_bias", paper_max_bias)));
}

Result<PerHead> bias(const Params& p, BiasDirection direction) {
  return alibi_bias(slopes(p), direction, p.number("query_len"), p.number("key_len"));
}

Result<Matrix> key_bias(const Params& p, KeyOrigin origin) {
  return alibi_key_bias(slopes(p), p.number("key_len"), origin);
}

T5BucketRule bucket_rule(const Params& p) {
  return unwrap(T5BucketRule::make(
      p.flag("bidirectional") ? BucketDirection::bidirectional : BucketDirection::causal,
      p.number("num_buckets"), p.number("max_distance")));
}

constexpr std::array kinds_of_bias{
    KIND("slopes", slopes_of_each(p, SlopeRule::released)),
    KIND("slopes_geometric", slopes_of_each(p, SlopeRule::geometric)),
    KIND("bias_symmetric", bias(p, BiasDirection::symmetric)),
    KIND("bias_causal", bias(p, BiasDirection::causal)),
    KIND("bias_key_only", key_bias(p, p.choice<KeyOrigin>("origin", ""))),
    KIND("causal_attention_equal_logits",
         causal_attention_equal_logits(slopes(p), p.number("query_len"), p.number("key_len"))),
    KIND("t5_buckets", t5_buckets(bucket_rule(p), p.numbers("relative_positions"))),
    KIND("t5_bias", relative_bias(bucket_rule(p), p.matrix("table"), p.number("query_len"),
                                  p.number("key_len"))),
};

}  // namespace

std::span<const Kind> bias_kinds() { return kinds_of_bias; }
