#include "train.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <system_error>

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
  void choices(const char* name, const std::vector<E>&, const EnumNames<E, N>&) {
    line.option(as_option(name), "NAME,NAME,...", "");
  }
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
    if (const auto* text = given(name)) value = parsed_number(option_, *text);
  }
  void numbers(const char* name, std::vector<double>& values) {
    if (const auto* text = given(name)) values = parsed_numbers(option_, *text);
  }
  void text(const char* name, std::string& value) {
    if (const auto* text = given(name)) value = *text;
  }
  template <class E, std::size_t N>
  void choice(const char* name, E& value, const EnumNames<E, N>& names) {
    if (const auto* text = given(name)) value = unwrap(to_enum(option_, *text, names));
  }
  template <class E, std::size_t N>
  void choices(const char* name, std::vector<E>& values, const EnumNames<E, N>& names) {
    const auto* text = given(name);
    if (text == nullptr) return;
    values.clear();
    for (const std::string& item : items_in(*text)) {
      values.push_back(unwrap(to_enum(joined({"each of ", option_}), item, names)));
    }
  }

 private:
  const std::string* given(const char* name) {
    option_ = as_option(name);
    return line_.value(option_);
  }

  const CommandLine& line_;
  std::string option_;
};

std::string train_refusal(const Misuse& misuse) {
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
  line.option("--text", "FILE", "the text for --task text, in UTF-8");
  line.option("--lengths", "N,N,...", "lengths to test, such as 8,16,32");
  line.option("--from", "N",
              "the first position that counts in tests (default: 0, or beyond the trained lengths "
              "the first new one)");
  line.option("--save", "FILE", "write a checkpoint at the end");
  line.option("--resume", "FILE",
              "continue from a checkpoint; options of lengths, base, steps, batch or learning "
              "rate begin a new phase of training");
  line.option("--weights", "FILE", "begin with the weights of a safetensors file");
  line.option("--export", "FILE", "write the weights as safetensors at the end");
  line.option("--batches", "FILE", "write the batches that are trained on as safetensors");
  line.option("--logits", "N,N,...", "print the logits for these tokens at the end");
  line.flag("--json", "print JSON");
  line.group("Options of the run; the task sets those that you leave out, except the scheme");
  Declaration declaration{line};
  const TrainingOptions options;
  visit_options(options, declaration);
  line.parse(arguments, train_refusal);
  return line;
}

/// The names of the options of the run that were given.
struct GivenOptions {
  const CommandLine& line;
  std::vector<std::string> names{};

  void look_at(const char* name) {
    if (name != test_lengths && line.has(as_option(name))) names.emplace_back(name);
  }
  void number(const char* name, double) { look_at(name); }
  void numbers(const char* name, const std::vector<double>&) { look_at(name); }
  void text(const char* name, const std::string&) { look_at(name); }
  template <class E, std::size_t N>
  void choice(const char* name, E, const EnumNames<E, N>&) {
    look_at(name);
  }
  template <class E, std::size_t N>
  void choices(const char* name, const std::vector<E>&, const EnumNames<E, N>&) {
    look_at(name);
  }
};

/// The scheme of all layers; none if there is one for each.
Scheme scheme_in(const CommandLine& line) {
  const auto* scheme = line.value("--scheme");
  const bool for_each_layer = line.has("--layer-schemes");
  if (scheme != nullptr && for_each_layer) {
    throw BadInput("train takes --scheme or --layer-schemes but got both");
  }
  if (for_each_layer) return Scheme::none;
  if (scheme == nullptr) throw BadInput("train needs a --scheme, or --layer-schemes");
  return unwrap(to_enum("--scheme", *scheme, scheme_names));
}

/// The bytes of a file. Throws BadInput for one that cannot be read.
/// @param check throws for a number of bytes that the file may not have, such as more than `most`
template <class Check>
std::vector<std::uint8_t> read_bytes(const std::string& path, std::size_t most,
                                     const Check& check) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  const auto status = fs::status(path, unknown);
  if (fs::is_directory(status) || fs::is_character_file(status) || fs::is_block_file(status)) {
    throw BadInput("cannot read " + quote(path) + ", which must be a file but is a " +
                   (fs::is_directory(status) ? "folder" : "device"));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) throw BadInput("cannot read the file " + quote(path));
  if (fs::is_regular_file(status)) check(fs::file_size(path));
  // A block at a time: the size of a pipe is not known.
  constexpr std::size_t block = 65536;
  std::vector<std::uint8_t> bytes;
  for (std::size_t read = block; read == block && bytes.size() <= most;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + block);
    file.read(reinterpret_cast<char*>(bytes.data() + before), block);
    read = static_cast<std::size_t>(file.gcount());
    bytes.resize(before + read);
  }
  check(bytes.size());
  return bytes;
}

