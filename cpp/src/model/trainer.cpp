#include "posenc/model/trainer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/portable.hpp"

namespace posenc {
namespace {

/// Independent generators from one seed, one for each part of a run, so that models of different schemes see the
/// same examples.
enum class Stream : std::uint64_t { parameters, examples, dropout, sample, writing };

Random stream(double seed, Stream which) {
  std::uint64_t state = static_cast<std::uint64_t>(seed);
  for (std::uint64_t n = 0; n < static_cast<std::uint64_t>(which); ++n) {
    static_cast<void>(split_mix_64(state));
  }
  return Random(split_mix_64(state));
}

/// The test set of a length is the same for every run.
Random test_stream(Index length) {
  std::uint64_t state = ~static_cast<std::uint64_t>(length);
  return Random(split_mix_64(state));
}

std::optional<Error> check_share(std::string_view subject, double value, double largest) {
  if (value >= 0 && value <= largest) return std::nullopt;
  return invalid_argument({subject, " must be a number from 0 to ", largest, " but got ", value});
}

/// No error for test lengths that have examples. One above `longest` is refused when it is evaluated: a task's own
/// lengths must not be in the way of a model that is made for shorter ones.
std::optional<Error> check_test_lengths(const TrainingOptions& options, const Examples& examples) {
  for (const double length : options.test_lengths) {
    POSENC_TRY(T, to_count("[training] each of `test_lengths`", length));
    if (auto error = examples.check_length(T)) {
      return error->renamed("length", "test_lengths").about("test_lengths");
    }
  }
  return std::nullopt;
}

std::optional<Error> check(const TrainingOptions& options) {
  const auto number = [](std::string_view subject, double value, double smallest, double largest) {
    return check_whole(subject, value, smallest, largest);
  };
  constexpr double many = 1e9;
  constexpr double max_examples = 65536;
  if (auto e = number("[training] `seed`", options.seed, 0, max_position)) return e;
  if (auto e = number("[training] `steps`", options.steps, 1, many)) return e;
  if (auto e = number("[training] `batch`", options.batch, 1, max_examples)) return e;
  if (auto e = number("[training] `warmup`", options.warmup, 0, many)) return e;
  if (auto e = number("[training] `test_examples`", options.test_examples, 1, max_examples)) {
    return e;
  }
  if (auto e = check_positive("[training] `learning_rate`", options.learning_rate)) return e;
  if (auto e = check_share("[training] `final_rate`", options.final_rate, 1)) return e;
  if (!(options.clip >= 0 && std::isfinite(options.clip))) {
    return invalid_argument(
        {"[training] `clip` must be a finite number of at least 0 but got ", options.clip});
  }
  for (const auto& [name, beta] : {std::pair{"[training] `beta1`", options.adam.beta1},
                                   {"[training] `beta2`", options.adam.beta2}}) {
    if (!(beta >= 0 && beta < 1)) {
      return invalid_argument({name, " must be at least 0 and below 1 but got ", beta});
    }
  }
  if (auto e = check_positive("[training] `adam_eps`", options.adam.eps)) return e;
  if (options.examples == ExampleKind::order) {
    for (const auto& [name, count] : {std::pair{"[training] `batch`", options.batch},
                                      {"[training] `test_examples`", options.test_examples}}) {
      if (count != 2 * std::trunc(count / 2)) {
        return invalid_argument(
            {name, " must be even for order, where every second example reorders another, but got ",
             count});
      }
    }
  }
  return std::nullopt;
}

/// The options with the vocabulary of the text, if they are for one.
Result<TrainingOptions> with_vocabulary(const TrainingOptions& options, const Text* text) {
  if (text == nullptr) return options;
  if (options.examples != ExampleKind::text) {
    return invalid_argument({"[training] `examples` must be text to train on a text but got ",
                             name_in(example_kind_names, options.examples)});
  }
  const auto symbols = static_cast<double>(text->symbols());
  if (options.model.vocabulary != 0 && options.model.vocabulary != symbols) {
    return invalid_argument({"[training] `vocabulary` must be ", symbols,
                             ", the size of the text’s alphabet, or 0 for it, but got ",
                             options.model.vocabulary});
  }
  if (options.drawn != 0) {
    return invalid_argument({"[training] `drawn` must be 0 for text but got ", options.drawn});
  }
  if (options.model.direction != Direction::causal) {
    return invalid_argument(
        {"[training] `direction` must be causal for text, where the target of "
         "each token is the next one, but got ",
         name_in(direction_names, options.model.direction)});
  }
  TrainingOptions sized = options;
  sized.model.vocabulary = symbols;
  return sized;
}

Result<Examples> examples_of(const TrainingOptions& options, std::shared_ptr<const Text> text) {
  if (text != nullptr) return Examples::of_text(std::move(text));
  return Examples::make(options.examples, options.model.vocabulary, options.tokens, options.drawn);
}

/// The class of one draw: see Trainer::write.
Token drawn(std::span<const float> logits, double temperature, Random& random) {
  std::size_t best = 0;
  const auto largest = static_cast<double>(*std::ranges::max_element(logits));
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < logits.size(); ++c) {
    // Not above 0: divided by the smallest temperature, too, the largest one stays finite.
    double height = static_cast<double>(logits[c]) - largest;
    if (temperature > 0) {
      height = height / temperature - portable_log(-portable_log(random.uniform()));
    }
    if (height > highest) {
      highest = height;
      best = c;
    }
  }
  return static_cast<Token>(best);
}

double in_bits(double nats) { return nats / std::numbers::ln2; }

}  // namespace

