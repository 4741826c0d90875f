#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "posenc/model/adam.hpp"
#include "posenc/model/transformer.hpp"
#include "times.hpp"

/// How fast the tiny transformer trains, beside the machine's own speed at multiplying and adding.
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

  /// Operations in products of matrices for one step, forward and backward: 2 for each multiplication
  /// with its addition, and nothing for all else.
  double step_flop() const;
};

inline const std::array<TrainingSize, 3> training_sizes{{
    {"S", 16, 32, 2, 1, 16, 32},
    {"M", 16, 64, 4, 2, 32, 32},
    {"L", 16, 128, 4, 2, 64, 32},
}};

/// A model of that size, and batches that are used in turn.
class TrainingWork {
 public:
  /// A start and batches of its own, from a seed.
  /// Errors: those of Transformer.
  static Result<TrainingWork> make(const TrainingSize& size);

  /// @param parameters as Transformer has them
  /// @param x,y        tokens and targets of as many batches as there are
  /// Errors: those of Transformer; another number of parameters; x or y that are not whole batches.
  static Result<TrainingWork> make(const TrainingSize& size, std::span<const float> parameters,
                                   std::span<const Token> x, std::span<const Token> y);

  /// One step on the next batch; its loss.
  double train();
  /// The logits of the next batch; the first of them.
  float infer();

  std::size_t bytes() const { return model_.bytes() + adam_.bytes(); }

 private:
  TrainingWork(const TrainingSize& size, Transformer<float> model);
  /// Where the next batch begins.
  std::size_t next();

  TrainingSize size_;
  Transformer<float> model_;
  Adam<float> adam_;
  Random random_{1};  // asked for nothing, as there is no dropout
  std::vector<Token> x_, y_;
  std::vector<float> logits_;
  std::size_t batch_ = 0;
};

/// Multiplications and additions of four floats at once, in so many chains that none waits for another:
/// what the fastest product could reach. The number of operations of one call.
double run_chains();

struct TrainingMeasurement {
  TrainingSize size;
  Times step;     // milliseconds
  double steps;   // for each second of the median time
  double gflops;  // 10^9 operations in products for each such second
  double
      of_peak;  // median over the rounds of: time that the chains need for as many / time of a step
  double peak_gflops;  // of the chains, median
  std::size_t bytes;
};

/// Each round times the chains and some steps, one after the other.
/// @param rounds       at least 1
/// @param milliseconds at least so long for each size in each round
std::vector<TrainingMeasurement> training(int rounds, double milliseconds);

}  // namespace posenc::bench
