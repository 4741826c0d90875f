#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model/attention.hpp"
#include "posenc/model/examples.hpp"
#include "posenc/model/layer_norm.hpp"
#include "posenc/model/position_scheme.hpp"
#include "posenc/random.hpp"

/// A transformer encoder, small enough to read: with x_0 = E[token] (+ positions),
///   x_mid = x_l + Attention(LayerNorm(x_l)) Wo + bo
///   x_l+1 = x_mid + act(LayerNorm(x_mid) W1 + b1) W2 + b2
///   logits = read-out(LayerNorm(x_L)) Wout + bout
/// Letters: B sequences of T tokens, C = d_model, V tokens in the vocabulary, NH heads of HS = C / NH.
/// Linear maps are y = x W + b with W [in, out], row-major.
/// Sources: Vaswani et al. 2017, arXiv:1706.03762v7, section 3; the LayerNorm before each part rather than
/// after it: Xiong et al. 2020, arXiv:2002.04745v2, section 3.
namespace posenc {

enum class Activation {
  relu,
  gelu,  // x Phi(x), with the normal distribution itself: Hendrycks and Gimpel, arXiv:1606.08415v5
};

POSENC_CHOICE(Activation, activation, "[transformer] `activation`", relu, gelu)

/// The read-out: the part of the last layer that is classified.
enum class Readout {
  per_token,  // each token
  max_pool,   // the maximum of each component over the tokens
  mean_pool,  // their mean
  last_token,
  first_token,
};

POSENC_CHOICE(Readout, readout, "[transformer] `readout`", per_token, max_pool, mean_pool,
              last_token, first_token)

/// The factor on an embedding before positions are added.
enum class EmbeddingScale {
  one,
  sqrt_d_model,  // arXiv:1706.03762v7, section 3.4
};

POSENC_NAMES(EmbeddingScale, embedding_scale_names, one, sqrt_d_model)

struct TransformerOptions {
  double vocabulary = 16;  // V
  double outputs = 16;     // classes
  double d_model = 32;     // C
  double heads = 4;        // NH, of which C is a multiple
  double layers = 1;
  double hidden = 0;    // width of the feed-forward part; 0 for 4 C
  double longest = 16;  // no input is longer, nor longer than a learned table, if there is one
  double dropout = 0;   // probability, for embeddings and the output of each part (section 5.4)
  double eps = 1e-5;    // of LayerNorm
  Direction direction = Direction::bidirectional;
  Activation activation = Activation::relu;
  Readout readout = Readout::per_token;
  EmbeddingScale embedding_scale = EmbeddingScale::sqrt_d_model;
  PositionOptions position{};

  bool operator==(const TransformerOptions&) const = default;
};

/// One of the parameter tensors, and its initial values.
struct Tensor {
  enum class Start {
    zero,
    one,
    embedding,   // normal, variance 1/C if scaled by sqrt(C), else 1, so that rows have variance 1
    table,       // normal, standard deviation table_std
    bias_table,  // normal, variance 1/C, as T5's
    xavier,      // uniform within sqrt(6 / (in + out)): Glorot and Bengio 2010, equation 16
  };
  std::string name;  // as in the state_dict of web/lesson/code/torch/transformer.py
  Index rows;
  Index cols;
  Index offset;  // of its first element among all parameters
  Start start;
  Index blocks = 1;  // matrices side by side, each initialized by itself: q, k and v

  Index size() const { return rows * cols; }
};

/// Loss and accuracy of a batch.
struct BatchResult {
  double loss = 0;    // mean cross-entropy of the scored targets, in nats
  Index scored = 0;   // targets other than not_scored
  Index correct = 0;  // the number of these with the largest logit
  // The same for the `old` positions, which are not counted above; the loss is a sum.
  double old_loss = 0;
  Index old_scored = 0;
  Index old_correct = 0;

