#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "posenc/model/product.hpp"
#include "transformer_parts.hpp"

// The backward pass of the transformer: the gradient of each function of the forward pass.

namespace posenc {
namespace {

/// Up to here the columns of x are near enough in memory to be read in place.
constexpr Index narrow = 32;

/// to += factor from
template <class Real>
void add_scaled(Index count, Real factor, const Real* from, Real* to) {
  over_row(count, from, to, [factor](auto sum, auto term) { return sum + term * factor; });
}

/// dL/dx = dL/dy (Phi(x) + x phi(x)), in place.
template <class Real>
void gelu_gradient(Index count, const Real* before, Real* gradient) {
  for (Index n = 0; n < count; ++n) {
    const Real x = before[n];
    const Real below = (1 + std::erf(x * (std::numbers::sqrt2_v<Real> / 2))) / 2;
    const Real density =
        std::exp(-x * x / 2) * (std::numbers::inv_sqrtpi_v<Real> * std::numbers::sqrt2_v<Real> / 2);
    gradient[n] *= below + x * density;
  }
}

}  // namespace

template <class Real>
Result<BatchResult> Transformer<Real>::loss_and_gradients(std::span<const Token> tokens,
                                                          std::span<const Token> targets, Index B,
                                                          Index T, Random& random, Index old) {
  if (auto error = check_input(tokens, B, T)) return *error;
  if (auto error = check_targets(targets, B, T)) return *error;
  std::ranges::fill(gradients_, Real{0});
  BatchResult all;
  const auto scored =
      targets.size() - static_cast<std::size_t>(std::ranges::count(targets, not_scored));
  if (scored == 0) return all;
  const Real weight = 1 / static_cast<Real>(scored);
  const auto offsets = static_cast<Index>(tables_.buckets.size());
  std::fill_n(dbias_, NH_ * offsets, Real{0});
  for_chunks(tokens, B, T, [&](const Chunk& chunk, Index b) {
    forward(chunk, &random);
    const auto part =
        cross_entropy(chunk.B * answers(T), targets.data() + b * answers(T), weight, T, old);
    all.add(part);
    backward(chunk);
  });
  for (Index n = 0; n < offsets; ++n) {
    Real* row = gradient(bias_table_ + tables_.buckets[static_cast<std::size_t>(n)] * NH_);
    for (Index h = 0; h < NH_; ++h) row[h] += dbias_[h * offsets + n];
  }
  all.loss = (all.loss + all.old_loss) / static_cast<double>(scored);
  return all;
}

template <class Real>
void Transformer<Real>::scatter_add(Index rows, Index cols, const Real* from, Real* inputs) const {
  std::fill_n(inputs, inputs_count_ * cols, Real{0});
  for (Index row = 0; row < rows; ++row, from += cols) {
    add(cols, from, inputs + input_of_[static_cast<std::size_t>(row)] * cols);
  }
}

/// dL/dW += x^T dy and dL/db += sum over rows of dy.
template <class Real>
void Transformer<Real>::linear_gradient(const Linear& linear, Index rows, const Real* x,
                                        const Real* dy) {
  const auto [in, out] = std::pair{linear.in, linear.out};
  Real* dW = gradient(linear.weights);
  pack_with_sums(dy, rows, out, out, packed_dy_, gradient(linear.bias));
  if (in <= narrow) {
    multiply<Left::transposed>(in, out, rows, x, in, packed_dy_, dW, out, {.added = dW});
    return;
  }
  // Columns that are far apart in memory would evict each other from the cache.
  pack(x, rows, in, in, packed_x_);
  const Real* panel = packed_x_;
  for (Index col = 0, width = 0; col < in; col += width, panel += width * rows, dW += width * out) {
    width = panel_width<Real>(in - col);
    multiply<Left::transposed>(std::min(width, in - col), out, rows, panel, width, packed_dy_, dW,
                               out, {.added = dW});
  }
}

/// dx += dL/dx for y = LayerNorm(x), with dL/dy in dy_.
template <class Real>
void Transformer<Real>::normalize_gradient(const Norm& norm, Index rows, const Real* x,
                                           const std::vector<RowMoments<Real>>& moments, Real* dx) {
  layer_norm_gradient(rows, C_, dy_, x, parameter(norm.gain), moments.data(), dx,
                      gradient(norm.gain), gradient(norm.bias));
}

/// dx, multiplied by the factors of dropout if there is any.
template <class Real>
const Real* Transformer<Real>::dropped(Index rows, const Real* dx, const Real* factors) {
  if (!drops()) return dx;
  for (Index n = 0; n < rows * C_; ++n) ddropped_[n] = dx[n] * factors[n];
  return ddropped_;
}

template <class Real>
void Transformer<Real>::backward(const Chunk& chunk) {
  const Index rows = chunk.rows();
  const AttentionShape shape{chunk.B, chunk.T, NH_, HS_, options_.direction};
  const Real scale = 1 / std::sqrt(static_cast<Real>(HS_));
  // dL/dx = dL/dy W^T
  const auto back = [&](const Linear& linear, Index count, const Real* dy, Real* dx,
                        const Finish<Real>& finish = {}) {
    multiply<Left::as_it_is>(count, linear.in, linear.out, dy, linear.out, linear.packed_transposed,
                             dx, linear.in, finish);
  };

  const Index read = chunk.B * answers(chunk.T);
  linear_gradient(head_, read, per_token() ? y_last_ : read_, logits_);
  back(head_, read, logits_, per_token() ? dy_ : dread_);
  read_out_gradient(chunk);
  std::fill_n(dx_, rows * C_, Real{0});
  normalize_gradient(last_norm_, rows, x_last_, last_moments_, dx_);

  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    // x_next = x_mid + hidden W2 + b2
    const Real* dadded = dropped(rows, dx_, layer->dropout_hidden);
    linear_gradient(layer->down, rows, layer->hidden, dadded);
    // hidden = act(y2 W1 + b1)
    if (options_.activation == Activation::relu) {
      back(layer->down, rows, dadded, dhidden_, {.gate = layer->hidden});
    } else {
      back(layer->down, rows, dadded, dhidden_);
      gelu_gradient(rows * hidden_, layer->before, dhidden_);
    }
    linear_gradient(layer->up, rows, layer->y2, dhidden_);
    back(layer->up, rows, dhidden_, dy_);
    // y2 = LayerNorm(x_mid)
    normalize_gradient(layer->norm2, rows, layer->x_mid, layer->moments2, dx_);

    // x_mid = x + heads Wo + bo
    dadded = dropped(rows, dx_, layer->dropout_heads);
    linear_gradient(layer->out, rows, layer->heads, dadded);
    back(layer->out, rows, dadded, dy_);
    attention_gradient(shape, dy_, layer->q_k_v, layer->P, scale, dqkv_,
                       learns_bias(*layer) ? dbias_ : nullptr, longest_, scratch_);
    if (const auto* rope = rope_of(*layer)) {
      for (Index row = 0; row < rows; ++row) {
        rope->rotate_token_gradient(dqkv_ + row * 3 * C_, 2 * NH_, row % chunk.T);
      }
    }
    // q_k_v = y1 Wqkv + bqkv,  y1 = LayerNorm(x)
    const auto project_gradient = [&](Index count, const Real* x, const Real* dqkv, Real* dx) {
      linear_gradient(layer->qkv, count, layer->y1, dqkv);
      back(layer->qkv, count, dqkv, dy_);
      normalize_gradient(layer->norm1, count, x, layer->moments1, dx);
    };
    if (&*layer != &layers_.front()) {
      project_gradient(rows, layer->x, dqkv_, dx_);
      continue;
    }
    scatter_add(rows, C_, dx_, dinputs_);
    scatter_add(rows, 3 * C_, dqkv_, of_inputs_);
    project_gradient(inputs_count_, inputs_, of_inputs_, dinputs_);
  }
  embed_gradient(chunk);
}

