#include "posenc/analysis/decay.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "posenc/analysis/similarity.hpp"
#include "posenc/argument.hpp"

namespace posenc {
namespace {

using Complex = std::complex<double>;

/// Smaller changes of the kernel can be rounding.
double rounding_of(const InverseFrequencies& frequencies) {
  return rounding_tolerance * static_cast<double>(frequencies.pairs());
}

/// Calls visit(offset, kernel before it, kernel there) for the offsets 1 .. limit.
template <class Visit>
std::optional<Error> follow_kernel(const InverseFrequencies& frequencies, double limit,
                                   Visit visit) {
  const auto last = to_count("[decay] `limit`", limit);
  if (!last) return last.error();
  if (auto error = check_size("[decay] the cosines", *last, frequencies.pairs())) return error;

  double before = static_cast<double>(frequencies.pairs());
  std::vector<double> offsets(1024);  // computed at a time
  for (Index first = 1; first <= *last; first += static_cast<Index>(offsets.size())) {
    offsets.resize(std::min(offsets.size(), static_cast<std::size_t>(*last - first + 1)));
    std::iota(offsets.begin(), offsets.end(), static_cast<double>(first));
    const auto kernel = kernel_dot(frequencies, offsets);
    if (!kernel) return kernel.error();
    for (Index n = 0; n < kernel->size(); ++n) {
      visit(first + n, before, (*kernel)[n]);
      before = (*kernel)[n];
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Vector> rope_partial_sums(const InverseFrequencies& theta, double distance) {
  if (auto error = check_position("[decay] `distance`", distance)) return *error;
  Vector magnitudes(theta.pairs());
  Complex sum = 0;
  for (Index i = 0; i < theta.pairs(); ++i) {
    const double angle = distance * theta.values()[i];
    sum += Complex(std::cos(angle), std::sin(angle));
    magnitudes[i] = std::abs(sum);
  }
  return magnitudes;
}

Result<Vector> rope_decay(const InverseFrequencies& theta, std::span<const double> distances) {
  const auto count = static_cast<Index>(distances.size());
  if (auto error = check_positions("[decay] each of `distances`", distances)) return *error;
  if (auto error = check_size("[decay] the partial sums", count, theta.pairs())) return *error;
  Vector means(count);
  for (Index n = 0; n < count; ++n) {
    POSENC_TRY(sums, rope_partial_sums(theta, distances[static_cast<std::size_t>(n)]));
    means[n] = sums.mean();
  }
  return means;
}

Result<ScoreBounds> rope_score_bound(const InverseFrequencies& theta, const Vector& q,
                                     const Vector& k, std::span<const double> distances) {
  if (auto error = check_components("[decay]", "q", q, "d", theta.dimension())) return *error;
  if (auto error = check_components("[decay]", "k", k, "d", theta.dimension())) return *error;
  POSENC_TRY(means, rope_decay(theta, distances));

  // From the last pair to the first, starting from h_{d/2} = 0.
  double largest_step = 0;
  Complex next = 0;
  for (Index i = theta.pairs() - 1; i >= 0; --i) {
    const Index a = 2 * i;
    const Index b = 2 * i + 1;
    // (q_a + i q_b) (k_a - i k_b)
    const Complex h(q[a] * k[a] + q[b] * k[b], q[b] * k[a] - q[a] * k[b]);
    largest_step = std::max(largest_step, std::abs(next - h));
    next = h;
  }
  const double factor = largest_step * static_cast<double>(theta.pairs());
  return ScoreBounds{largest_step, factor * means};
}

Result<DecayTrend> rope_decay_course(const InverseFrequencies& theta, double limit) {
  POSENC_TRY(last, to_count("[decay] `limit`", limit));
  if (auto error = check_size("[decay] the sums", last + 1, theta.pairs())) return *error;
  std::vector<double> distances(static_cast<std::size_t>(last) + 1);
  std::iota(distances.begin(), distances.end(), 0.0);
  POSENC_TRY(means, rope_decay(theta, distances));

  DecayTrend course{std::move(means), std::nullopt, 0, true};
  const double rounding = rounding_tolerance * course.means[0];
  for (Index n = 1; n < course.means.size(); ++n) {
    const double step = course.means[n] - course.means[n - 1];
    if (std::abs(step) > rounding) course.constant = false;
    if (step > rounding) {
      if (!course.first_rise) course.first_rise = n;
      ++course.rises;
    }
  }
  return course;
}

Result<Vector> exponential_decay(std::span<const double> offsets) {
  const auto count = static_cast<Index>(offsets.size());
  if (auto error = check_positions("[decay] each of `offsets`", offsets)) return *error;
  if (auto error = check_size("[decay] the result", 1, count)) return *error;
  Vector result(count);
  for (Index n = 0; n < count; ++n) {
    result[n] = std::exp(-std::abs(offsets[static_cast<std::size_t>(n)]));
  }
  return result;
}

Result<KernelTrend> kernel_course(const InverseFrequencies& frequencies, double limit) {
  const double rounding = rounding_of(frequencies);
  KernelTrend course{};
  const auto visit = [&](Index offset, double before, double here) {
    if (!course.first_negative && here < -rounding) course.first_negative = offset;
    if (here - before > rounding) {
      if (!course.first_rise) course.first_rise = offset;
      ++course.rises;
    }
  };
  if (auto error = follow_kernel(frequencies, limit, visit)) return *error;
  return course;
}

Result<Vector> kernel_rises(const InverseFrequencies& frequencies, double limit) {
  const double rounding = rounding_of(frequencies);
  std::vector<double> rises;
  const auto visit = [&](Index offset, double before, double here) {
    if (here - before > rounding) rises.push_back(static_cast<double>(offset));
  };
  if (auto error = follow_kernel(frequencies, limit, visit)) return *error;
  return Vector(Vector::Map(rises.data(), static_cast<Index>(rises.size())));
}

}  // namespace posenc
