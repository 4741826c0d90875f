#include "repeat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "json_text.hpp"
#include "one_line.hpp"
#include "parallel.hpp"
#include "params.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"
#include "posenc/version.hpp"
#include "posenc/wording.hpp"

namespace {

using namespace posenc;
using nlohmann::json;
using nlohmann::ordered_json;

using Number = std::optional<double>;

[[noreturn]] void reject(const std::string& name, const std::string& expected, const json* value) {
  throw BadInput(name + " must be " + expected + " but " +
                 (value == nullptr ? "is missing" : "got " + in_message(*value)));
}

/// The value of that key; nullptr if it is missing.
const json* find(const json& object, const std::string& key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string name_of(const std::string& where, const std::string& key) { return where + quote(key); }

const json& array_field(const json& object, const std::string& key, const std::string& where) {
  const json* value = find(object, key);
  if (value == nullptr || !value->is_array()) reject(name_of(where, key), "an array", value);
  return *value;
}

double number_field(const json& object, const std::string& key, const std::string& where) {
  const json* value = find(object, key);
  if (value == nullptr || !value->is_number()) reject(name_of(where, key), "a number", value);
  return value->get<double>();
}

/// Empty for null, which is also how JSON writes a number that is not finite.
Number number_or_null_field(const json& object, const std::string& key, const std::string& where) {
  const json* value = find(object, key);
  if (value != nullptr && value->is_null()) return std::nullopt;
  if (value == nullptr || !value->is_number()) {
    reject(name_of(where, key), "a number or null", value);
  }
  return value->get<double>();
}

std::vector<double> numbers_field(const json& object, const std::string& key,
                                  const std::string& where) {
  std::vector<double> numbers;
  for (const json& one : array_field(object, key, where)) {
    if (!one.is_number()) reject(name_of(where, key), "an array of numbers", &one);
    numbers.push_back(one.get<double>());
  }
  return numbers;
}

/// Reads every option, by its name in camel case.
struct OptionsOfRun {
  const json& object;
  std::string where;
  std::vector<std::string> names{};

  const std::string& take(const char* name) { return names.emplace_back(in_camel_case(name)); }
  void number(const char* name, double& value) { value = number_field(object, take(name), where); }
  /// Left as it is for a file that was exported before this option existed.
  template <class Visit>
  void later(std::uint32_t, const char* name, const Visit& visit) {
    if (object.contains(in_camel_case(name))) {
      visit(*this);
    } else {
      take(name);
    }
  }
  void numbers(const char* name, std::vector<double>& values) {
    values = numbers_field(object, take(name), where);
  }
  template <class E, std::size_t N>
  void choices(const char* name, std::vector<E>& values, const EnumNames<E, N>& of) {
    const std::string& key = take(name);
    values.clear();
    for (const json& one : array_field(object, key, where)) {
      if (!one.is_string()) reject(name_of(where, key), "an array of strings", &one);
      values.push_back(
          unwrap(to_enum("each of " + name_of(where, key), one.get_ref<const std::string&>(), of)));
    }
  }
  /// Empty for a file that was exported before this option existed.
  void text(const char* name, std::string& value) {
    const std::string& key = take(name);
    const json* found = find(object, key);
    if (found == nullptr) return;
    if (!found->is_string()) reject(name_of(where, key), "a string", found);
    value = found->get_ref<const std::string&>();
  }
  template <class E, std::size_t N>
  void choice(const char* name, E& value, const EnumNames<E, N>& of) {
    const std::string& key = take(name);
    const json* text = find(object, key);
    if (text == nullptr || !text->is_string()) reject(name_of(where, key), "a string", text);
    value = unwrap(to_enum(name_of(where, key), text->get_ref<const std::string&>(), of));
  }
};

struct Tested {
  double length;
  std::optional<double> from;
  Number accuracy;
  Number loss;
  Number scored;
  Number old_accuracy;
  Number old_scored;
  // Not in every file.
  std::optional<double> bits;
  std::optional<double> planted_weight;
};

/// Steps with the same options.
struct Phase {
  TrainingOptions options;
  std::vector<double> losses;
  std::vector<double> accuracies;
  Number diverged_at;
  std::vector<Tested> tested;
};

struct Run {
  std::vector<Phase> phases;
  std::string name;
};

std::size_t losses_of(const Run& run) {
  std::size_t losses = 0;
  for (const Phase& phase : run.phases) losses += phase.losses.size();
  return losses;
}

std::size_t lengths_of(const Run& run) {
  std::size_t lengths = 0;
  for (const Phase& phase : run.phases) lengths += phase.tested.size();
  return lengths;
}

Tested tested_in(const json& one, const std::string& where) {
  if (!one.is_object()) reject(where + "each element", "an object", &one);
  Tested tested{.length = number_field(one, "length", where),
                .from = {},
                .accuracy = number_or_null_field(one, "accuracy", where),
                .loss = {},
                .scored = {},
                .old_accuracy = {},
                .old_scored = {},
                .bits = {},
                .planted_weight = {}};
  if (find(one, "from") != nullptr) tested.from = number_or_null_field(one, "from", where);
  if (!tested.accuracy) return tested;
  tested.loss = number_or_null_field(one, "loss", where);
  tested.scored = number_field(one, "scored", where);
  tested.old_accuracy = number_or_null_field(one, "oldAccuracy", where);
  tested.old_scored = number_field(one, "oldScored", where);
  const auto number_if_there = [&](const char* name) {
    return find(one, name) == nullptr ? Number{} : number_or_null_field(one, name, where);
  };
  tested.bits = number_if_there("bits");
  tested.planted_weight = number_if_there("plantedWeight");
  return tested;
}

Phase phase_in(const json& object, const std::string& where) {
  if (!object.is_object())
    throw BadInput(where + "must be an object but got " + in_message(object));
  Phase phase;
  const json* options = find(object, "options");
  if (options == nullptr || !options->is_object()) {
    reject(name_of(where, "options"), "an object", options);
  }
  OptionsOfRun reader{*options, where + "the option "};
  visit_options(phase.options, reader);
  for (const auto& [name, value] : options->items()) {
    if (std::ranges::find(reader.names, name) == reader.names.end()) {
      throw BadInput(where + "there is no option " + quote(name));
    }
  }
  phase.losses = numbers_field(object, "losses", where);
  phase.accuracies = numbers_field(object, "accuracies", where);
  phase.diverged_at = number_or_null_field(object, "divergedAt", where);
  if (find(object, "evaluated") != nullptr) {
    for (const json& one : array_field(object, "evaluated", where)) {
      phase.tested.push_back(tested_in(one, where + "in \"evaluated\", "));
    }
  }
  if (phase.accuracies.size() != phase.losses.size()) {
    throw BadInput(where + "there must be as many accuracies as losses, " +
                   std::to_string(phase.losses.size()) + ", but there are " +
                   std::to_string(phase.accuracies.size()));
  }
  if (static_cast<double>(phase.losses.size()) > phase.options.steps) {
    throw BadInput(where + "there must be at most as many losses as steps, " +
                   format_number(phase.options.steps) + ", but there are " +
                   std::to_string(phase.losses.size()));
  }
  return phase;
}

using SharedText = std::shared_ptr<const Text>;

/// Checked before training, so that wrong options are not found only after some runs.
void expect_trainable(const Run& run, const SharedText& text, const std::string& where) {
  const auto expect = [&](const Result<Trainer>& trainer) {
    if (!trainer) throw BadInput(where + trainer.error().spelled(in_camel_case).message);
  };
  const auto first = Trainer::make(run.phases.front().options, text);
  expect(first);
  for (std::size_t n = 1; n < run.phases.size(); ++n) {
    expect(first->continued(run.phases[n].options));
  }
}

Run run_in(const json& object, const std::string& where, const std::string& task,
           const SharedText& text) {
  Run run;
  run.phases.push_back(phase_in(object, where));
  if (find(object, "continued") != nullptr) {
    for (const json& one : array_field(object, "continued", where)) {
      const std::string number = std::to_string(run.phases.size() + 1);
      run.phases.push_back(phase_in(one, where + "phase " + number + ": "));
    }
  }
  const TrainingOptions& options = run.phases.front().options;
  if (options.examples == ExampleKind::text && text == nullptr) {
    throw BadInput(where + "it trained on a text, which --text FILE must give");
  }
  expect_trainable(run, options.examples == ExampleKind::text ? text : nullptr, where);
  run.name = task + " " + name_of(options.model.position) + " seed " + format_number(options.seed);
  return run;
}

/// The document's text must be the one at hand.
void expect_text(const json& document, const SharedText& text) {
  const json* about = find(document, "text");
  if (about == nullptr || text == nullptr) return;
  if (!about->is_object()) reject("\"text\"", "an object", about);
  const json* checksum = find(*about, "checksum");
  const std::string here = in_hexadecimal(text->checksum());
  if (checksum != nullptr && *checksum == here) return;
  reject("the checksum of \"text\"", quote(here) + ", that of the text given by --text,", checksum);
}

std::vector<Run> runs_in(const json& document, const SharedText& text) {
  if (!document.is_object())
    throw BadInput("the file must be an object but got " + in_message(document));
  const json* format = find(document, "posenc");
  if (format == nullptr || *format != "training") reject("\"posenc\"", "\"training\"", format);
  const json* version = find(document, "version");
  if (version == nullptr || *version != 1) reject("\"version\"", "1", version);
  const json* task = find(document, "task");
  if (task == nullptr || !task->is_string()) reject("\"task\"", "a string", task);
  const auto& name = task->get_ref<const std::string&>();
  static_cast<void>(unwrap(to_enum("\"task\"", name, task_names)));
  expect_text(document, text);
  const json& all = array_field(document, "runs", "");
  if (all.empty()) throw BadInput("\"runs\" must have at least one run but is empty");
  std::vector<Run> runs;
  for (const json& one : all) {
    runs.push_back(run_in(one, "run " + std::to_string(runs.size() + 1) + ": ", name, text));
  }
  return runs;
}

/// The numbers of a run that differ from the file.
struct Comparison {
  std::size_t differences = 0;
  double largest = 0;
  ordered_json first = nullptr;

  void look_at(const std::string& what, const Number& in_file, const Number& here) {
    // The file has null for a number that is not finite.
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const double then = in_file.value_or(none);
    const double now = here.value_or(none);
    if (then == now || (!std::isfinite(then) && !std::isfinite(now))) return;
    if (differences++ == 0) {
      const auto shown_as = [](double number) {
        return std::isfinite(number) ? ordered_json(number) : ordered_json();
      };
      first = {{"what", what}, {"file", shown_as(then)}, {"here", shown_as(now)}};
    }
    if (std::isfinite(then) && std::isfinite(now))
      largest = std::max(largest, std::abs(then - now));
  }
};

Number at(const std::vector<double>& numbers, std::size_t n) {
  return n < numbers.size() ? Number(numbers[n]) : std::nullopt;
}

/// Does the steps of a phase again, and its tests. @param in_phase follows what differs
/// @param progress called with the number of steps done, and the last loss
template <class Progress>
void repeat_phase(const Phase& phase, Trainer& trainer, const std::string& in_phase,
                  const Progress& progress, Comparison& comparison) {
  std::vector<double> losses;
  std::vector<double> accuracies;
  // One more step, if the run diverged there.
  const std::size_t steps = phase.losses.size() + (phase.diverged_at ? 1 : 0);
  while (losses.size() < steps) {
    const auto done =
        trainer.step(static_cast<Index>(std::min<std::size_t>(10, steps - losses.size())));
    losses.insert(losses.end(), done.losses.begin(), done.losses.end());
    accuracies.insert(accuracies.end(), done.accuracies.begin(), done.accuracies.end());
    if (done.losses.empty()) break;
    progress(done.losses.size(), losses.back());
  }

  for (std::size_t n = 0; n < std::max(losses.size(), phase.losses.size()); ++n) {
    const std::string step = " of step " + std::to_string(n + 1) + in_phase;
    comparison.look_at("the loss" + step, at(phase.losses, n), at(losses, n));
    comparison.look_at("the accuracy" + step, at(phase.accuracies, n), at(accuracies, n));
  }
  const auto diverged_at = trainer.diverged_at();
  comparison.look_at("the step at which it diverged" + in_phase, phase.diverged_at,
                     diverged_at ? Number(static_cast<double>(*diverged_at)) : std::nullopt);
  for (const Tested& tested : phase.tested) {
    const auto result = trainer.evaluate(tested.length, tested.from);
    const std::string length = " at length " + format_number(tested.length) + in_phase;
    const auto look_at = [&](const char* what, const Number& in_file, const Number& here) {
      comparison.look_at(what + length, in_file, here);
    };
    look_at("the accuracy", tested.accuracy, result ? Number(result->accuracy) : std::nullopt);
    if (!result || !tested.accuracy) continue;
    look_at("the loss", tested.loss, result->loss);
    look_at("the number of scored positions", tested.scored, static_cast<double>(result->scored));
    look_at("the accuracy on old positions", tested.old_accuracy, result->old_accuracy);
    look_at("the number of old positions", tested.old_scored,
            static_cast<double>(result->old_scored));
    if (tested.bits) look_at("the bits per character", tested.bits, result->bits);
    if (tested.planted_weight) {
      look_at("the weight on the planted token", tested.planted_weight, result->planted_weight);
    }
  }
}

/// @param progress called with the number of steps done, and the last loss
template <class Progress>
ordered_json repeated(const Run& run, const SharedText& text, const Progress& progress) {
  const TrainingOptions& first = run.phases.front().options;
  auto trainer = unwrap(Trainer::make(first, first.examples == ExampleKind::text ? text : nullptr));
  Comparison comparison;
  for (std::size_t n = 0; n < run.phases.size(); ++n) {
    if (n > 0) trainer = unwrap(trainer.continued(run.phases[n].options));
    const std::string in_phase = n == 0 ? "" : " in phase " + std::to_string(n + 1);
    repeat_phase(run.phases[n], trainer, in_phase, progress, comparison);
  }
  return {{"name", run.name},
          {"losses", losses_of(run)},
          {"lengths", lengths_of(run)},
          {"equal", comparison.differences == 0},
          {"differences", comparison.differences},
          {"largest", comparison.largest},
          {"first", comparison.first}};
}

std::string number_shown(const ordered_json& number) {
  return number.is_null() ? "none" : to_text(number);
}

}  // namespace

ordered_json repeat_runs(const json& document, const StepProgress& progress,
                         const std::shared_ptr<const Text>& text) {
  const std::vector<Run> runs = runs_in(document, text);
  double all = 0;
  for (const Run& run : runs) all += static_cast<double>(losses_of(run));

  std::vector<ordered_json> results(runs.size());
  std::mutex one_at_a_time;
  double done = 0;
  in_parallel(runs.size(), [&](std::size_t n) {
    results[n] = repeated(runs[n], text, [&](std::size_t steps, double loss) {
      const std::lock_guard lock(one_at_a_time);
      done += static_cast<double>(steps);
      progress(done, all, loss);
    });
  });

  const auto different = std::ranges::count_if(
      results, [](const ordered_json& result) { return !result["equal"].get<bool>(); });
  ordered_json result{{"runs", results}, {"different", different}, {"equal", different == 0}};
  if (different > 0) {
    const json* core = find(document, "core");
    const bool is_known = core != nullptr && core->is_string();
    result["core"] = {{"file", is_known ? ordered_json(*core) : ordered_json()},
                      {"here", version()}};
  }
  return result;
}

/// A possible cause of a difference: the version of the file; "" if it is this version.
std::string versions_as_text(const ordered_json& core) {
  const auto& file = core["file"];
  if (file == core["here"]) return "";
  const std::string here = core["here"].get<std::string>();
  if (file.is_null()) {
    return "The file does not say which version of the core it is from; this is " + here + ".\n";
  }
  return "The file is from version " + quote(file.get<std::string>()) + " of the core; this is " +
         here + ", which may give different numbers.\n";
}

std::string repeated_as_text(const ordered_json& result) {
  std::string text;
  const auto& runs = result["runs"];
  for (const auto& run : runs) {
    text += run["name"].get<std::string>() + ": ";
    if (run["equal"]) {
      text += counted(run["losses"].get<std::size_t>(), "loss", "losses") + " and " +
              counted(run["lengths"].get<std::size_t>(), "length", "lengths") + " equal\n";
      continue;
    }
    const auto& first = run["first"];
    text += first["what"].get<std::string>() + " is " + number_shown(first["file"]) +
            " in the file and " + number_shown(first["here"]) + " here";
    if (run["differences"] != 1)
      text += ", the first of " + to_text(run["differences"]) + " differences";
    if (run["largest"] > 0) text += "; the largest difference is " + to_text(run["largest"]);
    text += "\n";
  }
  const std::string count = counted(runs.size(), "run", "runs");
  if (result["equal"]) return text + count + " repeated: all equal\n";
  return text + to_text(result["different"]) + " of " + count +
         (result["different"] == 1 ? " differs\n" : " differ\n") +
         (result.contains("core") ? versions_as_text(result["core"]) : "");
}
