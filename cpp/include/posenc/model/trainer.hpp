#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/model/training_options.hpp"

namespace posenc {

/// The results of some steps, one number for each.
struct TrainedSteps {
  Index step = 0;  // the number of steps done since the start
  std::vector<double> losses;
  std::vector<double> accuracies;  // on the batches trained on
  double milliseconds = 0;         // the time of all these steps
  /// The step whose loss or gradient was NaN or infinite. The run ends there, with the parameters before it.
  std::optional<Index> diverged_at;
};

/// The results on test examples of one length.
struct LengthResult {
  double accuracy = 0;  // fraction of the scored targets
  double loss = 0;      // mean, in nats
  Index scored = 0;  // beyond the trained lengths, if each token is scored, only the new positions
  /// Beyond the trained lengths, if each token is scored: the fraction on the positions that were trained.
  std::optional<double> old_accuracy;
  Index old_scored = 0;
};

/// An example of the task.
struct Sample {
  Vector tokens;
  Vector targets;  // a class or not_scored: one for each token; one in all for order
};

/// The trace of one input, with its targets.
struct TracedInput : Trace {
  Vector targets;  // as in Sample, for any tokens
};

/// A learned table of positions, shape [table_rows, d_model].
struct LearnedTable {
  Matrix table;
  Matrix change;  // of each element since before the first step
};

/// A training run. The same options give the same numbers, and the same bits in every build, except with GELU, whose
/// erf is the C library's. (The sines, cosines and powers of the schemes and the widths of order's windows also use
/// the C library, but rounding to float, or to a whole number, removes the difference.) make allocates all memory,
/// except that of results.
///
/// The learning rate rises to its full value over the warm-up, and then falls by a cosine; gradients are
/// clipped by their global norm (Pascanu, Mikolov, Bengio 2013, arXiv:1211.5063v2, algorithm 1).
class Trainer {
 public:
  /// Errors: those of Transformer and of Examples; lengths, steps or rates outside their range or inconsistent. (A
  /// test length beyond the rows of a learned table is none: evaluate has no answer for it.)
  static Result<Trainer> make(const TrainingOptions& options);

  /// Does up to `count` steps: fewer at the end of the run, none once it has diverged.
  TrainedSteps step(Index count);

  /// Accuracy on test examples of that length, none of which occurs in training: up to the trained lengths over
  /// all scored targets; beyond them over the new positions, with the trained positions counted separately. The
  /// examples are the same for every seed.
  /// Errors: a length that is not from 1 to options().model.longest, that the task does not have, or that is
  /// beyond the rows of a learned table.
  Result<LengthResult> evaluate(double length);

  /// An example of the test set, the same for the same length and seed. For order, seed 2n ascends and
  /// seed 2n + 1 has the same tokens out of order.
  /// Errors: those of evaluate; a seed that is not a whole number from 0 to 2^53.
  Result<Sample> sample(double length, double seed);

  /// The trace of one input, with its logits and targets. Errors: those of Transformer::trace.
  Result<TracedInput> trace(std::span<const double> tokens);

  /// The current learned table of positions. Errors: a scheme without one.
  Result<LearnedTable> position_table() const;

  /// For RoPE: see Transformer::use_frequencies.
  std::optional<Error> use_frequencies(const InverseFrequencies& theta, double attention_factor) {
    return model_.use_frequencies(theta, attention_factor);
  }

  const TrainingOptions& options() const { return options_; }
  const Transformer<float>& model() const { return model_; }
  Index steps_done() const { return adam_.steps(); }
  std::optional<Index> diverged_at() const { return diverged_at_; }
  /// Of all memory.
  std::size_t bytes() const;

  /// Everything needed to continue from here, with a checksum. It does not contain the frequencies of
  /// use_frequencies.
  std::vector<std::uint8_t> checkpoint() const;

  /// A trainer that continues as if it had never stopped. Errors: bytes that are not a checkpoint, of another
  /// version, or damaged; those of make.
  static Result<Trainer> from_checkpoint(std::span<const std::uint8_t> bytes);

 private:
  Trainer(const TrainingOptions& options, Transformer<float> model, Examples examples);
  double learning_rate(Index step) const;
  Result<Index> test_length(double length) const;
  /// Tokens and targets of a batch of B examples.
  struct Batch {
    std::span<Token> tokens;
    std::span<Token> targets;
  };
  Batch batch(Index B, Index T);
  Matrix table_now() const;

  TrainingOptions options_;
  Transformer<float> model_;
  Examples examples_;
  Adam<float> adam_;
  Random of_examples_, of_dropout_;
  std::vector<Token> tokens_, targets_;
  std::optional<Index> diverged_at_;
  Matrix first_table_;  // of positions, before the first step; empty for a scheme without one
};

}  // namespace posenc
