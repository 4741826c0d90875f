#pragma once

#include <functional>

/// Called now and then with the steps done, the steps of all runs and the last loss.
using StepProgress = std::function<void(double, double, double)>;

/// Prints them on standard error, once a second.
StepProgress progress_on_standard_error();
