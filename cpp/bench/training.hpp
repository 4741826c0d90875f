#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "posenc/model/adam.hpp"
#include "posenc/model/transformer.hpp"
#include "times.hpp"

/// How fast the tiny transformer trains, compared with the machine's speed at multiplying and adding.
///
/// The work: a bidirectional model with sinusoidal positions, logits for each token, and Adam (learning
/// rate 1e-3, betas 0.9 and 0.999) without warm-up, clipping or dropout, learns to reverse sequences.
namespace posenc::bench {

struct TrainingSize {
  std::string name;
  Index V;   // vocabulary
  Index D;   // d_model; the feed-forward part is four times as wide
  Index NH;  // heads
  Index L;   // layers
  Index T;   // tokens of a sequence
  Index B;   // sequences of a batch

  /// Operations in matrix products for one step, forward and backward: 2 for each multiplication with its
  /// addition; everything else counts as 0.
  double step_flop() const;
};

inline const std::array<TrainingSize, 4> training_sizes{{
    {"S", 16, 32, 2, 1, 16, 32},
    {"M", 16, 64, 4, 2, 32, 32},
    {"B", 39, 64, 4, 2, 64, 16},  // a model of the characters of a book
    {"L", 16, 128, 4, 2, 64, 32},
}};

/// A model of that size, and its batches, used in turn.
class TrainingWork {
 public:
  /// With parameters and batches drawn from a seed.
  /// Errors: those of Transformer.
  static Result<TrainingWork> make(const TrainingSize& size);

  /// @param parameters in the order of Transformer
  /// @param x,y        tokens and targets of one or more batches
  /// Errors: those of Transformer; a wrong number of parameters; x or y that are not whole batches.
  static Result<TrainingWork> make(const TrainingSize& size, std::span<const float> parameters,
                                   std::span<const Token> x, std::span<const Token> y);

  /// Does one step on the next batch; returns its loss.
  double train();
  /// Computes the logits of the next batch; returns the first of them.
  float infer();

  std::size_t bytes() const { return model_.bytes() + adam_.bytes(); }

 private:
  TrainingWork(const TrainingSize& size, Transformer<float> model);
  /// The start of the next batch.
  std::size_t next();

  TrainingSize size_;
  Transformer<float> model_;
  Adam<float> adam_;
  Random random_{1};  // not used, because there is no dropout
  std::vector<Token> x_, y_;
  std::vector<float> logits_;
  std::size_t batch_ = 0;
};

/// Multiplications and additions of four floats at once, in enough chains that none waits for another: the
/// limit for the fastest product. Returns the number of operations of one call.
double run_chains();

struct TrainingMeasurement {
  TrainingSize size;
  Times step;     // milliseconds
  double steps;   // for each second of the median time
  double gflops;  // 10^9 operations in products for each second of it
  double
      of_peak;  // median over the rounds of: time of that many operations in the chains / time of a step
  double peak_gflops;  // of the chains, median
  std::size_t bytes;
};

/// Each round times the chains and some steps, one after the other.
/// @param rounds       at least 1
/// @param milliseconds the minimum time for each size in each round
std::vector<TrainingMeasurement> training(int rounds, double milliseconds);

}  // namespace posenc::bench
