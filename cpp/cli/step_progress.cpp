#include "step_progress.hpp"

#include <chrono>
#include <cstdio>

StepProgress progress_on_standard_error() {
  const auto begin = std::chrono::steady_clock::now();
  return [begin, printed = begin](double step, double steps, double loss) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - printed < std::chrono::seconds(1)) return;
    printed = now;
    const std::chrono::duration<double> past = now - begin;
    std::fprintf(stderr, "step %.0f of %.0f, loss %.4f, %.0f s left\n", step, steps, loss,
                 past.count() / step * (steps - step));
  };
}
