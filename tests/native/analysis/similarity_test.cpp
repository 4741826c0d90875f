#include "posenc/analysis/similarity.hpp"

#include "drawn.hpp"
#include "test.hpp"

TEST_CASE("dot products depend on the offset only, and are the kernel") {
  for (const Index d : {4, 16, 128}) {
    const auto frequencies = *GeometricFrequencies::make(d, 10000);
    const std::array pairs{PositionPair{0, 5}, PositionPair{5, 0}, PositionPair{100, 105},
                           PositionPair{4000, 4005}};
    const Vector dots = *dot_products(frequencies, pairs);
    const Vector kernel = *kernel_dot(frequencies, std::array{5.0});
    for (const double dot : dots) CHECK(dot == doctest::Approx(kernel[0]).epsilon(1e-11));
  }
}

TEST_CASE("dot products of rows: each with each") {
  const Matrix table{{1, 2}, {3, 4}, {0, -1}};
  const Matrix products = dot_products_of_rows(table);
  CHECK(products == Matrix{{5, 11, -2}, {11, 25, -4}, {-2, -4, 1}});
  CHECK(dot_products_of_rows(Matrix(0, 3)).size() == 0);
}

TEST_CASE("dot products depend on the offset only, for every size, base and place") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Index d = drawn::even(random, 256);
    const double base = drawn::base(random);
    const double offset = drawn::position(random, 2000);
    const double first = drawn::position(random, 2000);
    const double second = drawn::position(random, 2000);
    CAPTURE(d);
    CAPTURE(base);
    CAPTURE(offset);
    const auto frequencies = *GeometricFrequencies::make(d, base);
    const Vector dots = *dot_products(
        frequencies,
        std::array{PositionPair{first, first + offset}, PositionPair{second + offset, second}});
    const double kernel = (*kernel_dot(frequencies, std::array{offset}))[0];
    const double rounding = 1e-12 * static_cast<double>(d);
    CHECK(std::abs(dots[0] - kernel) <= rounding);
    CHECK(std::abs(dots[1] - kernel) <= rounding);
    CHECK(kernel <= static_cast<double>(d) / 2);
  }
}

