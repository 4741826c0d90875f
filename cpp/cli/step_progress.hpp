#pragma once

#include <functional>

/// Told of steps done, steps of all runs and the last loss, now and then.
using StepProgress = std::function<void(double, double, double)>;