  /// Adds the sums of another part of the batch.
  void add(const BatchResult& part) {
    loss += part.loss;
    scored += part.scored;
    correct += part.correct;
    old_loss += part.old_loss;
    old_scored += part.old_scored;
    old_correct += part.old_correct;
  }
  double accuracy() const {
    return scored == 0 ? 0 : static_cast<double>(correct) / static_cast<double>(scored);
  }
};

/// Pairs of RoPE whose part of q k^T is left out.
struct SilencedPairs {
  std::optional<double> layer;  // none for all layers with RoPE
  std::optional<double> head;   // none for all heads
  std::vector<double> pairs;    // from 0 on; empty to silence none
};

/// The activations for one sequence of T tokens.
struct Trace {
  std::vector<Matrix> residuals;   // x_0 .. x_L, each [T, C]
  std::vector<PerHead> attention;  // of each layer, [NH][T, T]: softmax(scores), row by row
  /// Of each layer, [NH][T, T]: the input of the softmax, q k^T / sqrt(HS) + bias; -infinity if masked.
  std::vector<PerHead> scores;
  /// The same before the scheme acts: with the causal mask and that of a window, without the masks of the scheme.
  ///   no encoding                        equal to scores
  ///   one that acts on queries and keys  q and k not rotated and no pair silenced, from the same input of the layer
  ///   one that acts on the logits        without the bias
  ///   one that is added to embeddings    the scores of the same model for the same tokens, without adding
  ///                                      positions: from the second layer on, the input of the layer
  ///                                      differs too
  std::vector<PerHead> before;
  Matrix logits;  // [T or 1, outputs]
  Vector
      answers;  // of each row of logits, the class with the largest; the first if several are equal
  Vector probabilities;  // the softmax probability of that class
};

/// The model, with all memory for a forward and a backward pass, allocated once. Inputs are processed in chunks of
/// whole sequences that fit in the cache, so the memory does not depend on B.
///
/// Real is float, or double for checks on gradients.
template <class Real>
class Transformer {
 public:
  /// Errors: sizes that are not positive whole numbers or do not fit each other; a dropout outside [0, 1); those
  /// of position_tables; more than max_elements parameters or numbers of memory.
  [[gnu::cold]] static Result<Transformer> make(const TransformerOptions& options);

  Transformer(Transformer&&) = default;
  Transformer& operator=(Transformer&&) = default;

  const TransformerOptions& options() const { return options_; }
  Index longest() const { return longest_; }
  Index outputs() const { return outputs_; }

  /// No error for a T that inputs may have. Errors: a T that is not from 1 to longest, whose last position has
  /// no row in a learned table, or for which no biases were given.
  [[gnu::cold]] std::optional<Error> check_length(Index T) const;

  /// All parameters, in the order of tensors().
  std::span<const Real> parameters() const { return parameters_; }
  /// Parameters that the caller may change: the next pass recomputes everything derived from them.
  std::span<Real> mutable_parameters() {
    derived_ = false;
    return parameters_;
  }
  std::span<const Tensor> tensors() const { return tensors_; }
  /// dL/dparameters of the last loss_and_gradients.
  std::span<const Real> gradients() const { return gradients_; }
  /// Of all memory behind the model.
  std::size_t bytes() const;

  /// Draws the initial parameters.
  [[gnu::cold]] void initialize(Random& random);

  /// For RoPE: replaces the frequencies in all its layers, for example by extended ones, without training.
  /// Errors: a model without RoPE, or with several bases; another number of frequencies than rotated pairs.
  [[gnu::cold]] std::optional<Error> use_frequencies(const InverseFrequencies& theta,
                                                     double attention_factor);

  /// For RoPE: leaves these pairs out of every q k^T from now on, and no others. Training does not see it.
  /// Errors: a model without RoPE; a layer without it; a layer, head or pair that does not exist.
  [[gnu::cold]] std::optional<Error> silence(const SilencedPairs& silenced);

  /// Loss and accuracy. No dropout.
  /// @param tokens  [B, T], each from 0 to V-1
  /// @param targets [B, T], or [B] unless the read-out is per_token: a class or not_scored
  /// @param old     with per_token: this many positions at the start of each sequence are counted separately
  /// Errors: those of check_length; spans of other sizes; a token or target out of range.
  Result<BatchResult> evaluate(std::span<const Token> tokens, std::span<const Token> targets,
                               Index B, Index T, Index old = 0);

