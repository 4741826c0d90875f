#include "posenc/encoding/rotary.hpp"

#include "drawn.hpp"
#include "test.hpp"

namespace {

constexpr std::array layouts{PairLayout::interleaved, PairLayout::half_split};

RotaryEmbedding rope_of(Index head_dim, double base, PairLayout layout, double factor = 1) {
  return *RotaryEmbedding::make(*GeometricFrequencies::make(head_dim, base),
                                static_cast<double>(head_dim), layout, factor);
}

/// (One by one: the order in which arguments are computed is not the same in every compiler.)
RotaryEmbedding drawn_rope(Random& random, Index head_dim) {
  const double base = drawn::base(random);
  const PairLayout layout = drawn::layout(random);
  return rope_of(head_dim, base, layout);
}

Vector rotated(const RotaryEmbedding& rope, const Vector& x, double position) {
  return rotate(rope, x, {&position, 1})->row(0);
}

double score(const RotaryEmbedding& rope, const Vector& q, const Vector& k, double m, double n) {
  return (*rotary_scores(rope, q, k, std::array{PositionPair{m, n}}))[0];
}

/// x with its components in another order: y[j] = x[p[j]].
Vector permuted(const Vector& x, const Vector& permutation) {
  Vector y(x.size());
  for (Index j = 0; j < x.size(); ++j) y[j] = x[static_cast<Index>(permutation[j])];
  return y;
}

/// Rounding of angles up to `position`, for sums of size `size`.
double rounding(double position, double size) { return 1e-15 * (1 + std::abs(position)) * size; }

}  // namespace

TEST_CASE("rotation keeps the norm, in both layouts") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Index d = drawn::even(random, 256);
    const Vector x = drawn::vector(random, d);
    const auto rope = drawn_rope(random, d);
    const double position = drawn::position(random, 1e6);
    CAPTURE(d);
    CAPTURE(position);
    CHECK(rotated(rope, x, position).norm() == doctest::Approx(x.norm()).epsilon(1e-13));
  }
}

TEST_CASE("the score depends on m - n only, in both layouts") {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const Index d = drawn::even(random, 128);
    const double base = drawn::base(random);
    const Vector q = drawn::vector(random, d);
    const Vector k = drawn::vector(random, d);
    const double m = drawn::position(random, 5000);
    const double n = drawn::position(random, 5000);
    const double shift = drawn::position(random, 5000);
    for (const PairLayout layout : layouts) {
      const auto rope = rope_of(d, base, layout);
      CAPTURE(d);
      CAPTURE(shift);
      const double here = score(rope, q, k, m, n);
      CHECK(std::abs(score(rope, q, k, m + shift, n + shift) - here) <=
            rounding(15000, q.norm() * k.norm()));
      // A property that no rotation at all would have too.
      if (m != n && d > 2) {
        CHECK(std::abs(here - q.dot(k)) > rounding(15000, q.norm() * k.norm()));
      }
    }
  }
}

TEST_CASE("the score is that of the key rotated by n - m alone") {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const Index d = drawn::even(random, 64);
    const auto rope = drawn_rope(random, d);
    const Vector q = drawn::vector(random, d);
    const Vector k = drawn::vector(random, d);
    const double m = drawn::position(random, 3000);
    const double n = drawn::position(random, 3000);
    CHECK(std::abs(score(rope, q, k, m, n) - q.dot(rotated(rope, k, n - m))) <=
          rounding(6000, q.norm() * k.norm()));
  }
}

