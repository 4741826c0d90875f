#pragma once

#include "posenc/grading/exercise.hpp"

namespace posenc {

/// Exercise E13.1, by hand: d = 4, base 10000. Asked are PE(0), PE(1), PE(5) and PE(6) to three
/// decimals, the dot products PE(0).PE(1), PE(5).PE(6) and PE(0).PE(5), and how the first two
/// products compare.
///
/// Items: "PE(1)[2]" for a component of an encoding (group "PE(1)"), "PE(0).PE(1)" for a product,
/// "similar" for the comparison.
///
/// Every component and product is judged as in judge(), against what the core itself computes and
/// against the slips that can be made here. A product that agrees with the product of the learner's
/// own two vectors (where all of their components can be read) is right when these are right or
/// right but rounded, and else carried forward. `similar` is right when it says "equal".
Exercise e13_1();

}  // namespace posenc
