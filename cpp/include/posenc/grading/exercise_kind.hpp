#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "posenc/grading/code.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/hand.hpp"

namespace posenc {

/// One exercise, of which each seed makes a variant. One of the functions makes it, the others are null.
struct ExerciseKind {
  std::string_view id;
  ExerciseByHand (*by_hand)(Seed seed) = nullptr;
  CodeExercise (*in_code)(Seed seed) = nullptr;
  Exercise (*other)(Seed seed) = nullptr;
  /// How many items the longest variant has; 0 where all variants have as many.
  std::size_t most_items = 0;

  /// Without an id and a seed.
  Exercise make(Seed seed) const {
    return by_hand   ? exercise_of(by_hand(seed))
           : in_code ? exercise_of(in_code(seed))
                     : other(seed);
  }
};

constexpr bool is_by_hand(const ExerciseKind& kind) { return kind.by_hand != nullptr; }
constexpr bool is_in_code(const ExerciseKind& kind) { return kind.in_code != nullptr; }

/// All exercises: those by hand, those in code, and the quiz. To grade one, see exercise.hpp.
std::span<const ExerciseKind> exercise_kinds();

/// The list of the exercises by hand: practice.cpp.
std::span<const ExerciseKind> exercises_by_hand();
/// The list of the exercises in code: code_exercises.cpp.
std::span<const ExerciseKind> exercises_in_code();

}  // namespace posenc