Trainer::Trainer(const TrainingOptions& options, Transformer<float> model, Examples examples)
    : options_(options),
      model_(std::move(model)),
      examples_(std::move(examples)),
      adam_(static_cast<Index>(model_.parameters().size()), options.adam),
      of_examples_(stream(options.seed, Stream::examples)),
      of_dropout_(stream(options.seed, Stream::dropout)) {
  const auto largest_batch =
      static_cast<std::size_t>(options.batch) * static_cast<std::size_t>(model_.longest());
  tokens_.resize(largest_batch);
  targets_.resize(largest_batch);
  Random of_parameters = stream(options.seed, Stream::parameters);
  model_.initialize(of_parameters);
  first_table_ = table_now();
}

Result<Trainer> Trainer::make(const TrainingOptions& given, std::shared_ptr<const Text> text) {
  if (auto error = check(given)) return *error;
  POSENC_TRY(options, with_vocabulary(given, text.get()));
  POSENC_TRY(examples, examples_of(options, std::move(text)));
  POSENC_TRY(shortest, to_count("[training] `train_shortest`", options.train_shortest));
  POSENC_TRY(longest, to_count("[training] `train_longest`", options.train_longest));
  if (shortest > longest) {
    return invalid_argument({"[training] `train_shortest` must be at most `train_longest` = ",
                             longest, " but got ", shortest});
  }
  if (!(options.model.longest >= options.train_longest)) {
    return invalid_argument({"[training] `longest` must be at least `train_longest` = ", longest,
                             " but got ", options.model.longest});
  }
  if (examples.scores_each_token() != (options.model.readout == Readout::per_token)) {
    return invalid_argument({"[training] `readout` must ",
                             examples.scores_each_token() ? "be per_token" : "not be per_token",
                             " for ", name_in(example_kind_names, options.examples), " but got ",
                             quote(name_in(readout_names, options.model.readout))});
  }
  TransformerOptions sized = options.model;
  sized.outputs = static_cast<double>(examples.outputs());
  POSENC_TRY(model, Transformer<float>::make(sized));
  if (auto error = model.check_length(longest)) {
    // In training every position must have a row.
    error->code = ErrorCode::invalid_argument;
    return error->about("table_rows");
  }
  // Only now: their number is at most the longest input.
  for (Index T = shortest; T <= longest; ++T) {
    if (auto error = examples.check_length(T)) {
      const std::string_view name =
          T == shortest && T < longest ? "train_shortest" : "train_longest";
      return error->renamed("length", name).about(name);
    }
    if (auto error = model.check_length(T)) return *error;
  }
  if (auto error = check_test_lengths(options, examples)) return *error;
  if (auto error =
          check_size("[training] a batch", static_cast<Index>(options.batch), model.longest())) {
    return *error;
  }
  return Trainer(options, std::move(model), std::move(examples));
}

