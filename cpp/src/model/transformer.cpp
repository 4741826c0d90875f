#include "posenc/model/transformer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/model/product.hpp"
#include "transformer_parts.hpp"

// The construction of the transformer, and the checks of its input. All of this is done once, and compiled for size.

namespace posenc {

namespace {

constexpr Index largest_size = 65536;

std::optional<Error> take_size(std::string_view subject, double value, Index& size) {
  POSENC_TRY(count, to_count(subject, value));
  if (count > largest_size) {
    return invalid_argument({subject, " must be at most ", largest_size, " but got ", value});
  }
  size = count;
  return std::nullopt;
}

}  // namespace

template <class Real>
Result<Transformer<Real>> Transformer<Real>::make(const TransformerOptions& options) {
  Transformer model(options);
  if (auto error = model.take_sizes()) return *error;
  if (auto error = model.check_sizes()) return *error;
  const auto layers = static_cast<Index>(model.layers_.size());
  POSENC_TRY(tables, position_tables(options.position, options.direction,
                                     {model.C_, model.NH_, layers, model.longest_}));
  model.tables_ = std::move(tables);
  model.lay_out_parameters();
  if (auto error = model.lay_out_memory()) return *error;
  for (const RotaryEmbedding& rope : model.tables_.ropes) {
    POSENC_TRY(cache, RotaryCache<Real>::make(rope, static_cast<double>(model.longest_)));
    if (model.tables_.given_maps.size() > 0) cache.replace(model.tables_.given_maps);
    model.ropes_.push_back(std::move(cache));
  }
  return model;
}

template <class Real>
std::optional<Error> Transformer<Real>::take_sizes() {
  Index layers = 0;
  if (auto error = take_size("[transformer] `vocabulary`", options_.vocabulary, V_)) return error;
  if (auto error = take_size("[transformer] `outputs`", options_.outputs, outputs_)) return error;
  if (auto error = take_size("[transformer] `d_model`", options_.d_model, C_)) return error;
  if (auto error = take_size("[transformer] `heads`", options_.heads, NH_)) return error;
  if (auto error = take_size("[transformer] `layers`", options_.layers, layers)) return error;
  const double hidden = options_.hidden == 0 ? 4 * options_.d_model : options_.hidden;
  if (auto error = take_size("[transformer] `hidden`", hidden, hidden_)) return error;
  if (auto error = take_size("[transformer] `longest` input", options_.longest, longest_)) {
    return error;
  }
  if (C_ % NH_ != 0) {
    return invalid_argument(
        {"[transformer] `d_model` must be a multiple of `heads` but got ", C_, " and ", NH_});
  }
  if (!(options_.dropout >= 0 && options_.dropout < 1)) {
    return invalid_argument(
        {"[transformer] `dropout` must be at least 0 and below 1 but got ", options_.dropout});
  }
  if (!(options_.eps > 0 && options_.eps <= 1)) {
    return invalid_argument(
        {"[transformer] `eps` must be a number above 0 and up to 1 but got ", options_.eps});
  }
  HS_ = C_ / NH_;
  rows_ = std::max(rows_of_chunk, longest_);
  layers_.resize(static_cast<std::size_t>(layers));
  return std::nullopt;
}

template <class Real>
Index Transformer<Real>::tensor(std::string name, Index rows, Index cols, Tensor::Start start,
                                Index blocks) {
  const Index offset = tensors_.empty() ? 0 : tensors_.back().offset + tensors_.back().size();
  tensors_.push_back({std::move(name), rows, cols, offset, start, blocks});
  return offset;
}

template <class Real>
auto Transformer<Real>::linear(const std::string& name, Index in, Index out, Index blocks)
    -> Linear {
  const Index w = tensor(name + ".weight", in, out, Tensor::Start::xavier, blocks);
  return {in, out, w, tensor(name + ".bias", 1, out, Tensor::Start::zero), nullptr, nullptr};
}

template <class Real>
auto Transformer<Real>::norm(const std::string& name) -> Norm {
  const Index gain = tensor(name + ".weight", 1, C_, Tensor::Start::one);
  return {gain, tensor(name + ".bias", 1, C_, Tensor::Start::zero)};
}

/// No error if parameters and the largest pieces of memory fit: a table of positions has no more elements than these,
/// so this comes before all tables.
template <class Real>
std::optional<Error> Transformer<Real>::check_sizes() const {
  // In double: in WebAssembly an Index has 32 bits, and sums of sizes overflow.
  const auto number = [](auto size) { return static_cast<double>(size); };
  const PositionOptions& position = options_.position;
  const auto if_any = [&](Encoding encoding, double count) {
    // A count that is not a number, or below 0, is an error of the tables.
    return any_layer_has(position, encoding) ? std::max(0.0, count) : 0;
  };
  const double C = number(C_);
  const double layers = number(layers_.size());
  const double elements =
      C * (number(V_) + if_any(Encoding::learned, position.table_rows) + number(outputs_)) +
      if_any(Encoding::t5, position.num_buckets) * number(NH_) +
      layers * C * (4 * C + 2 * number(hidden_));
  if (elements > number(max_elements)) {
    return too_large({"[transformer] the model would have about ", elements,
                      " parameters, but at most ", max_elements, " are allowed"});
  }
  return check_memory(number(rows_) * number(longest_) * number(NH_) * layers);
}

template <class Real>
std::optional<Error> Transformer<Real>::check_memory(double count) const {
  if (count <= static_cast<double>(max_elements)) return std::nullopt;
  return too_large({"[transformer] a pass would need memory for about ", count,
                    " numbers, but at most ", max_elements, " are allowed"});
}

template <class Real>
void Transformer<Real>::lay_out_parameters() {
  embedding_ = tensor("embedding.weight", V_, C_, Tensor::Start::embedding);
  if (tables_.table_rows > 0) {
    table_ = tensor("positions.weight", tables_.table_rows, C_, Tensor::Start::table);
  }
  if (tables_.num_buckets > 0) {
    bias_table_ = tensor("t5.weight", tables_.num_buckets, NH_, Tensor::Start::bias_table);
  }
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const std::string of = "layers." + std::to_string(l) + ".";
    Layer& layer = layers_[l];
    layer.positions = tables_.layers[l];
    layer.norm1 = norm(of + "norm1");
    layer.qkv = linear(of + "qkv", C_, 3 * C_, 3);
    layer.out = linear(of + "out", C_, C_);
    layer.norm2 = norm(of + "norm2");
    layer.up = linear(of + "up", C_, hidden_);
    layer.down = linear(of + "down", hidden_, C_);
  }
  last_norm_ = norm("norm");
  head_ = linear("head", C_, outputs_);
  const auto count = static_cast<std::size_t>(tensors_.back().offset + tensors_.back().size());
  parameters_.assign(count, 0);
  gradients_.assign(count, 0);
}