/// The bytes of a checkpoint or a file of weights, which `what` says.
std::vector<std::uint8_t> read_model(std::string_view what, const std::string& path) {
  // More than a checkpoint of a model with max_elements parameters has.
  constexpr std::size_t most = std::size_t{1} << 30U;
  return read_bytes(path, most, [&](std::uintmax_t size) {
    if (size == 0 || size > most) {
      throw BadInput(joined(
          {what, " must have from 1 to ", most, " bytes, but ", quote(path), " has ", size}));
    }
  });
}

void write_bytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw BadInput("cannot write the file " + quote(path));
}

nlohmann::ordered_json about_text(const Text& text) {
  const TextLevels levels = text.levels();
  return {{"alphabet", text.alphabet()},
          {"characters", text.characters()},
          {"replaced", text.replaced()},
          {"checksum", in_hexadecimal(text.checksum())},
          {"levels", {{"single", levels.single}, {"pair", levels.pair}}}};
}

std::shared_ptr<const Text> text_of(const CommandLine& line) {
  const auto* path = line.value("--text");
  return path == nullptr ? nullptr : read_text(*path);
}

/// The run of a checkpoint; with options of a new phase, that phase.
Trainer resumed(const CommandLine& line, const std::string& checkpoint,
                const std::vector<double>& tested) {
  GivenOptions given{line};
  const TrainingOptions none;
  visit_options(none, given);
  const auto fixed = std::ranges::find_if_not(given.names, is_changeable);
  if (line.has("--weights")) {
    throw BadInput("train takes --resume or --weights but got both");
  }
  if (line.has("--task") || fixed != given.names.end()) {
    throw BadInput("train --resume does not take " +
                   quote(line.has("--task") ? "--task" : as_option(*fixed)));
  }
  auto trainer =
      unwrap(Trainer::from_checkpoint(read_model("a checkpoint", checkpoint), text_of(line)));
  if (given.names.empty()) return trainer;
  TrainingOptions options = trainer.options();
  Setter setter(line);
  visit_options(options, setter);
  if (!line.has("--longest")) {
    options.model.longest = std::max({options.model.longest, options.train_longest,
                                      tested.empty() ? 0 : std::ranges::max(tested)});
  }
  return unwrap_options(trainer.continued(options));
}

}  // namespace

std::shared_ptr<const Text> read_text(const std::string& path) {
  const auto bytes = read_bytes(path, max_text_bytes, [](std::uintmax_t size) {
    if (auto error = check_text_bytes(static_cast<double>(size))) throw BadInput(*error);
  });
  return std::make_shared<const Text>(unwrap(Text::make(bytes)));
}

struct TrainCommand::State {
  Trainer trainer;
  std::vector<double> lengths;
  std::optional<double> from;
  bool lengths_given;
  /// Files to write; empty for none.
  std::string save, weights, batches;
  /// Tokens to print the logits for.
  std::vector<double> tokens;
};

TrainCommand::TrainCommand(const Arguments& arguments) {
  const CommandLine line = parsed(arguments);
  json = line.has("--json");
  const auto* lengths = line.value("--lengths");
  const auto* weights = line.value("--weights");
  const auto keep = [&](Trainer trainer, std::vector<double> tested, bool given) {
    const auto file = [&](const std::string& option) {
      const auto* path = line.value(option);
      return path == nullptr ? std::string() : *path;
    };
    std::optional<double> from;
    if (const auto* text = line.value("--from")) from = parsed_number("--from", *text);
    std::vector<double> tokens;
    if (const auto* text = line.value("--logits")) tokens = parsed_numbers("--logits", *text);
    if (weights != nullptr) {
      const auto bytes = read_model("a file of weights", *weights);
      if (auto error = trainer.use_weights(bytes)) throw BadInput(as_typed(*error));
    }
    state_ = std::make_unique<State>(State{std::move(trainer), std::move(tested), from, given,
                                           file("--save"), file("--export"), file("--batches"),
                                           std::move(tokens)});
  };

  if (const auto* resume = line.value("--resume")) {
    std::vector<double> tested;
    if (lengths != nullptr) tested = parsed_numbers("--lengths", *lengths);
    auto trainer = resumed(line, *resume, tested);
    if (lengths == nullptr) tested = {trainer.options().train_longest};
    keep(std::move(trainer), std::move(tested), true);
    return;
  }
  const auto* task_name = line.value("--task");
  if (task_name == nullptr) throw BadInput("train needs a --task");
  const auto task = unwrap(to_enum("--task", *task_name, task_names));
  if (task == Task::text && !line.has("--text")) {
    throw BadInput("train --task text needs a --text FILE");
  }
  auto options = task_options(task, scheme_in(line));
  Setter setter(line);
  visit_options(options, setter);
  const auto& tested = options.test_lengths;
  if (!line.has("--longest")) {
    options.model.longest = std::max(std::ranges::max(tested), options.train_longest);
  }
  keep(unwrap_options(Trainer::make(options, text_of(line))), tested, lengths != nullptr);
}

