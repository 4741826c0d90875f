#include "posenc/model/longer_phase.hpp"

#include "posenc/model/trainer.hpp"
#include "test.hpp"

TEST_CASE("longer phase: another base and longer sequences, with the same model") {
  TrainingOptions options = task_options(Task::previous, Scheme::rope);
  options.steps = 2;
  options.test_examples = 16;
  auto trained = *Trainer::make(options);
  trained.step(2);

  const TrainingOptions longer = longer_phase(options, 500000, 40, 3);
  CHECK(longer.model.position.base == 500000);
  CHECK(longer.test_lengths == std::vector<double>{16, 40, 80});
  CHECK(longer.model.longest == 80);
  auto phase = *trained.continued(longer);
  CHECK(std::ranges::equal(phase.model().parameters(), trained.model().parameters()));
  CHECK(phase.evaluate(80, 40)->scored == 16 * 40);

  // With the trained base and no step it is the trained model, elsewhere tested.
  auto same = *trained.continued(longer_phase(options, options.model.position.base, 40, 3));
  CHECK(same.evaluate(32, 16)->loss == trained.evaluate(32)->loss);
  CHECK(phase.evaluate(32, 16)->loss != trained.evaluate(32)->loss);

  CHECK(phase.step(3).losses.size() == 3);
  CHECK(!std::ranges::equal(phase.model().parameters(), trained.model().parameters()));
  // Bases of layers give way to another one, or stay.
  options.model.position.bases = {100};
  CHECK(longer_phase(options, 500000, 8, 3).model.position.bases.empty());
  CHECK(longer_phase(options, 10000, 8, 3).model.position.bases == std::vector<double>{100});
  CHECK(longer_phase(options, 500000, 8, 3).model.longest == options.model.longest);
}