TEST_CASE("both layouts are equal up to the permutation, and differ without it") {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    const Index d = drawn::even(random, 128);
    const double base = drawn::base(random);
    const double position = drawn::position(random, 1e5);
    const Vector x = drawn::vector(random, d);
    const Vector to_half = *layout_permutation(static_cast<double>(d), PairLayout::interleaved,
                                               PairLayout::half_split);
    const Vector back = *layout_permutation(static_cast<double>(d), PairLayout::half_split,
                                            PairLayout::interleaved);
    const auto interleaved = rope_of(d, base, PairLayout::interleaved);
    const auto half_split = rope_of(d, base, PairLayout::half_split);
    CHECK(permuted(permuted(x, to_half), back) == x);
    CHECK(rotated(half_split, permuted(x, to_half), position) ==
          permuted(rotated(interleaved, x, position), to_half));
    if (d > 2 && position != 0) {
      CHECK(rotated(half_split, x, position) != rotated(interleaved, x, position));
    }
  }
  const auto same = *layout_permutation(6, PairLayout::half_split, PairLayout::half_split);
  for (Index j = 0; j < 6; ++j) CHECK(same[j] == static_cast<double>(j));
}

TEST_CASE("the rotation matrix rotates, is orthogonal, and R_m^T R_n = R_(n-m)") {
  Random random(5);
  for (int round = 0; round < 40; ++round) {
    const Index d = drawn::even(random, 32);
    const auto rope = drawn_rope(random, d);
    const Vector x = drawn::vector(random, d);
    const double m = drawn::position(random, 2000);
    const double n = drawn::position(random, 2000);
    const Matrix of_m = *rotation_matrix(rope, m);
    const Matrix of_n = *rotation_matrix(rope, n);
    CHECK((of_m * x - rotated(rope, x, m)).lpNorm<Eigen::Infinity>() <= 1e-14 * x.norm());
    CHECK((of_m.transpose() * of_m).isIdentity(1e-14));
    CHECK((of_m.transpose() * of_n).isApprox(*rotation_matrix(rope, n - m), rounding(4000, 1)));
  }
}

TEST_CASE("partial rotation: the first rotary_dim like a head of their own, the rest unchanged") {
  Random random(6);
  for (int round = 0; round < 60; ++round) {
    const Index r = drawn::even(random, 32);
    // Any head_dim from r on, also an odd one.
    const Index d = r + static_cast<Index>(random.below(9));
    const double base = drawn::base(random);
    const Vector x = drawn::vector(random, d);
    for (const PairLayout layout : layouts) {
      const auto partial = *RotaryEmbedding::make(static_cast<double>(d), static_cast<double>(r),
                                                  base, name_in(pair_layout_names, layout));
      CHECK(partial.rotary_dim() == r);
      const Vector whole = rotated(partial, x, 77);
      CHECK(whole.head(r) == rotated(rope_of(r, base, layout), x.head(r), 77));
      CHECK(whole.tail(d - r) == x.tail(d - r));
      const Matrix m = *rotation_matrix(partial, 77);
      CHECK(m.bottomRightCorner(d - r, d - r).isIdentity(0));
      CHECK((m * x - whole).lpNorm<Eigen::Infinity>() <= 1e-14 * x.norm());
    }
  }
}

TEST_CASE("an attention factor multiplies rotated components, and the score by its square") {
  Random random(7);
  const Vector q = drawn::vector(random, 16);
  const Vector k = drawn::vector(random, 16);
  const double factor = 1.25;
  for (const PairLayout layout : layouts) {
    const auto plain = rope_of(16, 10000, layout);
    const auto scaled = rope_of(16, 10000, layout, factor);
    CHECK(rotated(scaled, q, 9).isApprox(factor * rotated(plain, q, 9), 1e-15));
    CHECK(rotation_matrix(scaled, 9)->isApprox(factor * *rotation_matrix(plain, 9), 1e-15));
    CHECK(score(scaled, q, k, 9, 4) ==
          doctest::Approx(factor * factor * score(plain, q, k, 9, 4)).epsilon(1e-14));
  }
}

