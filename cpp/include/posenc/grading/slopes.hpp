#pragma once

#include "posenc/grading/worked.hpp"

namespace posenc {

/// The slopes of n heads of ALiBi, shape [n]. Reason::slope_from_zero, power_of_head, geometric_slopes and
/// first_of_twice change them.
Vector worked_slopes(double n, Approach approach);

/// The largest power of two up to n.
double power_up_to(double n);

}  // namespace posenc
