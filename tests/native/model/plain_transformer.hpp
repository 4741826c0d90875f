#pragma once

#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/model/transformer.hpp"
#include "test.hpp"

/// The model once more, written down from the formulas at the top of transformer.hpp and from the papers: one
/// sequence, one token and one head at a time, in double, with nothing packed, cut or kept. What the real one
/// is held against.
class PlainTransformer {
 public:
  /// With the parameters that `model` has now.
  template <class Real>
  explicit PlainTransformer(const posenc::Transformer<Real>& model) : options_(model.options()) {
    for (const auto& tensor : model.tensors()) {
      posenc::Matrix values(tensor.rows, tensor.cols);
      for (posenc::Index n = 0; n < tensor.size(); ++n) {
        values.data()[n] =
            static_cast<double>(model.parameters()[static_cast<std::size_t>(tensor.offset + n)]);
      }
      parameters_[tensor.name] = values;
    }
    ropes_.resize(static_cast<std::size_t>(options_.layers));
    const double rotated = options_.position.rotary * static_cast<double>(head_size());
    for (std::size_t l = 0; l < ropes_.size(); ++l) {
      if (scheme_of(l) != posenc::Scheme::rope) continue;
      const auto& bases = options_.position.bases;
      const double base = bases.empty() ? options_.position.base : bases[l];
      // Of 5.4 components, 4.
      ropes_[l] = rope_with(
          *posenc::GeometricFrequencies::make(2 * static_cast<posenc::Index>(rotated / 2), base),
          1);
    }
  }

  void use_frequencies(const posenc::InverseFrequencies& theta, double attention_factor) {
    for (auto& rope : ropes_) {
      if (rope) rope = rope_with(theta, attention_factor);
    }
  }

  /// Leaves a pair out of the scores of a layer and head.
  void silence(std::size_t layer, posenc::Index head, posenc::Index pair) {
    silenced_.push_back({layer, head, pair});
  }

  /// All that happens to one sequence.
  posenc::Trace trace(std::span<const posenc::Token> tokens) const {
    using posenc::Scheme;
    posenc::Trace trace = trace_with(tokens, true);
    const Scheme scheme = options_.position.scheme;
    if (scheme == Scheme::sinusoidal || scheme == Scheme::learned || scheme == Scheme::hybrid ||
        scheme == Scheme::custom) {
      trace.before = trace_with(tokens, false).scores;
    }
    return trace;
  }

  /// The same, with or without what is added to the embeddings. `before`: of schemes that add nothing there.
  posenc::Trace trace_with(std::span<const posenc::Token> tokens, bool positions) const {
    using posenc::Index, posenc::Matrix, posenc::PerHead;
    const auto T = static_cast<Index>(tokens.size());
    posenc::Trace trace;
    Matrix x = embedded(tokens, positions);
    for (std::size_t l = 0; l < ropes_.size(); ++l) {
      const std::string of = "layers." + std::to_string(l) + ".";
      const PerHead bias = attention_bias(T, l);
      trace.residuals.push_back(x);

      const Matrix qkv = mapped(normalized(x, of + "norm1"), of + "qkv");
      PerHead P;
      PerHead all_scores;
      PerHead all_before;
      Matrix heads(T, width());
      for (Index h = 0; h < head_count(); ++h) {
        const Index from = h * head_size();
        const Matrix plain_q = qkv.middleCols(from, head_size());
        const Matrix plain_k = qkv.middleCols(width() + from, head_size());
        Matrix q = rotated(plain_q, l);
        const Matrix k = rotated(plain_k, l);
        for (const auto& [layer, head, pair] : silenced_) {
          if (layer != l || head != h) continue;
          const auto [a, b] =
              posenc::pair_components(pair, ropes_[l]->theta().pairs(), options_.position.layout);
          q.col(a).setZero();
          q.col(b).setZero();
        }
        const Matrix v = qkv.middleCols(2 * width() + from, head_size());
        const Matrix scores = q * k.transpose() / std::sqrt(static_cast<double>(head_size())) +
                              bias[static_cast<std::size_t>(h)];
        Matrix before = plain_q * plain_k.transpose() / std::sqrt(static_cast<double>(head_size()));
        for (Index t = 0; t < T; ++t) {
          for (Index j = 0; j < T; ++j) {
            const bool after = options_.direction == posenc::Direction::causal && j > t;
            if (after || is_too_far(t, j, l)) {
              before(t, j) = -std::numeric_limits<double>::infinity();
            }
          }
        }
        all_scores.push_back(scores);
        all_before.push_back(before);
        P.push_back(softmax(scores));
        heads.middleCols(from, head_size()) = P.back() * v;
      }
      trace.attention.push_back(P);
      trace.scores.push_back(all_scores);
      trace.before.push_back(all_before);
      x += mapped(heads, of + "out");

      Matrix hidden = mapped(normalized(x, of + "norm2"), of + "up");
      for (double& component : hidden.reshaped()) component = activated(component);
      x += mapped(hidden, of + "down");
    }
    trace.residuals.push_back(x);
    trace.logits = mapped(read_out(normalized(x, "norm")), "head");
    return trace;
  }