/// dy_ from dread_.
template <class Real>
void Transformer<Real>::read_out_gradient(const Chunk& chunk) {
  if (per_token()) return;
  const Index T = chunk.T;
  std::fill_n(dy_, chunk.rows() * C_, Real{0});
  for (Index b = 0; b < chunk.B; ++b) {
    Real* dy = dy_ + b * T * C_;
    const Real* dread = dread_ + b * C_;
    for (Index c = 0; c < C_; ++c) {
      switch (options_.readout) {
        case Readout::per_token:
          break;
        case Readout::max_pool:
          dy[largest_[static_cast<std::size_t>(b * C_ + c)] * C_ + c] = dread[c];
          break;
        case Readout::mean_pool:
          for (Index t = 0; t < T; ++t) dy[t * C_ + c] = dread[c] / static_cast<Real>(T);
          break;
        case Readout::last_token:
          dy[(T - 1) * C_ + c] = dread[c];
          break;
        case Readout::first_token:
          dy[c] = dread[c];
          break;
      }
    }
  }
}

template <class Real>
void Transformer<Real>::embed_gradient(const Chunk& chunk) {
  const Real scale = options_.embedding_scale == EmbeddingScale::sqrt_d_model
                         ? std::sqrt(static_cast<Real>(C_))
                         : 1;
  const bool learned = tables_.table_rows > 0;
  const Real* dx = dropped(inputs_count_, dinputs_, dropout_embedding_);
  for (Index n = 0; n < inputs_count_; ++n, dx += C_) {
    const Index row = row_of_[static_cast<std::size_t>(n)];
    add_scaled(C_, scale, dx, gradient(embedding_ + chunk.tokens[row] * C_));
    if (learned) add(C_, dx, gradient(table_ + row % chunk.T * C_));
  }
}

template Result<BatchResult> Transformer<float>::loss_and_gradients(std::span<const Token>,
                                                                    std::span<const Token>, Index,
                                                                    Index, Random&, Index);
template Result<BatchResult> Transformer<double>::loss_and_gradients(std::span<const Token>,
                                                                     std::span<const Token>, Index,
                                                                     Index, Random&, Index);

}  // namespace posenc
