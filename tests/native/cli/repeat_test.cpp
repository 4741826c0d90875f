#include "repeat.hpp"

#include "cli/message_of.hpp"
#include "model/sample_text.hpp"
#include "posenc/model/trainer.hpp"
#include "posenc/version.hpp"
#include "posenc/wording.hpp"
#include "test.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The options as the page writes them.
struct Written {
  json object = json::object();

  void number(const char* name, double value) { object[in_camel_case(name)] = value; }
  template <class E, std::size_t N>
  void choice(const char* name, E value, const EnumNames<E, N>& names) {
    object[in_camel_case(name)] = name_in(names, value);
  }
  void text(const char* name, const std::string& value) { object[in_camel_case(name)] = value; }
  void numbers(const char* name, const std::vector<double>& values) {
    object[in_camel_case(name)] = values;
  }
  template <class E, std::size_t N>
  void choices(const char* name, const std::vector<E>& values, const EnumNames<E, N>& names) {
    json& array = object[in_camel_case(name)] = json::array();
    for (const E value : values) array.push_back(name_in(names, value));
  }
};

TrainingOptions small(double seed, Scheme scheme = Scheme::learned) {
  auto options = task_options(Task::previous_20, scheme);
  options.seed = seed;
  options.steps = 24;
  options.batch = 4;
  options.test_examples = 4;
  options.model.d_model = 8;
  options.model.heads = 2;
  options.model.position.slopes = {0.5, 0.25};
  if (scheme == Scheme::custom) options.model.position.formula = "cos(pos/(i + 1))";
  return options;
}

/// A run as the page exports it, stopped after that many steps.
json exported(const TrainingOptions& options, Index steps) {
  auto trainer = *Trainer::make(options);
  const auto done = trainer.step(steps);
  Written written;
  visit_options(options, written);
  json run{{"options", written.object},
           {"losses", done.losses},
           {"accuracies", done.accuracies},
           {"divergedAt", nullptr},
           {"milliseconds", 12}};
  if (done.diverged_at) run["divergedAt"] = *done.diverged_at;
  for (const double length : {20, 30, 50}) {
    const auto tested = trainer.evaluate(length);
    if (!tested) {
      run["evaluated"].push_back(
          {{"length", length}, {"accuracy", nullptr}, {"why", tested.error().message}});
      continue;
    }
    json old = nullptr;
    if (tested->old_accuracy) old = *tested->old_accuracy;
    json loss = nullptr;
    if (std::isfinite(tested->loss)) loss = tested->loss;
    run["evaluated"].push_back({{"length", length},
                                {"accuracy", tested->accuracy},
                                {"loss", loss},
                                {"scored", tested->scored},
                                {"oldAccuracy", old},
                                {"oldScored", tested->old_scored}});
  }
  return run;
}

json document_of(const std::vector<json>& runs) {
  return {{"posenc", "training"}, {"version", 1}, {"core", version()},  {"task", "previous-20"},
          {"lengths", {20, 30}},  {"runs", runs}, {"about", "anything"}};
}

void say_nothing(double, double, double) {}

ordered_json repeated_document(const json& document) { return repeat_runs(document, say_nothing); }

std::string refused_document(const json& document) {
  return message_of([&] { return repeated_document(document); });
}

}  // namespace

TEST_CASE("repeat: runs come out the same, whole, stopped or diverged, in their order") {
  auto wild = small(4);
  wild.learning_rate = 1e30;
  wild.warmup = 0;
  wild.clip = 0;
  const json diverged = exported(wild, 24);
  REQUIRE(diverged["divergedAt"].is_number());
  json stopped = exported(small(3, Scheme::alibi), 7);
  stopped.erase("evaluated");
  json at_once = exported(small(5), 0);
  // As they were before formulas and the spread of a table were exported.
  json older = exported(small(2, Scheme::rope), 24);
  older["options"].erase("formula");
  older["options"].erase("tableStd");
  older["options"].erase("testLengths");
  json older_table = exported(small(6), 24);
  older_table["options"].erase("tableStd");
  older_table["options"].erase("testLengths");
  const auto document =
      document_of({exported(small(1), 24), older, older_table, stopped, diverged, at_once});
  double last = 0;
  double all = 0;
  const auto result = repeat_runs(document, [&](double done, double of, double) {
    CHECK(done > last);
    last = done;
    all = of;
  });
  CHECK(all == 24 + 24 + 24 + 7 + static_cast<double>(diverged["losses"].size()));
  CHECK(last == all);
  CHECK(result["equal"] == true);
  CHECK(result["different"] == 0);
  REQUIRE(result["runs"].size() == 6);
  CHECK(result["runs"][0] == ordered_json{{"name", "previous-20 learned seed 1"},
                                          {"losses", 24},
                                          {"lengths", 3},
                                          {"equal", true},
                                          {"differences", 0},
                                          {"largest", 0.0},
                                          {"first", nullptr}});
  const std::string text = repeated_as_text(result);
  CHECK(
      text.starts_with("previous-20 learned seed 1: 24 losses and 3 lengths equal\n"
                       "previous-20 rope seed 2: 24 losses and 3 lengths equal\n"
                       "previous-20 learned seed 6: 24 losses and 3 lengths equal\n"
                       "previous-20 alibi seed 3: 7 losses and 0 lengths equal\n"
                       "previous-20 learned seed 4: "));
  CHECK(text.ends_with("6 runs repeated: all equal\n"));
}