  /// Mean cross-entropy of all targets that are scored; 0 if none is.
  /// @param T tokens in each sequence
  double loss(std::span<const posenc::Token> tokens, std::span<const posenc::Token> targets,
              std::size_t T) const {
    double sum = 0;
    double scored = 0;
    std::size_t next = 0;
    for (std::size_t from = 0; from < tokens.size(); from += T) {
      const posenc::Matrix P = softmax(trace(tokens.subspan(from, T)).logits);
      for (posenc::Index row = 0; row < P.rows(); ++row) {
        const posenc::Token target = targets[next++];
        if (target == posenc::not_scored) continue;
        sum -= std::log(P(row, target));
        ++scored;
      }
    }
    return scored == 0 ? 0 : sum / scored;
  }

 private:
  posenc::Index width() const { return static_cast<posenc::Index>(options_.d_model); }
  posenc::Index head_count() const { return static_cast<posenc::Index>(options_.heads); }
  posenc::Index head_size() const { return width() / head_count(); }
  const posenc::Matrix& parameter(const std::string& name) const { return parameters_.at(name); }

  posenc::Scheme scheme_of(std::size_t layer) const {
    const auto& schemes = options_.position.layer_schemes;
    return schemes.empty() ? options_.position.scheme : schemes[layer];
  }

  bool is_too_far(posenc::Index query, posenc::Index key, std::size_t layer) const {
    const auto& windows = options_.position.windows;
    return !windows.empty() && windows[layer] > 0 &&
           static_cast<double>(std::abs(query - key)) >= windows[layer];
  }

  posenc::RotaryEmbedding rope_with(const posenc::InverseFrequencies& theta,
                                    double attention_factor) const {
    return *posenc::RotaryEmbedding::make(theta, static_cast<double>(head_size()),
                                          options_.position.layout, attention_factor);
  }

  static std::vector<double> positions(posenc::Index T) {
    std::vector<double> all(static_cast<std::size_t>(T));
    std::iota(all.begin(), all.end(), 0.0);
    return all;
  }

  /// x_0 = E[token] (+ positions)
  posenc::Matrix embedded(std::span<const posenc::Token> tokens, bool positions_added) const {
    using posenc::Scheme;
    const auto T = static_cast<posenc::Index>(tokens.size());
    const Scheme scheme = options_.position.scheme;
    const bool scaled = options_.embedding_scale == posenc::EmbeddingScale::sqrt_d_model;
    posenc::Matrix x(T, width());
    for (posenc::Index t = 0; t < T; ++t) {
      x.row(t) = parameter("embedding.weight").row(tokens[static_cast<std::size_t>(t)]);
    }
    if (scaled) x *= std::sqrt(options_.d_model);
    if (!positions_added) return x;
    if (scheme == Scheme::sinusoidal || scheme == Scheme::hybrid) {
      const auto omega = *posenc::GeometricFrequencies::make(width(), options_.position.base);
      x += *posenc::sinusoidal_table(omega, positions(T));
    }
    if (scheme == Scheme::custom) {
      // The one formula that the tests have.
      for (posenc::Index t = 0; t < T; ++t) {
        for (posenc::Index i = 0; i < width(); ++i) {
          x(t, i) += std::cos(static_cast<double>(t * (i + 1)) / options_.d_model);
        }
      }
    }
    if (scheme == Scheme::learned || scheme == Scheme::hybrid) {
      x += parameter("positions.weight").topRows(T);
    }
    return x;
  }

