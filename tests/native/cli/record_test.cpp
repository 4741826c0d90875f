#include "record.hpp"

#include "json_text.hpp"
#include "message_of.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/hand.hpp"
#include "posenc/grading/lab.hpp"
#include "test.hpp"

using nlohmann::json;

namespace {

posenc::Grade grade_of(const std::string& exercise, double seed, const posenc::Answers& answers) {
  const auto grade = posenc::grade(*posenc::find_exercise(exercise, seed), answers);
  REQUIRE(grade);
  return *grade;
}

/// Answers to the first things that a variant asks.
posenc::Answers first_of(const std::string& exercise, double seed) {
  posenc::Answers answers;
  const auto found = posenc::find_exercise(exercise, seed);
  for (std::size_t n = 0; n < 4; ++n) answers[found->items[n].id] = n % 2 == 0 ? "0" : "1";
  return answers;
}

/// A sheet with one attempt, its claim being what the core gives.
json sheet(const std::string& exercise, double seed, const posenc::Answers& answers) {
  const posenc::Grade grade = grade_of(exercise, seed, answers);
  const json attempt = {{"answers", answers},
                        {"score", grade.score},
                        {"max", grade.max},
                        {"at", "2026-01-02T03:04:05.000Z"}};
  return {{"exercise", exercise},
          {"seed", seed},
          {"attempts", 1},
          {"best", attempt},
          {"latest", attempt}};
}

json record(json sheets, json classroom = nullptr) {
  return {{"format", "posenc-work"},          {"version", 1},       {"name", "Ada"},
          {"at", "2026-01-02T03:04:05.000Z"}, {"class", classroom}, {"sheets", std::move(sheets)}};
}

const posenc::Answers some = {{"PE(0)[0]", "0"}, {"PE(0)[1]", "1"}, {"PE(0)[2]", "7"}};

std::string record_error(const json& document) {
  return message_of([&] { return grade_record(document); });
}

}  // namespace

TEST_CASE("record: claims that agree, of the lesson's form and of a variant") {
  const posenc::Answers others = first_of("e13.1", 7);
  const posenc::Answers chained = first_of("rope-chain", 7);
  const json result = grade_record(record(
      {sheet("e13.1", 0, some), sheet("e13.1", 7, others), sheet("rope-chain", 7, chained)}));
  CHECK(result["agrees"] == true);
  CHECK(result["name"] == "Ada");
  REQUIRE(result["sheets"].size() == 3);
  CHECK(result["sheets"][0]["best"]["score"] == grade_of("e13.1", 0, some).score);
  CHECK(result["sheets"][0]["best"]["score"] == 2);
  CHECK(result["sheets"][1]["seed"] == 7);
  CHECK(result["sheets"][1]["latest"]["score"] == grade_of("e13.1", 7, others).score);
  CHECK(result["sheets"][2]["exercise"] == "rope-chain");
  CHECK(result["sheets"][2]["best"]["claimed"] == grade_of("rope-chain", 7, chained).score);
  CHECK(result["sheets"][2]["assigned"].is_null());
}

TEST_CASE("record: a claim that differs, by half a point or in its maximum") {
  for (const auto& [key, value] : {std::pair("score", 2.5), std::pair("max", 19.0)}) {
    for (const char* attempt : {"best", "latest"}) {
      json claimed = sheet("e13.1", 0, some);
      claimed[attempt][key] = value;
      const json result = grade_record(record({claimed, sheet("e13.1", 7, first_of("e13.1", 7))}));
      CHECK(result["agrees"] == false);
      CHECK(result["sheets"][0]["agrees"] == false);
      CHECK(result["sheets"][0][attempt]["agrees"] == false);
      CHECK(result["sheets"][0][attempt]["score"] == 2);
      CHECK(result["sheets"][1]["agrees"] == true);
    }
  }
}