TrainCommand::~TrainCommand() = default;

nlohmann::ordered_json TrainCommand::run(const StepProgress& progress) {
  auto& [trainer, lengths, from, lengths_given, save, weights, batches, tokens] = *state_;
  const bool is_text = trainer.text() != nullptr;
  // Checked before training: lengths that cannot be tested are an error. (With text, schemes are compared at the same
  // lengths, and one without an answer is a result.)
  for (const double length : lengths) {
    const auto error = trainer.check_tested(length, from);
    if (!error || !lengths_given) continue;
    if (is_text && error->code == ErrorCode::untrained_position) continue;
    throw BadInput(as_typed(*error));
  }

  // Tokens that the model refuses are an error before training, too.
  if (!tokens.empty()) static_cast<void>(unwrap_options(trainer.trace(tokens)));
  if (!batches.empty()) {
    const auto count = static_cast<Index>(trainer.options().steps);
    write_bytes(batches, unwrap_options(trainer.next_batches(count)));
  }

  nlohmann::ordered_json losses = nlohmann::ordered_json::array();
  for (;;) {
    const auto done = trainer.step(10);
    for (const double loss : done.losses) losses.push_back(loss);
    if (done.losses.empty()) break;
    progress(static_cast<double>(done.step), trainer.options().steps, done.losses.back());
  }
  nlohmann::ordered_json measure = nlohmann::ordered_json::object();
  nlohmann::ordered_json text_loss = nlohmann::ordered_json::object();
  nlohmann::ordered_json weight = nlohmann::ordered_json::object();
  nlohmann::ordered_json why = nlohmann::ordered_json::object();
  for (const double length : lengths) {
    const auto tested = trainer.evaluate(length, from);
    // A learned table may have fewer rows than some lengths of the task.
    auto& of_length = measure[format_number(length)];
    if (tested) {
      of_length = is_text ? *tested->bits : tested->accuracy;
      // The task planted alone has them.
      if (tested->planted_weight) {
        text_loss[format_number(length)] = tested->loss;
        weight[format_number(length)] = *tested->planted_weight;
      }
    } else {
      why[format_number(length)] = as_typed(tested.error()).message;
    }
  }
  nlohmann::ordered_json result{{"losses", losses}, {is_text ? "bits" : "accuracy", measure}};
  if (!weight.empty()) {
    result["text_loss"] = text_loss;
    result["planted_weight"] = weight;
  }
  if (!why.empty()) result["why"] = why;
  if (is_text) result["text"] = about_text(*trainer.text());
  if (const auto step = trainer.diverged_at()) result["diverged_at"] = *step;
  if (!tokens.empty()) result["logits"] = to_json(unwrap_options(trainer.trace(tokens)).logits);
  if (!save.empty()) write_bytes(save, trainer.checkpoint());
  if (!weights.empty()) write_bytes(weights, trainer.safetensors());
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
  const bool is_text = result.contains("bits");
  const std::string measure = is_text ? "bits per character" : "accuracy";
  for (const auto& [length, value] : result[is_text ? "bits" : "accuracy"].items()) {
    if (value.is_null()) {
      text += "no " + measure + " at length " + length + ": " +
              result["why"][length].get<std::string>() + "\n";
      continue;
    }
    const auto number = value.get<double>();
    std::snprintf(line, sizeof line,
                  is_text ? "%s at length %4s  %6.3f\n" : "%s at length %4s  %6.2f %%\n",
                  measure.c_str(), length.c_str(), is_text ? number : 100 * number);
    text += line;
  }
  for (const auto& row : result.value("logits", nlohmann::ordered_json::array())) {
    text += "logits";
    for (const auto& logit : row) {
      std::snprintf(line, sizeof line, " %9.6f", logit.get<double>());
      text += line;
    }
    text += '\n';
  }
  if (is_text) {
    const auto& levels = result["text"]["levels"];
    std::snprintf(line, sizeof line, "its characters alone give   %6.3f, and pairs of them %.3f\n",
                  levels["single"].get<double>(), levels["pair"].get<double>());
    text += line;
  }
  return text;
}