/// Calls visit(pointer, size) for every piece of memory: the pointer to set, and the number of elements.
template <class Real>
template <class Visit>
void Transformer<Real>::place(const Visit& visit) {
  const auto size = [](Index a, Index b) {
    return static_cast<double>(a) * static_cast<double>(b);
  };
  const auto packed = [&](Linear& linear) {
    visit(linear.packed, static_cast<double>(packed_size<Real>(linear.in, linear.out)));
    visit(linear.packed_transposed, static_cast<double>(packed_size<Real>(linear.out, linear.in)));
  };
  const bool gelu = options_.activation == Activation::gelu;
  const double of_C = size(rows_, C_);
  const double if_drops = drops() ? of_C : 0;
  for (Layer& layer : layers_) {
    for (Linear* linear : {&layer.qkv, &layer.out, &layer.up, &layer.down}) packed(*linear);
    visit(layer.x, of_C);
    visit(layer.y1, of_C);
    visit(layer.q_k_v, 3 * of_C);
    visit(layer.P, size(rows_, longest_) * static_cast<double>(NH_));
    visit(layer.heads, of_C);
    visit(layer.x_mid, of_C);
    visit(layer.y2, of_C);
    visit(layer.hidden, size(rows_, hidden_));
    visit(layer.before, gelu ? size(rows_, hidden_) : 0);
    visit(layer.dropout_heads, if_drops);
    visit(layer.dropout_hidden, if_drops);
  }
  packed(head_);
  visit(added_, static_cast<double>(tables_.added.size()));
  const double of_bias = static_cast<double>(tables_.biases.front().size());
  for (Real*& bias : biases_) visit(bias, of_bias);
  visit(dbias_, tables_.num_buckets > 0 ? of_bias : 0);
  visit(inputs_, of_C);
  visit(of_inputs_, 3 * of_C);
  visit(x_last_, of_C);
  visit(y_last_, of_C);
  visit(read_, of_C);
  visit(logits_, size(rows_, outputs_));
  visit(dropout_embedding_, if_drops);
  visit(dinputs_, of_C);
  visit(dx_, of_C);
  visit(dy_, of_C);
  visit(dqkv_, 3 * of_C);
  visit(dhidden_, size(rows_, hidden_));
  visit(dread_, of_C);
  visit(ddropped_, if_drops);
  const Index widest = std::max({3 * C_, hidden_, outputs_});
  visit(packed_x_, static_cast<double>(packed_size<Real>(rows_, widest)));
  visit(packed_dy_, static_cast<double>(packed_size<Real>(rows_, widest)));
  visit(scratch_, static_cast<double>(attention_scratch<Real>(longest_, HS_)));
}

