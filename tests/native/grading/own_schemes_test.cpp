#include "posenc/grading/own_schemes.hpp"

#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/model/trainer.hpp"
#include "python_repr.hpp"
#include "test.hpp"

namespace {

const OwnScheme& own_scheme(Scheme scheme) {
  static const std::vector<OwnScheme> all = own_schemes();
  return *std::ranges::find(all, scheme, &OwnScheme::scheme);
}

std::string python_of(const Matrix& rows) {
  return python::repr(Nested{{rows.rows(), rows.cols()}, rows.reshaped<Eigen::RowMajor>()});
}

/// A learner's table of 32 positions, d = 32, with phase and exponent that may be wrong.
Answers table_results(double phase = 0, double factor = 2) {
  Matrix table(32, 32);
  for (Index p = 0; p < 32; ++p) {
    for (Index c = 0; c < 32; ++c) {
      const double angle =
          static_cast<double>(p) * std::pow(10000, -factor * static_cast<double>(c / 2) / 32);
      table(p, c) = std::sin(angle + (c % 2 == 0 ? phase : std::numbers::pi / 2 - phase));
    }
  }
  return {{own_scheme(Scheme::sinusoidal).calls.at(0), python_of(table)}};
}

using Turn = std::function<Vector(const Vector& x, double position)>;

/// The results of a learner's rotation of 8 components at 32 positions: of the unit vectors, then of another.
Answers turn_results(const Turn& turn) {
  Answers results;
  const auto& calls = own_scheme(Scheme::rope).calls;
  REQUIRE(calls.size() == 32);
  Vector last(8);
  last << 0.125, -0.25, 0.375, -0.5, 0.625, -0.75, 0.875, -1;
  for (std::size_t p = 0; p < calls.size(); ++p) {
    Matrix rows(9, 8);
    for (Index j = 0; j < 8; ++j) {
      rows.row(j) = turn(Vector(Matrix::Identity(8, 8).row(j)), static_cast<double>(p));
    }
    rows.row(8) = turn(last, static_cast<double>(p));
    results[calls[p]] = python_of(rows);
  }
  return results;
}

Turn rope(PairLayout layout, double direction = 1) {
  return [=](const Vector& x, double position) -> Vector {
    Vector y(8);
    for (Index i = 0; i < 4; ++i) {
      const auto [a, b] = pair_components(i, 4, layout);
      const double angle =
          direction * position * std::pow(10000.0, -2 * static_cast<double>(i) / 8);
      y[a] = x[a] * std::cos(angle) - x[b] * std::sin(angle);
      y[b] = x[a] * std::sin(angle) + x[b] * std::cos(angle);
    }
    return y;
  };
}

/// The results of a learner's bias at the lengths 4 to 8, 12, 16, 24 and 32, for each of 4 heads.
Answers bias_results(const std::function<double(Index head, double query, double key)>& bias) {
  Answers results;
  const auto& calls = own_scheme(Scheme::alibi).calls;
  REQUIRE(calls.size() == 9 * 4);
  std::size_t n = 0;
  for (const Index T : {4, 5, 6, 7, 8, 12, 16, 24, 32}) {
    for (Index h = 0; h < 4; ++h) {
      Matrix rows(T, T);
      for (Index t = 0; t < T; ++t) {
        for (Index key = 0; key < T; ++key) {
          rows(t, key) = bias(h, static_cast<double>(t), static_cast<double>(key));
        }
      }
      results[calls[n++]] = python_of(rows);
    }
  }
  return results;
}

double slope(Index head) { return std::pow(2, -2 * static_cast<double>(head + 1)); }

double right_bias(Index head, double query, double key) {
  return key > query ? -INFINITY : -slope(head) * (query - key);
}

std::vector<double> losses_after(const TrainingOptions& options, Index steps) {
  auto trainer = *Trainer::make(options);
  return trainer.step(steps).losses;
}

OwnReading read(Scheme scheme, const Answers& results) { return *read_own_scheme(scheme, results); }

}  // namespace

