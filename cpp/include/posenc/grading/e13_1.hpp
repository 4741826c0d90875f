#pragma once

#include "posenc/grading/hand.hpp"

namespace posenc {

/// Exercise E13.1, by hand. The fixed form (seed 0) has d = 4 and base 10000; it asks for PE(0), PE(1), PE(5) and
/// PE(6), the dot products PE(0).PE(1), PE(5).PE(6) and PE(0).PE(5), and how the first two products compare.
/// A drawn variant has another d (4, 6 or 8: the more pairs, the fewer positions), base and positions, such that
/// all of its slips can be distinguished.
///
/// Items: "PE(1)[2]" for a component of an encoding (group "PE(1)"), "PE(0).PE(1)" for a product,
/// "similar" for the comparison.
ExerciseByHand e13_1(Seed seed);

/// The questions after it: why the first two products are equal (in some variants: differ), and how PE(0).PE(5) compares
/// with the first of them, and why. The fixed form has the positions of e13_1(0); drawn variants have d = 4 and other
/// bases and positions, in which the products differ by more than 0.01 unless they are equal.
///
/// Items: "equal" and "compare", both choices.
ExerciseByHand e13_1_why(Seed seed);

}  // namespace posenc