template <class Real>
std::optional<Error> Transformer<Real>::lay_out_memory() {
  biases_.resize(tables_.biases.size());
  double count = 0;
  // Pieces start at a cache line.
  const auto rounded = [](double size) { return std::ceil(size / 16) * 16; };
  place([&](Real*&, double size) { count += rounded(size); });
  if (auto error = check_memory(count)) return error;
  memory_.assign(static_cast<std::size_t>(count), 0);
  Real* next = memory_.data();
  place([&](Real*& piece, double size) {
    piece = next;
    next += static_cast<Index>(rounded(size));
  });
  const auto rows = static_cast<std::size_t>(rows_);
  for (Layer& layer : layers_) {
    if (options_.activation == Activation::relu) layer.before = layer.hidden;
    layer.moments1.resize(rows);
    layer.moments2.resize(rows);
  }
  last_moments_.resize(rows);
  input_of_.resize(rows);
  row_of_.resize(rows);
  older_.resize(rows);
  newest_.assign(static_cast<std::size_t>(V_), no_input);
  if (options_.readout == Readout::max_pool) {
    largest_.resize(rows * static_cast<std::size_t>(C_));
  }
  const auto copy = [](const Matrix& from, Real* to) {
    std::ranges::transform(from.reshaped<Eigen::RowMajor>(), to,
                           [](double value) { return static_cast<Real>(value); });
  };
  copy(tables_.added, added_);
  for (std::size_t n = 0; n < biases_.size(); ++n) copy(tables_.biases[n], biases_[n]);
  for (const Matrix& given : tables_.given_biases) {
    copy(given, given_biases_.emplace_back(static_cast<std::size_t>(given.size())).data());
  }
  return std::nullopt;
}

template <class Real>
std::size_t Transformer<Real>::bytes() const {
  const std::size_t moments =
      (2 * layers_.size() + 1) * last_moments_.size() * sizeof(RowMoments<Real>);
  return (parameters_.size() + gradients_.size() + memory_.size()) * sizeof(Real) + moments +
         (largest_.size() + input_of_.size() + row_of_.size() + older_.size() + newest_.size()) *
             sizeof(Index);
}

template <class Real>
void Transformer<Real>::initialize(Random& random) {
  for (const Tensor& tensor : tensors_) {
    const double in = static_cast<double>(tensor.rows);
    const double out = static_cast<double>(tensor.cols / tensor.blocks);
    const bool unscaled =
        tensor.start == Tensor::Start::embedding && options_.embedding_scale == EmbeddingScale::one;
    const double deviation = tensor.start == Tensor::Start::table ? options_.position.table_std
                             : unscaled                           ? 1
                                        : std::sqrt(1 / static_cast<double>(C_));
    for (Index n = 0; n < tensor.size(); ++n) {
      double value = 0;
      switch (tensor.start) {
        case Tensor::Start::zero:
          break;
        case Tensor::Start::one:
          value = 1;
          break;
        case Tensor::Start::embedding:
        case Tensor::Start::table:
        case Tensor::Start::bias_table:
          value = random.normal() * deviation;
          break;
        case Tensor::Start::xavier:
          value = (2 * random.uniform() - 1) * std::sqrt(6 / (in + out));
          break;
      }
      *parameter(tensor.offset + n) = static_cast<Real>(value);
    }
  }
  derived_ = false;
}