TEST_CASE("record: a changed answer is seen, and so is another seed") {
  json changed = sheet("e13.1", 0, some);
  changed["best"]["answers"]["PE(0)[2]"] = "0";
  CHECK(grade_record(record(json::array({changed})))["agrees"] == false);

  const posenc::Answers right = {{"PE(5)[0]", "sin 5"}, {"PE(5)[1]", "cos 5"}};
  json moved = sheet("e13.1", 0, right);
  REQUIRE(moved["best"]["score"] == 2);
  const auto asks = [&](double seed) {
    return posenc::grade(*posenc::find_exercise("e13.1", seed), right).has_value();
  };
  double other = 1;
  while (asks(other)) ++other;
  moved["seed"] = other;
  const json result = grade_record(record(json::array({moved})));
  // A variant asks for other positions, and what is typed for one that it does not ask earns nothing.
  CHECK(result["sheets"][0]["best"]["score"] == 0);
  CHECK(result["agrees"] == false);
}

TEST_CASE("record: without a claim there is nothing to disagree with") {
  json unclaimed = sheet("e13.1", 0, some);
  unclaimed["best"] = nullptr;
  unclaimed["latest"]["score"] = nullptr;
  unclaimed["latest"].erase("max");
  const json result = grade_record(record(json::array({unclaimed})));
  CHECK(result["agrees"] == true);
  CHECK(result["sheets"][0]["best"].is_null());
  CHECK(result["sheets"][0]["latest"]["score"] == 2);
  CHECK(result["sheets"][0]["latest"]["claimed"].is_null());
}

TEST_CASE("record: an exercise or a seed that there is not cannot agree, and says so") {
  json other = sheet("e13.1", 0, some);
  other["exercise"] = "e99";
  json seed = sheet("e13.1", 0, some);
  seed["seed"] = -1;
  const json result = grade_record(record({other, seed}));
  CHECK(result["agrees"] == false);
  CHECK(result["sheets"][0]["agrees"] == false);
  CHECK(result["sheets"][0]["message"].get<std::string>().find("\"e99\"") != std::string::npos);
  CHECK(result["sheets"][1]["agrees"] == false);
  CHECK(result["sheets"][1]["message"].get<std::string>().find("-1") != std::string::npos);
}

TEST_CASE("record: which sheets the class was set") {
  const json classroom = {{"name", "Tuesday"}, {"set", {{{"id", "e13.1"}, {"seed", 7}}}}};
  const json result = grade_record(
      record({sheet("e13.1", 7, first_of("e13.1", 7)), sheet("e13.1", 8, {})}, classroom));
  CHECK(result["class"] == classroom);
  CHECK(result["sheets"][0]["assigned"] == true);
  CHECK(result["sheets"][1]["assigned"] == false);
}

namespace {

/// A run of two schemes, one seed each, the second without an answer at the longest length; as the page writes it.
json a_run() {
  return {{"task", "order"},
          {"schemes", {"none", "learned"}},
          {"lengths", {8, 16}},
          {"seeds", 1},
          {"accuracies", {0.95, 0.5, 0.99, nullptr}},
          {"trainLongest", 8},
          {"chance", 0.5},
          {"ceiling", nullptr}};
}

json lab_sheet(const std::string& set, const json& answers, double score, int max) {
  const json attempt = {{"answers", answers},
                        {"score", score},
                        {"max", max},
                        {"outcome", a_run()},
                        {"at", "2026-01-02T"}};
  return {{"exercise", set}, {"seed", 0},       {"setting", "run.task=order"},
          {"attempts", 1},   {"best", attempt}, {"latest", attempt}};
}

}  // namespace

