#pragma once

#include <span>
#include <vector>

#include "posenc/matrix.hpp"

namespace posenc {

struct AdamOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;

  bool operator==(const AdamOptions&) const = default;
};

/// Adam with bias correction: with gradient g at step t = 1, 2, ..
///   m = beta1 m + (1 - beta1) g,   v = beta2 v + (1 - beta2) g^2
///   p = p - learning_rate (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + eps)
/// Source: Kingma and Ba 2015, arXiv:1412.6980v9, algorithm 1.
template <class Real>
class Adam {
 public:
  /// Preconditions: betas in [0, 1), eps above 0.
  Adam(Index parameters, const AdamOptions& options)
      : options_(options),
        m_(static_cast<std::size_t>(parameters)),
        v_(static_cast<std::size_t>(parameters)) {}

  /// @param gradient_scale multiplies the gradients first, for clipping
  void step(std::span<Real> parameters, std::span<const Real> gradients, double learning_rate,
            double gradient_scale = 1);

  Index steps() const { return steps_; }
  std::span<const Real> m() const { return m_; }
  std::span<const Real> v() const { return v_; }
  std::size_t bytes() const { return (m_.size() + v_.size()) * sizeof(Real); }

  /// Continues from that state. Precondition: as many m and v as parameters.
  void restore(Index steps, std::span<const Real> m, std::span<const Real> v);

 private:
  AdamOptions options_;
  Index steps_ = 0;
  std::vector<Real> m_, v_;
};

/// The Euclidean norm of all gradients as one vector.
template <class Real>
double global_norm(std::span<const Real> gradients);

extern template class Adam<float>;
extern template class Adam<double>;
extern template double global_norm<float>(std::span<const float>);
extern template double global_norm<double>(std::span<const double>);

}  // namespace posenc
