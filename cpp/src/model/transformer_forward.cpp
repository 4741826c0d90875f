#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "posenc/model/product.hpp"
#include "posenc/portable.hpp"
#include "transformer_parts.hpp"

// The forward pass of the transformer, and its loss.

namespace posenc {
namespace {

/// to = factor from
template <class Real>
void put_scaled(Index count, Real factor, const Real* from, Real* to) {
  over_row(count, from, to, [factor](auto, auto value) { return value * factor; });
}

/// x Phi(x), from x = before.
template <class Real>
void gelu(Index count, const Real* before, Real* after) {
  for (Index n = 0; n < count; ++n) {
    const Real x = before[n];
    after[n] = x * (1 + std::erf(x * (std::numbers::sqrt2_v<Real> / 2))) / 2;
  }
}

/// Dropout: writes 0 with probability p, else 1 / (1 - p), which preserves the mean, to `kept`, and multiplies the
/// values by it.
template <class Real>
void drop(double p, Random& random, Index count, Real* values, Real* factors) {
  const Real scale = 1 / (1 - static_cast<Real>(p));
  for (Index n = 0; n < count; ++n) {
    factors[n] = random.uniform() < p ? 0 : scale;
    values[n] *= factors[n];
  }
}

/// The first index of the largest value.
template <class Real>
Index first_largest(Index count, const Real* values) {
  constexpr Index lanes = lane_count<Real>;
  const Index whole = count - count % lanes;
  if (whole == 0) return std::max_element(values, values + count) - values;
  auto largest = load(values);
  for (Index n = lanes; n < whole; n += lanes) largest = max<Real>(load(values + n), largest);
  const Real maximum =
      std::max(max_of(largest), *std::max_element(values + whole - 1, values + count));
  return std::find(values, values + count - 1, maximum) - values;
}

}  // namespace

/// Finds the equal rows of a chunk: those of the same token and, if positions are added, the same position. With
/// dropout no two rows are equal.
template <class Real>
void Transformer<Real>::find_inputs(const Chunk& chunk, bool dropped) {
  const auto at = [](auto& vector, Index n) -> auto& {
    return vector[static_cast<std::size_t>(n)];
  };
  const bool positions = chunk.positions && adds_positions();
  inputs_count_ = 0;
  for (Index row = 0; row < chunk.rows(); ++row) {
    Index& newest = at(newest_, chunk.tokens[row]);
    Index input = dropped ? no_input : newest;
    while (input != no_input && positions && at(row_of_, input) % chunk.T != row % chunk.T) {
      input = at(older_, input);
    }
    if (input == no_input) {
      input = inputs_count_++;
      at(row_of_, input) = row;
      at(older_, input) = newest;
      newest = input;
    }
    at(input_of_, row) = input;
  }
  for (Index row = 0; row < chunk.rows(); ++row) at(newest_, chunk.tokens[row]) = no_input;
}

/// to[row] = inputs[the input of that row]
template <class Real>
void Transformer<Real>::gather(Index rows, Index cols, const Real* inputs, Real* to) const {
  for (Index row = 0; row < rows; ++row, to += cols) {
    std::copy_n(inputs + input_of_[static_cast<std::size_t>(row)] * cols, cols, to);
  }
}

template <class Real>
void Transformer<Real>::embed(const Chunk& chunk) {
  const Real scale = options_.embedding_scale == EmbeddingScale::sqrt_d_model
                         ? std::sqrt(static_cast<Real>(C_))
                         : 1;
  const bool added = chunk.positions && tables_.added.size() > 0;
  const bool learned = chunk.positions && tables_.table_rows > 0;
  Real* x = inputs_;
  for (Index n = 0; n < inputs_count_; ++n, x += C_) {
    const Index row = row_of_[static_cast<std::size_t>(n)];
    put_scaled(C_, scale, parameter(embedding_ + chunk.tokens[row] * C_), x);
    if (added) add(C_, added_ + row % chunk.T * C_, x);
    if (learned) add(C_, parameter(table_ + row % chunk.T * C_), x);
  }
}

template <class Real>
void Transformer<Real>::normalize(const Norm& norm, Index rows, const Real* x, Real* y,
                                  std::vector<RowMoments<Real>>& moments) {
  layer_norm(rows, C_, x, parameter(norm.gain), parameter(norm.bias),
             static_cast<Real>(options_.eps), y, moments.data());
}

/// y = residual + x W + b, with dropout, if there is any, on x W + b.
template <class Real>
void Transformer<Real>::add_linear(const Linear& linear, Index rows, const Real* x,
                                   const Real* residual, Real* y, Real* factors, Random* random) {
  const Real* bias = parameter(linear.bias);
  if (!drops() || random == nullptr) {
    multiply<Left::as_it_is>(rows, linear.out, linear.in, x, linear.in, linear.packed, y,
                             linear.out, {.bias = bias, .added = residual});
    return;
  }
  const Index count = rows * linear.out;
  multiply<Left::as_it_is>(rows, linear.out, linear.in, x, linear.in, linear.packed, y, linear.out,
                           {.bias = bias});
  drop(options_.dropout, *random, count, y, factors);
  add(count, residual, y);
}

/// q_k_v = LayerNorm(x) Wqkv + bqkv
template <class Real>
void Transformer<Real>::project(Layer& layer, Index rows, const Real* x, Real* q_k_v) {
  normalize(layer.norm1, rows, x, layer.y1, layer.moments1);
  multiply<Left::as_it_is>(rows, 3 * C_, C_, layer.y1, C_, layer.qkv.packed, q_k_v, 3 * C_,
                           {.bias = parameter(layer.qkv.bias)});
}

/// x and q_k_v of the first layer, computed once for equal rows: short sequences of few tokens have many.
template <class Real>
void Transformer<Real>::take_in(const Chunk& chunk, Random* random) {
  const bool drops_now = drops() && random != nullptr;
  find_inputs(chunk, drops_now);
  embed(chunk);
  if (drops_now) drop(options_.dropout, *random, inputs_count_ * C_, inputs_, dropout_embedding_);
  Layer& layer = layers_.front();
  gather(chunk.rows(), C_, inputs_, layer.x);
  project(layer, inputs_count_, inputs_, of_inputs_);
  gather(chunk.rows(), 3 * C_, of_inputs_, layer.q_k_v);
}

/// The biases that were given for this length, if any were; else those of the scheme.
template <class Real>
LogitBias<Real> Transformer<Real>::bias_of(const Layer& layer, Index T) const {
  for (std::size_t n = 0; n < given_biases_.size(); ++n) {
    if (tables_.given_biases[n].cols() == T) {
      return {given_biases_[n].data(), BiasLayout::by_query(T)};
    }
  }
  return {biases_[layer.positions.bias], BiasLayout::by_offset(longest_)};
}

/// q of silenced pairs becomes 0, and with it their part of q k^T.
template <class Real>
void Transformer<Real>::silence_rows(const Layer& layer, Index rows) {
  for (Index row = 0; row < rows; ++row) {
    for (const Index component : layer.silent) layer.q_k_v[row * 3 * C_ + component] = 0;
  }
}

template <class Real>
void Transformer<Real>::forward(const Chunk& chunk, Random* random) {
  const Index rows = chunk.rows();
  const AttentionShape shape{chunk.B, chunk.T, NH_, HS_, options_.direction};
  const Index T = chunk.T;
  const Real scale = 1 / std::sqrt(static_cast<Real>(HS_));
  take_in(chunk, random);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    Layer& layer = layers_[l];
    Real* x_next = l + 1 < layers_.size() ? layers_[l + 1].x : x_last_;

    if (l > 0) project(layer, rows, layer.x, layer.q_k_v);
    if (const auto* rope = rope_of(layer)) {
      // Queries and keys are side by side in memory.
      for (Index row = 0; row < rows; ++row) {
        rope->rotate_token(layer.q_k_v + row * 3 * C_, 2 * NH_, row % T);
      }
    }
    const bool trains = random != nullptr;
    if (!trains) silence_rows(layer, rows);
    attention<Real>(shape, layer.q_k_v, bias_of(layer, T), scale, layer.P, layer.heads, scratch_);
    add_linear(layer.out, rows, layer.heads, layer.x, layer.x_mid, layer.dropout_heads, random);

    normalize(layer.norm2, rows, layer.x_mid, layer.y2, layer.moments2);
    const Real* bias = parameter(layer.up.bias);
    if (options_.activation == Activation::relu) {
      multiply<Left::as_it_is>(rows, hidden_, C_, layer.y2, C_, layer.up.packed, layer.hidden,
                               hidden_,
                               {.bias = bias, .activation = Finish<Real>::Activation::relu});
    } else {
      multiply<Left::as_it_is>(rows, hidden_, C_, layer.y2, C_, layer.up.packed, layer.before,
                               hidden_, {.bias = bias});
      gelu(rows * hidden_, layer.before, layer.hidden);
    }
    add_linear(layer.down, rows, layer.hidden, layer.x_mid, x_next, layer.dropout_hidden, random);
  }
  normalize(last_norm_, rows, x_last_, y_last_, last_moments_);
  read_out(chunk);
  multiply<Left::as_it_is>(chunk.B * answers(chunk.T), outputs_, C_, per_token() ? y_last_ : read_,
                           C_, head_.packed, logits_, outputs_, {.bias = parameter(head_.bias)});
}

