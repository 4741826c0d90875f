#pragma once

#include <array>
#include <span>
#include <string_view>

#include "posenc/grading/axial_rope.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/exercise_set.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/grading/quiz.hpp"
#include "posenc/grading/rope_chain.hpp"

/// The exercises in groups, by what their grades are computed with. For the lesson's page each is a module of its own,
/// which is loaded with the first exercise of the group (cpp/wasm/CMakeLists.txt).
namespace posenc {

namespace exercise_kinds {

inline constexpr ExerciseKind first[]{
    by_hand<&e13_1>("e13.1"),
    by_hand<&e13_1_why>("e13.1-why"),
};
inline constexpr ExerciseKind hand[]{
    by_hand<&rope_chain>("rope-chain"),
    by_hand<&dft_peak>("dft-peak"),
    by_hand<&similarities>("similarities"),
    by_hand<&shift_matrix_entries>("shift-matrix"),
    by_hand<&slopes_of_heads>("alibi-slopes"),
    by_hand<&table_parameters>("table-parameters"),
    by_hand<&unfinished_of_config>("unfinished-pairs"),
    by_hand<&axial_rope>("axial-rope"),
};
inline constexpr ExerciseKind code[]{
    in_code<&code_sinusoidal>("code-sinusoidal"), in_code<&code_rope>("code-rope"),
    in_code<&code_alibi>("code-alibi"),           in_code<&code_learned>("code-learned"),
    in_code<&code_scores>("code-scores"),         in_code<&code_rope_2d>("code-rope-2d"),
    in_code<&debug_layout>("debug-layout"),       in_code<&debug_added>("debug-added"),
};
inline constexpr ExerciseKind quiz[]{{.id = "quiz", .make = &posenc::quiz}};

}  // namespace exercise_kinds

struct ExerciseGroup {
  std::string_view name;
  std::span<const ExerciseKind> kinds;
};

/// Each exercise is in one of them.
inline constexpr std::array exercise_groups{
    ExerciseGroup{"first",
                  exercise_kinds::first},  // those at the top of the page with all exercises
    ExerciseGroup{"hand", exercise_kinds::hand},
    ExerciseGroup{"code", exercise_kinds::code},
    ExerciseGroup{"quiz", exercise_kinds::quiz},
};

}  // namespace posenc
