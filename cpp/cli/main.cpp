#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "bench.hpp"
#include "claims.hpp"
#include "command_line.hpp"
#include "evaluate.hpp"
#include "grade.hpp"
#include "json_text.hpp"
#include "model.hpp"
#include "model_comparison.hpp"
#include "model_engines.hpp"
#include "model_folder.hpp"
#include "model_serving.hpp"
#include "one_line.hpp"
#include "posenc/argument.hpp"
#include "posenc/version.hpp"
#include "record.hpp"
#include "repeat.hpp"
#include "report.hpp"
#include "step_progress.hpp"
#include "train.hpp"

namespace {

constexpr std::array<Usage, 1> eval_usage{{{"eval FILE.json", "compute every case in a file"}}};
constexpr std::array<Usage, 1> exercise_usage{
    {{"exercise ID [--seed N] [--solution]", "print an exercise or its solution"}}};
constexpr std::array<Usage, 2> grade_usage{
    {{"grade ID [--seed N] ANSWERS.json", "grade answers to an exercise"},
     {"grade --record FILE.json",
      "regrade work exported from the page; exit code 1 if a score differs"}}};
constexpr std::array<Usage, 1> report_usage{
    {{"report FOLDER [--html | --json] [--output FILE]",
      "sum up a folder of exported work; exit code 1 if a file or a score is wrong"}}};
constexpr std::array<Usage, 1> claims_usage{
    {{"claims [NUMBER|all [--seeds N]]",
      "list all claims about positional encoding, or train models to put one or all on trial"}}};

constexpr std::array<Usage, 1> model_usage{
    {{"model FILE|NAME|FOLDER|--list [OTHER | --engines | --serve N] [--length N] [--json]",
      "show how a model encodes positions, by engine, for longer texts, or against another"}}};

constexpr const char* seed_about = "the variant; 0, the default, is the one in the lesson";

constexpr const char* calls_expected =
    "\"eval FILE.json\", \"exercise ID\", \"grade ID ANSWERS.json\", \"grade --record "
    "FILE.json\", \"report FOLDER\", \"train --task TASK "
    "--scheme SCHEME\", \"claims\", \"model FILE|NAME\", \"bench\", --help or --version";

/// The sentence for arguments that a subcommand does not accept. @param expected the ways to call it
auto sentence_with_usage(const std::string& command, const std::string& expected) {
  return [command, expected](const Misuse& misuse) {
    switch (misuse.kind) {
      case Misuse::Kind::missing_value:
        return misuse.name + " needs a value";
      case Misuse::Kind::unknown_option:
        return command + " has no option " + posenc::quote(misuse.name);
      default:
        return "expected " + expected;
    }
  };
}

std::optional<double> number_of(const CommandLine& line, const std::string& option) {
  const auto* text = line.value(option);
  if (text == nullptr) return std::nullopt;
  return parsed_number(option, *text);
}

int run_eval(const Arguments& arguments) {
  CommandLine line(eval_usage);
  line.word("FILE.json", "in the format of tests/reference/*.json; - for standard input");
  line.parse(arguments, sentence_with_usage("eval", calls_expected));
  const char* separator = "{\"cases\":[";
  const auto bad_params = evaluate_cases(
      read_json(*line.value("FILE.json")), [&separator](const nlohmann::ordered_json& result) {
        std::cout << std::exchange(separator, ",") << to_text(result);
      });
  std::cout << (*separator == ',' ? "" : separator) << "]}\n";
  if (bad_params.empty()) return 0;
  const std::size_t others = bad_params.size() - 1;
  throw BadInput(bad_params.front() +
                 (others == 0 ? "" : " (and " + std::to_string(others) + " more)"));
}

int run_exercise(const Arguments& arguments) {
  CommandLine line(exercise_usage);
  line.word("ID", "the exercise, such as e13.1 or rope-chain");
  line.option("--seed", "N", seed_about);
  line.flag("--solution", "print the worked solution (exercises by hand only)");
  line.parse(arguments, sentence_with_usage("exercise", "\"exercise ID [--seed N] [--solution]\""));
  const double seed = number_of(line, "--seed").value_or(0);
  const auto sheet = line.has("--solution") ? solution_sheet : exercise_sheet;
  std::cout << to_text(sheet(*line.value("ID"), seed)) << '\n';
  return 0;
}

int run_grade(const Arguments& arguments) {
  CommandLine line(grade_usage);
  line.word("ID", "the exercise, such as e13.1 or rope-chain", false);
  line.word("ANSWERS.json", "a sheet of answers; - for standard input", false);
  line.option("--seed", "N", seed_about);
  line.option("--record", "FILE.json", "exported work; - for standard input");
  const auto sentence = sentence_with_usage("grade", "\"grade ID [--seed N] ANSWERS.json\"");
  line.parse(arguments, sentence);
  if (line.has("--record") && !line.has("ID") && !line.has("--seed")) {
    const auto graded = grade_record(read_json(*line.value("--record")));
    std::cout << to_text(graded) << '\n';
    return graded["agrees"] ? 0 : 1;
  }
  if (line.has("--record") || !line.has("ANSWERS.json")) {
    throw BadInput(sentence({Misuse::Kind::missing_word, ""}));
  }
  const double seed = number_of(line, "--seed").value_or(0);
  const auto answers = read_json(*line.value("ANSWERS.json"));
  std::cout << to_text(grade_sheet(*line.value("ID"), seed, answers)) << '\n';
  return 0;
}

/// Writes to a file.
void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  if (!(file << text) || !file.flush()) {
    throw BadInput("cannot write the file " + posenc::quote(path));
  }
}

