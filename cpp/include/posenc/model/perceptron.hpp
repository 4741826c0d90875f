#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "posenc/matrix.hpp"

namespace posenc {

/// A multilayer perceptron with ReLU, and sigmoids at the end:
///   a_0 = what it sees, a_(l+1) = max(0, a_l W_l + b_l), color = 1 / (1 + exp(-(a_L W_L + b_L)))
///
/// Weights and biases begin uniform within 1 / sqrt(inputs), as PyTorch's Linear.
template <class Real>
class Perceptron {
 public:
  /// @param widths those of the input, of each hidden layer, and of the output. Preconditions: two or more, each
  /// at least 1.
  Perceptron(std::vector<Index> widths, std::uint64_t seed);

  std::span<Real> parameters() { return parameters_; }
  std::span<const Real> gradients() const { return gradients_; }

  /// The output for each row of x [rows, inputs]. Shape [rows, outputs].
  void evaluate(Index rows, const Real* x, Real* y);

  /// The mean squared difference between the outputs for x and `wanted` [rows, outputs]; its gradients are in
  /// gradients() afterwards.
  double loss_and_gradients(Index rows, const Real* x, const Real* wanted);

 private:
  struct Layer {
    Index in;
    Index out;
    Index weights;  // where they begin among the parameters; the biases follow
    Index biases;
    std::vector<Real> packed;      // W
    std::vector<Real> transposed;  // its transpose
    std::vector<Real> output;      // of a chunk of rows
  };

  void pack_weights();
  void forward(Index rows, const Real* x);
  void backward(Index rows, const Real* x, std::vector<Real>& gradient);

  std::vector<Layer> layers_;
  std::vector<Real> parameters_;
  std::vector<Real> gradients_;
  std::vector<Real> packed_rows_;
};

extern template class Perceptron<float>;
extern template class Perceptron<double>;

}  // namespace posenc