TEST_CASE("repeat: a formula of one's own is part of the run") {
  const json run = exported(small(1, Scheme::custom), 24);
  json other = run;
  other["options"]["formula"] = "cos(pos/(i + 2))";
  const auto result = repeated_document(document_of({run, other}));
  CHECK(result["runs"][0]["name"] == "previous-20 own seed 1");
  CHECK(result["runs"][0]["equal"] == true);
  CHECK(result["runs"][1]["first"]["what"] == "the loss of step 1");
  const auto with = [&](const json& formula) {
    json changed = run;
    changed["options"]["formula"] = formula;
    return refused_document(document_of({run, changed}));
  };
  CHECK(with(1) == "run 2: the option \"formula\" must be a string but got 1");
  CHECK(with("ln(pos)") ==
        "run 2: [own] PE(pos, i) must be a finite number but at pos = 0, i = 0 it is not: the "
        "logarithm of 0 is not a real number");
  CHECK(with("").starts_with("run 2: [own] formula: the formula ends where it needs a number"));
}

TEST_CASE("repeat: the initial spread of a table is part of the run") {
  auto options = small(1);
  options.model.position.table_std = 0.02;
  const json run = exported(options, 12);
  json other = run;
  other["options"]["tableStd"] = 0.03;
  json without = run;
  without["options"].erase("tableStd");
  const auto result = repeated_document(document_of({run, other, without}));
  CHECK(result["runs"][0]["equal"] == true);
  CHECK(result["runs"][1]["first"]["what"] == "the loss of step 1");
  CHECK(result["runs"][2]["first"]["what"] == "the loss of step 1");
  const auto with = [&](const json& spread) {
    json changed = run;
    changed["options"]["tableStd"] = spread;
    return refused_document(document_of({run, changed}));
  };
  CHECK(with("1") == "run 2: the option \"tableStd\" must be a number but got \"1\"");
  CHECK(with(-1) == "run 2: [transformer] tableStd must be a number from 0 to 1000 but got -1");
  json lengths = run;
  lengths["options"]["testLengths"] = {20, 0.5};
  CHECK(
      refused_document(document_of({lengths})) ==
      "run 1: [training] each of testLengths must be a whole number above 0 and below 2^31 but got "
      "0.5");
}

TEST_CASE("repeat: every number that is another one is found") {
  const json run = exported(small(1, Scheme::rope), 12);
  const auto first_of = [&](const auto& change) {
    json changed = run;
    change(changed);
    const auto result = repeated_document(document_of({run, changed}));
    CHECK(result["equal"] == false);
    CHECK(result["different"] == 1);
    CHECK(result["runs"][0]["equal"] == true);
    CHECK(result["runs"][1]["equal"] == false);
    CHECK(repeated_as_text(result).ends_with("1 of 2 runs differs\n"));
    return result["runs"][1]["first"]["what"].get<std::string>();
  };
  // The last bit of one.
  CHECK(first_of([](json& one) {
          auto& loss = one["losses"][4];
          loss = std::nextafter(loss.get<double>(), 0.0);
        }) == "the loss of step 5");
  CHECK(first_of([](json& one) { one["accuracies"][0] = 0.9; }) == "the accuracy of step 1");
  CHECK(first_of([](json& one) { one["divergedAt"] = 13; }) == "the loss of step 13");
  CHECK(first_of([](json& one) { one["options"]["seed"] = 2; }) == "the loss of step 1");
  const auto tested = [&](const char* key, const json& value) {
    return first_of([&](json& one) { one["evaluated"][1][key] = value; });
  };
  CHECK(tested("accuracy", 2) == "the accuracy at length 30");
  CHECK(tested("accuracy", nullptr) == "the accuracy at length 30");
  CHECK(tested("loss", 0) == "the loss at length 30");
  CHECK(tested("loss", nullptr) == "the loss at length 30");
  CHECK(tested("scored", 1) == "the number of scored positions at length 30");
  CHECK(tested("oldAccuracy", nullptr) == "the accuracy on old positions at length 30");
  CHECK(tested("oldScored", 1) == "the number of old positions at length 30");

  json two = run;
  two["losses"][1] = run["losses"][1].get<double>() + 0.25;
  two["losses"][2] = run["losses"][2].get<double>() - 0.5;
  const auto result = repeated_document(document_of({two}));
  const auto& one = result["runs"][0];
  CHECK(one["differences"] == 2);
  CHECK(one["largest"].get<double>() == doctest::Approx(0.5));
  CHECK(one["first"]["file"].get<double>() == two["losses"][1].get<double>());
  CHECK(one["first"]["here"].get<double>() == run["losses"][1].get<double>());
  CHECK(repeated_as_text({{"runs",
                           {{{"name", "a"},
                             {"equal", false},
                             {"differences", 2},
                             {"largest", 0.5},
                             {"first", {{"what", "the loss"}, {"file", 1.5}, {"here", nullptr}}}}}},
                          {"different", 1},
                          {"equal", false}}) ==
        "a: the loss is 1.5 in the file and none here, the first of 2 differences; the largest "
        "difference is 0.5\n"
        "1 of 1 run differs\n");
}

