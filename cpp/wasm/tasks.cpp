#include <emscripten/bind.h>

#include "function.hpp"
#include "posenc/model/longer_phase.hpp"
#include "training_types.hpp"

// What is known of tasks and of training without a trainer.

using namespace posenc;

namespace {

wasm::Settings training_defaults(Task task, Scheme scheme) { return {task_options(task, scheme)}; }

wasm::Settings longer(const TrainingOptions& trained, double base, double length, double steps) {
  return {longer_phase(trained, base, length, steps)};
}

wasm::TaskAbout facts_about(Task task) {
  const TaskFacts& facts = facts_of(task);
  const auto text = text_of(facts.examples);
  const auto levels = *reference_levels(task_options(task, Scheme::none));
  return {title_of(task),
          std::string(text.makes),
          std::string(text.order),
          std::string(limits_of(task)),
          levels.chance,
          levels.ceiling,
          Vector::Map(facts.test_lengths.data(), static_cast<Index>(facts.test_lengths.size())),
          facts.direction,
          need_of(facts.examples),
          measure_of(facts.examples)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_tasks) {
  wasm::register_argument<wasm::OptionsObject, wasm::Settings>();

  wasm::function<&training_defaults>("trainingDefaults");
  wasm::function<&facts_about>("trainingTask");
  wasm::function<&longer>("longerPhase");
  wasm::function<&reference_levels>("referenceLevels");
}