template <class Real>
void Transformer<Real>::read_out(const Chunk& chunk) {
  const Index T = chunk.T;
  for (Index b = 0; b < chunk.B; ++b) {
    const Real* y = y_last_ + b * T * C_;
    Real* read = read_ + b * C_;
    switch (options_.readout) {
      case Readout::per_token:
        break;
      case Readout::max_pool: {
        Index* largest = largest_.data() + b * C_;
        for (Index c = 0; c < C_; ++c) {
          Index best = 0;
          for (Index t = 1; t < T; ++t) {
            if (y[t * C_ + c] > y[best * C_ + c]) best = t;
          }
          read[c] = y[best * C_ + c];
          largest[c] = best;
        }
        break;
      }
      case Readout::mean_pool:
        for (Index c = 0; c < C_; ++c) {
          Real sum = 0;
          for (Index t = 0; t < T; ++t) sum += y[t * C_ + c];
          read[c] = sum / static_cast<Real>(T);
        }
        break;
      case Readout::last_token:
        std::copy_n(y + (T - 1) * C_, C_, read);
        break;
      case Readout::first_token:
        std::copy_n(y, C_, read);
        break;
    }
  }
}

/// The losses of rows of logits; replaces the logits by dL/dlogits = (softmax - one-hot) weight. Of each T rows, the
/// first `old` are counted separately.
template <class Real>
BatchResult Transformer<Real>::cross_entropy(Index rows, const Token* targets, Real weight, Index T,
                                             Index old) {
  constexpr Index lanes = lane_count<Real>;
  constexpr Real nothing = -std::numeric_limits<Real>::infinity();
  const Index whole = outputs_ - outputs_ % lanes;
  const Index rest = outputs_ - whole;
  BatchResult result;
  Real* row = logits_;
  for (Index n = 0; n < rows; ++n, row += outputs_) {
    if (targets[n] == not_scored) {
      std::fill_n(row, outputs_, Real{0});
      continue;
    }
    const auto best = first_largest(outputs_, row);
    const Real maximum = row[best];
    const Real answered = row[targets[n]];
    Lanes<Real> last{};
    if (rest > 0) last = exp_of_negative(load_part(row + whole, rest, nothing) - maximum);
    auto sums = last;
    for (Index c = 0; c < whole; c += lanes) {
      const auto raised = exp_of_negative(load(row + c) - maximum);
      store(row + c, raised);
      sums += raised;
    }
    const Real sum = sum_of(sums);
    const Real share = weight / sum;
    for (Index c = 0; c < whole; c += lanes) store(row + c, load(row + c) * share);
    store_part(row + whole, last * share, rest);
    row[targets[n]] -= weight;
    const double loss =
        portable_log(static_cast<double>(sum)) + static_cast<double>(maximum - answered);
    const bool is_old = n % T < old;
    (is_old ? result.old_loss : result.loss) += loss;
    (is_old ? result.old_correct : result.correct) += best == targets[n] ? 1 : 0;
    ++(is_old ? result.old_scored : result.scored);
  }
  return result;
}