TEST_CASE("own schemes: the calls of three exercises, in Python") {
  const auto all = own_schemes();
  REQUIRE(all.size() == 3);
  CHECK(all[0].exercise == "code-sinusoidal");
  CHECK(all[0].calls == std::vector<std::string>{"sinusoidal_encoding(32, 32)"});
  CHECK(all[1].exercise == "code-rope");
  CHECK(all[1].calls[5] ==
        "[apply_rope(x, 5) for x in [[float(i == j) for j in range(8)] for i in range(8)] + "
        "[[0.125, -0.25, 0.375, -0.5, 0.625, -0.75, 0.875, -1.0]]]");
  CHECK(all[2].exercise == "code-alibi");
  CHECK(all[2].calls.front() == "alibi_bias(4, 4, causal=True)[0]");
  CHECK(all[2].calls.back() == "alibi_bias(4, 32, causal=True)[3]");
}

TEST_CASE("own schemes: right code gives the library's numbers, and trains like it to the bit") {
  for (const auto& [scheme, results] : {std::pair{Scheme::sinusoidal, table_results()},
                                        {Scheme::rope, turn_results(rope(PairLayout::interleaved))},
                                        {Scheme::alibi, bias_results(right_bias)}}) {
    const OwnReading reading = read(scheme, results);
    CHECK(reading.message == "");
    CHECK(reading.standing == OwnStanding::same);
    CHECK_FALSE(reading.difference);
    REQUIRE(reading.runs);
    auto own = *Trainer::make(reading.runs->own);
    auto built_in = *Trainer::make(reading.runs->built_in);
    CHECK(own.step(20).losses == built_in.step(20).losses);
    CHECK(own.evaluate(32)->loss == built_in.evaluate(32)->loss);
    auto without = reading.runs->built_in;
    without.model.position.scheme = Scheme::none;
    CHECK(losses_after(without, 20) != losses_after(reading.runs->own, 20));
  }
}

TEST_CASE("own schemes: numbers that are nearly right, and where wrong ones differ first") {
  CHECK(read(Scheme::sinusoidal, table_results(5e-7)).standing == OwnStanding::near);
  // Sine and cosine swapped: at position 0 the first component is 1.
  const OwnReading swapped = read(Scheme::sinusoidal, table_results(std::numbers::pi / 2));
  CHECK(swapped.standing == OwnStanding::differs);
  REQUIRE(swapped.difference);
  CHECK(swapped.difference->position == 0);
  CHECK(swapped.difference->index == 0);
  CHECK(swapped.difference->yours == doctest::Approx(1));
  CHECK(swapped.difference->expected == 0);
  CHECK(swapped.runs);
  const OwnReading exponent = read(Scheme::sinusoidal, table_results(0, 1));
  CHECK(exponent.difference->position == 1);
  CHECK(exponent.difference->index == 1);

  const OwnReading slopes = read(Scheme::alibi, bias_results([](Index h, double t, double k) {
                                   return h < 2 ? right_bias(h, t, k) : right_bias(h, t, k) / 2;
                                 }));
  CHECK(slopes.standing == OwnStanding::differs);
  REQUIRE(slopes.difference);
  CHECK(*slopes.difference->length == 4);
  CHECK(*slopes.difference->head == 2);
  CHECK(slopes.difference->position == 1);
  CHECK(slopes.difference->index == 0);
  CHECK(slopes.difference->expected == -1.0 / 64);
  CHECK(slopes.difference->yours == -1.0 / 128);
  // The mask is the model's, too, so it trains the same without.
  const OwnReading unmasked =
      read(Scheme::alibi,
           bias_results([](Index h, double t, double k) { return -slope(h) * std::abs(t - k); }));
  CHECK(unmasked.standing == OwnStanding::differs);
  CHECK(unmasked.difference->expected == -INFINITY);
  CHECK(losses_after(unmasked.runs->own, 3) == losses_after(unmasked.runs->built_in, 3));
}

