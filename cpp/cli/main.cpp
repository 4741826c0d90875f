#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "bench.hpp"
#include "claims.hpp"
#include "evaluate.hpp"
#include "grade.hpp"
#include "json_text.hpp"
#include "option.hpp"
#include "posenc/argument.hpp"
#include "posenc/version.hpp"
#include "record.hpp"
#include "repeat.hpp"
#include "step_progress.hpp"
#include "train.hpp"

namespace {

constexpr const char* usage =
    "usage: posenc eval FILE.json            compute every case of FILE.json\n"
    "       posenc exercise ID [--seed N]    print what an exercise asks; seed 0 is the lesson's "
    "form\n"
    "       posenc grade ID [--seed N] ANSWERS.json\n"
    "                                        grade answers to it\n"
    "       posenc grade --record FILE.json  grade work exported from the page again; exit code 1 "
    "if\n"
    "                                        a score in the file differs\n"
    "       posenc train --task TASK --scheme SCHEME [--seed 1] [--lengths 8,16] [--json]\n"
    "                                        train a tiny transformer and test it; you can set "
    "every\n"
    "                                        option of the experiment, such as --steps, "
    "--d-model,\n"
    "                                        --learning-rate (cpp/cli/README.md lists them);\n"
    "                                        --save FILE and --resume FILE keep and continue a "
    "run\n"
    "       posenc train --repeat FILE.json [--json]\n"
    "                                        train the runs exported from the page again; exit "
    "code 1\n"
    "                                        if a number differs\n"
    "       posenc claims                    list all claims about positional encoding\n"
    "       posenc claims NUMBER [--seeds N]\n"
    "                                        put a claim on trial, and train the models it needs; "
    "use\n"
    "                                        all instead of NUMBER for every claim\n"
    "       posenc bench [encodings | training | gradients] [--json] [--quick]\n"
    "                                        speed compared with memory and arithmetic, and "
    "gradients\n"
    "                                        compared with central differences\n"
    "       posenc --help | --version\n"
    "A file can be - for standard input. Results are JSON on standard output. An error is one line "
    "on\n"
    "standard error, with exit code 2.\n";

std::string read_text(const std::string& path) {
  std::ostringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
    return std::move(text).str();
  }
  std::ifstream file(path, std::ios::binary);
  // A folder opens like a file and fails at its first character.
  if (!file.is_open() || (file.peek() != EOF && !(text << file.rdbuf())) || file.bad()) {
    throw BadInput("cannot read the file " + posenc::quote(path));
  }
  return std::move(text).str();
}

nlohmann::json read_json(const std::string& path) { return parse_json(read_text(path), path); }

void run_eval(const std::string& path) {
  const char* separator = "{\"cases\":[";
  const auto bad_params =
      evaluate_cases(read_json(path), [&separator](const nlohmann::ordered_json& result) {
        std::cout << std::exchange(separator, ",") << to_text(result);
      });
  std::cout << (*separator == ',' ? "" : separator) << "]}\n";
  if (bad_params.empty()) return;
  const std::size_t others = bad_params.size() - 1;
  throw BadInput(bad_params.front() +
                 (others == 0 ? "" : " (and " + std::to_string(others) + " more)"));
}

/// Tells steps done, steps of all and the last loss on standard error, once a second.
StepProgress progress_of_training() {
  const auto begin = std::chrono::steady_clock::now();
  return [begin, told = begin](double step, double steps, double loss) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::seconds(1)) return;
    told = now;
    const std::chrono::duration<double> past = now - begin;
    std::fprintf(stderr, "step %.0f of %.0f, loss %.4f, %.0f s left\n", step, steps, loss,
                 past.count() / step * (steps - step));
  };
}

void run_train(const std::vector<std::string>& arguments) {
  TrainCommand command(arguments);
  const auto result = command.run(progress_of_training());
  std::cout << (command.json ? to_text(result) + "\n" : as_text(result));
}

/// Whether every number came out as the file has it. @param arguments --repeat FILE.json [--json]
bool run_repeat(std::vector<std::string> arguments) {
  const bool as_json = std::erase(arguments, "--json") > 0;
  if (arguments.size() != 2 || arguments[0] != "--repeat") {
    throw BadInput("expected \"train --repeat FILE.json [--json]\" and nothing besides");
  }
  const auto result = repeat_runs(read_json(arguments[1]), progress_of_training());
  std::cout << (as_json ? to_text(result) + "\n" : repeated_as_text(result));
  return result["equal"];
}

