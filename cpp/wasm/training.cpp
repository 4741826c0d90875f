#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <map>
#include <memory>
#include <span>
#include <string_view>

#include "function.hpp"
#include "training_types.hpp"

// Training, for workers: a trainer lives here from createTrainer to disposeTrainer, and is called by its
// number; so does a text from openText to disposeText.

using namespace posenc;

namespace {

std::map<double, Trainer>& trainers() {
  static std::map<double, Trainer> all;
  return all;
}

wasm::TrainerInfo info_of(double id, const Trainer& trainer) {
  return {id, static_cast<double>(trainer.model().parameters().size()),
          static_cast<double>(trainer.bytes())};
}

Result<wasm::TrainerInfo> keep(Result<Trainer> trainer) {
  if (!trainer) return trainer.error();
  static double last = 0;
  const auto [place, added] = trainers().emplace(++last, std::move(trainer).value());
  return info_of(place->first, place->second);
}

/// The texts, from openText to disposeText. (A trainer keeps its text by itself.)
std::map<double, std::shared_ptr<const Text>>& texts() {
  static std::map<double, std::shared_ptr<const Text>> all;
  return all;
}

Result<std::shared_ptr<const Text>> text_of_id(double id) {
  const auto found = texts().find(id);
  if (found != texts().end()) return found->second;
  return Error(ErrorCode::no_such_text, {"[text] there is no text ", id}).about("text_id");
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

Result<wasm::TrainerInfo> create(const TrainingOptions& options) {
  return keep(Trainer::make(options));
}

Result<wasm::Steps> steps(double id, double count) {
  return with_trainer(id, [&](Trainer& trainer) -> Result<wasm::Steps> {
    POSENC_TRY(whole, to_count("[training] the `count` of steps", count));
    const auto done = trainer.step(whole);
    return wasm::Steps{
        done.step,         as_vector(done.losses), as_vector(done.accuracies), as_vector(done.bits),
        done.milliseconds, done.diverged_at};
  });
}

Result<LengthResult> evaluate(double id, double length) {
  return with_trainer(id, [&](Trainer& trainer) { return trainer.evaluate(length); });
}

Result<LengthResult> evaluate_from(double id, double length, double from) {
  return with_trainer(id, [&](Trainer& trainer) { return trainer.evaluate(length, from); });
}

Result<wasm::Traced> as_traced(Result<TracedInput> result) {
  POSENC_TRY(traced, std::move(result));
  return wasm::Traced{{traced.residuals}, traced.attention, traced.scores,        traced.before,
                      traced.logits,      traced.answers,   traced.probabilities, traced.targets,
                      traced.tokens,      traced.characters};
}

Result<wasm::Traced> trace(double id, std::span<const double> tokens) {
  return with_trainer(id, [&](Trainer& trainer) { return as_traced(trainer.trace(tokens)); });
}

wasm::TextLimits text_limits() { return {min_text_bytes, max_text_bytes}; }

Result<wasm::TextLimits> check_text_size(double bytes) {
  if (auto error = check_text_bytes(bytes)) return *error;
  return text_limits();
}

Result<wasm::TextInfo> open_text(std::span<const std::uint8_t> bytes) {
  POSENC_TRY(made, Text::make(bytes));
  static double last = 0;
  texts().emplace(++last, std::make_shared<const Text>(std::move(made)));
  const Text& text = *texts().at(last);
  const TextLevels levels = text.levels();
  return wasm::TextInfo{last,
                        text.alphabet(),
                        text.characters(),
                        text.replaced(),
                        static_cast<Index>(text.training().size()),
                        static_cast<Index>(text.held_out().size()),
                        in_hexadecimal(text.checksum()),
                        levels.single,
                        levels.pair};
}

wasm::OpenTexts dispose_text(double id) {
  texts().erase(id);
  return {static_cast<double>(texts().size())};
}

Result<wasm::TrainerInfo> create_on_text(double text_id, const TrainingOptions& options) {
  POSENC_TRY(text, text_of_id(text_id));
  return keep(Trainer::make(options, text));
}

Result<wasm::TrainerInfo> open_text_checkpoint(double text_id,
                                               std::span<const std::uint8_t> bytes) {
  POSENC_TRY(text, text_of_id(text_id));
  return keep(Trainer::from_checkpoint(bytes, text));
}

Result<wasm::TrainerInfo> continue_training(double id, const TrainingOptions& options) {
  return with_trainer(id, [&](Trainer& trainer) -> Result<wasm::TrainerInfo> {
    POSENC_TRY(continued, trainer.continued(options));
    trainer = std::move(continued);
    return info_of(id, trainer);
  });
}

Result<WrittenText> write(double id, std::string_view prompt, double count, double temperature,
                          double seed) {
  return with_trainer(
      id, [&](Trainer& trainer) { return trainer.write(prompt, count, temperature, seed); });
}

Result<wasm::Traced> trace_text(double id, std::string_view characters) {
  return with_trainer(id,
                      [&](Trainer& trainer) { return as_traced(trainer.trace_text(characters)); });
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

/// A layer or head of -1 stands for all.
Result<wasm::OpenTrainers> silence_pairs(double id, double layer, double head,
                                         std::span<const double> pairs) {
  return with_trainer(id, [&](Trainer& trainer) -> Result<wasm::OpenTrainers> {
    const auto one = [](double index) { return index == -1 ? std::nullopt : std::optional(index); };
    if (auto error = trainer.silence({one(layer), one(head), {pairs.begin(), pairs.end()}})) {
      return *error;
    }
    return wasm::OpenTrainers{static_cast<double>(trainers().size())};
  });
}

Result<wasm::Bytes> checkpoint(double id) {
  return with_trainer(id, [](Trainer& trainer) -> Result<wasm::Bytes> {
    return wasm::Bytes{trainer.checkpoint()};
  });
}

Result<wasm::Bytes> safetensors(double id) {
  return with_trainer(id, [](Trainer& trainer) -> Result<wasm::Bytes> {
    return wasm::Bytes{trainer.safetensors()};
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
  wasm::register_type<wasm::ByteArray>("Uint8Array");

  wasm::function<&create>("createTrainer");
  wasm::function<&steps>("trainSteps");
  wasm::function<&evaluate>("evaluateLength");
  wasm::function<&evaluate_from>("evaluateFrom");
  wasm::function<&sample>("sampleInput");
  wasm::function<&trace>("traceInput");
  wasm::function<&position_table>("positionTable");
  wasm::function<&use_frequencies>("useFrequencies");
  wasm::function<&silence_pairs>("silencePairs");
  wasm::function<&checkpoint>("checkpoint");
  wasm::function<&safetensors>("safetensors");
  wasm::function<&open_checkpoint>("openCheckpoint");
  wasm::function<&options_of>("trainerOptions");
  wasm::function<&dispose>("disposeTrainer");
  wasm::function<&memory_bytes>("memoryBytes");

  wasm::function<&text_limits>("textLimits");
  wasm::function<&check_text_size>("checkTextSize");
  wasm::function<&open_text>("openText");
  wasm::function<&dispose_text>("disposeText");
  wasm::function<&create_on_text>("createTextTrainer");
  wasm::function<&open_text_checkpoint>("openTextCheckpoint");
  wasm::function<&continue_training>("continueTraining");
  wasm::function<&write>("writeText");
  wasm::function<&trace_text>("traceText");
}