std::size_t Trainer::bytes() const {
  return model_.bytes() + adam_.bytes() + (tokens_.size() + targets_.size()) * sizeof(Token) +
         static_cast<std::size_t>(first_table_.size()) * sizeof(double);
}

double Trainer::learning_rate(Index step) const {
  const auto t = static_cast<double>(step);
  if (t <= options_.warmup) return options_.learning_rate * t / options_.warmup;
  // From 1 down to final_rate.
  const double done = (t - options_.warmup) / (options_.steps - options_.warmup);
  const double cosine = portable_half_cosine(done);
  return options_.learning_rate * (options_.final_rate + (1 - options_.final_rate) * cosine);
}

Trainer::Batch Trainer::batch(Index B, Index T) {
  const auto count = static_cast<std::size_t>(B * T);
  return {T,
          {tokens_.data(), count},
          {targets_.data(), examples_.scores_each_token() ? count : static_cast<std::size_t>(B)}};
}

/// The next batch of training.
Trainer::Batch Trainer::drawn_batch(Random& random) {
  const auto B = static_cast<Index>(options_.batch);
  const auto shortest = static_cast<Index>(options_.train_shortest);
  const auto lengths =
      static_cast<std::uint64_t>(options_.train_longest) - static_cast<std::uint64_t>(shortest) + 1;
  const Batch drawn = batch(B, shortest + static_cast<Index>(random.below(lengths)));
  examples_.draw(random, Split::training, B, drawn.T, drawn.tokens, drawn.targets);
  return drawn;
}

TrainedSteps Trainer::step(Index count) {
  const auto start = std::chrono::steady_clock::now();
  const auto B = static_cast<Index>(options_.batch);
  TrainedSteps done;
  for (; count > 0 && !diverged_at_ && steps_done() < static_cast<Index>(options_.steps); --count) {
    const auto [T, tokens, targets] = drawn_batch(of_examples_);
    // make() has checked that the model accepts the task's examples.
    const bool is_query = options_.examples == ExampleKind::planted;
    const auto result =
        *model_.loss_and_gradients(tokens, targets, B, T, of_dropout_, is_query ? T - 1 : 0);
    const double norm = global_norm(model_.gradients());
    if (!std::isfinite(result.loss) || !std::isfinite(norm)) {
      diverged_at_ = steps_done() + 1;
      break;
    }
    // As in PyTorch's clip_grad_norm_; the small term prevents division by 0.
    const double scale = options_.clip > 0 ? std::min(1.0, options_.clip / (norm + 1e-6)) : 1.0;
    adam_.step(model_.mutable_parameters(), model_.gradients(), learning_rate(steps_done() + 1),
               scale);
    done.losses.push_back(result.loss);
    done.accuracies.push_back(result.accuracy());
    if (text() != nullptr) done.bits.push_back(in_bits(result.loss));
  }
  done.step = steps_done();
  done.diverged_at = diverged_at_;
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  done.milliseconds = time.count();
  return done;
}

/// No error for a length that has test examples and that the model accepts.
Result<Index> Trainer::test_length(double length) const {
  POSENC_TRY(T, to_count("[training] `length`", length));
  if (T > model_.longest()) {
    return invalid_argument(
        {"[training] `length` must be at most `longest` = ", model_.longest(), " but got ", T});
  }
  if (auto error = examples_.check_length(T)) return *error;
  if (auto error = model_.check_length(T)) return *error;
  return T;
}

std::optional<Error> Trainer::check_tested(double length, std::optional<double> from) const {
  POSENC_TRY(T, test_length(length));
  if (!from) return std::nullopt;
  if (!examples_.scores_each_token()) {
    return invalid_argument(
        {"[training] `from` needs a task that scores each token, which order does not"});
  }
  return check_whole("[training] `from`", *from, 0, static_cast<double>(T - 1));
}

