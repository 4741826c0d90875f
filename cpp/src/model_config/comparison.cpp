#include "posenc/model_config/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {
namespace {

using Differences = std::vector<ModelDifference>;

bool differs(double a, double b) {
  // (What is not a number differs from all.)
  return !(std::abs(a - b) <= stored_tolerance * std::max(std::abs(a), std::abs(b)));
}

ModelDifference whole(Unlike what, std::optional<double> first = std::nullopt,
                      std::optional<double> second = std::nullopt) {
  return {what, std::nullopt, std::nullopt, first, second, std::nullopt, std::nullopt};
}

/// The set of frequencies for layers of that kind; nullptr where none of them rotates.
const RopeReport* set_for(const ModelReport& report, LayerKind kind) {
  const auto found = std::ranges::find_if(report.ropes, [kind](const RopeReport& rope) {
    return !rope.settings.layers || rope.settings.layers == kind;
  });
  return found == report.ropes.end() ? nullptr : &*found;
}

/// Without the pairs at the end that do not rotate: one file may leave out what another writes as 0.
Index rotating_pairs(const Vector& inv_freq) {
  Index count = inv_freq.size();
  while (count > 0 && inv_freq[count - 1] == 0) --count;
  return count;
}

/// The last position that both claim to reach; none where either claims none.
std::optional<double> last_position(const ModelReport& a, const ModelReport& b) {
  if (!a.model.claimed || !b.model.claimed) return std::nullopt;
  return std::min(a.model.claimed->value, b.model.claimed->value) - 1;
}

void compare_pairs(Differences& all, const ModelReport& a, const ModelReport& b,
                   const std::optional<LayerKind>& layers, const Vector& first,
                   const Vector& second) {
  const Index count = rotating_pairs(first);
  if (count != rotating_pairs(second)) {
    ModelDifference one = whole(Unlike::pairs, static_cast<double>(count),
                                static_cast<double>(rotating_pairs(second)));
    one.layers = layers;
    all.push_back(one);
    return;
  }
  ModelDifference one = whole(Unlike::frequencies);
  one.layers = layers;
  double largest = 0;
  for (Index pair = 0; pair < count; ++pair) {
    largest = std::max(largest, std::abs(first[pair] - second[pair]));
    if (one.at || !differs(first[pair], second[pair])) continue;
    one.at = pair;
    one.first = first[pair];
    one.second = second[pair];
  }
  if (!one.at) return;
  one.position = last_position(a, b);
  if (one.position) one.radians = largest * *one.position;
  all.push_back(one);
}

void compare_ropes(Differences& all, const ModelReport& a, const ModelReport& b) {
  const bool is_one = a.ropes.size() == 1 && b.ropes.size() == 1 && !a.ropes[0].settings.layers &&
                      !b.ropes[0].settings.layers;
  for (const LayerKind kind : {LayerKind::full, LayerKind::sliding}) {
    const RopeReport* first = set_for(a, kind);
    const RopeReport* second = set_for(b, kind);
    if (first == nullptr || second == nullptr) continue;
    const auto layers = is_one ? std::nullopt : std::optional(kind);
    compare_pairs(all, a, b, layers, first->frequencies.inv_freq, second->frequencies.inv_freq);
    const double factor = first->frequencies.attention_factor;
    const double other = second->frequencies.attention_factor;
    if (differs(factor, other)) {
      ModelDifference one = whole(Unlike::attention_factor, factor, other);
      one.layers = layers;
      all.push_back(one);
    }
    if (is_one) return;
  }
}

/// The number of layers, and the first that rotates in one of them alone.
void compare_layers(Differences& all, const LayerPlan& a, const LayerPlan& b) {
  if (a.layers.empty() || b.layers.empty()) return;
  const auto first_count = static_cast<double>(a.layers.size());
  const auto second_count = static_cast<double>(b.layers.size());
  if (a.layers.size() != b.layers.size()) {
    all.push_back(whole(Unlike::layers, first_count, second_count));
    return;
  }
  for (std::size_t n = 0; n < a.layers.size(); ++n) {
    if (a.layers[n].rotates == b.layers[n].rotates) continue;
    ModelDifference one = whole(Unlike::layers);
    one.at = static_cast<Index>(n);
    all.push_back(one);
    return;
  }
}

void compare_slopes(Differences& all, const Vector& a, const Vector& b) {
  if (a.size() != b.size()) {
    all.push_back(
        whole(Unlike::slopes, static_cast<double>(a.size()), static_cast<double>(b.size())));
    return;
  }
  for (Index head = 0; head < a.size(); ++head) {
    if (!differs(a[head], b[head])) continue;
    ModelDifference one = whole(Unlike::slopes, a[head], b[head]);
    one.at = head;
    all.push_back(one);
    return;
  }
}

}  // namespace

std::vector<ModelDifference> compare_models(const ModelReport& first, const ModelReport& second) {
  const ModelConfig& a = first.model;
  const ModelConfig& b = second.model;
  if (a.kind != b.kind) return {whole(Unlike::kind)};
  Differences all;
  if (a.kind == PositionKind::rope) compare_layers(all, a.layers, b.layers);
  compare_ropes(all, first, second);
  compare_slopes(all, first.slopes, second.slopes);
  const auto count = [](const auto& found) { return static_cast<double>(found->value); };
  if (a.rows && b.rows && a.rows->value != b.rows->value) {
    all.push_back(whole(Unlike::rows, count(a.rows), count(b.rows)));
  }
  if (a.buckets && b.buckets) {
    const auto buckets = std::pair(&a.buckets->num_buckets, &b.buckets->num_buckets);
    if (buckets.first->value != buckets.second->value) {
      all.push_back(whole(Unlike::buckets, count(buckets.first), count(buckets.second)));
    }
  }
  std::ranges::stable_sort(all, {}, &ModelDifference::what);
  return all;
}

}  // namespace posenc
