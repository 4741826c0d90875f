#include "posenc/model/product.hpp"

#include "drawn.hpp"
#include "test.hpp"

namespace {

/// A matrix in memory, its rows `stride` apart. Nothing is behind its last element, so that the address
/// sanitizer sees whatever reads further.
template <class Real>
struct Stored {
  Index stride;
  std::vector<Real> memory;

  Stored(const Matrix& values, Index stride_of_rows) : stride(stride_of_rows) {
    memory.assign(static_cast<std::size_t>((values.rows() - 1) * stride + values.cols()), -999);
    for (Index row = 0; row < values.rows(); ++row) {
      for (Index col = 0; col < values.cols(); ++col) {
        memory[static_cast<std::size_t>(row * stride + col)] = static_cast<Real>(values(row, col));
      }
    }
  }
  const Real* data() const { return memory.data(); }
};

/// Where a product is written, between numbers of which none may change.
template <class Real>
struct Written {
  static constexpr Index margin = 40;
  static constexpr Real guard = 12345;
  Index rows, cols, stride;
  std::vector<Real> memory;

  Written(const Matrix& before, Index stride_of_rows)
      : rows(before.rows()), cols(before.cols()), stride(stride_of_rows) {
    memory.assign(static_cast<std::size_t>(rows * stride + 2 * margin), guard);
    for (Index row = 0; row < rows; ++row) {
      for (Index col = 0; col < cols; ++col) {
        data()[row * stride + col] = static_cast<Real>(before(row, col));
      }
    }
  }
  Real* data() { return memory.data() + margin; }
  Matrix values() {
    Matrix result(rows, cols);
    for (Index row = 0; row < rows; ++row) {
      for (Index col = 0; col < cols; ++col) {
        result(row, col) = static_cast<double>(data()[row * stride + col]);
      }
    }
    return result;
  }
  bool changed_nothing_around() {
    const auto others = std::ranges::count(memory, guard);
    return others == static_cast<Index>(memory.size()) - rows * cols;
  }
};

/// Numbers that a Real holds, so that what is left are the errors of the product alone.
template <class Real>
Matrix drawn_as(Random& random, Index rows, Index cols) {
  return drawn::matrix(random, rows, cols).template cast<Real>().template cast<double>();
}

/// The error of `got`, as a fraction of the largest rounding error for that many terms.
template <class Real>
double worst(const Matrix& got, const Matrix& expected, const Matrix& magnitudes, Index terms) {
  const double unit = std::numeric_limits<Real>::epsilon() * static_cast<double>(terms + 3);
  return ((got - expected).array().abs() / (unit * magnitudes.array() + 1e-300)).maxCoeff();
}

template <class Real, Left left>
void check_products(std::uint64_t seed) {
  Random random(seed);
  for (int round = 0; round < 40; ++round) {
    const Index rows = drawn::index(random, 1, 40);
    const Index cols = drawn::index(random, 1, 40);
    const Index inner = drawn::index(random, 1, 40);
    const Index a_more = drawn::index(random, 0, 3);
    const Index b_more = drawn::index(random, 0, 3);
    const Index c_more = drawn::index(random, 0, 3);
    CAPTURE(rows);
    CAPTURE(cols);
    CAPTURE(inner);
    const Matrix a = drawn_as<Real>(random, rows, inner);
    const Matrix b = drawn_as<Real>(random, inner, cols);
    const Matrix c = drawn_as<Real>(random, rows, cols);
    const Matrix row = drawn_as<Real>(random, 1, cols);
    const Matrix product = a * b;
    const Matrix bias = row.replicate(rows, 1);
    const Matrix of_product = a.cwiseAbs() * b.cwiseAbs();
    const Matrix magnitudes = of_product + bias.cwiseAbs() + c.cwiseAbs();

    const Matrix a_as_read = left == Left::as_it_is ? a : Matrix(a.transpose());
    const Stored<Real> A(a_as_read, a_as_read.cols() + a_more);
    const Stored<Real> B(b, cols + b_more);
    const Stored<Real> other(c, cols + c_more);
    const Stored<Real> added(row, cols);
    std::vector<Real> packed(static_cast<std::size_t>(packed_size<Real>(inner, cols)));
    pack(B.data(), inner, cols, B.stride, packed.data());

    const auto off = [&](const Finish<Real>& finish, const Matrix& expected) {
      Written<Real> C(Matrix::Constant(rows, cols, 777), cols + c_more);
      multiply<left>(rows, cols, inner, A.data(), A.stride, packed.data(), C.data(), C.stride,
                     finish);
      CHECK(C.changed_nothing_around());
      return worst<Real>(C.values(), expected, magnitudes, inner);
    };
    CHECK(off({}, product) <= 1);
    CHECK(off({.bias = added.data()}, product + bias) <= 1);
    CHECK(off({.bias = added.data(), .activation = Finish<Real>::Activation::relu},
              (product + bias).cwiseMax(0)) <= 1);
    CHECK(off({.bias = added.data(), .added = other.data()}, product + bias + c) <= 1);
    CHECK(off({.gate = other.data()}, (c.array() > 0).select(product, 0.0)) <= 1);
    // All at once, in the order that is promised.
    CHECK(off({.bias = added.data(),
               .added = other.data(),
               .gate = other.data(),
               .activation = Finish<Real>::Activation::relu},
              (c.array() > 0).select((product + bias + c).cwiseMax(0), 0.0)) <= 1);

    Written<Real> sum(c, cols + c_more);
    multiply<left, Real>(rows, cols, inner, A.data(), A.stride, packed.data(), sum.data(),
                         sum.stride, {.added = sum.data()});
    CHECK(sum.changed_nothing_around());
    CHECK(worst<Real>(sum.values(), product + c, magnitudes, inner) <= 1);
  }
}

template <class Real>
void check_packing(std::uint64_t seed) {
  constexpr Index lanes = lane_count<Real>;
  Random random(seed);
  for (Index cols = 1; cols <= 40; ++cols) {
    const Index rows = drawn::index(random, 1, 9);
    const Index more = drawn::index(random, 0, 3);
    CAPTURE(rows);
    CAPTURE(cols);
    const Matrix b = drawn_as<Real>(random, rows, cols);
    // Panel by panel: 4 vectors wide, the last one 2 if they hold what is left.
    std::vector<Real> expected;
    for (Index col = 0; col < cols;) {
      const Index width = (cols - col <= 2 * lanes ? 2 : 4) * lanes;
      for (Index row = 0; row < rows; ++row) {
        for (Index c = col; c < col + width; ++c) {
          expected.push_back(c < cols ? static_cast<Real>(b(row, c)) : 0);
        }
      }
      col += width;
    }
    CHECK(packed_size<Real>(rows, cols) == static_cast<Index>(expected.size()));
    std::vector<Real> packed(expected.size(), -999);
    const Stored<Real> B(b, cols + more);
    pack(B.data(), rows, cols, B.stride, packed.data());
    CHECK((packed == expected));
    packed.assign(expected.size(), -999);
    const Stored<Real> transposed(b.transpose(), rows + more);
    pack_transposed(transposed.data(), cols, rows, transposed.stride, packed.data());
    CHECK((packed == expected));
  }
}

template <class Real>
Real one_exp(Real x) {
  return exp_of_negative(splat(x))[lane_count<Real> - 1];
}

}  // namespace

