#include "train.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>

#include "bad_input.hpp"
#include "command_line.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"

namespace {

using namespace posenc;

/// The option for the lengths to test.
constexpr std::string_view test_lengths = "test_lengths";

/// The name of an option of TrainingOptions on the command line: d_model is --d-model.
std::string as_option(std::string_view name) {
  if (name == test_lengths) return "--lengths";
  std::string option = joined({"--", name});
  std::ranges::replace(option, '_', '-');
  return option;
}

/// The error with parameters spelled as they are typed.
Error as_typed(const Error& error) { return error.renamed("length", "lengths").spelled(as_option); }

template <class T>
T unwrap_options(Result<T> result) {
  if (!result) throw BadInput(as_typed(result.error()));
  return std::move(result).value();
}

/// Declares an option for each of visit_options: --d-model for d_model, and so on.
struct Declaration {
  CommandLine& line;

  void number(const char* name, double) { line.option(as_option(name), "N", ""); }
  void numbers(const char* name, const std::vector<double>&) {
    // (--lengths is among the first options.)
    if (name != test_lengths) line.option(as_option(name), "N,N,...", "");
  }
  void text(const char* name, const std::string&) { line.option(as_option(name), "TEXT", ""); }
  template <class E, std::size_t N>
  void choice(const char* name, E, const EnumNames<E, N>& names) {
    line.option(as_option(name), "NAME", listed(names));
  }

  template <class E, std::size_t N>
  static std::string listed(const EnumNames<E, N>& names) {
    std::string list;
    for (const auto& [name, value] : names) {
      if (!list.empty()) list += ", ";
      list += name;
    }
    return list;
  }
};

/// Sets each option that was given.
class Setter {
 public:
  explicit Setter(const CommandLine& line) : line_(line) {}

  void number(const char* name, double& value) {
    if (const auto* text = given(name)) value = number_in(option_, *text);
  }
  void numbers(const char* name, std::vector<double>& values) {
    if (const auto* text = given(name)) values = numbers_in(option_, *text);
  }
  void text(const char* name, std::string& value) {
    if (const auto* text = given(name)) value = *text;
  }
  template <class E, std::size_t N>
  void choice(const char* name, E& value, const EnumNames<E, N>& names) {
    if (const auto* text = given(name)) value = unwrap(to_enum(option_, *text, names));
  }

 private:
  const std::string* given(const char* name) {
    option_ = as_option(name);
    return line_.value(option_);
  }

  const CommandLine& line_;
  std::string option_;
};

std::string sentence_for(const Misuse& misuse) {
  switch (misuse.kind) {
    case Misuse::Kind::missing_value:
      return misuse.name + " must be followed by its value";
    case Misuse::Kind::given_twice:
      return misuse.name + " was given twice";
    case Misuse::Kind::unknown_option:
      if (!misuse.name.starts_with("--")) break;
      return "train has no option " + quote(misuse.name);
    case Misuse::Kind::extra_word:
    case Misuse::Kind::missing_word:
      break;
  }
  return "expected an option but got " + quote(misuse.name);
}

CommandLine parsed(const Arguments& arguments) {
  CommandLine line(train_usage);
  line.option("--task", "NAME", Declaration::listed(task_names));
  line.option("--lengths", "N,N,...", "lengths to test, such as 8,16,32");
  line.option("--save", "FILE", "write a checkpoint at the end");
  line.option("--resume", "FILE", "continue from a checkpoint, with its options");
  line.flag("--json", "print JSON");
  line.group("Options of the run; the task sets those that you leave out, except the scheme");
  Declaration declaration{line};
  const TrainingOptions options;
  visit_options(options, declaration);
  line.parse(arguments, sentence_for);
  return line;
}

void expect_no_more_than_resumed(const CommandLine& line) {
  for (const std::string& name : line.options_given()) {
    if (name == "--resume" || name == "--lengths" || name == "--save") continue;
    throw BadInput("train --resume does not take " + quote(name));
  }
}

std::vector<std::uint8_t> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || bytes.empty()) throw BadInput("cannot read the file " + quote(path));
  return bytes;
}

void write_bytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw BadInput("cannot write the file " + quote(path));
}

}  // namespace

