#pragma once

#include <string>

#include "posenc/analysis/spread.hpp"
#include "posenc/grading/lab.hpp"
#include "posenc/grading/lab_words.hpp"

/// What a run measures of its models: how much of it counts, and the words for it.
namespace posenc::labs {

struct Measure {
  /// Of a question whose answer is a number of it.
  LabKind kind;
  /// 1 where more is better, -1 where less is.
  double better;
  /// What 1 in an answer stands for: a percent, a bit.
  double unit;
  /// The largest value that an answer may have.
  double most;
  /// The smallest difference that counts.
  double difference;
  /// How far off a number is right that is read from the run, and a guess that is right, and near.
  double read_within;
  double guess_within;
  double guess_near;
  /// A value and a difference in words.
  double (*shown)(double value);
  std::string (*amount)(double difference);
  /// "RoPE 96.8 %", "RoPE 96.8 % (95.1 to 98)"
  const char* figure;
  const char* figure_spread;
  Sentence figures;
  Sentence rule_one_seed;
  Sentence rule_seeds;
  const char* ask_fell;
  Sentence lost;
  const char* nobody_fell;
  const char* ask_read;
};

inline constexpr Measure accuracy_measure{
    .kind = LabKind::percent,
    .better = 1,
    .unit = 0.01,
    .most = 1,
    .difference = accuracy_point,
    .read_within = 2 * accuracy_point,
    .guess_within = 5 * accuracy_point,
    .guess_near = 15 * accuracy_point,
    .shown = &in_per_cent,
    .amount = &in_points,
    .figure = words<"figures-mean">,
    .figure_spread = words<"figures-spread">,
    .figures = sentence<"figures">,
    .rule_one_seed = sentence<"rule-one-seed">,
    .rule_seeds = sentence<"rule-seeds">,
    .ask_fell = words<"ask-fell">,
    .lost = sentence<"lost">,
    .nobody_fell = words<"choice-fell-nobody">,
    .ask_read = words<"ask-read">,
};

/// Bits per character. (Seeds of one scheme are some 0.03 bits apart.)
inline constexpr Measure bits_measure{
    .kind = LabKind::bits,
    .better = -1,
    .unit = 1,
    .most = 100,
    .difference = 0.05,
    .read_within = 0.1,
    .guess_within = 0.3,
    .guess_near = 0.8,
    .shown = &in_hundredths,
    .amount = &in_bits,
    .figure = words<"figures-bits">,
    .figure_spread = words<"figures-bits-spread">,
    .figures = sentence<"figures-in-bits">,
    .rule_one_seed = sentence<"rule-one-seed-bits">,
    .rule_seeds = sentence<"rule-seeds-bits">,
    .ask_fell = words<"ask-fell-bits">,
    .lost = sentence<"lost-bits">,
    .nobody_fell = words<"choice-fell-nobody-bits">,
    .ask_read = words<"ask-read-bits">,
};

}  // namespace posenc::labs
