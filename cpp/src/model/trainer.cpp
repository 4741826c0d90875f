#include "posenc/model/trainer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/portable.hpp"

namespace posenc {
namespace {

/// Independent generators from one seed, one for each part of a run, so that models of different schemes see the
/// same examples.
enum class Stream : std::uint64_t { parameters, examples, dropout, sample };

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
    if (auto error = examples.check_length(T)) return error->about("test_lengths");
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

Result<Trainer> Trainer::make(const TrainingOptions& options) {
  if (auto error = check(options)) return *error;
  POSENC_TRY(examples, Examples::make(options.examples, options.model.vocabulary, options.tokens,
                                      options.drawn));
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
      return error->about(T == shortest && T < longest ? "train_shortest" : "train_longest");
    }
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
  return {{tokens_.data(), count},
          {targets_.data(), examples_.scores_each_token() ? count : static_cast<std::size_t>(B)}};
}

TrainedSteps Trainer::step(Index count) {
  const auto start = std::chrono::steady_clock::now();
  const auto B = static_cast<Index>(options_.batch);
  const auto shortest = static_cast<Index>(options_.train_shortest);
  const auto lengths =
      static_cast<std::uint64_t>(options_.train_longest) - static_cast<std::uint64_t>(shortest) + 1;
  TrainedSteps done;
  for (; count > 0 && !diverged_at_ && steps_done() < static_cast<Index>(options_.steps); --count) {
    const Index T = shortest + static_cast<Index>(of_examples_.below(lengths));
    const auto [tokens, targets] = batch(B, T);
    examples_.draw(of_examples_, Split::training, B, T, tokens, targets);
    // make() has checked that the model accepts the task's examples.
    const auto result = *model_.loss_and_gradients(tokens, targets, B, T, of_dropout_);
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

Result<LengthResult> Trainer::evaluate(double length) {
  POSENC_TRY(T, test_length(length));

  Random random = test_stream(T);
  const auto trained = static_cast<Index>(options_.train_longest);
  const Index old = T > trained && examples_.scores_each_token() ? trained : 0;
  LengthResult all;
  Index correct = 0;
  Index old_correct = 0;
  for (Index left = static_cast<Index>(options_.test_examples); left > 0;) {
    const Index B = std::min(left, static_cast<Index>(options_.batch));
    const auto [tokens, targets] = batch(B, T);
    examples_.draw(random, Split::test, B, T, tokens, targets);
    const auto result = *model_.evaluate(tokens, targets, B, T, old);
    all.loss += result.loss * static_cast<double>(result.scored);
    all.scored += result.scored;
    correct += result.correct;
    all.old_scored += result.old_scored;
    old_correct += result.old_correct;
    left -= B;
  }
  if (all.scored > 0) {
    all.loss /= static_cast<double>(all.scored);
    all.accuracy = static_cast<double>(correct) / static_cast<double>(all.scored);
  }
  if (all.old_scored > 0) {
    all.old_accuracy = static_cast<double>(old_correct) / static_cast<double>(all.old_scored);
  }
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
  return TracedInput{std::move(trace), Eigen::Map<const Eigen::VectorX<Token>>(
                                           targets.data(), static_cast<Index>(targets.size()))
                                           .cast<double>()};
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