TEST_CASE("own schemes: other conventions of RoPE, other matrices, and functions that are none") {
  const OwnReading halves = read(Scheme::rope, turn_results(rope(PairLayout::half_split)));
  CHECK(halves.standing == OwnStanding::convention);
  CHECK(halves.reason == Reason::other_layout);
  CHECK_FALSE(halves.difference);
  CHECK(losses_after(halves.runs->own, 5) == losses_after(halves.runs->built_in, 5));
  for (const PairLayout layout : {PairLayout::interleaved, PairLayout::half_split}) {
    const OwnReading back = read(Scheme::rope, turn_results(rope(layout, -1)));
    CHECK(back.standing == OwnStanding::convention);
    CHECK(back.reason == Reason::rotation_sign);
  }
  // The angle of pair 2 is off.
  const OwnReading off = read(Scheme::rope, turn_results([](const Vector& x, double position) {
                                Vector y = rope(PairLayout::interleaved)(x, position);
                                y.segment(4, 2) =
                                    rope(PairLayout::interleaved)(x, 2 * position).segment(4, 2);
                                return y;
                              }));
  CHECK(off.standing == OwnStanding::differs);
  CHECK(off.difference->position == 1);
  CHECK(off.difference->index == 2);
  CHECK(off.runs);
  const OwnReading shifted = read(Scheme::rope, turn_results([](const Vector& x, double position) {
                                    return Vector(x.array() + position);
                                  }));
  CHECK(shifted.standing == OwnStanding::not_linear);
  CHECK(shifted.difference->position == 1);
  CHECK(shifted.call == own_scheme(Scheme::rope).calls[1]);
  CHECK_FALSE(shifted.runs);
}

TEST_CASE("own schemes: what cannot train is named with its call") {
  const std::string call = "sinusoidal_encoding(32, 32)";
  const auto failure = [&](const std::string& text) {
    const OwnReading reading = read(Scheme::sinusoidal, {{call, text}});
    CHECK(reading.call == call);
    CHECK_FALSE(reading.runs);
    return std::pair{reading.standing, reading.message};
  };
  using enum OwnStanding;
  CHECK(failure("") == std::pair{failed, std::string("the call was not reached")});
  CHECK(failure("raise NameError: no such name") ==
        std::pair{failed, std::string("NameError: no such name")});
  CHECK(failure("[[1.0, 2.0]]") ==
        std::pair{unusable, std::string("expected 32 x 32 numbers but got 1 x 2")});
  CHECK(failure("None").first == unusable);
  CHECK(failure(python_of(Matrix::Constant(32, 32, NAN))) ==
        std::pair{unusable, std::string("[transformer] each of given must be a number of at most "
                                        "1000000000000000 in magnitude but one is nan")});
  CHECK(read(Scheme::alibi, {}).call == "alibi_bias(4, 4, causal=True)[0]");
  CHECK(read(Scheme::rope, {}).standing == failed);
  CHECK(message(read_own_scheme(Scheme::t5, {})) ==
        "[own] scheme must be sinusoidal, rope or alibi but got \"t5\"");
}

TEST_CASE("own schemes: how two trained models compare") {
  // Two seeds, two lengths; losses follow accuracies.
  const std::vector<double> one{0.9, 0.5, 0.92, 0.52, 1, 2, 1, 2};
  auto other = one;
  CHECK(*compare_own_training(one, other, 2) == OwnTraining::identical);
  other[4] = 1.5;
  CHECK(*compare_own_training(one, other, 2) == OwnTraining::alike);
  other[0] = other[2] = 0.8;
  CHECK(*compare_own_training(one, other, 2) == OwnTraining::ahead);
  CHECK(*compare_own_training(other, one, 2) == OwnTraining::behind);
  other[1] = other[3] = 0.7;
  CHECK(*compare_own_training(one, other, 2) == OwnTraining::mixed);
  CHECK(message(compare_own_training(one, {}, 2)) ==
        "[own] there must be the same accuracies and losses of both models, a multiple of 4, but "
        "there are 8 and 0");
  CHECK_FALSE(compare_own_training(one, one, 0));
}

TEST_CASE("own schemes: the best within and beyond the trained length") {
  LabOutcome outcome{"order", {"sinusoidal", "rope", "alibi"}, {8, 32}, 2, {}, 8, 0.5, {}};
  outcome.accuracies = {0.99, 0.6, 0.99, 0.6, 0.99, 0.7, 0.99, 0.72, 0.9, 0.95, 0.9, 0.94};
  const OwnBest best = *best_own_schemes(outcome);
  CHECK(best.within == std::vector<std::string>{"sinusoidal", "rope"});
  CHECK(best.beyond == std::vector<std::string>{"alibi"});
  outcome.train_longest = 4;
  CHECK_FALSE(best_own_schemes(outcome));
}