Result<LengthResult> Trainer::evaluate(double length, std::optional<double> from) {
  if (auto error = check_tested(length, from)) return *error;
  const auto T = static_cast<Index>(length);
  if (from) return measured(T, static_cast<Index>(*from));
  if (options_.examples == ExampleKind::planted) return measured_query(T);
  const auto trained = static_cast<Index>(options_.train_longest);
  return measured(T, T > trained && examples_.scores_each_token() ? trained : 0);
}

/// The results on the examples for testing, with the first `old` positions of each counted separately.
LengthResult Trainer::measured(Index T, Index old) {
  const bool is_text = text() != nullptr;
  Random random = test_stream(T);
  LengthResult all;
  Index correct = 0;
  Index old_correct = 0;
  const Index count =
      is_text ? examples_.test_passages(T) : static_cast<Index>(options_.test_examples);
  for (Index first = 0; first < count;) {
    const Index B = std::min(count - first, static_cast<Index>(options_.batch));
    const auto [length, tokens, targets] = batch(B, T);
    if (is_text) {
      examples_.take_passages(first, B, T, tokens, targets);
    } else {
      examples_.draw(random, Split::test, B, T, tokens, targets);
    }
    const auto result = *model_.evaluate(tokens, targets, B, T, old);
    all.loss += result.loss * static_cast<double>(result.scored);
    all.scored += result.scored;
    correct += result.correct;
    all.old_scored += result.old_scored;
    old_correct += result.old_correct;
    first += B;
  }
  if (all.scored > 0) {
    all.loss /= static_cast<double>(all.scored);
    all.accuracy = static_cast<double>(correct) / static_cast<double>(all.scored);
  }
  if (all.old_scored > 0) {
    all.old_accuracy = static_cast<double>(old_correct) / static_cast<double>(all.old_scored);
  }
  if (is_text) all.bits = in_bits(all.loss);
  return all;
}

LengthResult Trainer::measured_query(Index T) {
  Random random = test_stream(T);
  BatchResult sums;
  double weights = 0;
  const auto count = static_cast<Index>(options_.test_examples);
  const auto size = static_cast<std::size_t>(T);
  std::vector<Index> keys;
  for (Index first = 0; first < count;) {
    const Index B = std::min(count - first, static_cast<Index>(options_.batch));
    const auto [length, tokens, targets] = batch(B, T);
    examples_.draw(random, Split::test, B, T, tokens, targets);
    keys.clear();
    for (std::size_t b = 0; b < static_cast<std::size_t>(B); ++b) {
      keys.push_back(examples_.planted_at(tokens.subspan(b * size, size)));
    }
    auto result = *model_.evaluate(tokens, targets, B, T, T - 1);
    result.loss *= static_cast<double>(result.scored);
    sums.add(result);
    weights += *model_.weights_on(tokens, keys, B, T);
    first += B;
  }
  LengthResult all;
  all.scored = sums.scored;
  all.accuracy = sums.accuracy();
  // In texts of three tokens no filler is followed by one.
  all.loss = sums.old_scored == 0 ? 0 : sums.old_loss / static_cast<double>(sums.old_scored);
  all.planted_weight = weights / static_cast<double>(count);
  return all;
}

Result<Sample> Trainer::sample(double length, double seed) {
  POSENC_TRY(T, test_length(length));
  if (auto error = check_seed("[training] the `seed` of an example", seed)) return *error;
  // For order an example and its reordering are drawn together.
  const Index B = examples_.scores_each_token() ? 1 : 2;
  const double odd = B == 1 ? 0 : std::fmod(seed, 2);
  Random random = stream(seed - odd, Stream::sample);
  const Index each = B == 1 ? T : 1;
  std::vector<Token> tokens(static_cast<std::size_t>(B * T));
  std::vector<Token> targets(static_cast<std::size_t>(B * each));
  examples_.draw(random, Split::test, B, T, tokens, targets);
  const auto row = [&](const std::vector<Token>& all, Index size) {
    Vector values(size);
    std::copy_n(all.begin() + static_cast<Index>(odd) * size, size, values.begin());
    return values;
  };
  return Sample{row(tokens, T), row(targets, each)};
}