  /// The same, with the gradients of the mean loss over all positions, old ones too. With dropout, drawn from `random`.
  Result<BatchResult> loss_and_gradients(std::span<const Token> tokens,
                                         std::span<const Token> targets, Index B, Index T,
                                         Random& random, Index old = 0);

  /// The attention weight of the last token of each sequence on one of its tokens: the mean over the heads of the last
  /// layer, summed over the sequences.
  /// @param keys of each sequence, from 0 to T-1
  /// Errors: those of check_length; spans of other sizes; a token out of range.
  Result<double> weights_on(std::span<const Token> tokens, std::span<const Index> keys, Index B,
                            Index T);

  /// Logits [B T, outputs], or [B, outputs] unless the read-out is per_token. Errors: as above.
  std::optional<Error> logits(std::span<const Token> tokens, Index B, Index T,
                              std::span<Real> output);

  /// The activations for one sequence. Errors: as above.
  [[gnu::cold]] Result<Trace> trace(std::span<const Token> tokens);

 private:
  // Functions marked cold are called once, and compiled for size.

  /// A matrix of weights, with its copies for the products: packed, and transposed and packed.
  struct Linear {
    Index in;
    Index out;
    Index weights;  // offsets among the parameters
    Index bias;
    Real* packed;
    Real* packed_transposed;
  };
  struct Norm {
    Index gain;
    Index bias;
  };
  /// Parameters and activations of one layer.
  struct Layer {
    LayerPositions positions;
    std::vector<Index> silent;  // components of q
    Norm norm1, norm2;
    Linear qkv, out, up, down;
    std::vector<RowMoments<Real>> moments1, moments2;  // [rows]
    Real* x;                                           // [rows, C]: the input
    Real* y1;             // [rows, C]: LayerNorm(x); in the first layer [inputs, C]
    Real* q_k_v;          // [rows, 3C]
    Real* P;              // [sequences, NH, T, T]
    Real* heads;          // [rows, C]
    Real* x_mid;          // [rows, C]
    Real* y2;             // [rows, C]: LayerNorm(x_mid)
    Real* before;         // [rows, hidden]: before GELU; the same as hidden for ReLU
    Real* hidden;         // [rows, hidden]
    Real* dropout_heads;  // [rows, C]: the factors of dropout, if there is any
    Real* dropout_hidden;
  };
  /// Some whole sequences that are processed together.
  struct Chunk {
    const Token* tokens;
    Index B;
    Index T;
    bool positions = true;  // whether positions are added to the embeddings; false only for a trace
    Index rows() const { return B * T; }
  };

  explicit Transformer(const TransformerOptions& options) : options_(options) {}
  [[gnu::cold]] std::optional<Error> take_sizes();
  [[gnu::cold]] std::optional<Error> check_sizes() const;
  /// No error for memory of that many numbers.
  [[gnu::cold]] std::optional<Error> check_memory(double count) const;
  [[gnu::cold]] void lay_out_parameters();
  [[gnu::cold]] std::optional<Error> lay_out_memory();
  template <class Visit>
  [[gnu::cold]] void place(const Visit& visit);
  [[gnu::cold]] Index tensor(std::string name, Index rows, Index cols, Tensor::Start start,
                             Index blocks = 1);
  [[gnu::cold]] Linear linear(const std::string& name, Index in, Index out, Index blocks = 1);
  [[gnu::cold]] Norm norm(const std::string& name);
  Real* parameter(Index offset) { return parameters_.data() + offset; }
  Real* gradient(Index offset) { return gradients_.data() + offset; }

  [[gnu::cold]] std::optional<Error> check_input(std::span<const Token> tokens, Index B,
                                                 Index T) const;
  [[gnu::cold]] std::optional<Error> check_targets(std::span<const Token> targets, Index B,
                                                   Index T) const;
  bool per_token() const { return options_.readout == Readout::per_token; }
  bool drops() const { return options_.dropout > 0; }
  bool adds_positions() const { return tables_.added.size() > 0 || tables_.table_rows > 0; }
  /// The number of rows of logits for one sequence.
  Index answers(Index T) const { return per_token() ? T : 1; }
  void derive();
  void derive_bias(std::size_t of);
  static bool learns_bias(const Layer& layer) {
    return has_encoding(layer.positions.scheme, Encoding::t5);
  }
  template <class Each>
  void for_chunks(std::span<const Token> tokens, Index B, Index T, const Each& each);