template <class Real>
std::optional<Error> Transformer<Real>::use_frequencies(const InverseFrequencies& theta,
                                                        double attention_factor) {
  if (ropes_.empty()) {
    return invalid_argument(
        {"[transformer] only a model with the scheme \"rope\" has frequencies, but this one has ",
         quote(name_of(options_.position))});
  }
  if (ropes_.size() > 1) {
    return invalid_argument(
        {"[transformer] new frequencies replace those of all layers, so the layers with RoPE must "
         "have one base, but `bases` has ",
         ropes_.size(), " for them"});
  }
  if (const Index pairs = tables_.ropes.front().theta().pairs(); theta.pairs() != pairs) {
    return invalid_argument({"[transformer] there must be ", pairs,
                             " frequencies, one per rotated pair of a head, but there are ",
                             theta.pairs()});
  }
  POSENC_TRY(rope, RotaryEmbedding::make(theta, static_cast<double>(HS_), options_.position.layout,
                                         attention_factor));
  POSENC_TRY(cache, RotaryCache<Real>::make(rope, static_cast<double>(longest_)));
  ropes_.front() = std::move(cache);
  return std::nullopt;
}

template <class Real>
std::optional<Error> Transformer<Real>::silence(const SilencedPairs& silenced) {
  if (ropes_.empty()) {
    return invalid_argument(
        {"[transformer] only a model with the scheme \"rope\" has pairs to silence, but this one "
         "has ",
         quote(name_of(options_.position))});
  }
  const auto below = [](std::string_view subject, double value, Index count) {
    return check_whole(subject, value, 0, static_cast<double>(count - 1));
  };
  const auto& [layer, head, pairs] = silenced;
  if (layer) {
    const auto count = static_cast<Index>(layers_.size());
    if (auto e = below("[transformer] the `layer` of silenced pairs", *layer, count)) return e;
    if (rope_of(layers_[static_cast<std::size_t>(*layer)]) == nullptr) {
      return invalid_argument(
          {"[transformer] the `layer` of silenced pairs must have RoPE, but layer ", *layer,
           " does not"});
    }
  }
  if (head) {
    if (auto e = below("[transformer] the `head` of silenced pairs", *head, NH_)) return e;
  }
  const RotaryEmbedding& rope = tables_.ropes.front();
  const Index count = rope.theta().pairs();
  for (const double pair : pairs) {
    if (auto e = below("[transformer] each of `pairs`", pair, count)) return e;
  }

  for (std::size_t l = 0; l < layers_.size(); ++l) {
    std::vector<Index>& silent = layers_[l].silent;
    silent.clear();
    if (rope_of(layers_[l]) == nullptr || (layer && *layer != static_cast<double>(l))) continue;
    for (Index h = 0; h < NH_; ++h) {
      if (head && *head != static_cast<double>(h)) continue;
      for (const double pair : pairs) {
        const auto [a, b] = pair_components(static_cast<Index>(pair), count, rope.layout());
        silent.insert(silent.end(), {h * HS_ + a, h * HS_ + b});
      }
    }
  }
  return std::nullopt;
}

/// Recomputes everything that depends only on the parameters.
template <class Real>
void Transformer<Real>::derive() {
  if (std::exchange(derived_, true)) return;
  const auto packed = [&](const Linear& linear) {
    const Real* W = parameter(linear.weights);
    pack(W, linear.in, linear.out, linear.out, linear.packed);
    pack_transposed(W, linear.in, linear.out, linear.out, linear.packed_transposed);
  };
  for (const Layer& layer : layers_) {
    for (const Linear* linear : {&layer.qkv, &layer.out, &layer.up, &layer.down}) packed(*linear);
  }
  packed(head_);
  for (const Layer& layer : layers_) {
    if (learns_bias(layer)) derive_bias(layer.positions.bias);
  }
}

