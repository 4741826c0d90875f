#pragma once

#include "function.hpp"
#include "posenc/grading/verdict.hpp"

/// The outcome of an answer, which claims and the museum have too.
namespace posenc::wasm {

template <>
inline constexpr auto names_of<Outcome> = outcome_names;

}  // namespace posenc::wasm
