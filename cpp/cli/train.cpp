#include "train.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>

#include "bad_input.hpp"
#include "option.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"

namespace {

using namespace posenc;

std::vector<double> numbers_in(const std::string& option, const std::string& text) {
  std::vector<double> values;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    values.push_back(number_in(option, text.substr(from, comma - from)));
    from = comma + 1;
  }
  return values;
}

/// The name of an option of TrainingOptions on the command line: d_model is --d-model.
std::string as_option(std::string_view name) {
  std::string option = joined({"--", name});
  std::ranges::replace(option, '_', '-');
  return option;
}

/// The error with parameters named as they are typed.
Error as_typed(const Error& error) { return error.renamed("length", "lengths").spelled(as_option); }

template <class T>
T unwrap_options(Result<T> result) {
  if (!result) throw BadInput(as_typed(result.error()));
  return std::move(result).value();
}

/// The options as they stand: names with their values.
class Given {
 public:
  explicit Given(const std::vector<std::string>& arguments) {
    for (std::size_t n = 0; n < arguments.size(); ++n) {
      const std::string& name = arguments[n];
      if (name == "--json") {
        json = true;
        continue;
      }
      if (!name.starts_with("--")) throw BadInput("expected an option but got " + quote(name));
      if (n + 1 == arguments.size()) throw BadInput(name + " must be followed by its value");
      if (!values_.emplace(name, arguments[n + 1]).second) {
        throw BadInput(name + " was given twice");
      }
      ++n;
    }
  }

  /// The value, which then counts as read; nullptr if the option was not given.
  const std::string* take(const std::string& name) {
    const auto found = values_.find(name);
    if (found == values_.end()) return nullptr;
    read_.push_back(name);
    return &found->second;
  }

  void expect_all_read() const {
    for (const auto& [name, value] : values_) {
      if (std::ranges::find(read_, name) == read_.end()) {
        throw BadInput("train has no option " + quote(name) +
                       (values_.contains("--resume") ? " beside --resume" : ""));
      }
    }
  }

  bool json = false;

 private:
  std::map<std::string, std::string> values_;
  std::vector<std::string> read_;
};

/// Sets each option that was given: d_model from --d-model, and so on.
class Setter {
 public:
  explicit Setter(Given& given) : given_(given) {}

  void number(const char* name, double& value) {
    if (const auto* text = take(name)) value = number_in(option_, *text);
  }
  void numbers(const char* name, std::vector<double>& values) {
    if (const auto* text = take(name)) values = numbers_in(option_, *text);
  }
  void text(const char* name, std::string& value) {
    if (const auto* given = take(name)) value = *given;
  }
  template <class E, std::size_t N>
  void choice(const char* name, E& value, const EnumNames<E, N>& names) {
    if (const auto* text = take(name)) value = unwrap(to_enum(option_, *text, names));
  }

 private:
  const std::string* take(const char* name) {
    option_ = as_option(name);
    return given_.take(option_);
  }

  Given& given_;
  std::string option_;
};

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

TrainCommand::TrainCommand(const std::vector<std::string>& arguments) {
  Given given(arguments);
  json = given.json;
  const auto* lengths = given.take("--lengths");
  const auto* save = given.take("--save");
  std::vector<double> tested;
  if (lengths != nullptr) tested = numbers_in("--lengths", *lengths);

  if (const auto* resume = given.take("--resume")) {
    given.expect_all_read();
    auto trainer = unwrap(Trainer::from_checkpoint(read_bytes(*resume)));
    if (lengths == nullptr) tested = {trainer.options().train_longest};
    state_ = std::make_unique<State>(
        State{std::move(trainer), tested, save != nullptr ? *save : "", true});
    return;
  }
  const auto* task_name = given.take("--task");
  if (task_name == nullptr) throw BadInput("train must be told a --task");
  const auto* scheme = given.take("--scheme");
  if (scheme == nullptr) throw BadInput("train must be told a --scheme");
  const auto task = unwrap(to_enum("--task", *task_name, task_names));
  auto options = task_options(task, unwrap(to_enum("--scheme", *scheme, scheme_names)));
  if (lengths == nullptr) {
    const auto usual = facts_of(task).test_lengths;
    tested.assign(usual.begin(), usual.end());
  }
  options.model.longest = std::ranges::max(tested);
  Setter setter(given);
  visit_options(options, setter);
  if (given.take("--longest") == nullptr) {
    options.model.longest = std::max(options.model.longest, options.train_longest);
  }
  given.expect_all_read();
  state_ = std::make_unique<State>(State{unwrap_options(Trainer::make(options)), tested,
                                         save != nullptr ? *save : "", lengths != nullptr});
}

TrainCommand::~TrainCommand() = default;

nlohmann::ordered_json TrainCommand::run(const StepProgress& progress) {
  auto& [trainer, lengths, save, lengths_given] = *state_;
  // A length that cannot be tested is told before the training, not after it.
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
    // Of the lengths that the experiment has, a learned table may not reach all.
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
    text += "the loss or a gradient was no number any more at step " +
            result["diverged_at"].dump() + "\n";
  }
  if (!losses.empty()) {
    std::snprintf(line, sizeof line, "%zu steps, loss %.4f at first and %.4f at last\n",
                  losses.size(), losses.front().get<double>(), losses.back().get<double>());
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
