#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "transformer_parts.hpp"

// The activations of the transformer for one sequence, for a person who looks inside.

namespace posenc {

/// q k^T / sqrt(HS) of one sequence, from the current q_k_v; with the whole bias, or only with -infinity where
/// direction or window mask.
template <class Real>
PerHead Transformer<Real>::scores(const Layer& layer, Index T, bool biased) const {
  const LogitBias<Real> bias = bias_of(layer, T);
  PerHead heads(static_cast<std::size_t>(NH_), Matrix(T, T));
  for (Index h = 0; h < NH_; ++h) {
    for (Index t = 0; t < T; ++t) {
      const Real* q = layer.q_k_v + t * 3 * C_ + h * HS_;
      for (Index j = 0; j < T; ++j) {
        const Real* k = layer.q_k_v + j * 3 * C_ + C_ + h * HS_;
        double sum = 0;
        for (Index c = 0; c < HS_; ++c) {
          sum += static_cast<double>(q[c]) * static_cast<double>(k[c]);
        }
        const bool masked = is_masked(options_.direction, layer.positions.window, j - t);
        heads[static_cast<std::size_t>(h)](t, j) =
            sum / std::sqrt(static_cast<double>(HS_)) +
            (biased   ? static_cast<double>(bias.row(h, t)[j])
             : masked ? -std::numeric_limits<double>::infinity()
                      : 0);
      }
    }
  }
  return heads;
}

template <class Real>
Result<Trace> Transformer<Real>::trace(std::span<const Token> tokens) {
  const auto T = static_cast<Index>(tokens.size());
  if (auto error = check_input(tokens, 1, T)) return *error;
  derive();
  Chunk chunk{tokens.data(), 1, T};
  forward(chunk, nullptr);
  using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto copied = [](const Real* from, Index rows, Index cols) -> Matrix {
    return Eigen::Map<const Rows>(from, rows, cols).template cast<double>();
  };
  Trace trace;
  for (const Layer& layer : layers_) {
    trace.residuals.push_back(copied(layer.x, T, C_));
    PerHead heads;
    for (Index h = 0; h < NH_; ++h) heads.push_back(copied(layer.P + h * T * T, T, T));
    trace.attention.push_back(std::move(heads));
    trace.scores.push_back(scores(layer, T, true));
  }
  trace.residuals.push_back(copied(x_last_, T, C_));
  trace.logits = copied(logits_, answers(T), outputs_);
  trace.answers.resize(trace.logits.rows());
  trace.probabilities.resize(trace.logits.rows());
  for (Index row = 0; row < trace.logits.rows(); ++row) {
    const double* of_row = trace.logits.data() + row * outputs_;
    const double* largest = std::max_element(of_row, of_row + outputs_);
    double sum = 0;
    for (Index c = 0; c < outputs_; ++c) sum += std::exp(of_row[c] - *largest);
    trace.answers[row] = static_cast<double>(largest - of_row);
    trace.probabilities[row] = 1 / sum;
  }

  // The pass did not keep these; they are computed again, and overwrite q_k_v.
  if (adds_positions()) {
    chunk.positions = false;
    forward(chunk, nullptr);
  }
  for (Layer& layer : layers_) {
    if (rope_of(layer) != nullptr) project(layer, T, layer.x, layer.q_k_v);
    trace.before.push_back(scores(layer, T, false));
  }
  return trace;
}

template Result<Trace> Transformer<float>::trace(std::span<const Token>);
template Result<Trace> Transformer<double>::trace(std::span<const Token>);

}  // namespace posenc