TEST_CASE("the cache rotates as the formula does, in every layout, size and place") {
  Random random(8);
  for (int round = 0; round < 40; ++round) {
    const Index r = drawn::even(random, 48);
    const Index d = r + static_cast<Index>(random.below(5));
    const Index heads = 1 + static_cast<Index>(random.below(3));
    const Index length = 1 + static_cast<Index>(random.below(9));
    const Index first = static_cast<Index>(random.below(20));
    const double base = drawn::base(random);
    const PairLayout layout = drawn::layout(random);
    const auto rope = *RotaryEmbedding::make(*GeometricFrequencies::make(r, base),
                                             static_cast<double>(d), layout, 1.5);
    const auto cache = *RotaryCache<double>::make(rope, static_cast<double>(first + length));
    const Vector before = drawn::vector(random, heads * length * d);
    Vector after = before;
    REQUIRE_FALSE(
        cache.rotate({after.data(), static_cast<std::size_t>(after.size())}, heads, length, first));
    for (Index row = 0; row < heads * length; ++row) {
      const double position = static_cast<double>(first + row % length);
      CHECK(after.segment(row * d, d) == rotated(rope, before.segment(row * d, d), position));
    }
  }
}

TEST_CASE("float32: a cache whose angles were formed in double is exact to float32 far out") {
  const Index d = 128;
  const Index position = 131071;
  Random random(9);
  const Vector x = drawn::vector(random, d).cwiseMax(-1).cwiseMin(1);
  for (const PairLayout layout : layouts) {
    const auto rope = rope_of(d, 10000, layout);
    const auto cache = *RotaryCache<float>::make(rope, static_cast<double>(position + 1));
    const Eigen::VectorXf before = x.cast<float>();
    Eigen::VectorXf after = before;
    REQUIRE_FALSE(cache.rotate({after.data(), static_cast<std::size_t>(d)}, 1, 1, position));
    const Vector exact = rotated(rope, before.cast<double>(), static_cast<double>(position));
    CHECK((after.cast<double>() - exact).lpNorm<Eigen::Infinity>() < 2e-7);
  }
}

TEST_CASE("a token's heads are rotated as by rotate(), and their gradients by the transpose") {
  Random random(41);
  for (int round = 0; round < 30; ++round) {
    const Index d = drawn::even(random, 20);
    const Index beyond = 2 * drawn::index(random, 0, 2);  // components that are not rotated
    const Index heads = drawn::index(random, 1, 4);
    const Index position = drawn::index(random, 0, 60);
    const double factor = drawn::magnitude(random, 0.5, 2);
    const PairLayout layout = drawn::layout(random);
    const Index head_dim = d + beyond;
    CAPTURE(d);
    CAPTURE(position);
    const auto rope = *RotaryEmbedding::make(*GeometricFrequencies::make(d, 100),
                                             static_cast<double>(head_dim), layout, factor);
    const auto cache = *RotaryCache<double>::make(rope, 61);
    const Matrix x = drawn::matrix(random, heads, head_dim);
    const Matrix y = drawn::matrix(random, heads, head_dim);
    Matrix rotated_x = x;
    cache.rotate_token(rotated_x.data(), heads, position);
    Matrix back_y = y;
    cache.rotate_token_gradient(back_y.data(), heads, position);
    for (Index h = 0; h < heads; ++h) {
      const Vector expected = rotated(rope, x.row(h), static_cast<double>(position));
      CHECK((rotated_x.row(h).transpose() - expected).cwiseAbs().maxCoeff() < 1e-14);
      // <R x, y> = <x, R^T y>
      CHECK(std::abs(rotated_x.row(h).dot(y.row(h)) - x.row(h).dot(back_y.row(h))) < 1e-12);
    }

    std::vector<float> in_float(static_cast<std::size_t>(x.size()));
    for (Index n = 0; n < x.size(); ++n) {
      in_float[static_cast<std::size_t>(n)] = static_cast<float>(x.data()[n]);
    }
    RotaryCache<float>::make(rope, 61)->rotate_token(in_float.data(), heads, position);
    double off = 0;
    for (Index n = 0; n < x.size(); ++n) {
      const double got = in_float[static_cast<std::size_t>(n)];
      off = std::max(off, std::abs(got - rotated_x.data()[n]));
    }
    CHECK(off < 2e-6);
  }
}