  void forward(const Chunk& chunk, Random* random);
  void find_inputs(const Chunk& chunk, bool dropped);
  void gather(Index rows, Index cols, const Real* inputs, Real* to) const;
  void scatter_add(Index rows, Index cols, const Real* from, Real* inputs) const;
  void take_in(const Chunk& chunk, Random* random);
  LogitBias<Real> bias_of(const Layer& layer, Index T) const;
  /// nullptr without RoPE.
  const RotaryCache<Real>* rope_of(const Layer& layer) const {
    const auto& rope = layer.positions.rope;
    return rope ? &ropes_[*rope] : nullptr;
  }
  void silence_rows(const Layer& layer, Index rows);
  void project(Layer& layer, Index rows, const Real* x, Real* q_k_v);
  [[gnu::cold]] PerHead scores(const Layer& layer, Index T, bool biased) const;
  void embed(const Chunk& chunk);
  void read_out(const Chunk& chunk);
  void normalize(const Norm& norm, Index rows, const Real* x, Real* y,
                 std::vector<RowMoments<Real>>& moments);
  void add_linear(const Linear& linear, Index rows, const Real* x, const Real* residual, Real* y,
                  Real* factors, Random* random);
  BatchResult cross_entropy(Index rows, const Token* targets, Real weight, Index T = 1,
                            Index old = 0);

  void backward(const Chunk& chunk);
  void embed_gradient(const Chunk& chunk);
  void read_out_gradient(const Chunk& chunk);
  void normalize_gradient(const Norm& norm, Index rows, const Real* x,
                          const std::vector<RowMoments<Real>>& moments, Real* dx);
  void linear_gradient(const Linear& linear, Index rows, const Real* x, const Real* dy);
  const Real* dropped(Index rows, const Real* dx, const Real* factors);

  TransformerOptions options_;
  Index V_{}, C_{}, NH_{}, HS_{}, hidden_{}, outputs_{}, longest_{}, rows_{};
  PositionTables tables_;
  std::vector<RotaryCache<Real>> ropes_;  // of tables_.ropes, or the frequencies that replace them
  std::vector<Tensor> tensors_;
  std::vector<Real> parameters_, gradients_;
  bool derived_ = false;

  Index embedding_{}, table_{}, bias_table_{};
  std::vector<Layer> layers_;
  Norm last_norm_{};
  Linear head_{};

  std::vector<Real> memory_;
  Real* added_{};                                // of the scheme
  std::vector<Real*> biases_;                    // of tables_.biases, with what T5 learned
  std::vector<std::vector<Real>> given_biases_;  // of tables_.given_biases
  Real* dbias_{};                                // of T5, summed over its layers
  // Inputs: equal rows share one input.
  static constexpr Index no_input = -1;
  Index inputs_count_{};
  std::vector<Index> input_of_;  // [rows]
  std::vector<Index> row_of_;    // [inputs]: its first
  std::vector<Index> newest_,
      older_;  // [V] and [inputs]: linked lists of the inputs of a token, newest first
  Real *inputs_{}, *dinputs_{};  // [inputs, C]
  Real* of_inputs_{};            // [inputs, 3C]: q_k_v, and their gradients in the backward pass
  Real *x_last_{}, *y_last_{}, *read_{}, *logits_{};  // activations after the layers
  Real* dropout_embedding_{};
  std::vector<RowMoments<Real>> last_moments_;
  std::vector<Index> largest_;  // [sequences, C]: the token that max_pool took each component from
  Real *dx_{}, *dy_{}, *dqkv_{}, *dhidden_{}, *dread_{}, *ddropped_{};  // gradients
  Real *packed_x_{}, *packed_dy_{}, *scratch_{};
};

}  // namespace posenc