/// What follows the id of an exercise: [--seed N], and where there are `count` words without that, a file.
struct Variant {
  double seed = 0;
  std::string file;
};

Variant variant_in(std::vector<std::string> arguments, std::size_t count) {
  Variant variant;
  const auto option = std::find(arguments.begin(), arguments.end(), "--seed");
  if (option != arguments.end()) {
    const auto value = std::next(option);
    if (value == arguments.end()) throw BadInput("--seed needs a value");
    variant.seed = number_in("--seed", *value);
    arguments.erase(option, std::next(value));
  }
  if (arguments.size() != count) {
    throw BadInput("expected \"" + arguments[0] + " ID [--seed N]" +
                   (count > 2 ? " ANSWERS.json\"" : "\""));
  }
  if (count > 2) variant.file = arguments.back();
  return variant;
}

/// @param arguments [NUMBER | all] [--seeds N]
nlohmann::ordered_json run_claims(std::vector<std::string> arguments) {
  std::optional<double> seeds;
  const auto option = std::find(arguments.begin(), arguments.end(), "--seeds");
  if (option != arguments.end()) {
    const auto value = std::next(option);
    if (value == arguments.end()) throw BadInput("--seeds needs a value");
    seeds = number_in("--seeds", *value);
    arguments.erase(option, std::next(value));
  }
  if (arguments.empty() && !seeds) return listed_claims();
  if (arguments.size() != 1) {
    throw BadInput(
        "expected \"claims\", or \"claims NUMBER [--seeds N]\" with all for every number");
  }
  if (arguments[0] == "all") return all_trials(seeds, progress_of_training());
  return trial_of(number_in("the number of a claim", arguments[0]), seeds, progress_of_training());
}

/// Whether all that was claimed is what it gets.
bool run_record(const std::string& path) {
  const auto graded = grade_record(read_json(path));
  std::cout << to_text(graded) << '\n';
  return graded["agrees"];
}

/// The exit code.
int run(const std::vector<std::string>& arguments) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  if (command == "--help" && arguments.size() == 1) {
    std::cout << usage;
  } else if (command == "--version" && arguments.size() == 1) {
    std::cout << "posenc " << posenc::version() << '\n';
  } else if (command == "eval" && arguments.size() == 2) {
    run_eval(arguments[1]);
  } else if (command == "exercise" && arguments.size() >= 2) {
    const Variant variant = variant_in(arguments, 2);
    std::cout << to_text(exercise_sheet(arguments[1], variant.seed)) << '\n';
  } else if (command == "grade" && arguments.size() == 3 && arguments[1] == "--record") {
    return run_record(arguments[2]) ? 0 : 1;
  } else if (command == "grade" && arguments.size() >= 3) {
    const Variant variant = variant_in(arguments, 3);
    std::cout << to_text(grade_sheet(arguments[1], variant.seed, read_json(variant.file))) << '\n';
  } else if (command == "train" && std::ranges::count(arguments, "--repeat") > 0) {
    return run_repeat({arguments.begin() + 1, arguments.end()}) ? 0 : 1;
  } else if (command == "train") {
    run_train({arguments.begin() + 1, arguments.end()});
  } else if (command == "claims") {
    std::cout << to_text(run_claims({arguments.begin() + 1, arguments.end()})) << '\n';
  } else if (command == "bench") {
    std::cout << run_bench({arguments.begin() + 1, arguments.end()});
  } else {
    throw BadInput(
        "expected \"eval FILE.json\", \"exercise ID\", \"grade ID ANSWERS.json\", \"grade --record "
        "FILE.json\", \"train --task TASK "
        "--scheme SCHEME\", \"claims\", \"bench\", --help or --version");
  }
  return 0;
}

/// Quoted input must not break the one line, nor fill the screen.
std::string one_line(std::string text) {
  constexpr std::size_t longest = 500;
  if (text.size() > longest) text = text.substr(0, longest) + " ...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return text;
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
