#include "posenc/model/transformer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/model/product.hpp"
#include "posenc/portable.hpp"

namespace posenc {

Result<Activation> to_activation(std::string_view name) {
  return to_enum("[transformer] `activation`", name, activation_names);
}

Result<Readout> to_readout(std::string_view name) {
  return to_enum("[transformer] `readout`", name, readout_names);
}

namespace {

/// The number of tokens processed together: few enough that their activations stay in the cache, and enough that
/// weights are read seldom.
constexpr Index rows_of_chunk = 128;

constexpr Index largest_size = 65536;

std::optional<Error> take_size(std::string_view subject, double value, Index& size) {
  POSENC_TRY(count, to_count(subject, value));
  if (count > largest_size) {
    return invalid_argument({subject, " must be at most ", largest_size, " but got ", value});
  }
  size = count;
  return std::nullopt;
}

/// Up to here the columns of x are near enough in memory to be read in place.
constexpr Index narrow = 32;

/// to(n) = each(to(n), from(n)), in vectors as far as possible.
template <class Real, class Each>
void over_row(Index count, const Real* from, Real* to, const Each& each) {
  constexpr Index lanes = lane_count<Real>;
  Index n = 0;
  for (; n + lanes <= count; n += lanes) store(to + n, each(load(to + n), load(from + n)));
  for (; n < count; ++n) to[n] = each(to[n], from[n]);
}

/// to += factor from
template <class Real>
void add_scaled(Index count, Real factor, const Real* from, Real* to) {
  over_row(count, from, to, [factor](auto sum, auto term) { return sum + term * factor; });
}

template <class Real>
void add(Index count, const Real* from, Real* to) {
  over_row(count, from, to, [](auto sum, auto term) { return sum + term; });
}

/// to = factor from
template <class Real>
void put_scaled(Index count, Real factor, const Real* from, Real* to) {
  over_row(count, from, to, [factor](auto, auto value) { return value * factor; });
}

/// sums += sum over the rows of x [rows, cols], a vector of columns at a time.
template <class Real>
void add_column_sums(Index rows, Index cols, const Real* x, Real* sums) {
  constexpr Index lanes = lane_count<Real>;
  Index c = 0;
  for (; c + 4 * lanes <= cols; c += 4 * lanes) {
    Lanes<Real> four[4]{};
    for (Index row = 0; row < rows; ++row) {
      for (int v = 0; v < 4; ++v) four[v] += load(x + row * cols + c + v * lanes);
    }
    for (int v = 0; v < 4; ++v) store(sums + c + v * lanes, load(sums + c + v * lanes) + four[v]);
  }
  for (Index row = 0; c < cols && row < rows; ++row) add(cols - c, x + row * cols + c, sums + c);
}

/// x Phi(x), from x = before.
template <class Real>
void gelu(Index count, const Real* before, Real* after) {
  for (Index n = 0; n < count; ++n) {
    const Real x = before[n];
    after[n] = x * (1 + std::erf(x * (std::numbers::sqrt2_v<Real> / 2))) / 2;
  }
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

/// Dropout: writes 0 with probability p, else 1 / (1 - p), which preserves the mean, to `kept`, and multiplies the
/// values by it.
template <class Real>
void drop(double p, Random& random, Index count, Real* values, Real* kept) {
  const Real scale = 1 / (1 - static_cast<Real>(p));
  for (Index n = 0; n < count; ++n) {
    kept[n] = random.uniform() < p ? 0 : scale;
    values[n] *= kept[n];
  }
}

}  // namespace

// Construction. All of this is done once, and compiled for size.

template <class Real>
Result<Transformer<Real>> Transformer<Real>::make(const TransformerOptions& options) {
  Transformer model(options);
  if (auto error = model.take_sizes()) return *error;
  POSENC_TRY(tables, position_tables(options.position, options.direction, model.C_, model.NH_,
                                     model.longest_));
  model.tables_ = std::move(tables);
  if (auto error = model.lay_out_parameters()) return *error;
  if (auto error = model.lay_out_memory()) return *error;
  if (const auto& rope = model.tables_.rope) {
    if (auto error = model.use_frequencies(rope->theta(), rope->attention_factor())) return *error;
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
auto Transformer<Real>::linear(const std::string& weights, const std::string& bias, Index in,
                               Index out, Index blocks) -> Linear {
  const Index w = tensor(weights, in, out, Tensor::Start::xavier, blocks);
  return {in, out, w, tensor(bias, 1, out, Tensor::Start::zero), nullptr, nullptr};
}

template <class Real>
auto Transformer<Real>::norm(const std::string& name) -> Norm {
  const Index gain = tensor(name + ".gain", 1, C_, Tensor::Start::one);
  return {gain, tensor(name + ".bias", 1, C_, Tensor::Start::zero)};
}

template <class Real>
std::optional<Error> Transformer<Real>::lay_out_parameters() {
  // In double: in WebAssembly an Index has 32 bits, and sums of sizes overflow.
  const auto number = [](auto size) { return static_cast<double>(size); };
  const double C = number(C_);
  const double elements = C * (number(V_) + number(tables_.table_rows) + number(outputs_)) +
                          number(tables_.num_buckets) * number(NH_) +
                          number(layers_.size()) * C * (4 * C + 2 * number(hidden_));
  if (elements > static_cast<double>(max_elements)) {
    return too_large({"[transformer] the model would have about ", elements,
                      " parameters, but at most ", max_elements, " are allowed"});
  }
  embedding_ = tensor("embedding", V_, C_, Tensor::Start::embedding);
  if (tables_.table_rows > 0) {
    table_ = tensor("positions", tables_.table_rows, C_, Tensor::Start::table);
  }
  if (tables_.num_buckets > 0) {
    bias_table_ = tensor("t5", tables_.num_buckets, NH_, Tensor::Start::bias_table);
  }
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const std::string of = std::to_string(l) + ".";
    Layer& layer = layers_[l];
    layer.norm1 = norm(of + "norm1");
    layer.qkv = linear(of + "Wqkv", of + "bqkv", C_, 3 * C_, 3);
    layer.out = linear(of + "Wo", of + "bo", C_, C_);
    layer.norm2 = norm(of + "norm2");
    layer.up = linear(of + "W1", of + "b1", C_, hidden_);
    layer.down = linear(of + "W2", of + "b2", hidden_, C_);
  }
  last_norm_ = norm("norm");
  head_ = linear("Wout", "bout", C_, outputs_);
  const auto count = static_cast<std::size_t>(tensors_.back().offset + tensors_.back().size());
  parameters_.assign(count, 0);
  gradients_.assign(count, 0);
  return std::nullopt;
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
    visit(layer.kept_heads, if_drops);
    visit(layer.kept_hidden, if_drops);
  }
  packed(head_);
  visit(added_, static_cast<double>(tables_.added.size()));
  visit(bias_, static_cast<double>(tables_.bias.size()));
  visit(dbias_, tables_.num_buckets > 0 ? static_cast<double>(tables_.bias.size()) : 0);
  visit(inputs_, of_C);
  visit(of_inputs_, 3 * of_C);
  visit(x_last_, of_C);
  visit(y_last_, of_C);
  visit(read_, of_C);
  visit(logits_, size(rows_, outputs_));
  visit(kept_embedding_, if_drops);
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
  // Report what does not fit before any size can overflow.
  const double largest = static_cast<double>(rows_) * static_cast<double>(longest_) *
                         static_cast<double>(NH_) * static_cast<double>(layers_.size());
  double count = largest;
  // Pieces start at a cache line.
  const auto rounded = [](double size) { return std::ceil(size / 16) * 16; };
  if (count <= static_cast<double>(max_elements)) {
    count = 0;
    place([&](Real*&, double size) { count += rounded(size); });
  }
  if (count > static_cast<double>(max_elements)) {
    return too_large({"[transformer] a pass would need memory for about ", count,
                      " numbers, but at most ", max_elements, " are allowed"});
  }
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
  std::ranges::transform(tables_.added.reshaped<Eigen::RowMajor>(), added_,
                         [](double value) { return static_cast<Real>(value); });
  std::ranges::transform(tables_.bias.reshaped<Eigen::RowMajor>(), bias_,
                         [](double value) { return static_cast<Real>(value); });
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
  if (!tables_.rope) {
    return invalid_argument(
        {"[transformer] only a model with the scheme \"rope\" has frequencies, but this one has \"",
         name_in(scheme_names, options_.position.scheme), "\""});
  }
  if (theta.dimension() != HS_) {
    return invalid_argument({"[transformer] there must be ", HS_ / 2,
                             " frequencies, one per pair of a head, but there are ",
                             theta.pairs()});
  }
  POSENC_TRY(rope, RotaryEmbedding::make(theta, static_cast<double>(HS_), options_.position.layout,
                                         attention_factor));
  POSENC_TRY(cache, RotaryCache<Real>::make(rope, static_cast<double>(longest_)));
  rope_ = std::move(cache);
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
  const auto offsets = static_cast<Index>(tables_.buckets.size());
  for (Index h = 0; h < NH_; ++h) {
    for (Index n = 0; n < offsets; ++n) {
      const Index bucket = tables_.buckets[static_cast<std::size_t>(n)];
      // -infinity if it is masked, else 0.
      const Real mask = static_cast<Real>(tables_.bias(h, n));
      bias_[h * offsets + n] = mask + *parameter(bias_table_ + bucket * NH_ + h);
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

template <class Real>
template <class Each>
void Transformer<Real>::for_chunks(std::span<const Token> tokens, Index B, Index T,
                                   const Each& each) {
  derive();
  const Index at_once = std::max<Index>(1, rows_of_chunk / T);
  for (Index b = 0; b < B; b += at_once) {
    each(Chunk{tokens.data() + b * T, std::min(at_once, B - b), T}, b);
  }
}

// Forward.

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

/// inputs[n] = sum over the rows of that input
template <class Real>
void Transformer<Real>::scatter_add(Index rows, Index cols, const Real* from, Real* inputs) const {
  std::fill_n(inputs, inputs_count_ * cols, Real{0});
  for (Index row = 0; row < rows; ++row, from += cols) {
    add(cols, from, inputs + input_of_[static_cast<std::size_t>(row)] * cols);
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
                                   const Real* residual, Real* y, Real* kept, Random* random) {
  const Real* bias = parameter(linear.bias);
  if (!drops() || random == nullptr) {
    multiply<Left::as_it_is>(rows, linear.out, linear.in, x, linear.in, linear.packed, y,
                             linear.out, {.bias = bias, .added = residual});
    return;
  }
  const Index count = rows * linear.out;
  multiply<Left::as_it_is>(rows, linear.out, linear.in, x, linear.in, linear.packed, y, linear.out,
                           {.bias = bias});
  drop(options_.dropout, *random, count, y, kept);
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
  if (drops_now) drop(options_.dropout, *random, inputs_count_ * C_, inputs_, kept_embedding_);
  Layer& layer = layers_.front();
  gather(chunk.rows(), C_, inputs_, layer.x);
  project(layer, inputs_count_, inputs_, of_inputs_);
  gather(chunk.rows(), 3 * C_, of_inputs_, layer.q_k_v);
}

template <class Real>
void Transformer<Real>::forward(const Chunk& chunk, Random* random) {
  const Index rows = chunk.rows();
  const AttentionShape shape{chunk.B, chunk.T, NH_, HS_};
  const Real scale = 1 / std::sqrt(static_cast<Real>(HS_));
  take_in(chunk, random);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    Layer& layer = layers_[l];
    Real* x_next = l + 1 < layers_.size() ? layers_[l + 1].x : x_last_;

    if (l > 0) project(layer, rows, layer.x, layer.q_k_v);
    if (rope_) {
      // Queries and keys are side by side in memory.
      for (Index row = 0; row < rows; ++row) {
        rope_->rotate_token(layer.q_k_v + row * 3 * C_, 2 * NH_, row % chunk.T);
      }
    }
    attention<Real>(shape, layer.q_k_v, {bias_, longest_}, scale, layer.P, layer.heads, scratch_);
    add_linear(layer.out, rows, layer.heads, layer.x, layer.x_mid, layer.kept_heads, random);

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
    add_linear(layer.down, rows, layer.hidden, layer.x_mid, x_next, layer.kept_hidden, random);
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
/// first `old` are counted separately, and have no loss.
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
    const auto best = std::max_element(row, row + outputs_) - row;
    if (old > 0 && n % T < old) {
      ++result.old_scored;
      result.old_correct += best == targets[n] ? 1 : 0;
      continue;
    }
    const Real maximum = row[best];
    const Real answered = row[targets[n]];
    const auto last = exp_of_negative(load_part(row + whole, rest, nothing) - maximum);
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
    result.loss += portable_log(static_cast<double>(sum)) + static_cast<double>(maximum - answered);
    result.correct += best == targets[n] ? 1 : 0;
    ++result.scored;
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
    all.loss += part.loss;
    all.scored += part.scored;
    all.correct += part.correct;
    all.old_scored += part.old_scored;
    all.old_correct += part.old_correct;
  });
  if (all.scored > 0) all.loss /= static_cast<double>(all.scored);
  return all;
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

/// q k^T / sqrt(HS) of one sequence, from the current q_k_v; with the whole bias, or only with -infinity where a
/// causal model masks.
template <class Real>
PerHead Transformer<Real>::scores(const Layer& layer, Index T, bool biased) const {
  const OffsetBias<Real> bias{bias_, longest_};
  const bool causal = options_.direction == Direction::causal;
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
        const bool masked = causal && j > t;
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
    if (rope_) project(layer, T, layer.x, layer.q_k_v);
    trace.before.push_back(scores(layer, T, false));
  }
  return trace;
}

// Backward: the gradient of each function above.

template <class Real>
Result<BatchResult> Transformer<Real>::loss_and_gradients(std::span<const Token> tokens,
                                                          std::span<const Token> targets, Index B,
                                                          Index T, Random& random) {
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
    const auto part = cross_entropy(chunk.B * answers(T), targets.data() + b * answers(T), weight);
    all.loss += part.loss;
    all.scored += part.scored;
    all.correct += part.correct;
    backward(chunk);
  });
  for (Index n = 0; n < offsets; ++n) {
    Real* row = gradient(bias_table_ + tables_.buckets[static_cast<std::size_t>(n)] * NH_);
    for (Index h = 0; h < NH_; ++h) row[h] += dbias_[h * offsets + n];
  }
  all.loss /= static_cast<double>(all.scored);
  return all;
}

/// dL/dW += x^T dy and dL/db += sum over rows of dy.
template <class Real>
void Transformer<Real>::linear_gradient(const Linear& linear, Index rows, const Real* x,
                                        const Real* dy) {
  const auto [in, out] = std::pair{linear.in, linear.out};
  Real* dW = gradient(linear.weights);
  Real* db = gradient(linear.bias);
  add_column_sums(rows, out, dy, db);
  pack(dy, rows, out, out, packed_dy_);
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
const Real* Transformer<Real>::dropped(Index rows, const Real* dx, const Real* kept) {
  if (!drops()) return dx;
  for (Index n = 0; n < rows * C_; ++n) ddropped_[n] = dx[n] * kept[n];
  return ddropped_;
}

template <class Real>
void Transformer<Real>::backward(const Chunk& chunk) {
  const Index rows = chunk.rows();
  const AttentionShape shape{chunk.B, chunk.T, NH_, HS_};
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
    const Real* dadded = dropped(rows, dx_, layer->kept_hidden);
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
    dadded = dropped(rows, dx_, layer->kept_heads);
    linear_gradient(layer->out, rows, layer->heads, dadded);
    back(layer->out, rows, dadded, dy_);
    attention_gradient(shape, dy_, layer->q_k_v, layer->P, scale, dqkv_,
                       tables_.num_buckets > 0 ? dbias_ : nullptr, longest_, scratch_);
    if (rope_) {
      for (Index row = 0; row < rows; ++row) {
        rope_->rotate_token_gradient(dqkv_ + row * 3 * C_, 2 * NH_, row % chunk.T);
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
  const Real* dx = dropped(inputs_count_, dinputs_, kept_embedding_);
  for (Index n = 0; n < inputs_count_; ++n, dx += C_) {
    const Index row = row_of_[static_cast<std::size_t>(n)];
    add_scaled(C_, scale, dx, gradient(embedding_ + chunk.tokens[row] * C_));
    if (learned) add(C_, dx, gradient(table_ + row % chunk.T * C_));
  }
}

template class Transformer<float>;
template class Transformer<double>;

}  // namespace posenc
