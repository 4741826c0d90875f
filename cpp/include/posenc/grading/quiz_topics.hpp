#pragma once

#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/learned.hpp"
#include "posenc/grading/quiz.hpp"
#include "posenc/matrix.hpp"

/// The questions of the quiz by topic, a source for each, and what their checks share.
namespace posenc::quiz_topics {

struct QuizEntry {
  std::string_view id;
  /// In the lesson's order; an option without an id is not there.
  std::array<QuizOption, 4> options;
};

std::span<const QuizEntry> attention_questions();
std::span<const QuizEntry> sinusoidal_questions();
std::span<const QuizEntry> learned_questions();
std::span<const QuizEntry> rotary_questions();
std::span<const QuizEntry> bias_questions();
std::span<const QuizEntry> book_questions();
std::span<const QuizEntry> beyond_words_questions();

// (All checks stay within the few elements that a fuzzer's build allows: see max_elements.)

inline bool same(double one, double other) { return std::abs(one - other) <= rounding_tolerance; }

template <class One, class Other>
bool alike(const One& one, const Other& other, double tolerance = rounding_tolerance) {
  return (one - other).cwiseAbs().maxCoeff() <= tolerance;
}

/// 0 .. count - 1.
inline std::vector<double> counted(int count) {
  std::vector<double> positions;
  for (int n = 0; n < count; ++n) positions.push_back(n);
  return positions;
}

inline GeometricFrequencies waves(Index d, double base = 10000) {
  return *GeometricFrequencies::make(d, base);
}

/// A learned table with seed 1.
inline Matrix learned(double rows, double cols) { return *learned_table(rows, cols, 1); }

}  // namespace posenc::quiz_topics
