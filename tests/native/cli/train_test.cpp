#include "train.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/message_of.hpp"
#include "model/sample_text.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"
#include "test.hpp"

namespace {

using Arguments = std::vector<std::string>;

/// A file that is gone afterwards, of a name that no other run of the suite has.
class TemporaryFile {
 public:
  TemporaryFile() {
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    // (Two may be made within one tick of the clock.)
    static int made = 0;
    const std::string name =
        "posenc-train-" + std::to_string(now) + "-" + std::to_string(++made) + ".checkpoint";
    path = (std::filesystem::temp_directory_path() / name).string();
  }
  ~TemporaryFile() { std::remove(path.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::vector<std::uint8_t> bytes() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string path;
};

void no_progress(double, double, double) {}

/// With few and small examples, so that it takes no time.
Arguments quick(Arguments arguments, const std::string& steps = "2") {
  for (const char* more :
       {"--batch", "2", "--test-examples", "2", "--d-model", "8", "--heads", "2", "--steps"}) {
    arguments.emplace_back(more);
  }
  arguments.push_back(steps);
  return arguments;
}

/// Every option as text, by the name that visit_options gives it.
struct Listed {
  std::map<std::string, std::string> values;

  void number(const char* name, double value) { values[name] = format_number(value); }
  template <class E, std::size_t N>
  void choice(const char* name, E value, const EnumNames<E, N>& names) {
    values[name] = name_in(names, value);
  }
  template <class E, std::size_t N>
  void choices(const char* name, const std::vector<E>& all, const EnumNames<E, N>& names) {
    std::string& text = values[name];
    for (const E value : all) {
      text += text.empty() ? "" : ",";
      text += name_in(names, value);
    }
  }
  void text(const char* name, const std::string& value) { values[name] = value; }
  void numbers(const char* name, const std::vector<double>& all) {
    std::string& text = values[name];
    for (const double value : all) text += (text.empty() ? "" : ",") + format_number(value);
  }
};

std::map<std::string, std::string> listed(const TrainingOptions& options) {
  Listed all;
  visit_options(options, all);
  return all.values;
}

/// The option as it is typed.
std::string typed(std::string name) {
  if (name == "test_lengths") return "--lengths";
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

/// The options that a run was made with, from the checkpoint that it leaves.
std::map<std::string, std::string> options_of(Arguments arguments) {
  const TemporaryFile file;
  arguments.insert(arguments.end(), {"--save", file.path});
  static_cast<void>(TrainCommand(arguments).run(no_progress));
  return listed(Trainer::from_checkpoint(file.bytes())->options());
}

std::string refused(const Arguments& arguments) {
  return message_of([&] { return TrainCommand(arguments).json; });
}

}  // namespace

TEST_CASE("train: an option that is not given is the one of the task") {
  for (const auto& [name, experiment] : task_names) {
    if (experiment == Task::text) continue;  // below
    CAPTURE_BOUND(name);
    auto expected = task_options(experiment, Scheme::learned);
    expected.batch = expected.test_examples = expected.steps = 2;
    expected.model.d_model = 8;
    expected.model.heads = 2;
    CHECK(options_of(quick({"--task", std::string(name), "--scheme", "learned"})) ==
          listed(expected));
  }
}

TEST_CASE("train: every option is read") {
  const std::map<std::string, std::string> given{{"examples", "count"},
                                                 {"tokens", "independent"},
                                                 {"vocabulary", "11"},
                                                 {"drawn", "7"},
                                                 {"train_shortest", "5"},
                                                 {"train_longest", "6"},
                                                 {"longest", "9"},
                                                 {"seed", "3"},
                                                 {"steps", "1"},
                                                 {"batch", "2"},
                                                 {"learning_rate", "0.25"},
                                                 {"warmup", "7"},
                                                 {"final_rate", "0.5"},
                                                 {"clip", "2"},
                                                 {"beta1", "0.75"},
                                                 {"beta2", "0.875"},
                                                 {"adam_eps", "0.0625"},
                                                 {"test_examples", "3"},
                                                 {"d_model", "8"},
                                                 {"heads", "2"},
                                                 {"layers", "2"},
                                                 {"hidden", "5"},
                                                 {"dropout", "0.125"},
                                                 {"eps", "0.5"},
                                                 {"direction", "causal"},
                                                 {"activation", "gelu"},
                                                 {"readout", "per_token"},
                                                 {"embedding_scale", "one"},
                                                 {"scheme", "alibi"},
                                                 {"base", "100"},
                                                 {"layout", "interleaved"},
                                                 {"slopes", "0.5,0.25"},
                                                 {"table_rows", "20"},
                                                 {"num_buckets", "6"},
                                                 {"max_distance", "10"},
                                                 {"formula", "sin(pos, "},
                                                 {"table_std", "0.5"},
                                                 {"test_lengths", "9,8"},
                                                 {"layer_schemes", ""},
                                                 {"windows", "3,0"},
                                                 {"bases", "50,1000000"},
                                                 {"rotary", "0.5"},
                                                 {"given", ""},
                                                 {"given_lengths", ""}};
  Arguments arguments{"--task", "copy"};
  for (const auto& [name, value] : given) {
    if (!value.empty()) arguments.insert(arguments.end(), {typed(name), value});
  }
  CHECK(options_of(arguments) == given);
  // The longest input is the longest that is trained or tested.
  const Arguments plain = quick({"--task", "copy", "--scheme", "none"});
  CHECK(options_of(plain)["longest"] == "8");
  auto tested = plain;
  tested.insert(tested.end(), {"--lengths", "4,12,8"});
  CHECK(options_of(tested)["longest"] == "12");
  auto trained = plain;
  trained.insert(trained.end(), {"--train-longest", "11"});
  CHECK(options_of(trained)["longest"] == "11");
}

TEST_CASE("train: losses of every step, and the accuracy at every length") {
  auto arguments = quick({"--task", "copy", "--scheme", "rope", "--lengths", "8,4"}, "23");
  CHECK_FALSE(TrainCommand(arguments).json);
  arguments.emplace_back("--json");
  TrainCommand command(arguments);
  CHECK(command.json);
  std::vector<double> reported;
  const auto result = command.run([&](double done, double all, double loss) {
    reported.insert(reported.end(), {done, all, loss});
  });
  REQUIRE(result.size() == 2);
  const auto losses = result["losses"].get<std::vector<double>>();
  REQUIRE(losses.size() == 23);
  CHECK(reported == std::vector<double>{10, 23, losses[9], 20, 23, losses[19], 23, 23, losses[22]});
  REQUIRE(result["accuracy"].size() == 2);
  CHECK(result["accuracy"].begin().key() == "8");
  CHECK(result["accuracy"]["4"].is_number());
  CHECK(as_text({{"losses", {2.5, 1.25, 0.5}}, {"accuracy", {{"8", 0.5}, {"16", 1}}}}) ==
        "3 steps, loss 2.5000 at the start and 0.5000 at the end\n"
        "accuracy at length    8   50.00 %\n"
        "accuracy at length   16  100.00 %\n");
}

TEST_CASE("train: a formula of one's own") {
  const auto own = [](const std::string& formula) {
    return quick({"--task", "copy", "--scheme", "own", "--formula", formula});
  };
  CHECK(options_of(own("sin(pos)"))["formula"] == "sin(pos)");
  CHECK(options_of(quick({"--task", "copy", "--scheme", "none"}))["formula"].empty());
  CHECK(refused(own("1/pos")) ==
        "[own] PE(pos, i) must be a finite number but at pos = 0, i = 0 it is not: division by "
        "zero");
  CHECK(refused(own("x")).starts_with("[own] --formula: unknown name \"x\" at character 1"));
  CHECK(refused(quick({"--task", "copy", "--scheme", "own"}))
            .starts_with("[own] --formula: the formula ends where it needs a number"));
}

TEST_CASE("train: a length of the experiment that a learned table does not reach has a reason") {
  const auto arguments = quick({"--task", "previous-20", "--scheme", "learned"});
  const auto result = TrainCommand(arguments).run(no_progress);
  const auto& accuracy = result["accuracy"];
  CHECK(accuracy.size() == 4);
  CHECK(accuracy["20"].is_number());
  for (const char* length : {"30", "50", "100"}) CHECK(accuracy[length].is_null());
  CHECK(result["why"].size() == 3);
  CHECK(result["why"]["30"] ==
        "[transformer] the learned table has no rows from position 20 on: the longest input must "
        "be at most 20 but is 30");
  CHECK(
      as_text({{"losses", {0.5}}, {"accuracy", {{"30", nullptr}}}, {"why", {{"30", "because"}}}}) ==
      "1 step, loss 0.5000 at the start and 0.5000 at the end\n"
      "no accuracy at length 30: because\n");
}

TEST_CASE("train: a run that diverges says so") {
  auto arguments = quick({"--task", "copy", "--scheme", "rope", "--warmup", "0"}, "30");
  arguments.insert(arguments.end(), {"--learning-rate", "1e30"});
  const auto result = TrainCommand(arguments).run(no_progress);
  REQUIRE(result.contains("diverged_at"));
  CHECK(result["diverged_at"].get<std::size_t>() == result["losses"].size() + 1);
  CHECK(as_text({{"losses", nlohmann::ordered_json::array()},
                 {"accuracy", nlohmann::ordered_json::object()},
                 {"diverged_at", 1}}) ==
        "the loss or a gradient became NaN or infinite at step 1\n");
}

TEST_CASE("train: what was saved is resumed") {
  const TemporaryFile file;
  auto arguments = quick({"--task", "previous", "--scheme", "t5", "--lengths", "16,20"}, "12");
  arguments.insert(arguments.end(), {"--save", file.path});
  const auto whole = TrainCommand(arguments).run(no_progress);
  CHECK(file.bytes().size() > 1000);

  // At the end: nothing is left to be trained, and tests give the same.
  const auto again = TrainCommand({"--resume", file.path, "--lengths", "16,20"}).run(no_progress);
  CHECK(again["losses"].empty());
  CHECK(again["accuracy"] == whole["accuracy"]);
  const auto trained = TrainCommand({"--resume", file.path}).run(no_progress);
  REQUIRE(trained["accuracy"].size() == 1);
  CHECK(trained["accuracy"]["16"] == whole["accuracy"]["16"]);

  // Half way.
  auto trainer = *Trainer::make(Trainer::from_checkpoint(file.bytes())->options());
  auto losses = trainer.step(5).losses;
  const auto bytes = trainer.checkpoint();
  const TemporaryFile half;
  std::ofstream(half.path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const TemporaryFile end;
  const auto rest = TrainCommand({"--resume", half.path, "--lengths", "16,20", "--save", end.path})
                        .run(no_progress);
  const auto further = rest["losses"].get<std::vector<double>>();
  losses.insert(losses.end(), further.begin(), further.end());
  CHECK(losses == whole["losses"].get<std::vector<double>>());
  CHECK(rest["accuracy"] == whole["accuracy"]);
  CHECK((end.bytes() == file.bytes()));

  CHECK(refused({"--resume", file.path, "--seed", "2"}) ==
        "train --resume does not take \"--seed\"");
  CHECK(refused({"--resume", file.path, "--task", "copy"}) ==
        "train --resume does not take \"--task\"");
  CHECK(refused({"--resume", "no such file"}) == "cannot read the file \"no such file\"");
  std::ofstream(half.path, std::ios::binary) << "{}";
  CHECK(refused({"--resume", half.path}) ==
        "[checkpoint] the file is not a checkpoint: it does not begin with \"POSENCTR\"");
  CHECK(message_of([&] {
          return TrainCommand({"--resume", file.path, "--lengths", "16,21"}).run(no_progress);
        }) == "[training] --lengths must be at most --longest = 20 but got 21");
  CHECK(message_of([&] {
          return TrainCommand({"--resume", file.path, "--save", "no/such/folder"}).run(no_progress);
        }) == "cannot write the file \"no/such/folder\"");
}

TEST_CASE("train: --help lists every option, with the names that it may have") {
  std::string help;
  try {
    static_cast<void>(TrainCommand({"--task", "copy", "--help"}));
  } catch (const HelpRequest& request) {
    help = request.text;
  }
  for (const auto& [name, value] : listed(TrainingOptions{})) {
    CAPTURE_BOUND(name);
    CHECK(help.find("\n  " + typed(name) + " ") != std::string::npos);
  }
  for (const char* names : {"order-bidirectional", "forward-fill", "half_split", "relu, gelu"}) {
    CAPTURE(names);
    CHECK(help.find(names) != std::string::npos);
  }
}

TEST_CASE("train: a value may begin with a dash, come after =, or be in square brackets") {
  const auto with = [](const Arguments& more) { return refused(quick(more)); };
  CHECK(with({"--task", "copy", "--scheme", "none", "--seed", "-1"}) ==
        "[training] --seed must be a whole number from 0 to 9007199254740992 but got -1");
  CHECK(with({"--task", "copy", "--scheme=none", "--seed=-1"}) ==
        "[training] --seed must be a whole number from 0 to 9007199254740992 but got -1");
  CHECK(with({"--task", "copy", "--scheme", "--json"}).ends_with("but got \"--json\""));
  for (const char* value : {"[x]", "[[xx]]", "[]", "{}", "[1,2]"}) {
    CAPTURE(value);
    CHECK(with({"--seed", value, "--task", "copy", "--scheme", "none"}) ==
          "--seed must be a number but got \"" + std::string(value) + "\"");
    CHECK(with({value}) == "expected an option but got \"" + std::string(value) + "\"");
  }
  CHECK(with({"--json=1"}) == "train has no option \"--json=1\"");
  CHECK(with({"--", "--seed"}) == "expected an option but got \"--seed\"");
  CHECK(refused({"--seed="}) == "--seed must be followed by its value");
  CHECK(refused({"-s", "1"}) == "expected an option but got \"-s\"");
  // No prefix of a name is the name.
  CHECK(refused({"--see", "1"}) == "train has no option \"--see\"");
}

TEST_CASE("train: a scheme for each layer instead of one for all") {
  const auto with = [](const Arguments& more) {
    auto arguments = quick({"--task", "copy", "--layers", "2"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  const auto options = options_of(with({"--layer-schemes", "rope,none"}));
  CHECK(options.at("scheme") == "none");
  CHECK(options.at("layer_schemes") == "rope,none");
  CHECK(refused(with({"--layer-schemes", "rope,none", "--scheme", "rope"})) ==
        "train takes --scheme or --layer-schemes but got both");
  CHECK(refused(with({"--layer-schemes", "rope"})) ==
        "[transformer] --layer-schemes must have a value for each of 2 layers but has 1");
  CHECK(refused(with({"--layer-schemes", "rope,"}))
            .starts_with("each of --layer-schemes must be \"none\", "));
  CHECK(refused(with({"--layer-schemes", ""}))
            .starts_with("each of --layer-schemes must be \"none\", "));
  CHECK(refused(with({"--layer-schemes", "rope,learned"})) ==
        "[transformer] each of --layer-schemes must act in its layer, as none, rope, alibi, "
        "alibi-directional and t5 do, but got \"learned\", which is added to the embeddings");
  CHECK(refused(with({"--scheme", "rope", "--windows", "4"})) ==
        "[transformer] --windows must have a value for each of 2 layers but has 1");
  CHECK(refused(with({"--scheme", "rope", "--rotary", "2"})) ==
        "[rotary] --rotary must be a number above 0 and up to 1 but got 2");
}

TEST_CASE("train: what is wrong with its options, in one sentence") {
  CHECK(refused({}) == "train needs a --task");
  CHECK(refused({"--task", "copy"}) == "train needs a --scheme, or --layer-schemes");
  CHECK(refused({"--task", "copies", "--scheme", "rope"}) ==
        "--task must be \"order\", \"order-bidirectional\", \"copy\", \"reverse\", \"first\", "
        "\"shift\", \"sort\", \"count\", \"previous\", \"forward-fill\", \"first-causal\", "
        "\"copy-course\", \"previous-20\", \"forward-fill-20\", \"first-causal-20\", \"text\" "
        "or \"planted\" but got "
        "\"copies\"");
  const std::string in_core = posenc::to_scheme("rotary").error().message;
  const std::string begins = "[transformer] ";
  REQUIRE(in_core.starts_with(begins));
  CHECK(refused({"--task", "copy", "--scheme", "rotary"}) == "--" + in_core.substr(begins.size()));
  const auto with = [](const Arguments& more) {
    Arguments arguments{"--task", "copy", "--scheme", "learned"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return refused(arguments);
  };
  CHECK(with({"--color", "red"}) == "train has no option \"--color\"");
  CHECK(with({"--d_model", "8"}) == "train has no option \"--d_model\"");
  CHECK(with({"--seed"}) == "--seed must be followed by its value");
  CHECK(with({"seed", "1"}) == "expected an option but got \"seed\"");
  CHECK(with({"--task", "copy"}) == "--task was given twice");
  CHECK(with({"--steps", "many"}) == "--steps must be a number but got \"many\"");
  CHECK(with({"--steps", "12x"}) == "--steps must be a number but got \"12x\"");
  CHECK(with({"--steps", ""}) == "--steps must be a number but got \"\"");
  CHECK(with({"--learning-rate", "1e999"}) == "--learning-rate must be a number but got \"1e999\"");
  CHECK(with({"--lengths", "8,"}) == "--lengths must be a number but got \"\"");
  CHECK(with({"--lengths", "8;9"}) == "--lengths must be a number but got \"8;9\"");
  CHECK(with({"--activation", "tanh"}) ==
        "--activation must be \"relu\" or \"gelu\" but got \"tanh\"");
  CHECK(with({"--steps", "0"}) ==
        "[training] --steps must be a whole number from 1 to 1000000000 but got 0");
  CHECK(message_of([] {
          return TrainCommand({"--task", "copy", "--scheme", "learned", "--lengths", "8,200"})
              .run(no_progress);
        }) ==
        "[copy] T must be at most the --vocabulary, 16, as no token occurs twice, but got 200");
  CHECK(message_of([] {
          return TrainCommand({"--task", "previous", "--scheme", "learned", "--lengths", "8,200"})
              .run(no_progress);
        }) ==
        "[transformer] the learned table has no rows from position 160 on: the longest input must "
        "be at most 160 but is 200");
  CHECK(message_of([] {
          return TrainCommand({"--task", "copy", "--scheme", "rope", "--lengths", "8,17"})
              .run(no_progress);
        }) ==
        "[copy] T must be at most the --vocabulary, 16, as no token occurs twice, but got 17");
  CHECK(message_of([] {
          return TrainCommand(
                     {"--task", "copy", "--scheme", "rope", "--lengths", "8,9", "--longest", "8"})
              .run(no_progress);
        }) == "[training] --lengths must be at most --longest = 8 but got 9");
  CHECK(with({"--lengths", "8,2.5"}) ==
        "[training] each of --lengths must be a whole number above 0 and below 2^31 but got 2.5");
}

namespace {

/// A file with that text.
struct TextFile : TemporaryFile {
  explicit TextFile(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
};

Arguments on_text(const std::string& path, const Arguments& more) {
  Arguments arguments{"--task",           "text", "--text",          path,
                      "--train-shortest", "8",    "--train-longest", "8"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return quick(std::move(arguments));
}

}  // namespace

TEST_CASE("train on text: bits per character, its alphabet and its levels") {
  const TextFile file(sample_characters());
  const auto result = TrainCommand(on_text(file.path, {"--scheme", "learned", "--table-rows", "20",
                                                       "--lengths", "8,16,32"}))
                          .run(no_progress);
  CHECK(result["losses"].size() == 2);
  CHECK(result["bits"]["8"].get<double>() > 0);
  CHECK(result["bits"]["16"].get<double>() > 0);
  CHECK(result["bits"]["32"].is_null());
  CHECK(result["why"]["32"] ==
        "[transformer] the learned table has no rows from position 20 on: the longest input must "
        "be at most 20 but is 32");
  CHECK_FALSE(result.contains("accuracy"));
  CHECK(result["text"]["alphabet"].size() == 39);
  CHECK(result["text"]["alphabet"][2] == "a");
  CHECK(result["text"]["checksum"] == in_hexadecimal(sample_text()->checksum()));
  CHECK(result["text"]["levels"]["pair"] == sample_text()->levels().pair);
  const std::string text = as_text(result);
  CHECK(text.find("bits per character at length    8  ") != std::string::npos);
  CHECK(text.find("no bits per character at length 32: [transformer] the learned") !=
        std::string::npos);
  CHECK(text.find("its characters alone give") != std::string::npos);

  CHECK(refused({"--task", "text", "--scheme", "rope"}) == "train --task text needs a --text FILE");
  CHECK(refused({"--task", "copy", "--scheme", "rope", "--text", file.path}) ==
        "[training] --examples must be text to train on a text but got copy");
  CHECK(refused(on_text("no such file", {"--scheme", "rope"})) ==
        "cannot read the file \"no such file\"");
  const TextFile empty("");
  CHECK(refused(on_text(empty.path, {"--scheme", "rope"})) == "[text] the text is empty");
  CHECK(message_of([&] {
          TrainCommand(on_text(file.path, {"--scheme", "rope", "--lengths", "8,2400"}))
              .run(no_progress);
        }).starts_with("[text] --lengths must be below "));
}

TEST_CASE("train --resume: changed lengths, base, steps, batch or rates begin a new phase") {
  const TextFile file(sample_characters());
  const TemporaryFile half;
  const TemporaryFile end;
  TrainCommand(on_text(file.path, {"--scheme", "rope", "--save", half.path})).run(no_progress);
  const auto phase = [&](const Arguments& more) {
    Arguments arguments{"--resume", half.path, "--text", file.path};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  const auto result =
      TrainCommand(phase({"--train-shortest", "16", "--train-longest", "16", "--base", "500",
                          "--steps", "3", "--lengths", "16,600", "--save", end.path}))
          .run(no_progress);
  CHECK(result["losses"].size() == 3);
  const auto options = Trainer::from_checkpoint(end.bytes(), sample_text())->options();
  CHECK(options.train_longest == 16);
  CHECK(options.model.position.base == 500);
  CHECK(options.model.longest == 600);
  CHECK(options.batch == 2);

  // Without one of them it is the same run, at its end here.
  const auto whole = TrainCommand(phase({"--lengths", "16"})).run(no_progress);
  CHECK(whole["losses"].empty());
  const auto all = TrainCommand(phase({"--lengths", "16", "--from", "0"})).run(no_progress);
  CHECK(all["bits"]["16"] != whole["bits"]["16"]);

  CHECK(refused(phase({"--heads", "4"})) == "train --resume does not take \"--heads\"");
  CHECK(refused(phase({"--base", "500", "--scheme", "rope"})) ==
        "train --resume does not take \"--scheme\"");
  const TemporaryFile with_bases;
  TrainCommand(on_text(file.path, {"--scheme", "rope", "--layers", "1", "--bases", "100", "--save",
                                   with_bases.path}))
      .run(no_progress);
  CHECK(refused({"--resume", with_bases.path, "--text", file.path, "--base", "500"}) ==
        "[training] --base changes nothing in a run with --bases, which has one for each layer: "
        "change --bases, or leave --base at 10000");
  CHECK(refused(phase({"--steps", "0"})) ==
        "[training] --steps must be a whole number from 1 to 1000000000 but got 0");
  CHECK(refused({"--resume", half.path})
            .starts_with("[checkpoint] the run needs the text that it was trained on"));
  CHECK(message_of([&] { TrainCommand(phase({"--from", "8"})).run(no_progress); }) ==
        "[training] --from must be a whole number from 0 to 7 but got 8");
}