  /// What is added to the scores of each head: the scheme's bias, and -infinity where a query sees no key.
  posenc::PerHead attention_bias(posenc::Index T, std::size_t layer) const {
    using posenc::Index, posenc::Scheme;
    const auto length = static_cast<double>(T);
    const Scheme scheme = scheme_of(layer);
    const bool causal = options_.direction == posenc::Direction::causal;
    posenc::PerHead bias(static_cast<std::size_t>(head_count()), posenc::Matrix::Zero(T, T));
    if (scheme == Scheme::alibi || scheme == Scheme::alibi_directional) {
      const auto& given = options_.position.slopes;
      posenc::Vector slopes = *posenc::alibi_slopes(options_.heads);
      for (std::size_t h = 0; h < given.size(); ++h) slopes[static_cast<Index>(h)] = given[h];
      bias = *posenc::alibi_bias(slopes, posenc::BiasDirection::symmetric, length, length);
    }
    if (scheme == Scheme::t5) {
      const auto rule = *posenc::T5BucketRule::make(
          causal ? posenc::BucketDirection::causal : posenc::BucketDirection::bidirectional,
          options_.position.num_buckets, options_.position.max_distance);
      bias = *posenc::relative_bias(rule, parameter("t5.weight"), length, length);
    }
    for (Index h = 0; h < head_count(); ++h) {
      const bool directional = scheme == Scheme::alibi_directional;
      const bool left_only = causal || (directional && h < head_count() / 2);
      const bool right_only = directional && h >= head_count() / 2;
      for (Index t = 0; t < T; ++t) {
        for (Index j = 0; j < T; ++j) {
          if (is_too_far(t, j, layer) || (left_only && j > t) || (right_only && j < t)) {
            bias[static_cast<std::size_t>(h)](t, j) = -std::numeric_limits<double>::infinity();
          }
        }
      }
    }
    return bias;
  }

  /// Row t rotated by RoPE at position t; unchanged without RoPE.
  posenc::Matrix rotated(posenc::Matrix x, std::size_t layer) const {
    const auto& rope = ropes_[layer];
    for (posenc::Index t = 0; rope && t < x.rows(); ++t) {
      const double position = static_cast<double>(t);
      x.row(t) = posenc::rotate(*rope, x.row(t), {&position, 1})->row(0).eval();
    }
    return x;
  }

  /// y = x W + b
  posenc::Matrix mapped(const posenc::Matrix& x, const std::string& name) const {
    posenc::Matrix y = x * parameter(name + ".weight");
    y.rowwise() += parameter(name + ".bias").row(0);
    return y;
  }

  posenc::Matrix normalized(posenc::Matrix x, const std::string& name) const {
    for (posenc::Index t = 0; t < x.rows(); ++t) {
      const double mean = x.row(t).sum() / options_.d_model;
      double variance = 0;
      for (const double component : x.row(t)) variance += (component - mean) * (component - mean);
      variance /= options_.d_model;
      for (double& component : x.row(t)) {
        component = (component - mean) / std::sqrt(variance + options_.eps);
      }
      x.row(t) = x.row(t).cwiseProduct(parameter(name + ".weight")) + parameter(name + ".bias");
    }
    return x;
  }

  double activated(double x) const {
    if (options_.activation == posenc::Activation::relu) return std::max(x, 0.0);
    return x * std::erfc(-x / std::sqrt(2.0)) / 2;
  }

  static posenc::Matrix softmax(posenc::Matrix x) {
    for (posenc::Index row = 0; row < x.rows(); ++row) {
      const double most = x.row(row).maxCoeff();
      for (double& component : x.row(row)) component = std::exp(component - most);
      x.row(row) /= x.row(row).sum();
    }
    return x;
  }

  posenc::Matrix read_out(const posenc::Matrix& y) const {
    switch (options_.readout) {
      case posenc::Readout::per_token:
        break;
      case posenc::Readout::max_pool:
        return y.colwise().maxCoeff();
      case posenc::Readout::mean_pool:
        return y.colwise().mean();
      case posenc::Readout::last_token:
        return y.bottomRows(1);
      case posenc::Readout::first_token:
        return y.topRows(1);
    }
    return y;
  }

  posenc::TransformerOptions options_;
  std::map<std::string, posenc::Matrix> parameters_;
  std::vector<std::optional<posenc::RotaryEmbedding>> ropes_;  // of each layer
  struct Silenced {
    std::size_t layer;
    posenc::Index head;
    posenc::Index pair;
  };
  std::vector<Silenced> silenced_;
};