TEST_CASE("a cache rejects what does not fit it, and leaves the tensor unchanged") {
  const auto cache = *RotaryCache<float>::make(rope_of(4, 100, PairLayout::interleaved), 8);
  CHECK(cache.count() == 8);
  std::vector<float> x(24, 1.0F);
  const auto message = [&](Index heads, Index length, Index first) {
    const auto error = cache.rotate(x, heads, length, first);
    return error ? error->message : "";
  };
  CHECK(message(2, 3, 0) == "");
  x.assign(24, 1.0F);
  CHECK(message(2, 2, 0) ==
        "[rotary] x must have heads x length x head_dim = 2 x 2 x 4 elements but has 24");
  CHECK(message(-2, -3, 0) ==
        "[rotary] x must have heads x length x head_dim = -2 x -3 x 4 elements but has 24");
  CHECK(message(2, 3, 6) ==
        "[rotary] positions must be from 0 to 7, as the cache has 8, but they are from 6 to 8");
  CHECK(message(2, 3, -1) ==
        "[rotary] positions must be from 0 to 7, as the cache has 8, but they are from -1 to 1");
  CHECK(message(2, 3, 5) == "");
  x.assign(24, 1.0F);
  CHECK(message(1, 6, 3) != "");
  CHECK(x == std::vector<float>(24, 1.0F));
}

