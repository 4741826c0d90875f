#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "posenc/error.hpp"
#include "posenc/grading/lab_questions.hpp"
#include "posenc/grading/lab_run.hpp"

namespace posenc::labs {

inline constexpr std::array<std::string_view, 8> set_ids{
    "prediction", "e13.2", "practice-3", "practice-4", "practice-5", "longer", "text", "layers"};

/// Whether a set is asked before the run.
inline bool is_prediction(std::string_view set) { return set == set_ids[0]; }

/// Adds the questions of a set, and once it has run their solutions.
///
/// Errors: a set that does not exist; a run that lacks what the set needs.
std::optional<Error> ask_set(Questions& questions, std::string_view set, const Run& run);

/// Each adds the questions of a set.
/// Precondition: the run has what the set needs.
void ask_prediction(Questions& questions, const Run& run);
void ask_e13_2(Questions& questions, const Run& run);
void ask_practice_3(Questions& questions, const Run& run);
void ask_practice_4(Questions& questions, const Run& run);
void ask_practice_5(Questions& questions, const Run& run);
void ask_longer(Questions& questions, const Run& run);
void ask_text(Questions& questions, const Run& run);
void ask_layers(Questions& questions, const Run& run);

}  // namespace posenc::labs
