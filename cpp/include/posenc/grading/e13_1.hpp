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

}  // namespace posenc