TEST_CASE("repeat: where numbers differ, a file of another version says so") {
  json run = exported(small(1, Scheme::rope), 12);
  json document = document_of({run});
  document["core"] = "0.0.9";
  CHECK_FALSE(repeated_document(document).contains("core"));

  run["losses"][1] = 7;
  document["runs"] = json::array({run});
  const auto other = repeated_document(document);
  CHECK(other["core"]["file"].get<std::string>() == "0.0.9");
  CHECK(other["core"]["here"].get<std::string>() == version());
  CHECK(repeated_as_text(other).ends_with(
      "1 of 1 run differs\nThe file is from version \"0.0.9\" of the core; this is " +
      std::string(version()) + ", which may give different numbers.\n"));

  document["core"] = version();
  CHECK(repeated_as_text(repeated_document(document)).ends_with("1 of 1 run differs\n"));
  document.erase("core");
  const auto unknown = repeated_document(document);
  CHECK(unknown["core"]["file"].is_null());
  CHECK(repeated_as_text(unknown).ends_with(
      "The file does not say which version of the core it is from; this is " +
      std::string(version()) + ".\n"));
}

TEST_CASE("repeat: an error names the run, the key and what was expected") {
  const json run = exported(small(1), 2);
  const auto with = [&](const auto& change) {
    json changed = run;
    change(changed);
    return refused_document(document_of({run, changed}));
  };
  CHECK(with([](json& one) { one["options"].erase("dModel"); }) ==
        "run 2: the option \"dModel\" must be a number but is missing");
  CHECK(with([](json& one) { one["options"]["d_model"] = 8; }) ==
        "run 2: there is no option \"d_model\"");
  CHECK(with([](json& one) { one["options"]["steps"] = "many"; }) ==
        "run 2: the option \"steps\" must be a number but got \"many\"");
  CHECK(with([](json& one) { one["options"]["slopes"] = 1; }) ==
        "run 2: the option \"slopes\" must be an array but got 1");
  CHECK(with([](json& one) { one["options"]["slopes"] = {1, "a"}; }) ==
        "run 2: the option \"slopes\" must be an array of numbers but got \"a\"");
  CHECK(with([](json& one) { one["options"]["direction"] = 3; }) ==
        "run 2: the option \"direction\" must be a string but got 3");
  CHECK(with([](json& one) { one["options"]["direction"] = "up"; }) ==
        "run 2: the option \"direction\" must be \"bidirectional\" or \"causal\" but got \"up\"");
  CHECK(with([](json& one) { one["options"]["heads"] = 3; }) ==
        "run 2: [transformer] dModel must be a multiple of heads but got 8 and 3");
  CHECK(with([](json& one) { one.erase("options"); }) ==
        "run 2: \"options\" must be an object but is missing");
  CHECK(with([](json& one) { one["losses"] = {1, nullptr}; }) ==
        "run 2: \"losses\" must be an array of numbers but got null");
  CHECK(with([](json& one) { one["losses"].push_back(1); }) ==
        "run 2: there must be as many accuracies as losses, 3, but there are 2");
  CHECK(with([](json& one) { one["options"]["steps"] = 1; }) ==
        "run 2: there must be at most as many losses as steps, 1, but there are 2");
  CHECK(with([](json& one) { one.erase("divergedAt"); }) ==
        "run 2: \"divergedAt\" must be a number or null but is missing");
  CHECK(with([](json& one) { one["evaluated"][0].erase("loss"); }) ==
        "run 2: in \"evaluated\", \"loss\" must be a number or null but is missing");
  CHECK(with([](json& one) { one["evaluated"][0].erase("length"); }) ==
        "run 2: in \"evaluated\", \"length\" must be a number but is missing");
  CHECK(with([](json& one) { one["evaluated"][0] = 5; }) ==
        "run 2: in \"evaluated\", each element must be an object but got 5");
  CHECK(with([](json& one) { one = 5; }) == "run 2: must be an object but got 5");

  const json whole = document_of({run});
  const auto document = [&](const char* key, const json& value) {
    json changed = whole;
    changed[key] = value;
    return refused_document(changed);
  };
  CHECK(refused_document(5) == "the file must be an object but got 5");
  CHECK(refused_document(json::object()) == "\"posenc\" must be \"training\" but is missing");
  CHECK(document("posenc", "work") == "\"posenc\" must be \"training\" but got \"work\"");
  CHECK(document("version", 2) == "\"version\" must be 1 but got 2");
  CHECK(document("task", 2) == "\"task\" must be a string but got 2");
  CHECK(document("task", "sorting").starts_with("\"task\" must be \"order\", "));
  CHECK(document("runs", json::object()) == "\"runs\" must be an array but got an object");
  CHECK(document("runs", json::array()) == "\"runs\" must have at least one run but is empty");
}

