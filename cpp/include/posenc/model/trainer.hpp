#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/model/training_options.hpp"

namespace posenc {

/// The results of some steps, one number for each.
struct TrainedSteps {
  Index step = 0;                  // the number of steps done since the start
  std::vector<double> losses;      // in nats
  std::vector<double> accuracies;  // on the batches trained on; for planted, of the queries
  std::vector<double> bits;        // for text: the losses in bits per character; else empty
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
  /// For text: the loss in bits per character.
  std::optional<double> bits;
  /// For planted: the attention weight of the query on the planted token, the mean over the heads of the last layer.
  std::optional<double> planted_weight;
};
POSENC_FIELDS(LengthResult, accuracy, loss, scored, old_accuracy, old_scored, bits, planted_weight)

/// An example of the task.
struct Sample {
  Vector tokens;
  Vector targets;  // a class or not_scored: one for each token; one in all for order
};
POSENC_FIELDS(Sample, tokens, targets)

/// The trace of one input, with its targets.
struct TracedInput : Trace {
  Vector targets;  // as in Sample, for any tokens
  Vector tokens;
  std::vector<std::string> characters;  // for text: of each token; else empty
};

struct WrittenText {
  std::string prompt;  // as the model sees it: normalized like its text
  std::string text;    // what follows the prompt
};
POSENC_FIELDS(WrittenText, prompt, text)

/// A learned table of positions, shape [table_rows, d_model].
struct LearnedTable {
  Matrix table;
  Matrix change;  // of each element since before the first step
};
POSENC_FIELDS(LearnedTable, table, change)

/// A training run. The same options give the same numbers, and the same bits in every build, except with GELU, whose
/// erf is the C library's. (The sines, cosines and powers of the schemes and the widths of order's windows also use
/// the C library, but rounding to float, or to a whole number, removes the difference.) make allocates all memory,
/// except that of results.
///
/// The learning rate rises to its full value over the warm-up, and then falls by a cosine; gradients are
/// clipped by their global norm (Pascanu, Mikolov, Bengio 2013, arXiv:1211.5063v2, algorithm 1).
class Trainer {
 public:
  /// @param text for ExampleKind::text, and only for it; the vocabulary must be the size of its alphabet, which 0
  ///   stands for, and the direction causal
  /// Errors: those of Transformer and of Examples; lengths, steps or rates outside their range or inconsistent. (A
  /// test length beyond the rows of a learned table is none: evaluate has no answer for it.)
  static Result<Trainer> make(const TrainingOptions& options,
                              std::shared_ptr<const Text> text = nullptr);

  /// A new phase of training: a run with these options that begins with this run's parameters. Adam begins anew, and
  /// with it the learning rate's warm-up and the count of steps; the random numbers go on. The frequencies of
  /// use_frequencies and silenced pairs stay behind: the phase has those of its options, and all pairs.
  /// Errors: those of make; an option other than those of is_changeable that differs from this run's; another `base`
  /// for a run with `bases`, which would change nothing.
  Result<Trainer> continued(const TrainingOptions& options) const;

  /// Does up to `count` steps: fewer at the end of the run, none once it has diverged.
  TrainedSteps step(Index count);

  /// Accuracy on test examples of that length, none of which occurs in training: up to the trained lengths over
  /// all scored targets; beyond them over the new positions, with the trained positions counted separately. The
  /// examples are the same for every seed. For text they are the Examples::test_passages. For planted, accuracy
  /// is that of the query and loss that of all tokens but the query, at every length, unless `from` says otherwise.
  /// @param from the first new position, if not that: 0 counts all positions
  /// Errors: those of check_tested.
  Result<LengthResult> evaluate(double length, std::optional<double> from = std::nullopt);

  /// No error for what evaluate has an answer for. Errors: a length that is not from 1 to options().model.longest, that
  /// the task does not have, or that is beyond the rows of a learned table; a `from` that is not from 0 to length - 1,
  /// or in a task that does not score each token.
  std::optional<Error> check_tested(double length, std::optional<double> from = std::nullopt) const;

  /// An example of the test set, the same for the same length and seed. For order, seed 2n ascends and
  /// seed 2n + 1 has the same tokens out of order.
  /// Errors: those of evaluate; a seed that is not a whole number from 0 to 2^53.
  Result<Sample> sample(double length, double seed);

