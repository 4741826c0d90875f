#include "posenc/grading/quiz_topics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/encoding/sinusoidal.hpp"

// The sinusoidal encoding: its formula, as a signal, as a hash, and added to a word.
namespace posenc::quiz_topics {
namespace {

using enum Stated;

bool all_same(const Vector& values) {
  return values.maxCoeff() - values.minCoeff() <= rounding_tolerance;
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

std::vector<ShiftComparison> shifts_by_three() {
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
bool all_carry(const std::vector<ShiftComparison>& shifts) {
  return std::ranges::all_of(shifts, &ShiftComparison::carries);
}

/// Whether PE(pos + 3) is a multiple of PE(pos).
bool is_multiple(const ShiftComparison& shift) {
  const double factor = shift.start.dot(shift.target) / shift.start.squaredNorm();
  return alike(factor * shift.start, shift.target);
}

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

Vector similarities_by_offset(Index d) {
  const auto offsets = counted(static_cast<int>(reach));
  return *kernel_mean_cos(waves(d), offsets);
}

PartsOfSum parts() {
  constexpr std::array<double, 2> widths{16, 512};
  return *parts_of_sum({.tokens = 7}, widths);
}

constexpr QuizEntry questions_on_waves[] = {
    {"formula",
     {{{"ratio",
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
       {"waves", [] { return is_the_table(&wave); }}}}},
    {"joins",
     {{{"added", is_true},
       {"appended", is_false},
       {"multiplied", is_false},
       {"replaces", is_false}}}},
    {"dot-product",
     {{{"sum", [] { return equal_products({{2, 10}, {5, 7}, {6, 6}}); }},
       {"larger", [] { return equal_products({{3, 10}, {9, 10}, {10, 10}}); }},
       {"difference", [] { return equal_products({{3, 10}, {103, 110}, {110, 103}}); }},
       {"nothing", [] { return equal_products({{3, 10}, {3, 4}, {5, 5}}); }}}}},
    {"unseen",
     {{{"no-row", [] { return !has_value_at(100000); }},
       {"formula", [] { return has_value_at(100000) && has_value_at(0.5); }},
       {"any-length", is_false},
       {"power-of-two", [] { return has_value_at(65536) && !has_value_at(100000); }}}}},
    {"frequencies",
     {{{"rises", [] { return (steps(waves(64).values()).array() > 0).all(); }},
       {"stays", [] { return all_same(waves(64).values()); }},
       {"same-step", [] { return all_same(steps(waves(64).values())); }},
       {"same-factor",
        [] {
          const Vector omega = waves(64).values();
          return is_geometric(omega) && omega[1] < omega[0];
        }}}}},
    {"pair",
     {{{"sine-cosine",
        [] { return are_sine_and_cosine(a_pair_of_columns(), waves(64).values()[6]); }},
       {"slow-fast", [] { return peak_of(12) < peak_of(13); }},
       {"word-place", is_false},
       {"equal",
        [] {
          const Matrix columns = a_pair_of_columns();
          return alike(columns.col(0), columns.col(1));
        }}}}},
    {"paper",
     {{{"bert", is_false}, {"roformer", is_false}, {"attention", is_true}, {"alibi", is_false}}}},
    {"shift",
     {{{"one", [] { return one_matrix(shifts_by_three()) && all_carry(shifts_by_three()); }},
       {"each", [] { return !one_matrix(shifts_by_three()); }},
       {"approximate", [] { return !all_carry(shifts_by_three()); }},
       {"factor", [] { return std::ranges::all_of(shifts_by_three(), &is_multiple); }}}}},
    {"slow-peak",
     {{{"63", [] { return peak_of(63) == 63; }},
       {"31", [] { return peak_of(63) == 31; }},
       {"50", [] { return peak_of(63) == 50; }},
       {"0", [] { return peak_of(63) == 0; }}}}},
    {"fourier",
     {{{"basis", &are_orthogonal_columns},
       {"harmonics", [] { return are_whole_multiples(waves(32).values()); }},
       {"features", [] { return !are_orthogonal_columns() && is_geometric(waves(32).values()); }},
       {"random", [] { return !is_geometric(waves(32).values()); }}}}},
    {"similarity",
     {{{"exponential",
        [] {
          const auto offsets = counted(static_cast<int>(reach));
          return alike(similarities_by_offset(16), *exponential_decay(offsets), 0.01);
        }},
       {"falls", [] { return kernel_course(waves(16), reach)->rises == 0; }},
       {"comes-back",
        [] {
          return similarities_by_offset(16)[1] < similarities_by_offset(16)[0] &&
                 kernel_course(waves(16), reach)->rises > 0;
        }},
       {"constant", [] { return all_same(similarities_by_offset(16)); }}}}},
    {"angle",
     {{{"zero", [] { return parts().angles[1] < 10; }},
       {"right",
        [] {
          const auto [token, position, angles, spreads] = parts();
          return std::abs(angles[1] - 90) < 2 && spreads[1] < spreads[0];
        }},
       {"opposite", [] { return parts().angles[1] > 170; }},
       {"any", [] { return parts().angle_spreads[1] >= parts().angle_spreads[0]; }}}}},
};

}  // namespace

std::span<const QuizEntry> sinusoidal_questions() { return questions_on_waves; }

}  // namespace posenc::quiz_topics
