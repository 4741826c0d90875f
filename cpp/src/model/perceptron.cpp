#include "posenc/model/perceptron.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/model/lanes.hpp"
#include "posenc/model/product.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

/// The rows processed together: few enough that what they need stays in the cache.
constexpr Index rows_at_once = 128;

template <class Real>
Real sigmoid(Real z) {
  const Real e = exp_of_negative(splat(-std::abs(z)))[0];
  return z < 0 ? e / (1 + e) : 1 / (1 + e);
}

/// sums += the sum over the rows of x [rows, cols]
template <class Real>
void add_sums(Index rows, Index cols, const Real* x, Real* sums) {
  for (Index row = 0; row < rows; ++row, x += cols) {
    for (Index col = 0; col < cols; ++col) sums[col] += x[col];
  }
}

}  // namespace

template <class Real>
Perceptron<Real>::Perceptron(std::vector<Index> widths, std::uint64_t seed) {
  Random random(seed);
  Index widest = 0;
  for (std::size_t n = 0; n + 1 < widths.size(); ++n) {
    const Index in = widths[n];
    const Index out = widths[n + 1];
    const auto weights = static_cast<Index>(parameters_.size());
    const double most = 1 / std::sqrt(static_cast<double>(in));
    for (Index k = 0; k < (in + 1) * out; ++k) {
      parameters_.push_back(static_cast<Real>((2 * random.uniform() - 1) * most));
    }
    const auto size = [](Index elements) { return static_cast<std::size_t>(elements); };
    layers_.push_back({in, out, weights, weights + in * out,
                       std::vector<Real>(size(packed_size<Real>(in, out))),
                       std::vector<Real>(size(packed_size<Real>(out, in))),
                       std::vector<Real>(size(rows_at_once * out))});
    widest = std::max({widest, in, out});
  }
  gradients_.resize(parameters_.size());
  packed_rows_.resize(static_cast<std::size_t>(packed_size<Real>(rows_at_once, widest)));
}

template <class Real>
void Perceptron<Real>::pack_weights() {
  for (Layer& layer : layers_) {
    const Real* weights = parameters_.data() + layer.weights;
    pack(weights, layer.in, layer.out, layer.out, layer.packed.data());
    pack_transposed(weights, layer.in, layer.out, layer.out, layer.transposed.data());
  }
}

template <class Real>
void Perceptron<Real>::forward(Index rows, const Real* x) {
  for (Layer& layer : layers_) {
    const bool is_last = &layer == &layers_.back();
    using Activation = typename Finish<Real>::Activation;
    multiply<Left::as_it_is>(rows, layer.out, layer.in, x, layer.in, layer.packed.data(),
                             layer.output.data(), layer.out,
                             {.bias = parameters_.data() + layer.biases,
                              .activation = is_last ? Activation::none : Activation::relu});
    x = layer.output.data();
  }
  Layer& last = layers_.back();
  for (Index n = 0; n < rows * last.out; ++n) {
    Real& z = last.output[static_cast<std::size_t>(n)];
    z = sigmoid(z);
  }
}

template <class Real>
void Perceptron<Real>::evaluate(Index rows, const Real* x, Real* y) {
  pack_weights();
  const Index in = layers_.front().in;
  const Index out = layers_.back().out;
  for (Index row = 0; row < rows; row += rows_at_once) {
    const Index count = std::min(rows_at_once, rows - row);
    forward(count, x + row * in);
    std::copy_n(layers_.back().output.data(), count * out, y + row * out);
  }
}

/// dL/dW += x^T dy, dL/db += the sum over the rows of dy, dL/dx = dy W^T where x is above 0.
/// @param gradient dL/dz of the last layer, z before the sigmoid
template <class Real>
void Perceptron<Real>::backward(Index rows, const Real* x, std::vector<Real>& gradient) {
  std::vector<Real> before(gradient.size());
  for (std::size_t n = layers_.size(); n-- > 0;) {
    Layer& layer = layers_[n];
    const Real* input = n == 0 ? x : layers_[n - 1].output.data();
    add_sums(rows, layer.out, gradient.data(), gradients_.data() + layer.biases);
    pack(gradient.data(), rows, layer.out, layer.out, packed_rows_.data());
    Real* weights = gradients_.data() + layer.weights;
    multiply<Left::transposed>(layer.in, layer.out, rows, input, layer.in, packed_rows_.data(),
                               weights, layer.out, {.added = weights});
    if (n == 0) return;
    multiply<Left::as_it_is>(rows, layer.in, layer.out, gradient.data(), layer.out,
                             layer.transposed.data(), before.data(), layer.in, {.gate = input});
    std::swap(before, gradient);
  }
}

template <class Real>
double Perceptron<Real>::loss_and_gradients(Index rows, const Real* x, const Real* wanted) {
  pack_weights();
  std::ranges::fill(gradients_, Real{0});
  const Index in = layers_.front().in;
  const Index out = layers_.back().out;
  const auto scale = static_cast<Real>(2 / static_cast<double>(rows * out));
  Index widest = out;
  for (const Layer& layer : layers_) widest = std::max(widest, layer.out);
  std::vector<Real> gradient(static_cast<std::size_t>(rows_at_once * widest));
  double squares = 0;
  for (Index row = 0; row < rows; row += rows_at_once) {
    const Index count = std::min(rows_at_once, rows - row);
    forward(count, x + row * in);
    const Real* y = layers_.back().output.data();
    for (Index n = 0; n < count * out; ++n) {
      const Real difference = y[n] - wanted[row * out + n];
      squares += static_cast<double>(difference) * static_cast<double>(difference);
      gradient[static_cast<std::size_t>(n)] = scale * difference * y[n] * (1 - y[n]);
    }
    backward(count, x + row * in, gradient);
  }
  return squares / static_cast<double>(rows * out);
}

template class Perceptron<float>;
template class Perceptron<double>;

}  // namespace posenc