TEST_CASE("rotary: bad input is one sentence that names the value and what was expected") {
  const double nan = std::nan("");
  const auto made = [](double head_dim, double rotary_dim, double base = 10000,
                       const char* layout = "interleaved") {
    return RotaryEmbedding::make(head_dim, rotary_dim, base, layout).error().message;
  };
  CHECK(made(7, 7) == "[rotary] head_dim must be even if the whole head is rotated but got 7");
  CHECK(made(0, 0) == "[rotary] head_dim must be a whole number above 0 and below 2^31 but got 0");
  CHECK(made(-4, 2) ==
        "[rotary] head_dim must be a whole number above 0 and below 2^31 but got -4");
  CHECK(made(nan, nan) ==
        "[rotary] head_dim must be a whole number above 0 and below 2^31 but got nan");
  CHECK(made(infinity, 2) ==
        "[rotary] head_dim must be a whole number above 0 and below 2^31 but got inf");
  CHECK(made(8, 3) ==
        "[rotary] rotary_dim must be a positive even number up to head_dim = 8 but got 3");
  CHECK(made(8, 10) ==
        "[rotary] rotary_dim must be a positive even number up to head_dim = 8 but got 10");
  CHECK(made(8, 0) ==
        "[rotary] rotary_dim must be a positive even number up to head_dim = 8 but got 0");
  CHECK(made(8, 2.5) ==
        "[rotary] rotary_dim must be a positive even number up to head_dim = 8 but got 2.5");
  CHECK(made(8, 8, 0) == "[frequencies] base must be a finite number above 0 but got 0");
  CHECK(made(8, 8, infinity) == "[frequencies] base must be a finite number above 0 but got inf");
  CHECK(made(8, 8, 10000, "spiral") ==
        "[rotary] layout must be \"interleaved\" or \"half_split\" but got \"spiral\"");

  const auto theta = *GeometricFrequencies::make(8, 10000);
  CHECK(RotaryEmbedding::make(theta, 6, PairLayout::interleaved).error().message ==
        "[rotary] head_dim must be at least rotary_dim = 8 but got 6");
  for (const double factor : {0.0, -1.0, nan, infinity, 1e11}) {
    const std::string expected =
        "[rotary] attention_factor must be a number above 0 and up to 1e+10 but got " +
        format_number(factor);
    CHECK(RotaryEmbedding::make(theta, 8, PairLayout::interleaved, factor).error().message ==
          expected);
    CHECK(cos_sin_table(theta, {}, factor).error().message == expected);
  }

  const auto rope = rope_of(4, 10000, PairLayout::interleaved);
  const Vector x = Vector::Ones(4);
  Vector spoiled = x;
  spoiled[2] = nan;
  const std::array far{9007199254740994.0};
  const std::string where =
      "[rotary] each of positions must be a number between -2^53 and 2^53 but got 9007199254740994";
  CHECK(rotate(rope, x, far).error().message == where);
  CHECK(cos_sin_table(theta, far).error().message == where);
  CHECK(rotation_matrix(rope, far[0]).error().message ==
        "[rotary] position must be a number between -2^53 and 2^53 but got 9007199254740994");
  CHECK(rotary_scores(rope, x, x, std::array{PositionPair{0, far[0]}}).error().message == where);
  CHECK(rotary_scores(rope, x, x, std::array{PositionPair{far[0], 0}}).error().message == where);
  CHECK(rotate(rope, Vector::Ones(3), far).error().message ==
        "[rotary] x must have head_dim = 4 components but has 3");
  CHECK(rotate(rope, spoiled, {}).error().message ==
        "[rotary] every component of x must be a number up to 1e+100 in magnitude but one is nan");
  CHECK(rotary_scores(rope, x, spoiled, {}).error().message ==
        "[rotary] every component of k must be a number up to 1e+100 in magnitude but one is nan");
  spoiled[2] = -1e101;
  CHECK(rotary_scores(rope, spoiled, x, {}).error().message ==
        "[rotary] every component of q must be a number up to 1e+100 in magnitude but one is "
        "-1e+101");

  for (const double count : {0.0, -1.0, 1.5, nan, infinity}) {
    CHECK(RotaryCache<float>::make(rope, count).error().message ==
          "[rotary] count must be a whole number above 0 and below 2^31 but got " +
              format_number(count));
  }
  CHECK(RotaryCache<float>::make(rope, 2147483647).error().code == ErrorCode::too_large);
  CHECK(RotaryEmbedding::make(theta, 2147483647, PairLayout::half_split).error().code ==
        ErrorCode::too_large);
  const auto wide = rope_of(16384, 10000, PairLayout::half_split);
  CHECK(rotation_matrix(wide, 1).error().message ==
        "[rotary] the matrix would have 16384 x 16384 elements, but at most 67108864 are computed "
        "at once");
  const std::vector<double> many(5000, 1.0);
  CHECK(cos_sin_table(wide.theta(), many).error().code == ErrorCode::too_large);
  CHECK(rotate(wide, Vector::Ones(16384), many).error().code == ErrorCode::too_large);
  const std::vector<PositionPair> pairs(5000);
  CHECK(rotary_scores(wide, Vector::Ones(16384), Vector::Ones(16384), pairs).error().message ==
        "[rotary] the rotated vectors would have 5000 x 16384 elements, but at most 67108864 are "
        "computed at once");
  for (const double dimension : {0.0, -2.0, 5.0, 2.5, nan}) {
    CHECK(layout_permutation(dimension, PairLayout::interleaved, PairLayout::half_split)
              .error()
              .message ==
          "[rotary] dimension must be a positive even number but got " + format_number(dimension));
  }
}

TEST_CASE("rotary: the largest numbers that are let in stay finite") {
  const auto rope = rope_of(4, 10000, PairLayout::half_split, 1e10);
  const Vector x = Vector::Constant(4, 1e100);
  CHECK(std::isfinite(score(rope, x, x, max_position, -max_position)));
}