struct TrainCommand::State {
  Trainer trainer;
  std::vector<double> lengths;
  std::string save;
  bool lengths_given;
};

TrainCommand::TrainCommand(const Arguments& arguments) {
  const CommandLine line = parsed(arguments);
  json = line.has("--json");
  const auto* lengths = line.value("--lengths");
  const auto* save = line.value("--save");
  const std::string checkpoint = save != nullptr ? *save : "";

  if (const auto* resume = line.value("--resume")) {
    expect_no_more_than_resumed(line);
    auto trainer = unwrap(Trainer::from_checkpoint(read_bytes(*resume)));
    const std::vector<double> tested = lengths != nullptr
                                           ? numbers_in("--lengths", *lengths)
                                           : std::vector{trainer.options().train_longest};
    state_ = std::make_unique<State>(State{std::move(trainer), tested, checkpoint, true});
    return;
  }
  const auto* task_name = line.value("--task");
  if (task_name == nullptr) throw BadInput("train needs a --task");
  const auto* scheme = line.value("--scheme");
  if (scheme == nullptr) throw BadInput("train needs a --scheme");
  const auto task = unwrap(to_enum("--task", *task_name, task_names));
  auto options = task_options(task, unwrap(to_enum("--scheme", *scheme, scheme_names)));
  Setter setter(line);
  visit_options(options, setter);
  const auto& tested = options.test_lengths;
  if (!line.has("--longest")) {
    options.model.longest = std::max(std::ranges::max(tested), options.train_longest);
  }
  state_ = std::make_unique<State>(
      State{unwrap_options(Trainer::make(options)), tested, checkpoint, lengths != nullptr});
}

TrainCommand::~TrainCommand() = default;

nlohmann::ordered_json TrainCommand::run(const StepProgress& progress) {
  auto& [trainer, lengths, save, lengths_given] = *state_;
  // Checked before training: lengths that cannot be tested are an error.
  for (const double length : lengths) {
    if (lengths_given) static_cast<void>(unwrap_options(trainer.evaluate(length)));
  }

  nlohmann::ordered_json losses = nlohmann::ordered_json::array();
  for (;;) {
    const auto done = trainer.step(10);
    for (const double loss : done.losses) losses.push_back(loss);
    if (done.losses.empty()) break;
    progress(static_cast<double>(done.step), trainer.options().steps, done.losses.back());
  }
  nlohmann::ordered_json accuracy = nlohmann::ordered_json::object();
  nlohmann::ordered_json why = nlohmann::ordered_json::object();
  for (const double length : lengths) {
    const auto tested = trainer.evaluate(length);
    // A learned table may have fewer rows than some lengths of the task.
    auto& of_length = accuracy[format_number(length)];
    if (tested) {
      of_length = tested->accuracy;
    } else {
      why[format_number(length)] = as_typed(tested.error()).message;
    }
  }
  nlohmann::ordered_json result{{"losses", losses}, {"accuracy", accuracy}};
  if (!why.empty()) result["why"] = why;
  if (const auto step = trainer.diverged_at()) result["diverged_at"] = *step;
  if (!save.empty()) write_bytes(save, trainer.checkpoint());
  return result;
}

std::string as_text(const nlohmann::ordered_json& result) {
  char line[120];
  std::string text;
  const auto& losses = result["losses"];
  if (result.contains("diverged_at")) {
    text += "the loss or a gradient became NaN or infinite at step " +
            result["diverged_at"].dump() + "\n";
  }
  if (!losses.empty()) {
    std::snprintf(line, sizeof line, "%zu step%s, loss %.4f at the start and %.4f at the end\n",
                  losses.size(), losses.size() == 1 ? "" : "s", losses.front().get<double>(),
                  losses.back().get<double>());
    text += line;
  }
  for (const auto& [length, accuracy] : result["accuracy"].items()) {
    if (accuracy.is_null()) {
      text += "no accuracy at length " + length + ": " + result["why"][length].get<std::string>() +
              "\n";
      continue;
    }
    std::snprintf(line, sizeof line, "accuracy at length %4s  %6.2f %%\n", length.c_str(),
                  100 * accuracy.get<double>());
    text += line;
  }
  return text;
}