TEST_CASE("cosine similarity is the dot product over d/2, and the mean of cosines") {
  const auto frequencies = *GeometricFrequencies::make(16, 10000);
  const std::array pairs{PositionPair{3, 13}, PositionPair{20, 40}};
  const Vector cosines = *cosine_similarities(frequencies, pairs);
  CHECK(((*dot_products(frequencies, pairs) / 8) - cosines).cwiseAbs().maxCoeff() < 1e-15);
  const Vector kernel = *kernel_mean_cos(frequencies, std::array{10.0, 20.0});
  CHECK((kernel - cosines).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("similarity is not monotonic: at d = 16 distance 20 is nearer than distance 10") {
  const Vector kernel =
      *kernel_mean_cos(*GeometricFrequencies::make(16, 10000), std::array{0.0, 10.0, 20.0});
  CHECK(kernel[0] == 1);
  CHECK(kernel[1] < kernel[2]);
}

TEST_CASE("similarity: bad positions and offsets are errors") {
  const auto frequencies = *GeometricFrequencies::make(4, 10000);
  CHECK(kernel_dot(frequencies, std::array{1.0, std::nan("")}).error().message ==
        "[similarity] each of offsets must be a number between -2^53 and 2^53 but got nan");
  CHECK_FALSE(kernel_mean_cos(frequencies, std::array{1e300}));
  CHECK_FALSE(dot_products(frequencies, std::array{PositionPair{0, std::nan("")}}));
  CHECK_FALSE(cosine_similarities(frequencies, std::array{PositionPair{1e300, 0}}));
}

namespace {
/// sum_i cos(offset base^(-2i/d)), in long double and without the core.
double cosine_sum(Index d, double base, double offset) {
  long double sum = 0;
  for (Index i = 0; i < d / 2; ++i) {
    const long double exponent = -2.0L * static_cast<long double>(i) / static_cast<long double>(d);
    sum += std::cos(static_cast<long double>(offset) *
                    std::pow(static_cast<long double>(base), exponent));
  }
  return static_cast<double>(sum);
}
}  // namespace

TEST_CASE("dot products around a position are the sums of cosines, wherever it lies") {
  const std::array offsets{-10.0, -1.0, 0.0, 0.5, 1.0, 7.0, 300.0};
  for (const Index d : {2, 6, 128}) {
    for (const double base : {2.0, 10000.0}) {
      for (const double position : {-3.0, 0.0, 25.0, 4000.0}) {
        CAPTURE(d);
        CAPTURE(position);
        const DotProductsAround around =
            *dot_products_around(*GeometricFrequencies::make(d, base), position, offsets);
        REQUIRE(around.dots.size() == 7);
        REQUIRE(around.kernel.size() == 7);
        double difference = 0;
        for (Index n = 0; n < 7; ++n) {
          const double expected = cosine_sum(d, base, offsets[static_cast<std::size_t>(n)]);
          CHECK(std::abs(around.dots[n] - expected) < 1e-10);
          CHECK(std::abs(around.kernel[n] - expected) < 1e-11);
          difference = std::max(difference, std::abs(around.dots[n] - around.kernel[n]));
        }
        CHECK(around.difference == difference);
        CHECK(around.kernel[2] == static_cast<double>(d) / 2);
      }
    }
  }
  const auto frequencies = *GeometricFrequencies::make(128, 10000);
  // The angles of a far position are less exact: the difference is computed, not put.
  CHECK(dot_products_around(frequencies, 1e12, offsets)->difference > 1e-9);
  CHECK(dot_products_around(frequencies, 5, {})->difference == 0);
}

TEST_CASE(
    "similarities of rows: cosines, their means at each distance, and those of mirrored rows") {
  // At 0, 90, 180 and 225 degrees, of different lengths.
  Matrix table(4, 2);
  table << 2, 0, 0, 1e-150, -3, 0, -1e100, -1e100;
  const RowSimilarities rows = *similarities_of_rows(table);
  const double half = std::sqrt(0.5);
  Matrix expected(4, 4);
  expected << 1, 0, -1, -half, 0, 1, 0, -half, -1, 0, 1, half, -half, -half, half, 1;
  CHECK((rows.matrix - expected).cwiseAbs().maxCoeff() < 1e-15);
  REQUIRE(rows.by_offset.size() == 3);
  CHECK(rows.by_offset[0] == doctest::Approx(half / 3).epsilon(1e-15));
  CHECK(rows.by_offset[1] == doctest::Approx((-1 - half) / 2).epsilon(1e-15));
  CHECK(rows.by_offset[2] == doctest::Approx(-half).epsilon(1e-15));
  CHECK(rows.mirrored == doctest::Approx(-half / 2).epsilon(1e-15));
  // The one in the middle has no mirror image.
  CHECK(similarities_of_rows(table.topRows(3))->mirrored == doctest::Approx(-1).epsilon(1e-15));

  // Of the sinusoidal table, as similarity_matrix has them.
  const auto frequencies = *GeometricFrequencies::make(16, 100);
  const Matrix waves =
      *sinusoidal_table(frequencies, std::array{0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
  const Matrix by_formula = similarity_matrix(frequencies, 7)->matrix;
  CHECK((similarities_of_rows(waves)->matrix - by_formula).cwiseAbs().maxCoeff() < 1e-14);

  const auto refused = [](const Matrix& of) { return similarities_of_rows(of).error().message; };
  CHECK(refused(table.topRows(1)) == "[similarity] the table must have at least 2 rows but has 1");
  CHECK(refused(Matrix(0, 0)) == "[similarity] the table must have at least 2 rows but has 0");
  CHECK(refused(Matrix::Zero(2, 2)) ==
        "[similarity] every row of the table must have a norm above 0, but row 0 does not");
  CHECK(refused(Matrix(2, 0)) ==
        "[similarity] every row of the table must have a norm above 0, but row 0 does not");
  table(1, 1) = std::nan("");
  CHECK(refused(table).starts_with("[similarity] every element of the table must be a number"));
  CHECK(similarities_of_rows(Matrix::Ones(10000, 1)).error().code == ErrorCode::too_large);
}

TEST_CASE("the similarity matrix depends on the offset only, by rows as by pairs") {
  for (const Index d : {2, 16, 128}) {
    for (const double base : {2.0, 10000.0}) {
      const auto frequencies = *GeometricFrequencies::make(d, base);
      const SimilarityMatrix similarity = *similarity_matrix(frequencies, 50);
      REQUIRE(similarity.matrix.rows() == 50);
      REQUIRE(similarity.matrix.cols() == 50);
      double lowest = 1;
      for (Index row = 0; row < 50; ++row) {
        for (Index col = 0; col < 50; ++col) {
          const double expected =
              cosine_sum(d, base, static_cast<double>(row - col)) * 2 / static_cast<double>(d);
          CHECK(std::abs(similarity.matrix(row, col) - expected) < 1e-13);
          lowest = std::min(lowest, similarity.matrix(row, col));
        }
      }
      CHECK(similarity.lowest == lowest);
      CHECK(similarity.diagonal_spread < 1e-13);
      CHECK(similarity.diagonal_spread > 0);
    }
  }
}

TEST_CASE("the diagonal spread is the largest over all offsets, both ways") {
  // The plain way to find the spread is to look at all pairs.
  const SimilarityMatrix similarity = *similarity_matrix(*GeometricFrequencies::make(8, 2), 90);
  double spread = 0;
  for (Index row = 0; row < 90; ++row) {
    for (Index col = 0; col < 90; ++col) {
      for (Index step = 0; row + step < 90 && col + step < 90; ++step) {
        spread = std::max(spread, std::abs(similarity.matrix(row, col) -
                                           similarity.matrix(row + step, col + step)));
      }
    }
  }
  CHECK(similarity.diagonal_spread == spread);
  const auto diagonal = similarity.matrix.diagonal();
  CHECK(spread > 2 * (diagonal.maxCoeff() - diagonal.minCoeff()));
  const SimilarityMatrix one = *similarity_matrix(*GeometricFrequencies::make(8, 100), 1);
  CHECK(one.diagonal_spread == 0);
  CHECK(one.lowest == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("similarity matrix, dot products around: bad input is an error") {
  const auto frequencies = *GeometricFrequencies::make(4, 10000);
  for (const auto& [count, shown] : {std::pair{0.0, "0"}, {-3.0, "-3"}, {1.5, "1.5"}}) {
    CHECK(similarity_matrix(frequencies, count).error().message ==
          std::string("[similarity] count must be a whole number above 0 and below 2^31 but got ") +
              shown);
  }
  CHECK_FALSE(similarity_matrix(frequencies, std::nan("")));
  CHECK(
      similarity_matrix(frequencies, 8193).error().message ==
      "[similarity] the matrix would have 8193 x 8193 elements, but at most 67108864 are computed "
      "at once");
  CHECK(similarity_matrix(*GeometricFrequencies::make(1 << 20, 100), 65).error().code ==
        ErrorCode::too_large);
  const auto message = [&](double position, double offset) {
    return dot_products_around(frequencies, position, std::array{offset}).error().message;
  };
  CHECK(message(std::nan(""), 0) ==
        "[sinusoidal] position must be a number between -2^53 and 2^53 but got nan");
  CHECK(message(0, 1e17) ==
        "[similarity] each of offsets must be a number between -2^53 and 2^53 but got 1e+17");
  CHECK(message(-max_position, -max_position) ==
        "[similarity] position + each of offsets must be a number between -2^53 and 2^53 but got "
        "-18014398509481984");
}

TEST_CASE("that only the offset counts is found where rounding leaves it to be found") {
  const auto frequencies = *GeometricFrequencies::make(128, 10000);
  const std::array offsets{-3.0, 0.0, 7.0};
  CHECK(dot_products_around(frequencies, 50, offsets)->offset_only);
  CHECK_FALSE(dot_products_around(frequencies, 1e15, offsets)->offset_only);
  const auto matrix = similarity_matrix(frequencies, 50);
  CHECK(matrix->offset_only);
  CHECK(matrix->diagonal_spread <= rounding_tolerance);
}

TEST_CASE("similarity: too much time or memory is an error before any work") {
  const auto wide = *GeometricFrequencies::make(8192, 10000);
  CHECK(
      similarity_matrix(wide, 8192).error().message ==
      "[similarity] the matrix would take 8192 x 8192 x 8192 products, but at most 17179869184 are "
      "computed at once");
  const std::vector<double> offsets(16385);
  CHECK(kernel_dot(wide, offsets).error().message ==
        "[similarity] the sums would have 16385 x 4096 elements, but at most 67108864 are computed "
        "at once");
  CHECK(kernel_mean_cos(wide, offsets).error().code == ErrorCode::too_large);
  const std::vector<PositionPair> pairs(8193);
  CHECK(cosine_similarities(wide, pairs).error().message ==
        "[similarity] the encodings would have 8193 x 8192 elements, but at most 67108864 are "
        "computed at once");
  CHECK(dot_products(wide, pairs).error().code == ErrorCode::too_large);
}

TEST_CASE("the similarity of wide encodings falls like 1 - (ln k + gamma) / ln base") {
  const auto measured = [](Index d, double base, double offset) {
    return (*kernel_mean_cos(*GeometricFrequencies::make(d, base), std::array{offset}))[0];
  };
  const auto limit = [](double base, double offset) {
    return (*similarity_limit(base, std::array{offset}))[0];
  };
  CHECK(limit(10000, 100) == doctest::Approx(0.437).epsilon(0.001));
  CHECK(limit(10000, 500) == doctest::Approx(0.263).epsilon(0.002));
  CHECK(std::abs(measured(512, 10000, 100) - limit(10000, 100)) < 2e-4);
  CHECK(std::abs(measured(512, 10000, 500) - limit(10000, 500)) < 2e-4);
  // In between, 256 cosines are still far enough apart to be in step at some distances.
  for (double offset = 10; offset <= 300; ++offset) {
    CAPTURE(offset);
    CHECK(std::abs(measured(512, 10000, offset) - limit(10000, offset)) < 0.03);
    CHECK(limit(10000, -offset) == limit(10000, offset));
  }
  // With many more columns only what the formula leaves out is left, with any base.
  for (const double base : {1000.0, 10000.0, 500000.0}) {
    for (double offset = 20; offset < base / 20; offset *= 1.7) {
      CAPTURE(base);
      CAPTURE(offset);
      // |Ci(k)| < 1/k, and Ci(x) - gamma - ln x is about -x^2/4.
      const double near = (1 / offset + offset * offset / (4 * base * base)) / std::log(base);
      CHECK(std::abs(measured(32768, base, offset) - limit(base, offset)) < near + 2e-3);
    }
  }
  CHECK(std::isinf(limit(10000, 0)));
  CHECK(similarity_limit(1, std::array{1.0}).error().message ==
        "[similarity] base must be a number above 1 but got 1");
  CHECK(similarity_limit(INFINITY, std::array{1.0}).error().message ==
        "[similarity] base must be a number above 1 but got inf");
  CHECK(similarity_limit(10, std::array{1e16}).error().message ==
        "[similarity] each of offsets must be a number between -2^53 and 2^53 but got "
        "10000000000000000");
}