int run_report(const Arguments& arguments) {
  CommandLine line(report_usage);
  line.word("FOLDER", "exported work: each file whose name ends in .json");
  line.flag("--html", "print one HTML page, with charts");
  line.flag("--json", "print JSON");
  line.option("--output", "FILE", "write to a file instead of standard output");
  line.parse(arguments,
             sentence_with_usage("report", "\"report FOLDER [--html | --json] [--output FILE]\""));
  const bool is_html = line.has("--html");
  const bool is_json = line.has("--json");
  if (is_html && is_json) throw BadInput("--html and --json exclude each other");
  const ClassReport report = class_report(read_records(*line.value("FOLDER")));
  const std::string text = is_html   ? report_as_html(report)
                           : is_json ? to_text(report_as_json(report)) + "\n"
                                     : report_as_text(report);
  if (const auto* file = line.value("--output")) {
    write_text(*file, text);
  } else {
    std::cout << text;
  }
  return report.refused.empty() && report.agrees ? 0 : 1;
}

int run_repeat(const Arguments& arguments) {
  CommandLine line(train_usage);
  line.option("--repeat", "FILE.json", "runs exported from the page; - for standard input");
  line.option("--text", "FILE", "the text that the runs trained on");
  line.flag("--json", "print JSON");
  constexpr const char* expected =
      "expected \"train --repeat FILE.json [--text FILE] [--json]\" and nothing else";
  line.parse(arguments, [](const Misuse&) { return expected; });
  const std::string& file = *line.value("--repeat");
  if (file == "--json") throw BadInput(expected);  // the file is missing
  const auto* text = line.value("--text");
  const auto result = repeat_runs(read_json(file), progress_on_standard_error(),
                                  text == nullptr ? nullptr : read_text(*text));
  std::cout << (line.has("--json") ? to_text(result) + "\n" : repeated_as_text(result));
  return result["equal"] ? 0 : 1;
}

int run_train(const Arguments& arguments) {
  const bool repeats = std::ranges::any_of(arguments, [](const std::string& argument) {
    return argument == "--repeat" || argument.starts_with("--repeat=");
  });
  if (repeats) return run_repeat(arguments);
  TrainCommand command(arguments);
  const auto result = command.run(progress_on_standard_error());
  std::cout << (command.json ? to_text(result) + "\n" : as_text(result));
  return 0;
}

int run_claims(const Arguments& arguments) {
  CommandLine line(claims_usage);
  line.word("NUMBER", "the claim, or all; if left out, claims are listed", false);
  line.option("--seeds", "N",
              "how many seeds of each model to train, instead of the plan's number");
  const auto sentence =
      sentence_with_usage("claims", "\"claims\", or \"claims NUMBER|all [--seeds N]\"");
  line.parse(arguments, sentence);
  const auto seeds = number_of(line, "--seeds");
  const auto* number = line.value("NUMBER");
  if (number == nullptr && seeds) throw BadInput(sentence({Misuse::Kind::missing_word, ""}));
  const auto progress = progress_on_standard_error();
  const auto numbered = [&] {
    return trial_of(parsed_number("the number of a claim", *number), seeds, progress);
  };
  const auto result = number == nullptr  ? listed_claims()
                      : *number == "all" ? all_trials(seeds, progress)
                                         : numbered();
  std::cout << to_text(result) << '\n';
  return 0;
}

std::string serving_output(const std::string& name, const posenc::ConfigValue& file, double length,
                           bool as_json) {
  const auto plan = unwrap(posenc::serving_plan(file, length));
  return as_json ? to_text(serving_as_json(name, file, plan)) + "\n"
                 : serving_as_text(name, file, plan);
}

std::string engines_output(const std::string& name, const posenc::ConfigValue& file,
                           std::optional<double> length, bool as_json) {
  const auto readings = unwrap(posenc::engine_readings(file, length));
  return as_json ? to_text(engines_as_json(name, readings)) + "\n"
                 : engines_as_text(name, readings);
}

