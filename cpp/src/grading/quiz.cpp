#include "posenc/grading/quiz.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/rotation.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/stretch.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/learned.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/model/permutation.hpp"
#include "posenc/random.hpp"

// (All of this stays within the few elements that a fuzzer's build allows: see max_elements.)
namespace posenc {
namespace {

bool same(double one, double other) { return std::abs(one - other) <= rounding_tolerance; }

template <class One, class Other>
bool alike(const One& one, const Other& other, double tolerance = rounding_tolerance) {
  return (one - other).cwiseAbs().maxCoeff() <= tolerance;
}

bool all_same(const Vector& values) {
  return values.maxCoeff() - values.minCoeff() <= rounding_tolerance;
}

std::vector<double> counted(int count) {
  std::vector<double> positions;
  for (int n = 0; n < count; ++n) positions.push_back(n);
  return positions;
}

// Attention

PermutedAttention reordered(AddedPositions encoding, AttentionMask mask) {
  constexpr std::array<double, 5> tokens{0, 1, 2, 0, 3};
  constexpr std::array<double, 5> order{3, 4, 2, 0, 1};
  return *permuted_attention({.encoding = encoding, .mask = mask}, tokens, order);
}
PermutedAttention bare() { return reordered(AddedPositions::none, AttentionMask::none); }
PermutedAttention masked() { return reordered(AddedPositions::none, AttentionMask::causal); }

bool as_before(const Matrix& one, const Matrix& other) {
  return alike(one, other, permutation_tolerance * one.cwiseAbs().maxCoeff());
}

bool attends_less_to_the_last() {
  const PerHead weights = *causal_attention_equal_logits(Vector::Zero(1), 1, 8);
  return weights[0](0, 7) < weights[0](0, 0) - rounding_tolerance;
}

// Sinusoidal encoding

GeometricFrequencies waves(Index d, double base = 10000) {
  return *GeometricFrequencies::make(d, base);
}

/// Whether f(position, dimension) is the table for d = 8.
template <class Formula>
bool is_the_table(Formula f) {
  constexpr Index d = 8;
  const auto positions = counted(10);
  const Matrix table = *sinusoidal_table(waves(d), positions);
  Matrix formed(table.rows(), d);
  for (Index pos = 0; pos < table.rows(); ++pos) {
    for (Index n = 0; n < d; ++n) formed(pos, n) = f(pos, n, d);
  }
  return alike(formed, table);
}

double wave(Index pos, Index n, Index d) {
  const double exponent = static_cast<double>(n - n % 2) / static_cast<double>(d);
  const double angle = static_cast<double>(pos) * std::pow(10000, -exponent);
  return n % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

bool equal_products(std::initializer_list<PositionPair> pairs) {
  const std::vector<PositionPair> all(pairs);
  return all_same(*dot_products(waves(64), all));
}

bool has_value_at(double position) {
  const auto encoding = sinusoidal_encoding(waves(64), position);
  return encoding.has_value() && encoding->allFinite();
}

/// Each frequency divided by the one before.
Vector factors(const Vector& omega) {
  return omega.tail(omega.size() - 1).cwiseQuotient(omega.head(omega.size() - 1));
}
Vector steps(const Vector& omega) {
  return omega.tail(omega.size() - 1) - omega.head(omega.size() - 1);
}

bool is_geometric(const Vector& omega) { return all_same(factors(omega)); }

/// Columns 2i and 2i + 1, i = 6, of d = 64.
Matrix a_pair_of_columns() {
  constexpr std::array<double, 2> dimensions{12, 13};
  const auto positions = counted(32);
  return *sinusoidal_columns(waves(64), dimensions, positions);
}

Index peak_of(double dimension) { return column_spectrum(waves(64), dimension, 100)->peak; }

bool are_sine_and_cosine(const Matrix& columns, double omega) {
  for (Index pos = 0; pos < columns.rows(); ++pos) {
    const double angle = static_cast<double>(pos) * omega;
    if (!same(columns(pos, 0), std::sin(angle)) || !same(columns(pos, 1), std::cos(angle))) {
      return false;
    }
  }
  return true;
}

std::vector<ShiftComparison> three_on() {
  std::vector<ShiftComparison> all;
  for (const double position : {0.0, 5.0, 1000.0}) {
    all.push_back(*compare_shift(waves(64), position, 3));
  }
  return all;
}

bool one_matrix(const std::vector<ShiftComparison>& shifts) {
  return std::ranges::all_of(
      shifts, [&](const ShiftComparison& one) { return alike(one.matrix, shifts[0].matrix); });
}
bool all_carried(const std::vector<ShiftComparison>& shifts) {
  return std::ranges::all_of(shifts, &ShiftComparison::carries);
}

/// Whether PE(pos + 3) is a multiple of PE(pos).
bool is_multiple(const ShiftComparison& shift) {
  const double factor = shift.start.dot(shift.target) / shift.start.squaredNorm();
  return alike(factor * shift.start, shift.target);
}

// Signal, hash, sum

bool are_orthogonal_columns() {
  const auto positions = counted(100);
  const Matrix table = *sinusoidal_table(waves(32), positions);
  // (Coefficient by coefficient: the blocked product would be the largest part of this build.)
  Matrix products = table.transpose().lazyProduct(table);
  products.diagonal().setZero();
  return products.cwiseAbs().maxCoeff() <= rounding_tolerance * 100;
}

bool are_whole_multiples(const Vector& omega) {
  return std::ranges::all_of(omega, [lowest = omega.minCoeff()](double one) {
    return same(one / lowest, std::round(one / lowest));
  });
}

constexpr double reach = 60;

Vector similarities(Index d) {
  const auto offsets = counted(static_cast<int>(reach));
  return *kernel_mean_cos(waves(d), offsets);
}

PartsOfSum parts() {
  constexpr std::array<double, 2> widths{16, 512};
  return *parts_of_sum({.tokens = 7}, widths);
}

// Learned table

Matrix learned(double rows, double cols) { return *learned_table(rows, cols, 1); }

/// Whether the row past the last of 512 is this one.
template <class Row>
bool row_512_is(Row row) {
  const Matrix table = learned(512, 8);
  const auto found = look_up(table, std::array{512.0});
  return found.has_value() && alike(found->row(0), row(table));
}

// RoPE

Vector a_query() {
  Vector q(8);
  q << 0.8, 0.3, -0.5, 0.2, 0.1, -0.9, 0.4, 0.7;
  return q;
}
Vector a_key() {
  Vector k(8);
  k << 0.4, -0.6, 0.9, 0.5, -0.2, 0.3, 0.8, -0.1;
  return k;
}

RotaryEmbedding rope(PairLayout layout = PairLayout::interleaved, double base = 10000) {
  return *RotaryEmbedding::make(waves(8, base), 8, layout);
}

bool equal_scores(PairLayout layout, std::initializer_list<PositionPair> positions) {
  const std::vector<PositionPair> all(positions);
  return compare_scores(rope(layout), a_query(), a_key(), all)->equal;
}

/// Whether weights made for neighbouring pairs pass with halves for pairs, and give other scores.
bool passes_and_is_wrong() {
  constexpr std::array<PositionPair, 3> positions{{{5, 3}, {105, 103}, {12, 10}}};
  return equal_scores(PairLayout::half_split, {{5, 3}, {105, 103}, {12, 10}}) &&
         !compare_layouts(waves(8), a_query(), a_key(), positions)->mixed_agrees;
}

bool keeps_norm(double position, double base = 10000) {
  return rotation(rope(PairLayout::interleaved, base), a_query(), position)->keeps_norm;
}
Vector turned(double position) { return rotation(rope(), a_query(), position)->rotated; }

double turns_of(Index pair, double position) { return (*turns(waves(128), position))[pair]; }
constexpr Index slowest = 63;

/// q + rot(q) f, f = position theta: what the lesson's faulty code computes.
Vector added(double position) {
  const RotaryEmbedding exact = rope();
  const Vector q = a_query();
  Vector all(q.size());
  for (Index i = 0; i < exact.theta().pairs(); ++i) {
    const double f = position * exact.theta().values()[i];
    const auto [a, b] = interleaved_pair(i);
    all[a] = q[a] - q[b] * f;
    all[b] = q[b] + q[a] * f;
  }
  return all;
}

// ALiBi, T5, context extension

/// Whether the slopes for 16 heads are rule(h), h = 1 .. 16.
template <class Rule>
bool slopes_are(Rule rule) {
  const Vector slopes = *alibi_slopes(16);
  Vector ruled(slopes.size());
  for (Index h = 0; h < slopes.size(); ++h) ruled[h] = rule(static_cast<double>(h + 1));
  return alike(slopes, ruled);
}

/// What T5's relative bias adds for a key so many words back.
double added_back(Index distance) {
  const auto rule = *T5BucketRule::make(BucketDirection::bidirectional, 32, 128);
  const Matrix table = learned(32, 1);
  const double length = static_cast<double>(distance + 1);
  return (*relative_bias(rule, table, 1, length))[0](0, 0);
}

StretchedWaves interpolated() {
  const auto theta = waves(128);
  return *stretches(wavelengths(theta), wavelengths(*position_interpolation(theta, 2)), 2);
}
StretchedWaves ntk() {
  const auto theta = waves(128);
  return *stretches(wavelengths(theta), wavelengths(*ntk_aware(theta, 2)), 2);
}
Index pairs_of(const StretchedWaves& stretched) { return stretched.times.size(); }
double first_of(const StretchedWaves& stretched) { return stretched.times[0]; }
double last_of(const StretchedWaves& stretched) { return stretched.times[pairs_of(stretched) - 1]; }

std::vector<QuizQuestion> make_questions() {
  using enum Told;
  return {
      {"why-positions",
       {{"speed", not_so},
        {"set",
         [] {
           return bare().equivariant &&
                  !reordered(AddedPositions::sinusoidal, AttentionMask::none).equivariant;
         }},
        {"scale", not_so},
        {"last-words", &attends_less_to_the_last}}},
      {"formula",
       {{"ratio",
         [] {
           return is_the_table([](Index pos, Index, Index d) {
             return static_cast<double>(pos) / static_cast<double>(d);
           });
         }},
        {"table",
         [] {
           const Matrix table = learned(10, 8);
           return is_the_table([&](Index pos, Index n, Index) { return table(pos, n); });
         }},
        {"parity",
         [] {
           return is_the_table([](Index pos, Index, Index) { return pos % 2 == 0 ? 1.0 : 0.0; });
         }},
        {"waves", [] { return is_the_table(&wave); }}}},
      {"joins",
       {{"added", so}, {"appended", not_so}, {"multiplied", not_so}, {"replaces", not_so}}},
      {"dot-product",
       {{"sum", [] { return equal_products({{2, 10}, {5, 7}, {6, 6}}); }},
        {"larger", [] { return equal_products({{3, 10}, {9, 10}, {10, 10}}); }},
        {"difference", [] { return equal_products({{3, 10}, {103, 110}, {110, 103}}); }},
        {"nothing", [] { return equal_products({{3, 10}, {3, 4}, {5, 5}}); }}}},
      {"unseen",
       {{"no-row", [] { return !has_value_at(100000); }},
        {"formula", [] { return has_value_at(100000) && has_value_at(0.5); }},
        {"any-length", not_so},
        {"power-of-two", [] { return has_value_at(65536) && !has_value_at(100000); }}}},
      {"frequencies",
       {{"rises", [] { return (steps(waves(64).values()).array() > 0).all(); }},
        {"stays", [] { return all_same(waves(64).values()); }},
        {"same-step", [] { return all_same(steps(waves(64).values())); }},
        {"same-factor",
         [] {
           const Vector omega = waves(64).values();
           return is_geometric(omega) && omega[1] < omega[0];
         }}}},
      {"pair",
       {{"sine-cosine",
         [] { return are_sine_and_cosine(a_pair_of_columns(), waves(64).values()[6]); }},
        {"slow-fast", [] { return peak_of(12) < peak_of(13); }},
        {"word-place", not_so},
        {"equal",
         [] {
           const Matrix columns = a_pair_of_columns();
           return alike(columns.col(0), columns.col(1));
         }}}},
      {"paper", {{"bert", not_so}, {"roformer", not_so}, {"attention", so}, {"alibi", not_so}}},

      {"reordered",
       {{"outputs",
         [] {
           const auto both = bare();
           return as_before(both.outputs, both.reordered_outputs);
         }},
        {"mean", [] { return bare().invariant; }},
        {"weights",
         [] {
           const auto both = bare();
           return as_before(both.weights, both.reordered_weights);
         }},
        {"nothing",
         [] {
           const auto both = bare();
           return !both.invariant && !as_before(both.outputs, both.reordered_outputs) &&
                  !as_before(both.weights, both.reordered_weights);
         }}}},
      {"shift",
       {{"one", [] { return one_matrix(three_on()) && all_carried(three_on()); }},
        {"each", [] { return !one_matrix(three_on()); }},
        {"approximate", [] { return !all_carried(three_on()); }},
        {"factor", [] { return std::ranges::all_of(three_on(), &is_multiple); }}}},
      {"slow-peak",
       {{"63", [] { return peak_of(63) == 63; }},
        {"31", [] { return peak_of(63) == 31; }},
        {"50", [] { return peak_of(63) == 50; }},
        {"0", [] { return peak_of(63) == 0; }}}},
      {"fourier",
       {{"basis", &are_orthogonal_columns},
        {"harmonics", [] { return are_whole_multiples(waves(32).values()); }},
        {"features", [] { return !are_orthogonal_columns() && is_geometric(waves(32).values()); }},
        {"random", [] { return !is_geometric(waves(32).values()); }}}},
      {"similarity",
       {{"exponential",
         [] {
           const auto offsets = counted(static_cast<int>(reach));
           return alike(similarities(16), *exponential_decay(offsets), 0.01);
         }},
        {"falls", [] { return kernel_course(waves(16), reach)->rises == 0; }},
        {"comes-back",
         [] {
           return similarities(16)[1] < similarities(16)[0] &&
                  kernel_course(waves(16), reach)->rises > 0;
         }},
        {"constant", [] { return all_same(similarities(16)); }}}},
      {"angle",
       {{"zero", [] { return parts().angles[1] < 10; }},
        {"right",
         [] {
           const auto [token, position, angles, spreads] = parts();
           return std::abs(angles[1] - 90) < 2 && spreads[1] < spreads[0];
         }},
        {"opposite", [] { return parts().angles[1] > 170; }},
        {"any", [] { return parts().angle_spreads[1] >= parts().angle_spreads[0]; }}}},
      {"table-size",
       {{"sum", [] { return learned(128, 32).size() == 128 + 32; }},
        {"product", [] { return learned(128, 32).size() == 128 * 32; }},
        {"width", [] { return learned(128, 32).size() == 32; }},
        {"none", [] { return learned(128, 32).size() == 0; }}}},
      {"past-table",
       {{"last-row", [] { return row_512_is([](const Matrix& table) { return table.row(511); }); }},
        {"zeros",
         [] {
           return row_512_is(
               [](const Matrix& table) { return Vector::Zero(table.cols()).transpose(); });
         }},
        {"error", [] { return !look_up(learned(512, 8), std::array{512.0}).has_value(); }},
        {"mean",
         [] { return row_512_is([](const Matrix& table) { return table.colwise().mean(); }); }}}},
      {"rope-rotates", {{"words", not_so}, {"q-k", so}, {"q-k-v", not_so}, {"scores", not_so}}},
      {"rope-keeps",
       {{"components", [] { return alike(turned(1000), a_query()); }},
        {"length", [] { return keeps_norm(1000); }},
        {"sum", [] { return same(turned(1000).sum(), a_query().sum()); }},
        {"product", [] { return same(turned(1000).dot(a_key()), a_query().dot(a_key())); }}}},
      {"rope-test",
       {{"proved", [] { return !passes_and_is_wrong(); }},
        {"not-proved", &passes_and_is_wrong},
        {"sum", [] { return equal_scores(PairLayout::interleaved, {{5, 3}, {6, 2}, {4, 4}}); }}}},
      {"rope-base",
       {{"slow",
         [] { return waves(128, 500000).values()[slowest] < waves(128).values()[slowest]; }},
        {"fast", [] { return waves(128, 500000).values()[0] > waves(128).values()[0]; }},
        {"longer", [] { return !keeps_norm(1000, 500000); }},
        {"parameters", not_so}}},
      {"alibi-where",
       {{"embeddings", not_so}, {"before", not_so}, {"after", so}, {"weights", not_so}}},
      {"alibi-slopes",
       {{"halves", [] { return slopes_are([](double h) { return std::exp2(-h); }); }},
        {"roots", [] { return slopes_are([](double h) { return std::exp2(-h / 2); }); }},
        {"even", [] { return slopes_are([](double h) { return h / 16; }); }},
        {"learned", not_so}}},
      {"rope-beyond",
       {{"no-value", [] { return !rotate(rope(), a_query(), std::array{4096.0}).has_value(); }},
        {"slow",
         [] {
           return turns_of(slowest, 2048) < 1 && turns_of(slowest, 4096) > turns_of(slowest, 2048);
         }},
        {"longer", [] { return !keeps_norm(4096); }},
        {"fast", [] { return turns_of(0, 2048) < 1 && turns_of(0, 4096) >= 1; }}}},
      {"interpolation",
       {{"all", [] { return interpolated().whole == pairs_of(interpolated()); }},
        {"slow",
         [] { return same(first_of(interpolated()), 1) && same(last_of(interpolated()), 2); }},
        {"shorter", [] { return interpolated().times.maxCoeff() < 1; }},
        {"none", [] { return interpolated().kept == pairs_of(interpolated()); }}}},
      {"ntk",
       {{"all", [] { return ntk().whole == pairs_of(ntk()); }},
        {"fast", [] { return same(first_of(ntk()), 2) && same(last_of(ntk()), 1); }},
        {"none", [] { return ntk().kept == pairs_of(ntk()); }},
        {"slow", [] { return same(first_of(ntk()), 1) && same(last_of(ntk()), 2); }}}},
      {"t5-far",
       {{"in-proportion", [] { return same(added_back(1000), 5 * added_back(200)); }},
        {"same", [] { return same(added_back(1000), added_back(200)); }},
        {"nothing", [] { return same(added_back(1000), 0) && same(added_back(200), 0); }},
        {"own",
         [] {
           return !same(added_back(1000), added_back(200)) && !same(added_back(1000), 0) &&
                  !same(added_back(1000), 5 * added_back(200));
         }}}},
      {"causal-order",
       {{"equivariant", [] { return masked().equivariant; }},
        {"mask", [] { return !masked().equivariant; }},
        {"as-well", not_so}}},
      {"no-positions",
       {{"longer", [] { return !bare().invariant; }},
        {"layers", not_so},
        {"never", [] { return bare().invariant; }}}},
      {"two-seeds", {{"rope", not_so}, {"alibi", not_so}, {"mean", not_so}, {"neither", so}}},
      {"adds",
       {{"shape", [] { return added(10).size() != a_query().size(); }},
        {"start", [] { return !alike(added(0), turned(0)); }},
        {"norm", [] { return added(10).norm() > 1.1 * turned(10).norm(); }},
        // The last pair at position 1, to two decimals.
        {"slow-pair", [] { return !alike(added(1).tail(2), turned(1).tail(2), 0.005); }}}},
      {"who-alibi", {{"llama", not_so}, {"bert", not_so}, {"bloom", so}, {"gpt-2", not_so}}},
  };
}

/// Each order alike.
template <class T>
void shuffle(std::vector<T>& all, Random& random) {
  for (std::size_t left = all.size(); left > 1; --left) {
    std::swap(all[left - 1], all[random.below(left)]);
  }
}

Item item_of(const QuizQuestion& question) {
  Item item{.id = std::string(question.id)};
  for (const QuizOption& option : question.options) item.choices.emplace_back(option.id);
  return item;
}

const QuizQuestion& question_of(std::string_view id) {
  return *std::ranges::find(quiz_questions(), id, &QuizQuestion::id);
}

Grade grade_quiz(const std::vector<Item>& items, const Answers& answers) {
  Grade grade{0, static_cast<int>(items.size()), {}};
  for (const Item& item : items) {
    const std::string_view given = answer_to(answers, item.id);
    // What nobody has answered need not be computed.
    const bool is_empty = judge_choice(given, "").outcome == Outcome::empty;
    const Verdict verdict =
        judge_choice(given, is_empty ? "" : right_option(question_of(item.id)).id);
    grade.score += points(verdict.outcome);
    grade.items.push_back({item.id, verdict});
  }
  return grade;
}

}  // namespace

const std::vector<QuizQuestion>& quiz_questions() {
  static const std::vector<QuizQuestion> questions = make_questions();
  return questions;
}

bool holds(const QuizOption& option) {
  const Claim* claim = std::get_if<Claim>(&option.truth);
  return claim ? (*claim)() : *std::get_if<Told>(&option.truth) == Told::so;
}

const QuizOption& right_option(const QuizQuestion& question) {
  return *std::ranges::find_if(question.options, &holds);
}

bool is_computed(const QuizQuestion& question) {
  return std::ranges::none_of(question.options, [](const QuizOption& option) {
    const Told* told = std::get_if<Told>(&option.truth);
    return told && *told == Told::so;
  });
}

Exercise quiz(Seed seed) {
  std::vector<Item> items;
  std::string computed;
  for (const QuizQuestion& question : quiz_questions()) {
    items.push_back(item_of(question));
    if (is_computed(question)) computed += (computed.empty() ? "" : ", ") + items.back().id;
  }
  if (seed != 0) {
    Random random(seed);
    shuffle(items, random);
    for (Item& item : items) shuffle(item.choices, random);
  }
  return {"quiz", seed, {{"computed", computed}}, items, [items](const Answers& answers) {
            return grade_quiz(items, answers);
          }};
}

}  // namespace posenc