TEST_CASE("record: the questions of a lab are graded anew from what its run gave") {
  // Within 5 points, near, and no answer where there is none: both guesses right, and so is their order.
  const json guesses = {{"guess-none", "48"}, {"guess-learned", "-"}};
  const json result = grade_record(record(json::array({lab_sheet("prediction", guesses, 3, 3)})));
  CHECK(result["agrees"] == true);
  CHECK(result["sheets"][0]["best"]["score"] == 3);
  CHECK(result["sheets"][0]["setting"] == "run.task=order");
  CHECK(result["sheets"][0]["message"].is_null());

  json claimed = lab_sheet("prediction", {{"guess-none", "100"}, {"guess-learned", "-"}}, 3, 3);
  CHECK(grade_record(record(json::array({claimed})))["sheets"][0]["best"]["score"] == 2);
  CHECK(grade_record(record(json::array({claimed})))["agrees"] == false);

  // What another version asked earns nothing.
  json after = lab_sheet("e13.2", {{"learned", "none,learned"}, {"asked-once", "yes"}}, 1, 3);
  const json graded = grade_record(record(json::array({after})));
  CHECK(graded["sheets"][0]["message"].is_null());
  CHECK(graded["sheets"][0]["best"]["score"] == 1);
  after["latest"] = nullptr;
  CHECK(grade_record(record(json::array({after})))["sheets"][0]["latest"].is_null());
}

TEST_CASE("record: every set of the labs is known by its name") {
  for (const std::string_view set : posenc::lab_set_ids()) {
    const json result =
        grade_record(record(json::array({lab_sheet(std::string(set), json::object(), 0, 1)})));
    const json& message = result["sheets"][0]["message"];
    const std::string told = message.is_null() ? "" : message.get<std::string>();
    CAPTURE(told);
    // It is graded, or lacks a scheme that the set needs.
    CHECK((told.empty() || told.find(" needs ") != std::string::npos));
  }
}

TEST_CASE("record: a lab's run that cannot be") {
  const json answers = {{"guess-none", "48"}};
  const auto with = [&](const std::string& key, const json& value) {
    json changed = lab_sheet("prediction", answers, 1, 3);
    changed["latest"]["outcome"][key] = value;
    return record(json::array({changed}));
  };
  // What is of no use at all is bad input, as elsewhere in a record.
  const std::string where = "sheet 1 (prediction) latest outcome ";
  const std::string items = "sheet 1 (prediction) latest outcome: ";
  CHECK(record_error(with("accuracies", 3)) == where + "\"accuracies\" must be an array but is 3");
  CHECK(record_error(with("accuracies", json::array({"x"}))) ==
        items + "an accuracy must be a number, or null for no answer, but is \"x\"");
  CHECK(record_error(with("schemes", json::array({3}))) ==
        items + "a scheme must be a string but is 3");
  CHECK(record_error(with("lengths", json::array({"8"}))) ==
        items + "a length must be a number but is \"8\"");
  CHECK(record_error(with("seeds", nullptr)) == where + "\"seeds\" must be a number but is null");
  CHECK(record_error(with("task", 1)) == where + "\"task\" must be a string but is 1");
  CHECK(record_error(with("ceiling", "1")) ==
        where + "\"ceiling\" must be a number or null but is \"1\"");
  json none = lab_sheet("prediction", answers, 1, 3);
  none["best"].erase("outcome");
  CHECK(record_error(record(json::array({none}))) ==
        "sheet 1 (prediction) best \"outcome\" must be an object but is null");
  none.erase("setting");
  CHECK(record_error(record(json::array({none}))) ==
        "sheet 1 (prediction) \"setting\" must be a string but is null");

  // Sizes and values are the core's to judge: the sheet cannot be graded, and does not agree.
  for (const auto& [key, value, told] : std::vector<std::tuple<std::string, json, std::string>>{
           {"accuracies", json::array({0.5}), "accuracies but there are 1"},
           {"accuracies", json::array({0.95, 0.5, 0.99, 2}), "an accuracy must be from 0 to 1"},
           {"seeds", 1e300, "seeds must be a whole number"},
           {"lengths", json::array({16, 8}), "lengths must be increasing"},
           {"schemes", json::array({"none", "nobody"}), "nobody"},
           {"schemes", json::array(), "at least one scheme"}}) {
    const json result = grade_record(with(key, value));
    CHECK(result["agrees"] == false);
    CHECK(result["sheets"][0]["best"]["score"].is_number());
    CHECK(result["sheets"][0]["latest"]["score"].is_null());
    CHECK(result["sheets"][0]["latest"]["agrees"] == false);
    CHECK(result["sheets"][0]["message"].get<std::string>().find(told) != std::string::npos);
  }
}

