#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/similarity.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/hashes.hpp"
#include "posenc/claims/phrases/runs.hpp"
#include "posenc/claims/phrases/trained.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/encoding/learned.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/wording.hpp"

// Claims about encodings as hashes, and about what they assume before training. (Every argument below is fixed and within
// what the functions accept, so that their results are taken as they are.)

namespace posenc {
namespace {

Matrix table_of_waves(double d, double positions) {
  std::vector<double> all;
  for (double p = 0; p < positions; ++p) all.push_back(p);
  return *sinusoidal_table(*GeometricFrequencies::make(static_cast<Index>(d), 10000), all);
}

// 45. A perfect hash.

/// The distance of the nearest two rows.
double nearest_rows(const Matrix& table) {
  double nearest = std::numeric_limits<double>::infinity();
  for (Index a = 1; a < table.rows(); ++a) {
    for (Index b = 0; b < a; ++b) {
      nearest = std::min(nearest, (table.row(a) - table.row(b)).squaredNorm());
    }
  }
  return std::sqrt(nearest);
}

/// The nearest number of 8 significant bits, the even one at halves. Source: arXiv:1905.12322.
double in_bfloat16(double value) {
  constexpr int bits = 8;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, bits)), exponent - bits);
}

/// How many of the positions 0 .. count-1 are, as bfloat16, the same number as another one.
Index positions_that_collide(double count) {
  std::vector<double> rounded;
  for (double p = 0; p < count; ++p) rounded.push_back(in_bfloat16(p));
  Index shared = 0;
  for (const double one : rounded) shared += std::ranges::count(rounded, one) > 1 ? 1 : 0;
  return shared;
}

Result<Evidence> perfect_hash() {
  constexpr double d = 128;
  constexpr double rows = 512;
  constexpr double positions = 2048;
  const double of_waves = nearest_rows(table_of_waves(d, rows));
  const Matrix table = *learned_table(rows, d, 1);
  const double of_table = nearest_rows(table);
  const Index colliding = positions_that_collide(positions);
  const bool has_next = look_up(table, std::vector<double>{rows}).has_value();
  const double neighbors = (*kernel_mean_cos(
      *GeometricFrequencies::make(static_cast<Index>(d), 10000), std::vector<double>{1}))[0];
  return Evidence{
      {found<hash_phrases, "nearest-of-waves">(of_waves, for_it_if(of_waves > rounding_tolerance),
                                               rows - 1, d, with_decimals(of_waves, 2)),
       found<hash_phrases, "nearest-of-table">(of_table, for_it_if(of_table > rounding_tolerance),
                                               rows, d, with_digits(initial_standard_deviation, 2),
                                               with_decimals(of_table, 2)),
       found<hash_phrases, "collisions-when-rounded">(
           static_cast<double>(colliding), for_it_if(colliding == 0), colliding, positions - 1),
       found<hash_phrases, "row-that-is-missing">(rows, for_it_if(has_next), rows),
       found<hash_phrases, "neighbors-of-waves">(neighbors, Support::aside,
                                                 with_decimals(neighbors, 3), d)},
      say<hash_phrases, "because-injective-is-not-hash">()};
}

// 46. Inductive biases.

/// Each sinusoidal model is followed by the one with a learned table.
enum BiasModel : std::size_t { reverse_waves = 0, sort_waves = 2 };

TrainingPlan two_priors() {
  const auto model = [](std::string name, Task task, Scheme scheme) {
    return planned(std::move(name), task, scheme, {8});
  };
  return {
      {model(say<trained_phrases, "model-sinusoidal-reverse">(), Task::reverse, Scheme::sinusoidal),
       model(say<trained_phrases, "model-learned-reverse">(), Task::reverse, Scheme::learned),
       model(say<trained_phrases, "model-sinusoidal-sort">(), Task::sort, Scheme::sinusoidal),
       model(say<trained_phrases, "model-learned-sort">(), Task::sort, Scheme::learned)}};
}

/// The cosine similarities of rows that far apart.
std::vector<double> cosines_at_offset(const Matrix& table, Index offset) {
  std::vector<double> all;
  for (Index row = 0; row + offset < table.rows(); ++row) {
    all.push_back(table.row(row).dot(table.row(row + offset)) /
                  (table.row(row).norm() * table.row(row + offset).norm()));
  }
  return all;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// The finding of those words about the steps of both models: for the claim if the table needs more of them with every
/// seed, and by more on average than are averaged over.
Finding examples_needed(std::string_view words, const Runs& runs, std::size_t model) {
  constexpr double more_steps = 10;
  const auto of_waves = runs.steps_to_learn(model);
  const auto of_table = runs.steps_to_learn(model + 1);
  bool slower = true;
  for (std::size_t s = 0; s < runs.seeds; ++s) slower = slower && of_table[s] > of_waves[s];
  const double more = mean(of_table) - mean(of_waves);
  const auto text = [](const std::vector<double>& steps) {
    if (!std::isfinite(mean(steps))) return say<hash_phrases, "never-with-some-seed">();
    return text_with_spread(steps, words_of(run_phrases, "unit-steps"),
                            [](double one) { return with_decimals(one, 0); });
  };
  return finding_of(words, {text(of_waves), text(of_table)},
                    std::isfinite(more) ? std::optional(more) : std::nullopt,
                    for_it_if(slower && more >= more_steps));
}

Evidence softer_biases(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                       std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  constexpr double d = 128;
  constexpr double rows = 64;
  constexpr Index offset = 5;
  const Matrix sinusoids = table_of_waves(d, rows);
  const Matrix table = *learned_table(rows, d, 1);
  const double built_in = mean(cosines_at_offset(sinusoids, 1));
  const double drawn = mean(cosines_at_offset(table, 1));
  const auto at_offset =
      std::pair{cosines_at_offset(sinusoids, offset), cosines_at_offset(table, offset)};
  const auto [wave_least, wave_most] = std::ranges::minmax(at_offset.first);
  const auto [table_least, table_most] = std::ranges::minmax(at_offset.second);
  const auto shown = [](double similarity) { return with_decimals(similarity, 3); };
  return {
      {found<hash_phrases, "similarity-before">(built_in - drawn,
                                                for_it_if(std::abs(drawn) < built_in / 2),
                                                shown(built_in), shown(drawn), d),
       found<hash_phrases, "spread-by-offset-before">(
           table_most - table_least, for_it_if(table_most - table_least > wave_most - wave_least),
           shown(wave_least), shown(wave_most), shown(table_least), shown(table_most)),
       examples_needed(words_of(hash_phrases, "examples-to-reverse"), runs, reverse_waves),
       examples_needed(words_of(hash_phrases, "examples-to-sort"), runs, sort_waves)},
      say<hash_phrases, "because-prior-may-not-fit">()};
}

}  // namespace

std::vector<ClaimExperiment> hash_claims() {
  return {
      computed_claim(45, say<hash_phrases, "claim-perfect-hash">(), "hash",
                     {cited::sinusoids, cited::gehring, cited::bfloat16}, perfect_hash),
      trained_claim(46, say<hash_phrases, "claim-softer-biases">(), "learned",
                    {cited::gehring, cited::sinusoids, cited::labs}, two_priors, softer_biases),
  };
}

}  // namespace posenc
