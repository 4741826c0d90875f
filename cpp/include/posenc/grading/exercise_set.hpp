#pragma once

#include <string_view>
#include <vector>

#include "posenc/grading/code.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/hand.hpp"

/// Some exercises. A program that grades only these has no code for the others, which makes it small: the lesson's page
/// loads those of one group (groups.hpp). For all exercises, see exercise.hpp.
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

template <ExerciseByHand (*made)(Seed)>
constexpr ExerciseKind by_hand(std::string_view id) {
  return {.id = id,
          .make = [](Seed seed) { return exercise_of(made(seed)); },
          .solution = [](Seed seed) { return solution(made(seed).worked); }};
}

template <CodeExercise (*made)(Seed)>
constexpr ExerciseKind in_code(std::string_view id) {
  return {.id = id,
          .make = [](Seed seed) { return exercise_of(made(seed)); },
          .compare =
              [](std::string_view exercise, Seed seed, std::string_view item,
                 std::string_view text) { return compare_case(exercise, made(seed), item, text); }};
}

class ExerciseSet {
 public:
  explicit ExerciseSet(std::vector<ExerciseKind> kinds);

  /// Which of the exercises.
  using Among = bool (*)(const ExerciseKind& kind);
  static constexpr bool any(const ExerciseKind&) { return true; }

  /// In the order of the kinds.
  std::vector<std::string_view> ids(Among among = &any) const;

  /// As the functions of exercise.hpp, hand.hpp and code_exercises.hpp. The id of another exercise is an error.
  Result<Exercise> find(std::string_view id, double seed) const;
  Result<std::vector<WorkedStep>> worked_solution(std::string_view id, double seed) const;
  Result<CaseComparison> compare_case(std::string_view id, double seed, std::string_view item,
                                      std::string_view text) const;

 private:
  Result<const ExerciseKind*> find_kind(std::string_view id, double seed, Among among) const;

  std::vector<ExerciseKind> kinds_;
};

}  // namespace posenc