  /// The trace of one input, with its logits and targets. Errors: those of Transformer::trace.
  Result<TracedInput> trace(std::span<const double> tokens);

  /// The same for characters, normalized like the run's text. Errors also: a run without a text; those of
  /// Text::encode; no characters at all.
  Result<TracedInput> trace_text(std::string_view characters);

  /// Writes `count` characters that follow the prompt, one by one. Each is drawn from the model's prediction after at
  /// most the last train_longest characters: with logits z, character c has probability
  ///   exp(z_c / temperature) / sum over k of exp(z_k / temperature)
  /// and is drawn as the largest of z_c / temperature + g_c with independent g_c = -ln(-ln(u)), u uniform in (0, 1),
  /// which is the same distribution and needs no exponential (Maddison, Tarlow and Minka 2014, arXiv:1411.0030,
  /// section 1). With temperature 0 it is the character with the largest logit. An empty prompt stands for a new line.
  /// Errors: those of trace_text; a count that is not from 1 to max_written; a temperature that is not from 0 to
  /// max_temperature; a seed that is not a whole number from 0 to 2^53.
  Result<WrittenText> write(std::string_view prompt, double count, double temperature, double seed);
  static constexpr double max_written = 10000;
  static constexpr double max_temperature = 100;

  /// The current learned table of positions. Errors: a scheme without one.
  Result<LearnedTable> position_table() const;

  /// For RoPE: see Transformer::use_frequencies.
  std::optional<Error> use_frequencies(const InverseFrequencies& theta, double attention_factor) {
    return model_.use_frequencies(theta, attention_factor);
  }
  /// For RoPE: see Transformer::silence.
  std::optional<Error> silence(const SilencedPairs& silenced) { return model_.silence(silenced); }

  const TrainingOptions& options() const { return options_; }
  const Transformer<float>& model() const { return model_; }
  /// The text of a run on text; else nullptr.
  const Text* text() const { return examples_.text(); }
  Index steps_done() const { return adam_.steps(); }
  std::optional<Index> diverged_at() const { return diverged_at_; }
  /// Of all memory, without that of the text, which several trainers can share.
  std::size_t bytes() const;

  /// Everything needed to continue from here, with a checksum. It contains neither the frequencies of use_frequencies
  /// nor which pairs are silenced, and of the text only the checksum.
  std::vector<std::uint8_t> checkpoint() const;

  /// A trainer that continues as if it had never stopped. Errors: bytes that are not a checkpoint, of another
  /// version, or damaged; a text with another checksum, or for a run on none; those of make.
  static Result<Trainer> from_checkpoint(std::span<const std::uint8_t> bytes,
                                         std::shared_ptr<const Text> text = nullptr);

  /// The weights as a safetensors file, named as in the state_dict of web/lesson/code/torch/transformer.py, where W of a
  /// linear map is [out, in]. The metadata has the options as posenc train takes them, and for text the `alphabet`.
  std::vector<std::uint8_t> safetensors() const;

  /// Continues with the weights of such a file, from PyTorch or from another run, instead of its own.
  /// Errors: those of read_safetensors; a tensor that is missing, left over or of another shape; metadata with another
  /// value of an option, unless it is the seed or is_changeable.
  std::optional<Error> use_weights(std::span<const std::uint8_t> bytes);

  /// The batches of the next `count` steps, or up to the end of the run, as a safetensors file: "0.tokens" [B, T] and
  /// "0.targets" [B, T], or [B] for order, for the first step of the run, and so on. Draws nothing from the run.
  /// Errors: more than max_elements tokens.
  Result<std::vector<std::uint8_t>> next_batches(Index count);

 private:
  Trainer(const TrainingOptions& options, Transformer<float> model, Examples examples);
  double learning_rate(Index step) const;
  Result<Index> test_length(double length) const;
  LengthResult measured(Index T, Index old);
  LengthResult measured_query(Index T);
  Result<std::vector<Token>> encoded(std::string_view characters) const;
  /// Tokens and targets of a batch of B examples.
  struct Batch {
    Index T;
    std::span<Token> tokens;
    std::span<Token> targets;
  };
  Batch batch(Index B, Index T);
  Batch drawn_batch(Random& random);
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

/// Whether a new phase of training may change the option of that name in visit_options: the lengths, the bases of
/// frequencies, and what concerns steps, batches, the learning rate and tests.
bool is_changeable(std::string_view option);

}  // namespace posenc