Result<TracedInput> Trainer::trace(std::span<const double> tokens) {
  std::vector<Token> whole;
  for (const double token : tokens) {
    POSENC_TRY(index, to_index("[training] each of `tokens`", token));
    whole.push_back(static_cast<Token>(index));
  }
  POSENC_TRY(trace, model_.trace(whole));
  std::vector<Token> targets(examples_.scores_each_token() ? whole.size() : 1);
  examples_.fill_targets(whole, targets);
  const auto as_vector = [](const std::vector<Token>& values) -> Vector {
    return Eigen::Map<const Eigen::VectorX<Token>>(values.data(), static_cast<Index>(values.size()))
        .cast<double>();
  };
  TracedInput traced{std::move(trace), as_vector(targets), as_vector(whole), {}};
  if (text() != nullptr) {
    for (const Token token : whole) {
      traced.characters.push_back(text()->alphabet()[static_cast<std::size_t>(token)]);
    }
  }
  return traced;
}

/// The tokens of characters. Errors: as for trace_text.
Result<std::vector<Token>> Trainer::encoded(std::string_view characters) const {
  if (text() == nullptr) {
    return invalid_argument({"[training] characters need a run on a text, not on ",
                             name_in(example_kind_names, options_.examples)});
  }
  return text()->encode(characters);
}

Result<TracedInput> Trainer::trace_text(std::string_view characters) {
  POSENC_TRY(tokens, encoded(characters));
  if (tokens.empty()) {
    return invalid_argument({"[training] the `text` must have at least one character"});
  }
  return trace(std::vector<double>(tokens.begin(), tokens.end()));
}

Result<WrittenText> Trainer::write(std::string_view prompt, double count, double temperature,
                                   double seed) {
  POSENC_TRY(tokens, encoded(prompt));
  if (auto error = check_whole("[training] the `count` of characters", count, 1, max_written)) {
    return *error;
  }
  if (auto error = check_share("[training] `temperature`", temperature, max_temperature)) {
    return *error;
  }
  if (auto error = check_seed("[training] `seed`", seed)) return *error;
  Random random = stream(seed, Stream::writing);
  WrittenText written{text()->decode(tokens), {}};
  if (tokens.empty()) tokens.push_back(0);  // a new line, the first of the alphabet
  const std::size_t start = tokens.size();
  const auto V = static_cast<std::size_t>(text()->symbols());
  std::vector<float> logits(V * static_cast<std::size_t>(options_.train_longest));
  for (double n = 0; n < count; ++n) {
    const std::size_t T = std::min(tokens.size(), static_cast<std::size_t>(options_.train_longest));
    const std::span<float> of_all = std::span(logits).first(V * T);
    // No error: make() has checked the trained lengths.
    static_cast<void>(model_.logits(std::span(tokens).last(T), 1, static_cast<Index>(T), of_all));
    tokens.push_back(drawn(of_all.last(V), temperature, random));
  }
  written.text = text()->decode(std::span(tokens).subspan(start));
  return written;
}

/// No rows for a scheme without a table.
Matrix Trainer::table_now() const {
  for (const Tensor& tensor : model_.tensors()) {
    if (tensor.start != Tensor::Start::table) continue;
    Matrix table(tensor.rows, tensor.cols);
    std::copy_n(model_.parameters().begin() + tensor.offset, tensor.size(), table.data());
    return table;
  }
  return {};
}

Result<LearnedTable> Trainer::position_table() const {
  Matrix table = table_now();
  if (table.size() > 0) {
    Matrix change = table - first_table_;
    return LearnedTable{std::move(table), std::move(change)};
  }
  return invalid_argument(
      {"[training] the `scheme` must be learned or hybrid to have a table of "
       "positions but is ",
       name_in(scheme_names, options_.model.position.scheme)});
}

}  // namespace posenc