TEST_CASE("rotary: scores under given frequencies are those of the embedding made of them") {
  Random random(4);
  const Vector q = drawn::vector(random, 8);
  const Vector k = drawn::vector(random, 8);
  const std::array pairs{PositionPair{3, 7}, PositionPair{100, 2}};
  for (const PairLayout layout : layouts) {
    const auto rope = rope_of(8, 500, layout, 1.5);
    CHECK(*rotary_scores_with(rope.theta().values(), 1.5, layout, q, k, pairs) ==
          *rotary_scores(rope, q, k, pairs));
  }
  // One pair, turned by 2 theta.
  const Vector x = Vector::Unit(2, 0);
  CHECK((*rotary_scores_with(Vector::Constant(1, 0.25), 1, PairLayout::interleaved, x, x,
                             std::array{PositionPair{3, 1}}))[0] ==
        doctest::Approx(std::cos(0.5)).epsilon(1e-15));
  const auto error = [&](const Vector& theta, double factor, const Vector& vector) {
    return rotary_scores_with(theta, factor, PairLayout::interleaved, vector, vector, pairs)
        .error()
        .message;
  };
  CHECK(error(Vector::Ones(2), 1, x) ==
        "[rotary] head_dim must be at least rotary_dim = 4 but got 2");
  CHECK(error(Vector::Ones(1), 0, x) ==
        "[rotary] attention_factor must be a number above 0 and up to 1e+10 but got 0");
  CHECK_FALSE(error(Vector(), 1, x).empty());
  CHECK_FALSE(error(Vector::Zero(1), 1, x).empty());
  CHECK_FALSE(error(Vector::Ones(1), 1, Vector()).empty());
}

TEST_CASE("rotary: many rotations come to the same, computed or cached") {
  for (const PairLayout layout : layouts) {
    const auto rope = rope_of(16, 10000, layout);
    for (const double repeats : {1.0, 7.0}) {
      const auto computed = *rotate_many(rope, 50, 3, repeats, RotationMethod::computed);
      const auto cached = *rotate_many(rope, 50, 3, repeats, RotationMethod::cached);
      CHECK(computed.rotated == 150 * repeats);
      CHECK(cached.rotated == computed.rotated);
      CHECK(*vectors_to_rotate(rope, 50, 3, repeats) == 150);
      CHECK(cached.checksum == doctest::Approx(computed.checksum).epsilon(1e-3));
    }
    // At position 0 nothing turns: 1, 1 + 1/8, .. 1 + 12/8, and again 1, 1 + 1/8, 1 + 2/8.
    CHECK(rotate_many(rope, 1, 1, 5, RotationMethod::cached)->checksum == 16 + (78.0 + 3) / 8);
  }
  const auto rope = rope_of(64, 10000, PairLayout::half_split);
  const auto error = [&](double positions, double heads, double repeats) {
    const std::string message =
        rotate_many(rope, positions, heads, repeats, RotationMethod::computed).error().message;
    CHECK(vectors_to_rotate(rope, positions, heads, repeats).error().message == message);
    return message;
  };
  CHECK(error(0, 1, 1) ==
        "[rotary] positions must be a whole number above 0 and below 2^31 but got 0");
  CHECK(error(1, 1.5, 1) ==
        "[rotary] heads must be a whole number above 0 and below 2^31 but got 1.5");
  CHECK(error(1, 1, -1) ==
        "[rotary] repeats must be a whole number above 0 and below 2^31 but got -1");
  CHECK(error(2147483647, 2147483647, 1) ==
        "[rotary] the vectors would have 2147483647 x 2147483647 x 64 elements, but at most "
        "67108864 are computed at once");
  CHECK(error(1024, 8, 1024) ==
        "[rotary] there would be 524288 x 1024 components to rotate, but at most 268435456 are "
        "rotated at once");
  CHECK(to_rotation_method("stored").error().message ==
        "[rotary] method must be \"computed\" or \"cached\" but got \"stored\"");
}

TEST_CASE("rotary: a fraction that a double rounds down rotates what it says") {
  CHECK(*rotated_components(100, 0.58) == 58);
  CHECK(*rotated_components(200, 0.29) == 58);
  CHECK(*rotated_components(100, 0.579) == 56);
  CHECK(*rotated_components(6, 0.7) == 4);
  CHECK(*rotated_components(128, 0.25) == 32);
  CHECK(*rotated_components(80, 0.4) == 32);
}