TEST_CASE("repeat: runs on text, and those that went on in new phases") {
  auto options = task_options(Task::text, Scheme::rope);
  options.model.vocabulary = 39;
  options.train_shortest = options.train_longest = 8;
  options.steps = options.batch = 4;
  options.model.d_model = 8;
  options.model.layers = 1;
  options.model.longest = 32;
  options.test_lengths = {8, 32};
  auto changed = options;
  changed.train_longest = 16;
  changed.model.position.base = 500;
  auto trainer = *Trainer::make(options, sample_text());
  const auto phase = [&](const TrainingOptions& of) {
    const auto done = trainer.step(4);
    Written written;
    visit_options(of, written);
    const auto at_32 = *trainer.evaluate(32, 8);
    return json{{"options", written.object},
                {"losses", done.losses},
                {"accuracies", done.accuracies},
                {"divergedAt", nullptr},
                {"evaluated",
                 {{{"length", 32},
                   {"from", 8},
                   {"accuracy", at_32.accuracy},
                   {"loss", at_32.loss},
                   {"scored", at_32.scored},
                   {"oldAccuracy", *at_32.old_accuracy},
                   {"oldScored", at_32.old_scored},
                   {"bits", *at_32.bits}}}}};
  };
  json run = phase(options);
  trainer = *trainer.continued(changed);
  run["continued"] = json::array({phase(changed)});
  json document = document_of({run});
  document["task"] = "text";
  document["text"] = {{"name", "a sample"},
                      {"checksum", in_hexadecimal(sample_text()->checksum())}};
  const auto with_text = [&](const json& one) {
    return repeat_runs(one, say_nothing, sample_text());
  };
  const auto result = with_text(document);
  CHECK(result["equal"] == true);
  CHECK(result["runs"][0]["name"] == "text rope seed 1");
  CHECK(result["runs"][0]["losses"] == 8);
  CHECK(result["runs"][0]["lengths"] == 2);

  const auto first_of = [&](const auto& change) {
    json other = document;
    change(other["runs"][0]);
    return with_text(other)["runs"][0]["first"]["what"].get<std::string>();
  };
  CHECK(first_of([](json& one) { one["continued"][0]["losses"][1] = 9; }) ==
        "the loss of step 2 in phase 2");
  CHECK(first_of([](json& one) { one["evaluated"][0]["bits"] = 9; }) ==
        "the bits per character at length 32");

  CHECK(refused_document(document) == "run 1: it trained on a text, which --text FILE must give");
  const auto refused = [&](const auto& change) {
    json other = document;
    change(other);
    return message_of([&] { return with_text(other); });
  };
  CHECK(refused([](json& one) { one["text"]["checksum"] = "0"; }) ==
        "the checksum of \"text\" must be \"" + in_hexadecimal(sample_text()->checksum()) +
            "\", that of the text given by --text, but got \"0\"");
  CHECK(refused([](json& one) { one["runs"][0]["continued"] = 1; }) ==
        "run 1: \"continued\" must be an array but got 1");
  CHECK(refused([](json& one) { one["runs"][0]["continued"][0]["options"]["heads"] = 2; }) ==
        "run 1: [training] heads cannot change when a run is continued: it was 4 but got 2");
  CHECK(refused([](json& one) { one["runs"][0]["continued"][0].erase("losses"); }) ==
        "run 1: phase 2: \"losses\" must be an array but is missing");
}

TEST_CASE("options in camel case") {
  CHECK(in_camel_case("d_model") == "dModel");
  CHECK(in_camel_case("adam_eps") == "adamEps");
  CHECK(in_camel_case("seed") == "seed");
  CHECK(in_camel_case("beta1") == "beta1");
}