template <class Real>
Result<BatchResult> Transformer<Real>::evaluate(std::span<const Token> tokens,
                                                std::span<const Token> targets, Index B, Index T,
                                                Index old) {
  if (auto error = check_input(tokens, B, T)) return *error;
  if (auto error = check_targets(targets, B, T)) return *error;
  BatchResult all;
  for_chunks(tokens, B, T, [&](const Chunk& chunk, Index b) {
    forward(chunk, nullptr);
    const auto part =
        cross_entropy(chunk.B * answers(T), targets.data() + b * answers(T), Real{1}, T, old);
    all.add(part);
  });
  if (all.scored > 0) all.loss /= static_cast<double>(all.scored);
  return all;
}

template <class Real>
Result<double> Transformer<Real>::weights_on(std::span<const Token> tokens,
                                             std::span<const Index> keys, Index B, Index T) {
  if (auto error = check_input(tokens, B, T)) return *error;
  if (static_cast<Index>(keys.size()) != B) {
    return invalid_argument({"[transformer] there must be ", B, " keys but got ", keys.size()});
  }
  double sum = 0;
  for_chunks(tokens, B, T, [&](const Chunk& chunk, Index b) {
    forward(chunk, nullptr);
    for (Index n = 0; n < chunk.B; ++n) {
      for (Index h = 0; h < NH_; ++h) {
        const Real* last = layers_.back().P + ((n * NH_ + h) * T + T - 1) * T;
        sum += static_cast<double>(last[keys[static_cast<std::size_t>(b + n)]]);
      }
    }
  });
  return sum / static_cast<double>(NH_);
}

