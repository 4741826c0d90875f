#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/rotation.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/timing.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/model/attention.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// What is said of RoPE and of what extends it.

namespace posenc {
namespace {

Source roformer(std::string section) {
  return {"arXiv:2104.09864v5, " + std::move(section), "https://arxiv.org/abs/2104.09864"};
}
const Source yarn_paper{"arXiv:2309.00071v2, sections 3.2 and 3.4, and the code released with it",
                        "https://arxiv.org/abs/2309.00071"};
const Source released_yarn{"The code released with YaRN", "https://github.com/jquesnelle/yarn"};

constexpr std::array layouts{PairLayout::interleaved, PairLayout::half_split};

/// A query and a key, as the reference file of RoPE has them for its scores.
constexpr std::array<double, 8> reference_q{0.296, 0.909, -0.53, -0.773,
                                            0.729, 0.585, -0.88, -0.358};
constexpr std::array<double, 8> reference_k{-0.783, 0.985,  -0.53, -0.279,
                                            0.902,  -0.923, 0.327, 0.486};

Vector to_vector(const std::array<double, 8>& values) {
  return Eigen::Map<const Vector>(values.data(), 8);
}

Vector drawn(Random& random, Index size) {
  Vector x(size);
  for (double& component : x) component = random.normal();
  return x;
}

/// a . b, summed in order. (Where a length is known to the compiler, Eigen's own makes it warn of what is none.)
double product(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Result<RotaryEmbedding> rope_of(Index dimension, PairLayout layout, double attention_factor = 1) {
  POSENC_TRY(theta, GeometricFrequencies::make(dimension, 10000));
  return RotaryEmbedding::make(std::move(theta), static_cast<double>(dimension), layout,
                               attention_factor);
}

std::string in_prose(PairLayout layout) {
  return layout == PairLayout::interleaved ? "interleaved" : "half-split";
}

/// The largest | |R_m x| / |x| - 1 | over queries and positions.
Result<double> largest_change_of_norm(const RotaryEmbedding& rope) {
  Random random(16);
  double largest = 0;
  for (int query = 0; query < 20; ++query) {
    const Vector x = drawn(random, rope.head_dim());
    for (const double position : {1.0, 7.0, 100.0, 4095.0, 131071.0}) {
      POSENC_TRY(rotated, rotation(rope, x, position));
      const double ratio = std::sqrt(rotated.rotated_squared_norm / rotated.squared_norm);
      largest = std::max(largest, std::abs(ratio - 1));
    }
  }
  return largest;
}

Result<Evidence> norms_are_kept() {
  Evidence evidence;
  for (const PairLayout layout : layouts) {
    POSENC_TRY(rope, rope_of(64, layout));
    POSENC_TRY(change, largest_change_of_norm(rope));
    evidence.findings.push_back(
        {joined({"Of 20 random vectors (d = 64, ", in_prose(layout),
                 ") at positions 1 to 131071, no length changes by more than ",
                 with_digits(change, 2), " of itself"}),
         change, for_it_if(change <= rounding_tolerance)});
  }
  POSENC_TRY(factor, yarn_attention_factor(16));
  POSENC_TRY(scaled, rope_of(64, PairLayout::half_split, factor));
  POSENC_TRY(change, largest_change_of_norm(scaled));
  evidence.findings.push_back(
      {joined({"YaRN’s attention factor, which is no part of RoPE, makes them ",
               with_decimals(1 + change, 3), " times as long at scale 16"}),
       1 + change, Support::aside});
  evidence.because =
      "Each pair is turned in its plane, and turning changes no length: cos² + sin² = 1. What is "
      "left is rounding.";
  return evidence;
}

/// (m, n) with m - n = distance, near the start and far from it.
std::vector<PositionPair> at_distance(double distance) {
  std::vector<PositionPair> pairs;
  for (const double start : {0.0, 1.0, 10.0, 100.0, 1000.0, 100000.0}) {
    pairs.push_back({start + std::max(distance, 0.0), start + std::max(-distance, 0.0)});
  }
  return pairs;
}

/// What moving a query and a key together does to their score, and what moving them apart does.
struct ScoreCourse {
  double moved_together;  // the largest difference of scores at one distance
  double moved_apart;     // the largest difference of scores at different distances
  bool relative;          // whether rounding explains the first
};

Result<ScoreCourse> score_course(PairLayout layout) {
  POSENC_TRY(rope, rope_of(64, layout));
  Random random(17);
  const Vector q = drawn(random, 64);
  const Vector k = drawn(random, 64);
  ScoreCourse course{0, 0, true};
  std::vector<PositionPair> starts;
  for (const double distance : {-40.0, -3.0, 0.0, 1.0, 7.0, 500.0}) {
    const auto pairs = at_distance(distance);
    starts.push_back(pairs.front());
    POSENC_TRY(scores, compare_scores(rope, q, k, pairs));
    course.moved_together = std::max(course.moved_together, scores.difference);
    course.relative = course.relative && scores.equal;
  }
  POSENC_TRY(apart, compare_scores(rope, q, k, starts));
  course.moved_apart = apart.difference;
  return course;
}

Result<Evidence> scores_are_relative() {
  Evidence evidence;
  for (const PairLayout layout : layouts) {
    POSENC_TRY(course, score_course(layout));
    evidence.findings.push_back(
        {joined({"Moved together by up to 100000 positions, a query and a key (d = 64, ",
                 in_prose(layout), ") keep their score to within ",
                 with_digits(course.moved_together, 2)}),
         course.moved_together, for_it_if(course.relative)});
    evidence.findings.push_back(
        {joined({"Moved apart, the same two have scores that differ by up to ",
                 with_digits(course.moved_apart, 3)}),
         course.moved_apart, Support::aside});
  }
  evidence.because =
      "Turning q by m θ and k by n θ and multiplying them is turning one of them by (m − n) θ: the "
      "rest of both turns cancels.";
  return evidence;
}

/// What a mistaken "rotation" makes of a vector at a position.
using Mistake = Vector (*)(const Vector& x, const Vector& theta, double position);

/// q + rotate_half(q) f: each pair (a, b) of half_split becomes (a - b f, b + a f), f the angle itself.
Vector without_cosines(const Vector& x, const Vector& theta, double position) {
  Vector result = x;
  for (Index i = 0; i < theta.size(); ++i) {
    const auto [a, b] = split_pair(i, theta.size());
    result[a] -= x[b] * position * theta[i];
    result[b] += x[a] * position * theta[i];
  }
  return result;
}

/// x cos + rotate_half(x) sin, with cos and sin in the order of the other layout: c0 c0 c1 c1 .. in place of
/// c0 c1 .. c0 c1 ..; so component j has the frequency of pair j / 2.
Vector with_repeated_angles(const Vector& x, const Vector& theta, double position) {
  Vector result(x.size());
  for (Index i = 0; i < theta.size(); ++i) {
    const auto [a, b] = split_pair(i, theta.size());
    const double angle_a = position * theta[a / 2];
    const double angle_b = position * theta[b / 2];
    result[a] = x[a] * std::cos(angle_a) - x[b] * std::sin(angle_a);
    result[b] = x[b] * std::cos(angle_b) + x[a] * std::sin(angle_b);
  }
  return result;
}

/// The score of the reference query and key at (3, 1) and at (10, 8), both 2 apart, under a mistake.
Result<Finding> scores_two_apart(Mistake mistake) {
  POSENC_TRY(omega, GeometricFrequencies::make(8, 10000));
  const Vector q = to_vector(reference_q);
  const Vector k = to_vector(reference_k);
  const auto score = [&](double m, double n) {
    return product(mistake(q, omega.values(), m), mistake(k, omega.values(), n));
  };
  const double near = score(3, 1);
  const double far = score(10, 8);
  const double difference = std::abs(near - far);
  return Finding{joined({"One q and k of d = 8 score ", with_decimals(near, 3), " at (3, 1) and ",
                         with_decimals(far, 3), " at (10, 8), both 2 apart: a difference of ",
                         with_decimals(difference, 3)}),
                 difference, for_it_if(difference <= rounding_tolerance * q.norm() * k.norm())};
}

Result<Evidence> rotation_without_cosines() {
  POSENC_TRY(omega, GeometricFrequencies::make(8, 10000));
  const Vector q = to_vector(reference_q);
  const auto stretch = [&](double position) {
    return without_cosines(q, omega.values(), position).norm() / q.norm();
  };
  POSENC_TRY(scores, scores_two_apart(without_cosines));
  const double longer = stretch(10);
  const double slowest = omega.values()[omega.pairs() - 1];
  const double near = std::hypot(1, 10 * slowest);
  return Evidence{
      {{joined({"At position 10 a query of d = 8 comes out ", with_decimals(longer, 3),
                " times as long, where a rotation keeps its length"}),
        longer, for_it_if(std::abs(longer - 1) <= rounding_tolerance)},
       std::move(scores),
       {joined({"Of its slowest pair, turned by no more than ", with_decimals(10 * slowest, 2),
                " radians there, hardly anything shows: ", with_decimals(near, 5),
                " times as long"}),
        near, Support::aside}},
      "q + rotate_half(q) f walks along the tangent of the circle in place of going round: RoPE is "
      "q cos f + rotate_half(q) sin f."};
}

/// The least and the most that a mistake makes of a vector of length 1: the singular values of its blocks, over
/// the positions 1 .. 1000, d = 8.
struct Stretch {
  double least = 1;
  double most = 1;
};

Result<Stretch> stretch_of_repeated_angles() {
  POSENC_TRY(omega, GeometricFrequencies::make(8, 10000));
  Stretch stretch;
  for (double position = 1; position <= 1000; ++position) {
    for (Index i = 0; i < omega.pairs(); ++i) {
      const auto [a, b] = split_pair(i, omega.pairs());
      const Vector from_a = with_repeated_angles(Vector::Unit(8, a), omega.values(), position);
      const Vector from_b = with_repeated_angles(Vector::Unit(8, b), omega.values(), position);
      // [[from_a, from_b]] is this block; the eigenvalues of its Gram matrix are the squares.
      const double mean = (from_a.squaredNorm() + from_b.squaredNorm()) / 2;
      const double half = (from_a.squaredNorm() - from_b.squaredNorm()) / 2;
      const double spread = std::hypot(half, product(from_a, from_b));
      stretch.least = std::min(stretch.least, std::sqrt(std::max(mean - spread, 0.0)));
      stretch.most = std::max(stretch.most, std::sqrt(mean + spread));
    }
  }
  return stretch;
}

Result<Evidence> repeated_angles() {
  POSENC_TRY(stretch, stretch_of_repeated_angles());
  POSENC_TRY(scores, scores_two_apart(with_repeated_angles));
  return Evidence{
      {{joined({"Over positions 1 to 1000 (d = 8) some vector comes out ",
                with_decimals(stretch.least, 5), " times as long, which a rotation never does"}),
        stretch.least, for_it_if(1 - stretch.least <= rounding_tolerance)},
       {joined({"Another comes out ", with_decimals(stretch.most, 3), " times as long"}),
        stretch.most, for_it_if(stretch.most - 1 <= rounding_tolerance)},
       std::move(scores)},
      "rotate_half pairs component j with j + d/2, but cosines in the order c0 c0 c1 c1 give these "
      "two different "
      "angles. Half-split needs c0 c1 .. c0 c1 .."};
}

Result<Evidence> relative_scores_prove_it() {
  const Vector q = to_vector(reference_q);
  const Vector k = to_vector(reference_k);
  const std::vector<PositionPair> three_apart{{3, 0}, {10, 7}, {103, 100}, {1003, 1000}};
  Evidence evidence;
  std::array<double, 2> scores{};
  bool all_relative = true;
  for (std::size_t n = 0; n < layouts.size(); ++n) {
    POSENC_TRY(rope, rope_of(8, layouts[n]));
    POSENC_TRY(comparison, compare_scores(rope, q, k, three_apart));
    scores[n] = comparison.scores[0];
    all_relative = all_relative && comparison.equal;
    evidence.findings.push_back(
        {joined({"Pairs ", in_prose(layouts[n]),
                 ": at (3, 0), (10, 7), (103, 100) and (1003, 1000) the scores ",
                 comparison.equal ? "agree to within " : "differ by ",
                 with_digits(comparison.difference, 2)}),
         comparison.difference, Support::aside});
  }
  const double apart = std::abs(scores[0] - scores[1]);
  // Two that both pass and disagree: one of them at least is wrong for a given model.
  const bool passes_and_differs = all_relative && apart > rounding_tolerance * q.norm() * k.norm();
  evidence.findings.push_back(
      {joined({"For the same q and k, 3 apart, interleaved pairs score ",
               with_decimals(scores[0], 3), " and half-split ones ", with_decimals(scores[1], 3),
               ", which is ", with_decimals(apart, 3), " apart"}),
       apart, for_it_if(!passes_and_differs)});
  evidence.because =
      "Any way to pair components, and any frequencies, give scores that depend on m − n only. "
      "Whether they are those that a model was trained with, only known numbers tell.";
  return evidence;
}

struct YarnSetting {
  double original_len;
  Index dimension;
  double base;
  double scale;
};

/// How many times larger one of the two frequencies of a pair is than the other, [pairs].
Result<std::vector<double>> yarn_ratios(const YarnSetting& setting) {
  POSENC_TRY(theta, GeometricFrequencies::make(setting.dimension, setting.base));
  const auto by = [&](YarnRamp ramp) {
    return yarn(theta, setting.original_len, setting.scale, 1, 32, ramp);
  };
  POSENC_TRY(paper, by(YarnRamp::paper));
  POSENC_TRY(released, by(YarnRamp::released));
  std::vector<double> ratios;
  for (Index i = 0; i < theta.pairs(); ++i) {
    const double ratio = paper.theta.values()[i] / released.theta.values()[i];
    ratios.push_back(std::max(ratio, 1 / ratio));
  }
  return ratios;
}

Result<Evidence> yarn_as_released() {
  Evidence evidence;
  Chart chart{"pair i", "larger frequency / smaller", {}};
  for (const YarnSetting& setting :
       {YarnSetting{4096, 128, 10000, 2}, YarnSetting{4096, 128, 10000, 16},
        YarnSetting{4096, 64, 150000, 32}}) {
    POSENC_TRY(ratios, yarn_ratios(setting));
    const double largest = *std::ranges::max_element(ratios);
    const std::string name =
        joined({"d = ", setting.dimension, ", base ", setting.base, ", scale ", setting.scale});
    evidence.findings.push_back(
        {joined({"With ", name, " and a length of ", setting.original_len,
                 ", the two differ in one pair by a factor of ", with_decimals(largest, 2)}),
         largest, for_it_if(largest - 1 <= rounding_tolerance)});
    std::vector<double> pairs;
    for (double i = 0; i < static_cast<double>(ratios.size()); ++i) pairs.push_back(i);
    chart.lines.push_back({name, std::move(pairs), std::move(ratios)});
  }
  evidence.because =
      "Between the pairs that stay and those that are interpolated, the paper goes over linearly "
      "in the "
      "rotations within the trained length, the code linearly in the index of the pair.";
  evidence.chart = std::move(chart);
  return evidence;
}

Result<Evidence> kernel_decays() {
  POSENC_TRY(theta, GeometricFrequencies::make(128, 10000));
  constexpr double steps = 1000;
  POSENC_TRY(course, kernel_course(theta, steps));
  POSENC_TRY(farther, kernel_course(theta, 2 * steps));
  const auto rises = static_cast<double>(course.rises);
  Evidence evidence;
  evidence.findings.push_back(
      {joined({"At d = 128 the kernel rises at ", rises, " of the first ", steps, " steps",
               course.first_rise ? joined({", first at distance ", *course.first_rise}) : ""}),
       rises, for_it_if(course.rises == 0)});
  if (farther.first_negative) {
    evidence.findings.push_back(
        {joined({"It falls below 0, first at distance ", *farther.first_negative}),
         static_cast<double>(*farther.first_negative), Support::aside});
  }
  std::vector<double> distances;
  std::vector<double> kernel;
  for (double distance = 0; distance < 200; ++distance) {
    double sum = 0;
    for (const double angle : theta.values() * distance) sum += std::cos(angle);
    distances.push_back(distance);
    kernel.push_back(sum);
  }
  evidence.chart =
      Chart{"distance in positions", "sum of the cosines", {{"d = 128", distances, kernel}}};
  evidence.because =
      "It is a sum of cosines, each of which comes back up. It falls at first and on the whole; "
      "the paper "
      "shows that a bound of the score falls so, and claims no more.";
  return evidence;
}

Result<Evidence> absolute_positions() {
  POSENC_TRY(rope, rope_of(64, PairLayout::half_split));
  Random random(36);
  const Vector q = drawn(random, 64);
  std::vector<double> positions;
  for (double position = 0; position < 1000; ++position) positions.push_back(position);
  POSENC_TRY(rotated, rotate(rope, q, positions));
  // As a rotation keeps lengths, |R_m q - R_n q| = |R_{m-n} q - q|: all pairs of positions are tried by these.
  double nearest = 2;
  for (Index row = 1; row < rotated.rows(); ++row) {
    nearest = std::min(nearest, (rotated.row(row) - rotated.row(0)).norm() / q.norm());
  }
  POSENC_TRY(course, score_course(PairLayout::half_split));
  return Evidence{
      {{joined({"One query (d = 64) rotated to any two of 1000 positions differs by at least ",
                with_decimals(nearest, 3), " of its length: the vector tells the position"}),
        nearest, for_it_if(nearest > rounding_tolerance)},
       {joined({"The score of a query and a key moved together by up to 100000 positions changes "
                "by no "
                "more than ",
                with_digits(course.moved_together, 2), ": it tells only how far apart they are"}),
        course.moved_together, for_it_if(!course.relative)}},
      "Each rotated q and k carries its own position; attention sees them only in products, where "
      "the "
      "positions come down to their difference."};
}

/// Self-attention of one head over 8 tokens, all moved by some positions; [8, 8].
class ShiftedAttention {
 public:
  explicit ShiftedAttention(RotaryEmbedding rope) : rope_(std::move(rope)) {
    Random random(40);
    for (Vector& row : rows_) row = drawn(random, 8);
  }

  /// How the values are treated: left alone, rotated to their position like q and k, or so and what
  /// comes out rotated back by the position of the query.
  enum class Values { plain, rotated, rotated_back };

  Result<std::vector<double>> output(double shift, Values values) const {
    const AttentionShape shape{1, tokens, 1, width};
    std::vector<double> qkv;
    for (Index t = 0; t < tokens; ++t) {
      const double position = shift + static_cast<double>(t);
      for (Index part = 0; part < 3; ++part) {
        const Vector& row = rows_[static_cast<std::size_t>(3 * t + part)];
        const bool turned = part < 2 || values != Values::plain;
        POSENC_TRY(now, posenc::rotate(rope_, row, {&position, 1}));
        for (Index c = 0; c < width; ++c) qkv.push_back(turned ? now(0, c) : row[c]);
      }
    }
    const std::vector<double> no_bias(2 * tokens - 1, 0.0);
    std::vector<double> weights(tokens * tokens);
    std::vector<double> out(tokens * width);
    std::vector<double> scratch(static_cast<std::size_t>(attention_scratch<double>(tokens, width)));
    attention<double>(shape, qkv.data(), {no_bias.data(), tokens}, 1 / std::sqrt(double{width}),
                      weights.data(), out.data(), scratch.data());
    if (values != Values::rotated_back) return out;
    for (Index t = 0; t < tokens; ++t) {
      const double back = -shift - static_cast<double>(t);
      POSENC_TRY(now, posenc::rotate(rope_, Eigen::Map<Vector>(out.data() + t * width, width),
                                     {&back, 1}));
      std::copy(now.data(), now.data() + width, out.data() + t * width);
    }
    return out;
  }

  /// The largest change of an output when all tokens move by up to 1000 positions.
  Result<double> change(Values values) const {
    POSENC_TRY(before, output(0, values));
    double largest = 0;
    for (const double shift : {1.0, 7.0, 100.0, 1000.0}) {
      POSENC_TRY(after, output(shift, values));
      for (std::size_t n = 0; n < before.size(); ++n) {
        largest = std::max(largest, std::abs(after[n] - before[n]));
      }
    }
    return largest;
  }

 private:
  static constexpr int tokens = 8;
  static constexpr int width = 8;
  RotaryEmbedding rope_;
  std::array<Vector, 3 * tokens> rows_;  // q, k and v of each token
};

Result<Evidence> rotated_values() {
  POSENC_TRY(rope, rope_of(8, PairLayout::half_split));
  const ShiftedAttention heads(std::move(rope));
  using Values = ShiftedAttention::Values;
  POSENC_TRY(plain, heads.change(Values::plain));
  POSENC_TRY(rotated, heads.change(Values::rotated));
  POSENC_TRY(back, heads.change(Values::rotated_back));
  // Outputs are averages of values, which are of size 1. Values need rotating if it takes that to be relative.
  const auto moves = [](double change) { return change > rounding_tolerance; };
  return Evidence{
      {{joined({"With q and k rotated and v as it is, no output of 8 tokens (d = 8) changes by "
                "more than ",
                with_digits(plain, 2), " when all move by up to 1000 positions"}),
        plain, for_it_if(moves(plain))},
       {joined({"With v rotated too, outputs change by up to ", with_decimals(rotated, 3)}),
        rotated, for_it_if(!moves(rotated))},
       {joined({"Rotated back by the position of the query, these outputs change by no more than ",
                with_digits(back, 2), ": a scheme of its own, with more to compute"}),
        back, Support::aside}},
      "The weights already tell how far apart tokens are. A rotated v carries its absolute "
      "position into the "
      "output, where no second rotation cancels it."};
}

}  // namespace

std::vector<ClaimExperiment> rotary_claims() {
  const auto computed = [](int number, std::string text, std::vector<Source> sources,
                           Result<Evidence> (*experiment)()) {
    return ClaimExperiment{
        {number, std::move(text), "rope", ClaimKind::computed, std::move(sources)}, experiment};
  };
  std::vector<ClaimExperiment> all;
  all.push_back(computed(16, "RoPE leaves the length of every query and key as it is.",
                         {roformer("section 3.2.2")}, norms_are_kept));
  all.push_back(computed(
      17,
      "With RoPE, a score depends on how far apart query and key are, and not on where they are.",
      {roformer("sections 3.1 and 3.2.2")}, scores_are_relative));
  all.push_back(computed(
      18, "To rotate a query, add the turned query times the angle: q + rotate_half(q) · f.",
      {roformer("section 3.4.2, equation 34")}, rotation_without_cosines));
  all.push_back(computed(19,
                         "Half-split rotation works with cosines and sines that are repeated pair "
                         "by pair: c0 c0 c1 c1 …",
                         {roformer("section 3.4.2, equation 34")}, repeated_angles));
  all.push_back({{26,
                  "Keeping cosines and sines in a cache makes RoPE a hundred times faster.",
                  "rope",
                  ClaimKind::timed,
                  {roformer("section 3.4.2, equation 34")}},
                 time_rotary_caches});
  all.push_back(computed(30, "Code whose scores depend on m − n only has RoPE right.",
                         {roformer("section 3.4.2")}, relative_scores_prove_it));
  all.push_back({{32,
                  "YaRN’s paper and the code released with it compute the same frequencies.",
                  "longer",
                  ClaimKind::computed,
                  {yarn_paper, released_yarn}},
                 yarn_as_released});
  all.push_back(
      computed(33, "RoPE’s kernel, the sum of all cosines, falls with every step of distance.",
               {roformer("section 3.4.3")}, kernel_decays));
  all.push_back(computed(36, "RoPE encodes the absolute position.", {roformer("abstract")},
                         absolute_positions));
  all.push_back(computed(40,
                         "Values should be rotated by RoPE as well, not queries and keys alone.",
                         {roformer("sections 3.2.2 and 3.4.2")}, rotated_values));
  return all;
}

}  // namespace posenc
