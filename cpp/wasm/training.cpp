#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <map>
#include <span>

#include "function.hpp"
#include "training_types.hpp"

// Training, for workers: a trainer lives here from createTrainer to disposeTrainer, and is called by its
// number.

using namespace posenc;

namespace {

std::map<double, Trainer>& trainers() {
  static std::map<double, Trainer> all;
  return all;
}

Result<wasm::TrainerInfo> keep(Result<Trainer> trainer) {
  if (!trainer) return trainer.error();
  static double last = 0;
  const auto [place, added] = trainers().emplace(++last, std::move(trainer).value());
  const Trainer& kept = place->second;
  return wasm::TrainerInfo{place->first, static_cast<double>(kept.model().parameters().size()),
                           static_cast<double>(kept.bytes())};
}

// Not inlined: every function with a trainer's number can return it.
[[gnu::noinline]] Error no_such_trainer(double id) {
  return Error(ErrorCode::no_such_trainer, {"[training] there is no trainer ", id}).about("id");
}

/// The result of `use` for the trainer of that number.
template <class Use>
auto with_trainer(double id, const Use& use)
    -> Result<std::decay_t<decltype(*use(trainers().begin()->second))>> {
  const auto found = trainers().find(id);
  if (found == trainers().end()) return no_such_trainer(id);
  return use(found->second);
}

Vector as_vector(const std::vector<double>& values) {
  return Vector::Map(values.data(), static_cast<Index>(values.size()));
}

wasm::Settings defaults(Task task, Scheme scheme) { return {task_options(task, scheme)}; }

wasm::TaskAbout about(Task task) {
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
          need_of(facts.examples)};
}

Result<wasm::TrainerInfo> create(const TrainingOptions& options) {
  return keep(Trainer::make(options));
}

Result<wasm::Steps> steps(double id, double count) {
  return with_trainer(id, [&](Trainer& trainer) -> Result<wasm::Steps> {
    POSENC_TRY(whole, to_count("[training] the `count` of steps", count));
    const auto done = trainer.step(whole);
    return wasm::Steps{done.step, as_vector(done.losses), as_vector(done.accuracies),
                       done.milliseconds, done.diverged_at};
  });
}

Result<LengthResult> evaluate(double id, double length) {
  return with_trainer(id, [&](Trainer& trainer) { return trainer.evaluate(length); });
}

Result<wasm::Traced> trace(double id, std::span<const double> tokens) {
  return with_trainer(id, [&](Trainer& trainer) -> Result<wasm::Traced> {
    POSENC_TRY(traced, trainer.trace(tokens));
    return wasm::Traced{{traced.residuals}, traced.attention, traced.scores,        traced.before,
                        traced.logits,      traced.answers,   traced.probabilities, traced.targets};
  });
}

Result<Sample> sample(double id, double length, double seed) {
  return with_trainer(id, [&](Trainer& trainer) { return trainer.sample(length, seed); });
}

Result<LearnedTable> position_table(double id) {
  return with_trainer(id, [](Trainer& trainer) { return trainer.position_table(); });
}

Result<wasm::OpenTrainers> use_frequencies(double id, std::span<const double> inverse_frequencies,
                                           double attention_factor) {
  return with_trainer(id, [&](Trainer& trainer) -> Result<wasm::OpenTrainers> {
    POSENC_TRY(theta,
               InverseFrequencies::from_values(Vector::Map(
                   inverse_frequencies.data(), static_cast<Index>(inverse_frequencies.size()))));
    if (auto error = trainer.use_frequencies(theta, attention_factor)) return *error;
    return wasm::OpenTrainers{static_cast<double>(trainers().size())};
  });
}

Result<wasm::Bytes> checkpoint(double id) {
  return with_trainer(id, [](Trainer& trainer) -> Result<wasm::Bytes> {
    return wasm::Bytes{trainer.checkpoint()};
  });
}

Result<wasm::TrainerInfo> open_checkpoint(std::span<const std::uint8_t> bytes) {
  return keep(Trainer::from_checkpoint(bytes));
}

Result<wasm::Settings> options_of(double id) {
  return with_trainer(id, [](Trainer& trainer) -> Result<wasm::Settings> {
    return wasm::Settings{trainer.options()};
  });
}

/// The memory of the whole module, which grows and never shrinks.
double memory_bytes() { return static_cast<double>(emscripten_get_heap_size()); }

wasm::OpenTrainers dispose(double id) {
  trainers().erase(id);
  return {static_cast<double>(trainers().size())};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_training) {
  wasm::register_argument<wasm::OptionsObject, wasm::Settings>();
  wasm::register_type<wasm::ByteArray>("Uint8Array");

  wasm::function<&defaults>("trainingDefaults");
  wasm::function<&about>("trainingTask");
  wasm::function<&reference_levels>("referenceLevels");
  wasm::function<&create>("createTrainer");
  wasm::function<&steps>("trainSteps");
  wasm::function<&evaluate>("evaluateLength");
  wasm::function<&sample>("sampleInput");
  wasm::function<&trace>("traceInput");
  wasm::function<&position_table>("positionTable");
  wasm::function<&use_frequencies>("useFrequencies");
  wasm::function<&checkpoint>("checkpoint");
  wasm::function<&open_checkpoint>("openCheckpoint");
  wasm::function<&options_of>("trainerOptions");
  wasm::function<&dispose>("disposeTrainer");
  wasm::function<&memory_bytes>("memoryBytes");
}