namespace {

/// A class with e13.1 in variant 7, the quiz and the guesses of lab 1.
json a_class() {
  return {{"name", "Tuesday"},
          {"set",
           {{{"id", "e13.1"}, {"seed", 7}},
            {{"id", "quiz"}, {"seed", 3}},
            {{"id", "prediction"}, {"seed", 0}}}}};
}

/// The first right answers to e13.1, some of the points.
posenc::Answers partly_right() {
  posenc::Answers answers;
  const auto steps = posenc::worked_solution("e13.1", 7);
  for (std::size_t n = 0; n < 4; ++n) answers[(*steps)[n].item] = (*steps)[n].value;
  return answers;
}

double fraction_of(const std::string& exercise, double seed, const posenc::Answers& answers) {
  const posenc::Grade grade = grade_of(exercise, seed, answers);
  return grade.score / grade.max;
}

}  // namespace

TEST_CASE(
    "record: the total is over the class's set, and an exercise without an attempt counts 0") {
  const json empty = grade_record(record(json::array(), a_class()));
  CHECK(empty["total"] == json{{"score", 0.0}, {"exercises", 3}, {"done", 0}});

  const posenc::Answers answers = partly_right();
  const double fraction = fraction_of("e13.1", 7, answers);
  REQUIRE(fraction > 0);
  // Neither another variant nor another exercise adds anything.
  const json result = grade_record(record({sheet("e13.1", 7, answers), sheet("e13.1", 0, some),
                                           sheet("rope-chain", 7, first_of("rope-chain", 7))},
                                          a_class()));
  CHECK(result["total"]["score"].get<double>() == doctest::Approx(fraction / 3).epsilon(1e-12));
  CHECK(result["total"]["exercises"] == 3);
}

TEST_CASE("record: of a lab, the best of all runs counts, and of the quiz the latest check") {
  const json right = {{"guess-none", "48"}, {"guess-learned", "-"}};
  const json half = {{"guess-none", "100"}, {"guess-learned", "-"}};
  const posenc::Item first = posenc::find_exercise("quiz", 3)->items[0];
  json quiz = sheet("quiz", 3, {{first.id, "x"}});
  for (const std::string& choice : first.choices) {
    quiz["latest"]["answers"][first.id] = choice;
    quiz["latest"]["score"] = nullptr;
    if (grade_of("quiz", 3, {{first.id, choice}}).score > 0) break;
  }
  quiz["best"] = nullptr;
  const double of_quiz = 1.0 / quiz["latest"]["max"].get<double>();
  const json result = grade_record(
      record({lab_sheet("prediction", right, 3, 3), lab_sheet("prediction", half, 2, 3), quiz},
             a_class()));
  CHECK(result["agrees"] == true);
  CHECK(result["total"]["score"].get<double>() ==
        doctest::Approx((1 + of_quiz) / 3).epsilon(1e-12));
  CHECK(result["total"]["done"] == 1);
}

TEST_CASE("record: a claimed score never counts, nor does a sheet that cannot be graded") {
  json claimed = sheet("e13.1", 7, partly_right());
  const json before = grade_record(record(json::array({claimed}), a_class()));
  claimed["best"]["score"] = 20;
  const json after = grade_record(record(json::array({claimed}), a_class()));
  CHECK(after["total"] == before["total"]);
  json lab = lab_sheet("prediction", {{"guess-none", "48"}}, 1, 3);
  lab["best"]["outcome"]["seeds"] = 3;
  const json result = grade_record(record({claimed, lab}, a_class()));
  CHECK(result["sheets"][1]["best"]["score"].is_null());
  CHECK(result["total"] == before["total"]);
}

