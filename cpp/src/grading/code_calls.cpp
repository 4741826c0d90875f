#include "posenc/grading/code_calls.hpp"

#include "posenc/grading/angle.hpp"
#include "posenc/grading/draw.hpp"

namespace posenc {

std::string python_float(double value) {
  std::string text = format_number(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string python_list(const Vector& numbers) {
  std::string components;
  for (const double number : numbers) {
    components += (components.empty() ? "" : ", ") + python_float(number);
  }
  return "[" + components + "]";
}

std::string base_argument(double base) {
  return base == default_base ? "" : ", base=" + python_float(base);
}

Nested nested(const Matrix& rows) {
  return {{rows.rows(), rows.cols()}, rows.reshaped<Eigen::RowMajor>()};
}
Nested nested(const Vector& x) { return {{x.size()}, x}; }

Nested transposed(const Nested& table) {
  const Matrix rows = table.values.reshaped<Eigen::RowMajor>(table.shape[0], table.shape[1]);
  return nested(Matrix(rows.transpose()));
}

GeometricFrequencies frequencies(Index d, double base) {
  return *GeometricFrequencies::make(d, base);
}

Vector vector(std::initializer_list<double> components) {
  return Eigen::Map<const Vector>(components.begin(), static_cast<Index>(components.size()));
}

Vector draw_vector(Random& random, Index size) {
  Vector x(size);
  for (double& component : x) {
    const double tenths = from(random, 1, 20);
    component = (random.below(2) == 0 ? tenths : -tenths) / 10;
  }
  return x;
}

double draw_other_base(Random& random) { return one_of(random, {100, 400, 500, 1000, 2500}); }

Vector quarter_turned(const Vector& x, PairLayout layout) {
  Vector turned(x.size());
  for (Index i = 0; i < x.size() / 2; ++i) {
    const auto [a, b] = pair_components(i, x.size() / 2, layout);
    turned[a] = -x[b];
    turned[b] = x[a];
  }
  return turned;
}

Vector angles_of_pairs(Index d, double position, double base, PairLayout layout,
                       Approach approach) {
  const Vector omega = worked_frequencies(d, base, approach);
  Vector all(d);
  for (Index i = 0; i < omega.size(); ++i) {
    const auto [a, b] = pair_components(i, omega.size(), layout);
    all[a] = all[b] = worked_position(position, approach) * omega[i];
  }
  return all;
}

Vector turned_by(const Vector& x, double position, double base, PairLayout pairs,
                 PairLayout angles_of, Approach approach) {
  const Vector angle = angles_of_pairs(x.size(), position, base, angles_of, approach);
  const Vector partner = quarter_turned(x, pairs);
  Vector result(x.size());
  for (Index n = 0; n < result.size(); ++n) {
    const auto [cos, sin] =
        worked_turn(approach == Reason::rotation_sign ? -angle[n] : angle[n], approach);
    result[n] = x[n] * cos + partner[n] * sin;
  }
  return result;
}

}  // namespace posenc