/// T5's learned bias of each offset, and -infinity where it is masked.
template <class Real>
void Transformer<Real>::derive_bias(std::size_t of) {
  const Matrix& masks = tables_.biases[of];
  const Index offsets = masks.cols();
  for (Index h = 0; h < NH_; ++h) {
    for (Index n = 0; n < offsets; ++n) {
      const Index bucket = tables_.buckets[static_cast<std::size_t>(n)];
      // -infinity or 0.
      const Real mask = static_cast<Real>(masks(h, n));
      biases_[of][h * offsets + n] = mask + *parameter(bias_table_ + bucket * NH_ + h);
    }
  }
}

// Input.

template <class Real>
std::optional<Error> Transformer<Real>::check_length(Index T) const {
  if (T < 1 || T > longest_) {
    return invalid_argument(
        {"[transformer] the `length` of an input must be from 1 to ", longest_, " but is ", T});
  }
  const Index rows = tables_.table_rows;
  if (rows > 0 && T > rows) {
    return Error(ErrorCode::untrained_position,
                 {"[transformer] the learned table has no rows from position ", rows,
                  " on: the longest input must be at most ", rows, " but is ", T})
        .about("length");
  }
  const auto& biases = tables_.given_biases;
  if (!biases.empty() && std::ranges::find(biases, T, &Matrix::cols) == biases.end()) {
    return invalid_argument(
        {"[transformer] the `length` of an input must be one of `given_lengths` but is ", T});
  }
  return std::nullopt;
}

template <class Real>
std::optional<Error> Transformer<Real>::check_input(std::span<const Token> tokens, Index B,
                                                    Index T) const {
  if (auto error = check_length(T)) return error;
  if (B < 1 ||
      static_cast<double>(tokens.size()) != static_cast<double>(B) * static_cast<double>(T)) {
    return invalid_argument(
        {"[transformer] there must be ", B, " x ", T, " tokens but there are ", tokens.size()});
  }
  for (const Token token : tokens) {
    if (token < 0 || token >= V_) {
      return invalid_argument(
          {"[transformer] each of `tokens` must be from 0 to ", V_ - 1, " but is ", token});
    }
  }
  return std::nullopt;
}

template <class Real>
std::optional<Error> Transformer<Real>::check_targets(std::span<const Token> targets, Index B,
                                                      Index T) const {
  const Index count = B * answers(T);
  if (static_cast<Index>(targets.size()) != count) {
    return invalid_argument(
        {"[transformer] there must be ", count, " targets but there are ", targets.size()});
  }
  for (const Token target : targets) {
    if (target != not_scored && (target < 0 || target >= outputs_)) {
      return invalid_argument({"[transformer] a target must be from 0 to ", outputs_ - 1,
                               ", or -1 where nothing is scored, but is ", target});
    }
  }
  return std::nullopt;
}

template Result<Transformer<float>> Transformer<float>::make(const TransformerOptions&);
template Result<Transformer<double>> Transformer<double>::make(const TransformerOptions&);
template std::size_t Transformer<float>::bytes() const;
template std::size_t Transformer<double>::bytes() const;
template void Transformer<float>::initialize(Random&);
template void Transformer<double>::initialize(Random&);
template std::optional<Error> Transformer<float>::use_frequencies(const InverseFrequencies&,
                                                                  double);
template std::optional<Error> Transformer<double>::use_frequencies(const InverseFrequencies&,
                                                                   double);
template std::optional<Error> Transformer<float>::silence(const SilencedPairs&);
template std::optional<Error> Transformer<double>::silence(const SilencedPairs&);
template std::optional<Error> Transformer<float>::check_length(Index) const;
template std::optional<Error> Transformer<double>::check_length(Index) const;
template std::optional<Error> Transformer<float>::check_input(std::span<const Token>, Index,
                                                              Index) const;
template std::optional<Error> Transformer<double>::check_input(std::span<const Token>, Index,
                                                               Index) const;
template std::optional<Error> Transformer<float>::check_targets(std::span<const Token>, Index,
                                                                Index) const;
template std::optional<Error> Transformer<double>::check_targets(std::span<const Token>, Index,
                                                                 Index) const;
template void Transformer<float>::derive();
template void Transformer<double>::derive();

}  // namespace posenc