TEST_CASE("packing: panel after panel, filled up with zeros, of exactly packed_size elements") {
  check_packing<float>(1);
  check_packing<double>(2);
}

TEST_CASE("products of packed matrices are those of Eigen, to rounding, and stay within C") {
  check_products<float, Left::as_it_is>(3);
  check_products<double, Left::as_it_is>(4);
  check_products<float, Left::transposed>(5);
  check_products<double, Left::transposed>(6);
}

TEST_CASE("e^x of numbers up to 0, in float: within 2 units in the last place, and 0 below -87") {
  double most = 0;
  for (int n = 0; n <= 87 * 128; ++n) {
    const float x = -static_cast<float>(n) / 128;
    const double exact = std::exp(static_cast<double>(x));
    const float near = static_cast<float>(exact);
    const double unit = static_cast<double>(near) - std::nextafter(near, 0.0F);
    most = std::max(most, std::abs(static_cast<double>(one_exp(x)) - exact) / unit);
  }
  CHECK(most <= 2);
  CHECK(one_exp(0.0F) == 1);
  CHECK(one_exp(-87.001F) == 0);
  CHECK(one_exp(-1e30F) == 0);
  CHECK(one_exp(-std::numeric_limits<float>::infinity()) == 0);
  // Each lane for itself.
  const Lanes<float> lanes = exp_of_negative(Lanes<float>{0, -1, -100, -2});
  CHECK(lanes[0] == 1);
  CHECK(lanes[1] == one_exp(-1.0F));
  CHECK(lanes[2] == 0);
  CHECK(lanes[3] == one_exp(-2.0F));

  CHECK(one_exp(-0.75) == std::exp(-0.75));
  CHECK(one_exp(-std::numeric_limits<double>::infinity()) == 0);
}

TEST_CASE("sums and largest of lanes, whole and in part") {
  std::vector<float> values;
  double sum = 0;
  for (Index count = 0; count <= 13; ++count) {
    const float got = sum_over<float>(
        count, [&](Index n) { return load(values.data() + n); },
        [&](Index n) { return values[static_cast<std::size_t>(n)]; });
    CHECK(static_cast<double>(got) == sum);
    values.push_back(static_cast<float>((count * 7) % 11 - 5));
    sum += static_cast<double>(values.back());
  }
  CHECK(max_of(Lanes<float>{-4, -2, -3, -5}) == -2);
  CHECK(max_of(Lanes<double>{-4, -2}) == -2);
  const auto part = load_part(values.data(), 2, -1.0F);
  CHECK(part[0] == values[0]);
  CHECK(part[1] == values[1]);
  CHECK(part[2] == -1);
  CHECK(part[3] == -1);
  float stored[3] = {8, 8, 8};
  store_part(stored, part, 2);
  CHECK(stored[1] == values[1]);
  CHECK(stored[2] == 8);
}