TEST_CASE("record: after the solution was shown, only an earlier best counts") {
  json copied = sheet("e13.1", 7, partly_right());
  copied["best"] = nullptr;
  const auto score = [&] {
    return grade_record(record(json::array({copied}), a_class()))["total"]["score"].get<double>();
  };
  // The page keeps no best of an older version's answers.
  const double latest = score();
  CHECK(latest > 0);
  copied["gaveUpAt"] = "2026-01-02T03:04:05.000Z";
  CHECK(score() == 0);
  copied["best"] = copied["latest"];
  CHECK(score() == latest);
}

TEST_CASE("record: without a class the total is over what was answered") {
  const json none = grade_record(record(json::array()));
  CHECK(none["total"] == json{{"score", nullptr}, {"exercises", 0}, {"done", 0}});
  const posenc::Answers others = partly_right();
  const posenc::Answers chained = first_of("rope-chain", 7);
  const json result = grade_record(record(
      {sheet("e13.1", 0, some), sheet("e13.1", 7, others), sheet("rope-chain", 7, chained)}));
  const double e13_1 = std::max(fraction_of("e13.1", 0, some), fraction_of("e13.1", 7, others));
  const double expected = (e13_1 + fraction_of("rope-chain", 7, chained)) / 2;
  CHECK(result["total"]["score"].get<double>() == doctest::Approx(expected).epsilon(1e-12));
  CHECK(result["total"]["exercises"] == 2);
}

TEST_CASE("record: what is no record is bad input") {
  CHECK(record_error(json::array()) == "the record must be an object but is an array");
  CHECK(record_error(json::object({{"answers", 3}})) ==
        "\"format\" must be \"posenc-work\" but is null");
  json bad = record(json::array());
  bad["version"] = 2;
  CHECK(record_error(bad) == "\"version\" must be 1 but is 2");
  bad = record(json::array());
  bad["sheets"] = "none";
  CHECK(record_error(bad) == "\"sheets\" must be an array but is \"none\"");
  bad = record(json::array());
  bad.erase("name");
  CHECK(record_error(bad) == "the record's \"name\" must be a string but is null");
  CHECK(record_error(record(json::array({3}))) == "sheet 1 must be an object but is 3");
  CHECK(record_error(record(json::array({json::object({{"exercise", "e13.1"}})}))) ==
        "sheet 1 (e13.1) \"seed\" must be a number but is null");
  json sheets = json::array({sheet("e13.1", 0, some), sheet("e13.1", 7, first_of("e13.1", 7))});
  sheets[1]["best"]["answers"]["PE(0)[0]"] = 0;
  CHECK(record_error(record(sheets)) ==
        "sheet 2 (e13.1) best: the answer to \"PE(0)[0]\" must be a string but is 0");
  sheets[1]["best"] = true;
  CHECK(record_error(record(sheets)) ==
        "sheet 2 (e13.1) best must be an object or null but is true");
  CHECK(record_error(record(json::array(), json::object({{"set", "all"}}))) ==
        "the \"set\" of the class must be an array but is \"all\"");
  CHECK(record_error(record(json::array(), parse_json(R"J({"name": "x", "set": [3]})J"))) ==
        "exercise 1 of the set must be an object but is 3");
  CHECK(
      record_error(record(json::array(), parse_json(R"J({"name": "x", "set": [{"id": "a"}]})J"))) ==
      "exercise 1 of the set \"seed\" must be a number but is null");
}

TEST_CASE("record: a set has each exercise once, as on the page") {
  json twice = a_class();
  twice["set"].push_back({{"id", "e13.1"}, {"seed", 8}});
  CHECK(record_error(record(json::array(), twice)) ==
        "exercise 4 of the set is \"e13.1\" again; expected each exercise once");
}
