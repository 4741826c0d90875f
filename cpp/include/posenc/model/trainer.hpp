#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/model/training_options.hpp"

namespace posenc {

/// What some steps came to, one number for each.
struct TrainedSteps {
  Index step = 0;  // how many have been done since the beginning
  std::vector<double> losses;
  std::vector<double> accuracies;  // on the batches trained on
  double milliseconds = 0;         // that they took
  /// The step whose loss or gradient was NaN or infinite: the run is over, with the parameters before it.
  std::optional<Index> diverged_at;
};

/// How well test examples of one length went.
struct LengthResult {
  double accuracy = 0;  // fraction of what is scored
  double loss = 0;      // its mean, in nats
  Index scored =
      0;  // beyond the trained lengths the new positions alone, where each token is scored
  /// Beyond the trained lengths, where each token is scored: the fraction on the positions that were trained.
  std::optional<double> old_accuracy;
  Index old_scored = 0;
};

/// An example, as the task draws it.
struct Sample {
  Vector tokens;
  Vector targets;  // a class or not_scored: of each token, or one in all for order
};

/// What goes on inside for one input, and what is right for it.
struct TracedInput : Trace {
  Vector targets;  // as those of Sample, known for any tokens
};

/// A learned table of positions, shape [table_rows, d_model].
struct LearnedTable {
  Matrix table;
  Matrix change;  // of each element, since before the first step
};

/// One run of training, from its options: the same options give the same numbers, and the same bits in every
/// build but for GELU, whose erf is the C library's. (So are the sines, cosines and powers of the schemes, and what
/// the widths of order's windows are rounded down from: there a last digit is lost by rounding to float, or to a
/// whole number.) All memory is allocated by make, but for what is returned.
///
/// The learning rate rises to its full value over the warm-up, and then falls by a cosine; gradients are
/// clipped by their global norm (Pascanu, Mikolov, Bengio 2013, arXiv:1211.5063v2, algorithm 1).
class Trainer {
 public:
  /// Errors: those of Transformer and of Examples; lengths, steps or rates that are none, or do not fit.
  static Result<Trainer> make(const TrainingOptions& options);

  /// Up to `count` steps, fewer at the end of the run, and none once it has diverged.
  TrainedSteps step(Index count);

  /// Accuracy on test examples of that length, none of which occurs in training: over all that is scored up
  /// to the trained lengths, and beyond them over the new positions only, with that of the others apart. The
  /// same examples for every seed.
  /// Errors: a length that is not from 1 to options().model.longest, none for the task, or beyond the rows of a
  /// learned table.
  Result<LengthResult> evaluate(double length);

  /// An example of the test set, the same for the same length and seed. For order, seed 2n ascends and
  /// seed 2n + 1 has the same numbers out of order.
  /// Errors: those of evaluate; a seed that is not a whole number from 0 to 2^53.
  Result<Sample> sample(double length, double seed);

  /// What goes on inside for one input, its logits, and what is right. Errors: those of Transformer::trace.
  Result<TracedInput> trace(std::span<const double> tokens);

  /// The learned table of positions as it stands. Errors: a scheme without one.
  Result<LearnedTable> position_table() const;

  /// For RoPE: as Transformer::use_frequencies.
  std::optional<Error> use_frequencies(const InverseFrequencies& theta, double attention_factor) {
    return model_.use_frequencies(theta, attention_factor);
  }

  const TrainingOptions& options() const { return options_; }
  const Transformer<float>& model() const { return model_; }
  Index steps_done() const { return adam_.steps(); }
  std::optional<Index> diverged_at() const { return diverged_at_; }
  /// Of all memory.
  std::size_t bytes() const;

  /// Everything that is needed to go on from here, with a checksum. (Not the frequencies of
  /// use_frequencies.)
  std::vector<std::uint8_t> checkpoint() const;

  /// A trainer that goes on as if it had never stopped. Errors: bytes that are no checkpoint, of another
  /// version, or damaged; and those of make.
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
