#include "posenc/model/longer_phase.hpp"

#include <algorithm>

namespace posenc {

TrainingOptions longer_phase(const TrainingOptions& trained, double base, double length,
                             double steps) {
  TrainingOptions phase = trained;
  PositionOptions& position = phase.model.position;
  // In all layers: values for each would hide it.
  if (base != position.base) position.bases.clear();
  position.base = base;
  phase.train_shortest = length;
  phase.train_longest = length;
  phase.model.longest = std::max(trained.model.longest, 2 * length);
  phase.steps = steps;
  phase.batch = 4;
  phase.learning_rate = 1e-3;
  phase.warmup = 10;
  phase.test_lengths = {trained.train_longest, length, 2 * length};
  return phase;
}

}  // namespace posenc