template <class Real>
std::optional<Error> Transformer<Real>::logits(std::span<const Token> tokens, Index B, Index T,
                                               std::span<Real> output) {
  if (auto error = check_input(tokens, B, T)) return *error;
  const Index count = B * answers(T) * outputs_;
  if (static_cast<Index>(output.size()) != count) {
    return invalid_argument(
        {"[transformer] the output must hold ", count, " logits but holds ", output.size()});
  }
  for_chunks(tokens, B, T, [&](const Chunk& chunk, Index b) {
    forward(chunk, nullptr);
    std::copy_n(logits_, chunk.B * answers(T) * outputs_,
                output.data() + b * answers(T) * outputs_);
  });
  return std::nullopt;
}

template LogitBias<float> Transformer<float>::bias_of(const Layer&, Index) const;
template LogitBias<double> Transformer<double>::bias_of(const Layer&, Index) const;
template void Transformer<float>::project(Layer&, Index, const float*, float*);
template void Transformer<double>::project(Layer&, Index, const double*, double*);
template void Transformer<float>::forward(const Chunk&, Random*);
template void Transformer<double>::forward(const Chunk&, Random*);
template BatchResult Transformer<float>::cross_entropy(Index, const Token*, float, Index, Index);
template BatchResult Transformer<double>::cross_entropy(Index, const Token*, double, Index, Index);
template Result<BatchResult> Transformer<float>::evaluate(std::span<const Token>,
                                                          std::span<const Token>, Index, Index,
                                                          Index);
template Result<BatchResult> Transformer<double>::evaluate(std::span<const Token>,
                                                           std::span<const Token>, Index, Index,
                                                           Index);
template Result<double> Transformer<float>::weights_on(std::span<const Token>,
                                                       std::span<const Index>, Index, Index);
template Result<double> Transformer<double>::weights_on(std::span<const Token>,
                                                        std::span<const Index>, Index, Index);
template std::optional<Error> Transformer<float>::logits(std::span<const Token>, Index, Index,
                                                         std::span<float>);
template std::optional<Error> Transformer<double>::logits(std::span<const Token>, Index, Index,
                                                          std::span<double>);

}  // namespace posenc
