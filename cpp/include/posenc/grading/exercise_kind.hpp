#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "posenc/grading/code.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/hand.hpp"

namespace posenc {

/// One exercise, of which each seed makes a variant.
struct ExerciseKind {
  std::string_view id;
  /// Without an id and a seed.
  Exercise (*make)(Seed seed);
  /// Of an exercise by hand, else null.
  std::vector<WorkedStep> (*solution)(Seed seed) = nullptr;
  /// Of an exercise in code, else null.
  Result<CaseComparison> (*compare)(std::string_view id, Seed seed, std::string_view item,
                                    std::string_view text) = nullptr;
};

constexpr bool is_by_hand(const ExerciseKind& kind) { return kind.solution != nullptr; }
constexpr bool is_in_code(const ExerciseKind& kind) { return kind.compare != nullptr; }

/// All exercises. To grade one, see exercise.hpp.
std::span<const ExerciseKind> exercise_kinds();

}  // namespace posenc
