#pragma once

#include <functional>

/// Gets steps done, steps of all runs and the last loss, now and then.
using StepProgress = std::function<void(double, double, double)>;

/// Prints them on standard error, once a second.
StepProgress progress_on_standard_error();