int run_model(const Arguments& arguments) {
  CommandLine line(model_usage);
  line.word("FILE|NAME|FOLDER",
            "a config.json or GGUF file, a known model, or a folder; - for standard input", false);
  line.word("OTHER", "a second model: exit code 1 if they do not turn positions alike", false);
  line.option("--length", "N", "text length, if frequencies depend on it (default: as claimed)");
  line.flag("--json", "print JSON");
  line.option("--fail-on", "CODES",
              "print one line, and exit with code 1 if it has one of these notes; any for all");
  line.flag("--engines", "what Transformers, vLLM, SGLang, llama.cpp and mlx-lm compute from it");
  line.option("--serve", "N", "the smallest change for texts of N tokens, and what it costs");
  line.flag("--list", "list the known models");
  const auto sentence = sentence_with_usage("model",
                                            "\"model FILE|NAME|FOLDER [OTHER] [--length N] "
                                            "[--json] [--fail-on CODES]\", \"model FILE|NAME "
                                            "--engines|--serve N\", or \"model --list\"");
  line.parse(arguments, sentence);
  const auto length = number_of(line, "--length");
  const auto* name = line.value("FILE|NAME|FOLDER");
  const auto* other = line.value("OTHER");
  const bool lists = line.has("--list");
  const auto* codes = line.value("--fail-on");
  const auto served = number_of(line, "--serve");
  const bool by_engine = line.has("--engines");
  // Each prints something else.
  const int outputs = (other != nullptr ? 1 : 0) + (codes != nullptr ? 1 : 0) + (served ? 1 : 0) +
                      (by_engine ? 1 : 0);
  const bool has_options = length || line.has("--json") || outputs > 0;
  if (lists == (name != nullptr) || (lists && has_options) || outputs > 1 || (served && length)) {
    throw BadInput(sentence({Misuse::Kind::missing_word, ""}));
  }
  if (lists) {
    std::cout << model_list();
    return 0;
  }
  if (length) {
    if (auto error = posenc::check_whole("--length", *length, 1, posenc::max_position)) {
      throw BadInput(*error);
    }
  }
  if (served) {
    if (auto error = posenc::check_whole("--serve", *served, 1, posenc::max_position)) {
      throw BadInput(*error);
    }
  }
  const FailOn fail_on = codes == nullptr ? FailOn() : parsed_fail_on(*codes);
  const bool as_json = line.has("--json");
  std::error_code unknown;
  if (other == nullptr && std::filesystem::is_directory(*name, unknown)) {
    if (served || by_engine) throw BadInput(sentence({Misuse::Kind::missing_word, ""}));
    return print_models_in(*name, {length, as_json, fail_on});
  }
  if (served || by_engine) {
    const auto [title, file] = config_named(*name);
    std::cout << (served ? serving_output(title, file, *served, as_json)
                         : engines_output(title, file, length, as_json));
    return 0;
  }
  const auto model = read_model(*name, length);
  if (other != nullptr) {
    const auto second = read_model(*other, length);
    std::cout << (as_json ? to_text(comparison_as_json(model, second)) + "\n"
                          : comparison_as_text(model, second));
    return posenc::compare_models(model.report, second.report).empty() ? 0 : 1;
  }
  std::cout << (as_json            ? to_text(model_as_json(model)) + "\n"
                : codes != nullptr ? model_as_line(model.name, model.report.model) + "\n"
                                   : model_as_text(model));
  return fail_on.names_one_of(model.report.model.notes) ? 1 : 0;
}

int print_bench(const Arguments& arguments) {
  std::cout << run_bench(arguments);
  return 0;
}

struct Subcommand {
  std::string_view name;
  std::span<const Usage> usage;
  int (*run)(const Arguments& arguments);
};

constexpr std::array<Subcommand, 8> subcommands{{{"eval", eval_usage, run_eval},
                                                 {"exercise", exercise_usage, run_exercise},
                                                 {"grade", grade_usage, run_grade},
                                                 {"report", report_usage, run_report},
                                                 {"train", train_usage, run_train},
                                                 {"claims", claims_usage, run_claims},
                                                 {"model", model_usage, run_model},
                                                 {"bench", bench_usage, print_bench}}};

std::string help() {
  std::vector<Usage> all;
  for (const Subcommand& one : subcommands)
    all.insert(all.end(), one.usage.begin(), one.usage.end());
  all.push_back({"--help | --version", "print this list, or the version"});
  return usage_text(all) +
         "\nposenc SUBCOMMAND --help lists the options of a subcommand.\n"
         "A file can be - for standard input. Results are JSON on standard output.\n"
         "An error is one line on standard error, with exit code 2.\n";
}

/// The exit code.
int run(const Arguments& arguments) {
  const auto subcommand = arguments.empty()
                              ? subcommands.end()
                              : std::ranges::find(subcommands, arguments[0], &Subcommand::name);
  try {
    if (subcommand != subcommands.end()) {
      return subcommand->run({arguments.begin() + 1, arguments.end()});
    }
  } catch (const HelpRequest& request) {
    std::cout << request.text;
    return 0;
  }
  if (arguments == Arguments{"--help"}) {
    std::cout << help();
  } else if (arguments == Arguments{"--version"}) {
    std::cout << "posenc " << posenc::version() << '\n';
  } else {
    throw BadInput(std::string("expected ") + calls_expected);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run({argv + 1, argv + argc});
    if (std::cout.flush()) return code;
    throw BadInput("the result could not be written to standard output");
  } catch (const std::exception& error) {
    std::cerr << "posenc: " << one_line(error.what()) << '\n';
    return 2;
  }
}
