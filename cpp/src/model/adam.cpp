#include "posenc/model/adam.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/model/lanes.hpp"
#include "posenc/portable.hpp"

namespace posenc {
namespace {

template <class Real>
struct Rates {
  Real beta1, beta2, step, correction, eps, scale;
};

template <class Real>
__attribute__((noinline)) void update(Index count, Real* __restrict p, const Real* __restrict g,
                                      Real* __restrict m, Real* __restrict v,
                                      const Rates<Real> with) {
  const auto [beta1, beta2, step, correction, eps, scale] = with;
  for (Index n = 0; n < count; ++n) {
    const Real gradient = g[n] * scale;
    m[n] = beta1 * m[n] + (1 - beta1) * gradient;
    v[n] = beta2 * v[n] + (1 - beta2) * gradient * gradient;
    p[n] -= step * m[n] / (std::sqrt(v[n] * correction) + eps);
  }
}

}  // namespace

template <class Real>
void Adam<Real>::step(std::span<Real> parameters, std::span<const Real> gradients,
                      double learning_rate, double gradient_scale) {
  ++steps_;
  const auto real = [](double value) { return static_cast<Real>(value); };
  update<Real>(static_cast<Index>(parameters.size()), parameters.data(), gradients.data(),
               m_.data(), v_.data(),
               {real(options_.beta1), real(options_.beta2),
                real(learning_rate / (1 - portable_power(options_.beta1, steps_))),
                real(1 / (1 - portable_power(options_.beta2, steps_))), real(options_.eps),
                real(gradient_scale)});
}

template <class Real>
void Adam<Real>::restore(Index steps, std::span<const Real> m, std::span<const Real> v) {
  steps_ = steps;
  std::ranges::copy(m, m_.begin());
  std::ranges::copy(v, v_.begin());
}

template <class Real>
double global_norm(std::span<const Real> gradients) {
  const Real* g = gradients.data();
  const auto squared = [](auto value) { return value * value; };
  double sum = 0;
  const auto count = static_cast<Index>(gradients.size());
  // In pieces, so that many small squares are not lost when added to a large sum.
  constexpr Index piece = 1024;
  for (Index from = 0; from < count; from += piece, g += piece) {
    sum += static_cast<double>(sum_over<Real>(
        std::min(piece, count - from), [&](Index n) { return squared(load(g + n)); },
        [&](Index n) { return squared(g[n]); }));
  }
  return std::sqrt(sum);
}

template class Adam<float>;
template class Adam<double>;
template double global_norm<float>(std::span<const float>);
template double global_norm<double>(std::span<const double>);

}  // namespace posenc
