#include "posenc/grading/lab.hpp"

#include "posenc/grading/lab_phrases.hpp"
#include "posenc/model/tasks.hpp"
#include "posenc/random.hpp"
#include "test.hpp"

namespace {

constexpr double no_answer = std::numeric_limits<double>::quiet_NaN();

/// One scheme's accuracies, [seed][length].
struct LabRow {
  std::string scheme;
  std::vector<std::vector<double>> seeds;
};

LabOutcome lab(const std::string& task, std::vector<double> lengths, double train_longest,
               double chance, const std::vector<LabRow>& rows) {
  LabOutcome made{task, {}, std::move(lengths), 0, {}, train_longest, chance, std::nullopt};
  for (const LabRow& row : rows) {
    made.schemes.push_back(row.scheme);
    made.seeds = static_cast<double>(row.seeds.size());
    for (const auto& seed : row.seeds) {
      made.accuracies.insert(made.accuracies.end(), seed.begin(), seed.end());
    }
  }
  return made;
}

/// As the lesson's own runs of E13.2 came out, near enough.
LabOutcome five_schemes() {
  return lab("order", {4, 8, 16, 32}, 8, 0.5,
             {{"none", {{1, 0.995, 0.997, 0.982}, {1, 0.991, 0.995, 0.976}}},
              {"sinusoidal", {{1, 0.998, 0.982, 0.965}, {1, 0.994, 0.882, 0.725}}},
              {"learned", {{1, 0.998, 0.836, 0.575}, {1, 0.998, 0.832, 0.715}}},
              {"rope", {{1, 0.998, 0.994, 0.955}, {1, 0.997, 0.99, 0.945}}},
              {"alibi", {{1, 0.997, 1, 0.993}, {1, 0.995, 1, 0.99}}}});
}

/// Four schemes on the task whose middle answers are known exactly.
LabOutcome reversed() {
  LabOutcome made = lab("reverse", {8}, 8, 0.125,
                        {{"none", {{0.15}, {0.14}}},
                         {"sinusoidal", {{1}, {0.99}}},
                         {"learned", {{0.995}, {0.985}}},
                         {"rope", {{0.25}, {0.27}}},
                         {"hybrid", {{0.999}, {0.992}}}});
  made.ceiling = 1.0 / 7;
  return made;
}

LabGrade graded(const std::string& set, const LabOutcome& outcome, const Answers& answers) {
  const auto grade = grade_lab(set, outcome, answers);
  CAPTURE(set);
  if (!grade) CAPTURE(grade.error().message);
  REQUIRE(grade);
  return *grade;
}

LabVerdict verdict_on(const std::string& set, const LabOutcome& outcome, const std::string& item,
                      const std::string& text) {
  const LabGrade grade = graded(set, outcome, {{item, text}});
  for (const LabVerdict& verdict : grade.items) {
    if (verdict.item == item) return verdict;
  }
  FAIL("there is no question " << item);
  return {};
}

Outcome outcome_of(const std::string& set, const LabOutcome& outcome, const std::string& item,
                   const std::string& text) {
  return verdict_on(set, outcome, item, text).outcome;
}

std::vector<std::string> question_ids(const std::string& set, const LabOutcome& outcome) {
  const auto questions = lab_questions(set, outcome);
  REQUIRE(questions);
  std::vector<std::string> ids;
  for (const LabQuestion& question : *questions) ids.push_back(question.id);
  return ids;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The choices that are right one by one.
std::set<std::string> right_choices(const std::string& set, const LabOutcome& outcome,
                                    const LabQuestion& question) {
  std::set<std::string> right;
  for (const LabChoice& choice : question.choices) {
    if (outcome_of(set, outcome, question.id, choice.id) == Outcome::right) right.insert(choice.id);
  }
  return right;
}

std::set<std::string> right_of(const std::string& set, const LabOutcome& outcome,
                               const std::string& id) {
  const auto questions = lab_questions(set, outcome);
  REQUIRE(questions);
  for (const LabQuestion& question : *questions) {
    if (question.id == id) return right_choices(set, outcome, question);
  }
  return {};
}

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("lab, e13.2: its questions, and the lesson's own run answered by hand") {
  const LabOutcome run = five_schemes();
  CHECK(question_ids("e13.2", run) ==
        std::vector<std::string>{"learned", "kept", "fell", "read", "alibi", "spread", "why-none"});
  const Answers answers{{"learned", "none,sinusoidal,learned,rope,alibi"},
                        {"kept", "none, rope ,alibi"},
                        {"fell", "learned"},
                        {"read", "64.5"},
                        {"alibi", "alone"},
                        {"spread", "sinusoidal"},
                        {"why-none", "mask"}};
  const LabGrade grade = graded("e13.2", run, answers);
  CHECK(grade.score == 7);
  CHECK(grade.max == 7);
  for (const LabVerdict& verdict : grade.items) {
    CAPTURE(verdict.item);
    CHECK(verdict.outcome == Outcome::right);
    CHECK(verdict.because.ends_with("."));
  }
  CHECK(grade.items[1].because ==
        "At length 32: \"none\" 97.9 % (97.6 to 98.2), sinusoidal 84.5 % (72.5 to 96.5), learned "
        "64.5 % (57.5 to 71.5), RoPE 95 % (94.5 to 95.5) and ALiBi 99.2 % (99 to 99.3). \"none\": "
        "a causal mask shows each token only itself and those before it; as tokens differ, that "
        "reveals their order at any length. sinusoidal: at the new positions its waves have "
        "combinations of values never seen in training. learned: rows of its table that were never "
        "trained are still noise. RoPE: its scores depend only on distances, and those that matter "
        "here were seen in training. ALiBi: its ramp continues evenly, so nearby tokens count "
        "most at any length.");
  CHECK(contains(grade.items[2].because, "learned 35.3 points"));
  CHECK(contains(grade.items[2].because, "each of your 2 seeds"));
}

TEST_CASE("lab, e13.2: a verdict on a wrong answer gives the right one") {
  const LabOutcome run = five_schemes();
  const auto because = [&](const char* item, const char* text) {
    const LabVerdict verdict = verdict_on("e13.2", run, item, text);
    CHECK(verdict.outcome == Outcome::wrong);
    return verdict.because;
  };
  CHECK(because("kept", "none,learned")
            .starts_with("Missing: RoPE and ALiBi. Wrong: learned. At length 32: "));
  CHECK(because("kept", "-").starts_with("Missing: \"none\", RoPE and ALiBi. "));
  CHECK(because("fell", "rope").starts_with("The answer is: learned. Losses: \"none\" 1.4 points"));
  CHECK(because("fell", "nobody").starts_with("The answer is: learned. "));
  CHECK(because("read", "60")
            .starts_with("Your 60 is 4.5 points too low. At length 32: learned 64.5 %"));
  CHECK(because("read", "67 %").starts_with("Your 67 is 2.5 points too high. "));
  CHECK(contains(because("read", "0.645"), "Answers are percentages."));
  CHECK(because("alibi", "no").starts_with("The answer is: yes, alone. "));
  CHECK(because("spread", "none").starts_with("The answer is: sinusoidal. From your lowest seed"));
  CHECK(because("why-none", "blind")
            .starts_with("The answer is: it learned the task: the causal mask"));
}

TEST_CASE("lab: numbers are read as elsewhere; an unreadable answer is free and says why") {
  const LabOutcome run = five_schemes();
  for (const char* text : {"64.5", "64,5", "64.5 %", " 66.4% ", "129/2", "62.5"}) {
    CAPTURE(text);
    CHECK(outcome_of("e13.2", run, "read", text) == Outcome::right);
  }
  for (const char* text : {"sixty", "64.5 % %", "%", "101", "-1", "1/0", "-"}) {
    CAPTURE(text);
    const LabVerdict verdict = verdict_on("e13.2", run, "read", text);
    CHECK(verdict.outcome == (std::string(text) == "-" ? Outcome::wrong : Outcome::unreadable));
    CHECK_FALSE(verdict.because.empty());
  }
  CHECK(verdict_on("e13.2", run, "read", "101").because ==
        "the answer must be a number from 0 to 100 but is 101");
  CHECK(verdict_on("e13.2", run, "fell", "everybody").outcome == Outcome::unreadable);
  CHECK(verdict_on("e13.2", run, "fell", "rope,learned").outcome == Outcome::unreadable);
  CHECK(verdict_on("e13.2", run, "kept", "none,").because == "there is no choice \"\"");
  const LabGrade blank = graded("e13.2", run, {{"read", "  "}});
  for (const LabVerdict& verdict : blank.items) {
    CHECK(verdict.outcome == Outcome::empty);
    CHECK(verdict.because.empty());
  }
  CHECK(graded("e13.2", run, {}).score == 0);
}

TEST_CASE("lab: an unreadable answer gets the same message before the run as after it") {
  LabOutcome before = five_schemes();
  before.seeds = 0;
  before.accuracies.clear();
  const auto unreadable_in = [&](const Answers& answers) {
    std::vector<std::string> all;
    const auto unreadable = *unreadable_of_lab("prediction", before, answers);
    for (const LabVerdict& verdict : unreadable) {
      CHECK(verdict.outcome == Outcome::unreadable);
      all.push_back(verdict.item + ": " + verdict.because);
    }
    return all;
  };
  CHECK(
      unreadable_in({{"guess-rope", "99,5 %"}, {"guess-none", "-"}, {"guess-alibi", " "}}).empty());
  CHECK(unreadable_in({{"guess-rope", "140"}, {"guess-none", "-5"}, {"guess-learned", "all"}}) ==
        std::vector<std::string>{
            "guess-none: the answer must be a number from 0 to 100 but is -5",
            "guess-learned: unknown name \"all\" at character 1; expected a number, pi, sin, cos, "
            "exp, sqrt or ln",
            "guess-rope: the answer must be a number from 0 to 100 but is 140"});
  const LabOutcome run = five_schemes();
  const auto after = *unreadable_of_lab("e13.2", run, {{"alibi", "maybe"}, {"read", "60"}});
  REQUIRE(after.size() == 1);
  CHECK(after[0].because == verdict_on("e13.2", run, "alibi", "maybe").because);
  CHECK(message(unreadable_of_lab("prediction", before, {{"winner", "rope"}})) ==
        "[lab] prediction does not ask for \"winner\"");
}

TEST_CASE("lab: a difference of less than a point, or in one of two seeds only, does not count") {
  const auto tied = [](double alibi_first, double alibi_second) {
    return lab(
        "order", {8, 32}, 8, 0.5,
        {{"rope", {{1, 0.95}, {1, 0.95}}}, {"alibi", {{1, alibi_first}, {1, alibi_second}}}});
  };
  using Right = std::set<std::string>;
  CHECK(right_of("e13.2", tied(0.97, 0.96), "alibi") == Right{"alone"});
  CHECK(right_of("e13.2", tied(0.99, 0.949), "alibi") == Right{"shared"});
  CHECK(right_of("e13.2", tied(0.955, 0.959), "alibi") == Right{"shared"});
  CHECK(right_of("e13.2", tied(0.96, 0.96), "alibi") == Right{"alone"});
  CHECK(right_of("e13.2", tied(0.93, 0.93), "alibi") == Right{"no"});
  // Both lose five points or so: either counts.
  CHECK(right_of("e13.2", tied(0.955, 0.949), "fell") == Right{"alibi", "rope"});
  CHECK(right_of("e13.2", tied(0.93, 0.93), "fell") == Right{"alibi"});
  const LabOutcome steady =
      lab("copy", {8, 32}, 8, 0.1, {{"none", {{0.99, 0.985}}}, {"rope", {{1, 0.995}}}});
  CHECK(right_of("e13.2", steady, "fell") == Right{"nobody"});
  // The verdict says how often chance does that: equally likely signs, all alike.
  CHECK(contains(verdict_on("e13.2", tied(0.97, 0.96), "alibi", "alone").because,
                 "chance alone puts one ahead in all 2 seeds 1 time in 2."));
  const LabOutcome three = lab(
      "order", {8, 32}, 8, 0.5,
      {{"rope", {{1, 0.95}, {1, 0.95}, {1, 0.95}}}, {"alibi", {{1, 0.97}, {1, 0.97}, {1, 0.98}}}});
  CHECK(contains(verdict_on("e13.2", three, "alibi", "alone").because,
                 "in all 3 seeds 1 time in 4."));
}

TEST_CASE("lab: one seed has no spread, and the verdict says so") {
  const LabOutcome run =
      lab("order", {8, 32}, 8, 0.5, {{"rope", {{1, 0.95}}}, {"alibi", {{1, 0.97}}}});
  CHECK(question_ids("e13.2", run) ==
        std::vector<std::string>{"learned", "kept", "fell", "read", "alibi"});
  CHECK(contains(verdict_on("e13.2", run, "alibi", "alone").because, "one seed shows no spread"));
  CHECK(contains(verdict_on("e13.2", run, "kept", "-").because, "RoPE 95 % and ALiBi 97 %."));
}

TEST_CASE("lab: near 90 % counts either way") {
  const LabOutcome run =
      lab("order", {8, 32}, 8, 0.5,
          {{"rope", {{1, 0.904}}}, {"alibi", {{1, 0.906}}}, {"t5", {{1, 0.894}}}});
  for (const char* text : {"alibi", "rope,alibi"})
    CHECK(outcome_of("e13.2", run, "kept", text) == Outcome::right);
  for (const char* text : {"rope", "alibi,t5"})
    CHECK(outcome_of("e13.2", run, "kept", text) == Outcome::wrong);
}

TEST_CASE("lab: a model without an answer is behind all others, and loses most") {
  const LabOutcome run =
      lab("previous", {16, 64}, 16, 0.06,
          {{"sinusoidal", {{1, 0.09}, {1, 0.08}}}, {"learned", {{1, no_answer}, {1, no_answer}}}});
  CHECK(right_of("longer", run, "silent") == std::set<std::string>{"learned"});
  CHECK(outcome_of("longer", run, "kept", "-") == Outcome::right);
  CHECK(right_of("longer", run, "fell") == std::set<std::string>{"learned"});
  CHECK(contains(verdict_on("longer", run, "fell", "learned").because, "learned (no answer left)"));
  // What has no answer cannot be read off.
  const auto questions = lab_questions("e13.2", run);
  REQUIRE(questions);
  for (const LabQuestion& question : *questions) {
    if (question.id == "read") CHECK(contains(question.text, "sinusoidal"));
  }
  CHECK(outcome_of("longer", five_schemes(), "silent", "-") == Outcome::right);
  CHECK(outcome_of("longer", five_schemes(), "silent", "learned") == Outcome::wrong);

  const Answers right{{"guess-sinusoidal", "8"}, {"guess-learned", "-"}};
  CHECK(graded("prediction", run, right).score == 3);
  const Answers nothing{{"guess-sinusoidal", "-"}, {"guess-learned", "-"}};
  CHECK(graded("prediction", run, nothing).items.back().outcome == Outcome::wrong);
  CHECK(outcome_of("prediction", run, "guess-learned", "50") == Outcome::wrong);
  CHECK(outcome_of("prediction", run, "guess-sinusoidal", "-") == Outcome::wrong);
}

TEST_CASE("lab: why none could learn it follows from its numbers and the direction") {
  const auto with = [](const char* task, double accuracy) {
    return right_of("e13.2",
                    lab(task, {8, 32}, 8, 0.5, {{"none", {{accuracy, 0.5}}}, {"rope", {{1, 0.9}}}}),
                    "why-none");
  };
  using Right = std::set<std::string>;
  CHECK(with("order", 0.98) == Right{"mask"});
  CHECK(with("order", 0.902) == Right{"mask", "steps"});
  CHECK(with("order", 0.5) == Right{"steps"});
  CHECK(with("order-bidirectional", 0.5) == Right{"blind"});
  CHECK(with("order-bidirectional", 0.519) == Right{"blind"});
  CHECK(with("order-bidirectional", 0.6) == Right{"steps"});
  CHECK(with("copy", 0.98).empty());
}

TEST_CASE("lab: why a scheme learned or not follows from the direction of the task") {
  const auto because_in = [](const char* task) {
    const LabOutcome run = lab(task, {8, 32}, 8, 0.5,
                               {{"none", {{task == std::string("order") ? 0.99 : 0.5, 0.5}}},
                                {"alibi", {{0.8, 0.55}}},
                                {"alibi-directional", {{1, 0.998}}}});
    return verdict_on("e13.2", run, "learned", "-").because;
  };
  CHECK(contains(because_in("order"),
                 "\"none\": a causal mask shows each token only itself and those before it"));
  CHECK_FALSE(contains(because_in("order"), "which side"));
  CHECK(contains(because_in("order-bidirectional"),
                 "\"none\": without positions or a mask, all orders"));
  CHECK(contains(because_in("order-bidirectional"),
                 "ALiBi: its ramp shows how far away a token is, but not on which side."));
  CHECK(contains(because_in("order-bidirectional"), "looking one way is what solves the task"));
}

TEST_CASE("lab: direction and need are those of the task, whatever its name looks like") {
  const std::string no_mask = "without positions or a mask";
  for (const TaskFacts& facts : task_facts) {
    CAPTURE(facts.name);
    const LabOutcome failed = lab(std::string(facts.name), {8, 16}, 8, 0.1,
                                  {{"none", {{0.2, 0.1}}}, {"alibi", {{0.3, 0.2}}}});
    const std::string because = verdict_on("e13.2", failed, "learned", "-").because;
    const TaskNeed need = need_of(facts.examples);
    const bool needs_positions =
        facts.direction == Direction::bidirectional && need != TaskNeed::nothing;
    CHECK((because.find(no_mask) != std::string::npos) == needs_positions);

    const LabOutcome waves =
        lab(std::string(facts.name), {8}, 8, 0.1, {{"sinusoidal", {{1}}}, {"rope", {{0.5}}}});
    const auto questions = lab_questions("practice-5", waves);
    REQUIRE(questions);
    const bool asked = std::ranges::count(*questions, "asks", &LabQuestion::id) > 0;
    CHECK(asked == (need == TaskNeed::place || need == TaskNeed::distance));
  }
}

TEST_CASE("lab: direction and need that come with the outcome count; a task unknown has none") {
  LabOutcome failed =
      lab("of my own", {8, 16}, 8, 0.1, {{"none", {{0.2, 0.1}}}, {"alibi", {{0.3, 0.2}}}});
  const auto because = [&] { return verdict_on("e13.2", failed, "learned", "-").because; };
  CHECK(because().find("without positions or a mask") == std::string::npos);
  failed.direction = Direction::bidirectional;
  failed.needs = TaskNeed::order;
  CHECK(because().find("without positions or a mask") != std::string::npos);
  failed.task = "reverse";
  failed.direction = Direction::causal;
  CHECK(because().find("without positions or a mask") == std::string::npos);
}

TEST_CASE("lab, prediction: questions before the run; right, near or off, and which comes first") {
  LabOutcome before = five_schemes();
  before.seeds = 0;
  before.accuracies.clear();
  const auto questions = lab_questions("prediction", before);
  REQUIRE(questions);
  CHECK(questions->size() == 5);
  CHECK(questions->front().id == "guess-none");
  CHECK(questions->front().kind == LabKind::percent);
  CHECK(questions->front().text == "none at length 16");
  CHECK(message(grade_lab("prediction", before, {})) ==
        "[lab] prediction needs a finished run before it is graded: seeds is 0");

  const LabOutcome run = five_schemes();
  const auto outcome = [&](const char* scheme, const char* text) {
    return outcome_of("prediction", run, std::string("guess-") + scheme, text);
  };
  CHECK(outcome("none", "95") == Outcome::right);
  CHECK(outcome("none", "94") == Outcome::form);
  CHECK(outcome("none", "85") == Outcome::form);
  CHECK(outcome("none", "84") == Outcome::wrong);
  // Its two seeds are ten points apart.
  CHECK(outcome("sinusoidal", "84") == Outcome::right);
  CHECK(outcome("sinusoidal", "83") == Outcome::form);
  CHECK(verdict_on("prediction", run, "guess-none", "50")
            .because.starts_with(
                "Your 50 is 49.6 points too low. At length 16: \"none\" 99.6 % (99.5 "
                "to 99.7). \"none\": a causal mask"));

  Answers answers{{"guess-none", "50"},
                  {"guess-sinusoidal", "90"},
                  {"guess-learned", "80"},
                  {"guess-rope", "95"},
                  {"guess-alibi", "95"}};
  LabGrade grade = graded("prediction", run, answers);
  CHECK(grade.max == 6);
  REQUIRE(grade.items.back().item == "winner");
  CHECK(grade.items.back().outcome == Outcome::right);
  CHECK(
      grade.items.back().because.starts_with("First in your guess: RoPE and ALiBi. First in your "
                                             "run: \"none\", RoPE and ALiBi. At length 16: "));
  answers["guess-learned"] = "95";
  CHECK(graded("prediction", run, answers).items.back().outcome == Outcome::wrong);
  for (const char* text : {"", "most"}) {
    answers["guess-learned"] = text;
    CHECK(graded("prediction", run, answers).items.back().outcome == Outcome::empty);
  }
  CHECK(message(grade_lab("prediction", run, {{"winner", "rope"}})) ==
        "[lab] prediction does not ask for \"winner\"");
  const LabOutcome alone = lab("order", {8}, 8, 0.5, {{"none", {{0.9}}}});
  CHECK(graded("prediction", alone, {{"guess-none", "90"}}).max == 1);
}

TEST_CASE("lab, practice 3: the cost in points, whether positions are needed, and the ceiling") {
  const LabOutcome run = reversed();
  CHECK(question_ids("practice-3", run) == std::vector<std::string>{"cost", "needs", "ceiling"});
  const LabGrade grade =
      graded("practice-3", run, {{"cost", "85"}, {"needs", "yes"}, {"ceiling", "100/7"}});
  CHECK(grade.score == 3);
  CHECK(contains(grade.items[0].because, "Going from sinusoidal to \"none\" costs 85 points."));
  CHECK(contains(grade.items[2].because, "It is 14.3 %; \"none\" got 14.5 %."));
  CHECK(contains(grade.items[2].because, "luck with the test examples"));
  CHECK(outcome_of("practice-3", run, "ceiling", "12.5") == Outcome::wrong);
  CHECK(outcome_of("practice-3", run, "cost", "82.9") == Outcome::wrong);

  LabOutcome count = lab("count", {8}, 8, 0.6,
                         {{"learned", {{0.77}}}, {"none", {{0.989}}}, {"sinusoidal", {{0.971}}}});
  CHECK(question_ids("practice-3", count) == std::vector<std::string>{"cost", "needs"});
  CHECK(outcome_of("practice-3", count, "cost", "-1.8") == Outcome::right);
  CHECK(outcome_of("practice-3", count, "cost", "-101") == Outcome::unreadable);
  CHECK(right_of("practice-3", count, "needs") == std::set<std::string>{"no"});
  const LabOutcome untrained = lab(
      "reverse", {8}, 8, 0.1, {{"none", {{0.1}}}, {"sinusoidal", {{0.105}}}, {"learned", {{0.1}}}});
  CHECK(right_of("practice-3", untrained, "needs") == std::set<std::string>{"open"});
}

TEST_CASE("lab, practice 4: a hybrid and its parts, by the numbers of the run") {
  using Right = std::set<std::string>;
  const auto with = [](std::vector<double> hybrid, std::vector<double> sinusoidal,
                       std::vector<double> learned) {
    return lab("previous", {16, 64}, 16, 0.06,
               {{"hybrid", {std::move(hybrid)}},
                {"sinusoidal", {std::move(sinusoidal)}},
                {"learned", {std::move(learned)}}});
  };
  CHECK(right_of("practice-4", with({1, 0.1}, {0.9, 0.3}, {0.8, 0.1}), "trained") ==
        Right{"ahead"});
  CHECK(right_of("practice-4", with({1, 0.1}, {1, 0.3}, {0.999, 0.1}), "trained") == Right{"both"});
  CHECK(right_of("practice-4", with({0.9, 0.1}, {0.9, 0.3}, {1, 0.1}), "trained") ==
        Right{"sinusoidal"});
  CHECK(right_of("practice-4", with({0.9, 0.1}, {0.8, 0.3}, {0.9, 0.1}), "trained") ==
        Right{"learned"});
  CHECK(right_of("practice-4", with({0.9, 0.1}, {0.8, 0.3}, {1, 0.1}), "trained") ==
        Right{"other"});
  CHECK(right_of("practice-4", with({0.7, 0.1}, {0.8, 0.3}, {1, 0.1}), "trained") ==
        Right{"other"});

  CHECK(right_of("practice-4", with({1, 0.1}, {1, 0.3}, {1, 0.12}), "beyond") == Right{"learned"});
  CHECK(right_of("practice-4", with({1, 0.3}, {1, 0.31}, {1, 0.1}), "beyond") ==
        Right{"sinusoidal"});
  CHECK(right_of("practice-4", with({1, 0.2}, {1, 0.1}, {1, 0.3}), "beyond") ==
        Right{"learned", "sinusoidal"});
  CHECK(right_of("practice-4", with({1, no_answer}, {1, 0.1}, {1, no_answer}), "beyond") ==
        Right{"learned"});
  CHECK(question_ids("practice-4", reversed()) == std::vector<std::string>{"trained"});
}

TEST_CASE("lab, practice 5: RoPE against waves, and whether the task needs places or distances") {
  using Right = std::set<std::string>;
  CHECK(question_ids("practice-5", reversed()) == std::vector<std::string>{"trained", "asks"});
  CHECK(right_of("practice-5", reversed(), "trained") == Right{"sinusoidal"});
  CHECK(verdict_on("practice-5", reversed(), "trained", "rope")
            .because.ends_with("RoPE: it knows distances, but the task asks for a place."));
  CHECK(right_of("practice-5", reversed(), "asks") == Right{"place"});
  const LabOutcome previous =
      lab("previous", {16, 64}, 16, 0.06,
          {{"rope", {{1, 0.5}, {1, 0.4}}}, {"sinusoidal", {{1, 0.1}, {0.99, 0.1}}}});
  CHECK(right_of("practice-5", previous, "trained") == Right{"neither"});
  CHECK(right_of("practice-5", previous, "longest") == Right{"rope"});
  CHECK(right_of("practice-5", previous, "asks") == Right{"distance"});
  CHECK(question_ids("practice-5", five_schemes()) ==
        std::vector<std::string>{"trained", "longest"});
}

namespace {

/// Bits per character of schemes on a text, [scheme][seed][length].
LabOutcome on_text(const std::vector<LabRow>& rows) {
  LabOutcome made = lab("text", {64, 128, 256, 512}, 64, 0, rows);
  made.bits = LabBits{std::exchange(made.accuracies, {}), 4.29, 3.44};
  return made;
}

/// As PyTorch's runs on Moby-Dick came out.
LabOutcome on_the_book() {
  return on_text({{"none", {{3.14, 3.33, 3.39, 3.43}, {3.16, 3.35, 3.4, 3.45}}},
                  {"sinusoidal", {{2.57, 4.41, 4.46, 4.41}, {2.57, 4.43, 4.41, 4.43}}},
                  {"learned", {{2.68, 4.36, 4.32, 4.29}, {2.72, 4.39, 4.33, 4.33}}},
                  {"rope", {{2.45, 2.71, 4.01, 4.73}, {2.42, 2.68, 3.91, 4.48}}},
                  {"alibi", {{2.58, 2.55, 2.56, 2.56}, {2.58, 2.56, 2.56, 2.56}}}});
}

}  // namespace

TEST_CASE("lab, text: the book answered by hand, in bits, where fewer are better") {
  const LabOutcome run = on_the_book();
  CHECK(question_ids("text", run) ==
        std::vector<std::string>{"within", "flat", "single", "fell", "read"});
  const LabGrade grade = graded("text", run,
                                {{"within", "rope"},
                                 {"flat", "alibi"},
                                 {"single", "sinusoidal,learned,rope"},
                                 {"fell", "rope"},
                                 {"read", "2,7 bits"}});
  CHECK(grade.score == 5);
  CHECK(
      contains(grade.items[0].because, "Bits per character at length 64: \"none\" 3.15 (3.14 to"));
  CHECK(contains(grade.items[0].because, "its mean is at least 0.05 bits"));
  CHECK(contains(grade.items[1].because, "ALiBi: its ramp continues evenly"));
  CHECK(contains(grade.items[1].because, "RoPE: at distances longer than in training"));
  CHECK(contains(grade.items[2].because, "knowing the character before takes it to 3.44 bits."));
  CHECK(contains(grade.items[3].because, "ALiBi -0.02 bits"));
  CHECK(verdict_on("text", run, "read", "3.195")
            .because.starts_with("Your 3.195 is 0.5 bits too high."));
  CHECK(outcome_of("text", run, "read", "270 %") == Outcome::unreadable);
  CHECK(verdict_on("text", run, "read", "101").because ==
        "the answer must be a number from 0 to 100 but is 101");
  CHECK(right_of("text", run, "within") == Names{"rope"});

  // A value at the limit counts either way; a scheme without an answer is neither flat nor at the level.
  const LabOutcome near = on_text({{"alibi", {{2.5, 2.6, 2.6, 2.61}}},
                                   {"learned", {{2.6, 4.3, no_answer, no_answer}}},
                                   {"none", {{2.54, 4.3, 4.3, 4.08}}}});
  CHECK(outcome_of("text", near, "flat", "alibi") == Outcome::right);
  CHECK(outcome_of("text", near, "flat", "-") == Outcome::right);
  CHECK(outcome_of("text", near, "flat", "learned") == Outcome::wrong);
  CHECK(outcome_of("text", near, "single", "none") == Outcome::right);
  CHECK(outcome_of("text", near, "single", "-") == Outcome::right);
  CHECK(right_of("text", near, "within") == Names{"alibi", "none"});
  CHECK(right_of("text", near, "fell") == Names{"learned"});
}

TEST_CASE("lab, text: a run may need any number of bits, an answer at most 100") {
  const LabOutcome run = on_text({{"rope", {{2.45, 2.71, 4.01, 120}}},
                                  {"learned", {{2.6, 4.3, no_answer, no_answer}}},
                                  {"alibi", {{2.58, 2.55, 2.56, 2.56}}}});
  REQUIRE(lab_questions("text", run));
  const auto because = verdict_on("text", run, "fell", "learned").because;
  CHECK(contains(because, "RoPE 117.55 bits"));
  CHECK(right_of("text", run, "fell") == Names{"learned"});
  CHECK(verdict_on("text", run, "read", "120").because ==
        "the answer must be a number from 0 to 100 but is 120");
  LabOutcome infinite = run;
  infinite.bits->values[3] = INFINITY;
  CHECK_FALSE(lab_questions("text", infinite));
}

TEST_CASE("lab, prediction of bits: within 0.3 or what the seeds are apart, near within 0.8") {
  const LabOutcome run = on_the_book();
  CHECK((*lab_questions("prediction", run))[3].kind == LabKind::bits);
  const auto outcome = [&](const char* text) {
    return outcome_of("prediction", run, "guess-rope", text);
  };
  CHECK(outcome("2.99") == Outcome::right);
  CHECK(outcome("2.3") == Outcome::form);
  CHECK(outcome("3.6") == Outcome::wrong);
  CHECK(outcome("-") == Outcome::wrong);
  Answers answers{{"guess-none", "3"},
                  {"guess-sinusoidal", "3"},
                  {"guess-learned", "-"},
                  {"guess-rope", "2.5"},
                  {"guess-alibi", "2.4"}};
  CHECK(graded("prediction", run, answers).items.back().outcome == Outcome::right);
  answers["guess-rope"] = "2.3";
  const LabVerdict winner = graded("prediction", run, answers).items.back();
  CHECK(winner.outcome == Outcome::wrong);
  CHECK(winner.because.starts_with("First in your guess: RoPE. First in your run: ALiBi. "));
  for (auto& [item, text] : answers) text = "-";
  CHECK(graded("prediction", run, answers).items.back().outcome == Outcome::wrong);
}

TEST_CASE("lab, layers: mixes of schemes, against RoPE in every layer") {
  const LabOutcome run = on_text({{"rope/none", {{2.5, 2.6, 3.9, 4.4}, {2.5, 2.5, 3.9, 4.6}}},
                                  {"rope", {{2.45, 2.71, 4.01, 4.73}, {2.42, 2.68, 3.91, 4.48}}},
                                  {"none/rope", {{2.6, 2.7, 3.8, 4}, {2.6, 2.7, 3.8, 4}}}});
  CHECK(question_ids("layers", run) == std::vector<std::string>{"within", "twice", "longest"});
  CHECK(right_of("layers", run, "within") == Names{"rope"});
  CHECK(outcome_of("layers", run, "twice", "rope/none") == Outcome::right);
  CHECK(outcome_of("layers", run, "longest", "none/rope") == Outcome::right);
  CHECK(verdict_on("layers", run, "longest", "none/rope")
            .because.starts_with("Bits per character at length 512: RoPE 4.61 (4.48 to 4.73), "
                                 "RoPE/none 4.5 (4.4 to 4.6) and none/RoPE 4 (4 to 4)."));
  // A mix can be guessed about, on any task.
  LabOutcome on_order = lab("order", {8, 32}, 8, 0.5, {{"none/alibi", {{1, 0.95}}}});
  CHECK(question_ids("prediction", on_order) == std::vector<std::string>{"guess-none/alibi"});
  CHECK(message(lab_questions("layers", on_order)) ==
        "[lab] layers needs a run on text, which measures bits per character");
  CHECK(message(lab_questions("e13.2", run)) == "[lab] e13.2 needs a run that measures accuracy");
  CHECK(message(lab_questions("layers", on_the_book())) ==
        "[lab] layers needs RoPE in every layer and a mix of schemes in one run");
  on_order.schemes[0] = "none/";
  CHECK(message(lab_questions("prediction", on_order))
            .starts_with("[lab] each layer of the scheme none/ must be \"none\", "));
}

TEST_CASE("lab: an error names what a set lacks") {
  const LabOutcome run = five_schemes();
  CHECK(message(lab_questions("practice-4", run)) ==
        "[lab] practice-4 needs the schemes hybrid, sinusoidal and learned in one run");
  CHECK(message(lab_questions("practice-4", lab("reverse", {16}, 8, 0.1, {{"none", {{0.1}}}}))) ==
        "[lab] practice-4 needs a tested length that was trained on");
  CHECK(message(lab_questions("longer", reversed())) ==
        "[lab] longer needs a tested length beyond those trained on");
  CHECK(message(lab_questions("e13.2", lab("order", {8, 16}, 8, 0.5, {{"none", {{1, 1}}}}))) ==
        "[lab] e13.2 needs two schemes or more");
  CHECK(message(
            lab_questions("e13.2", lab("order", {8, 16}, 8, 0.5, {{"none", {}}, {"rope", {}}}))) ==
        "[lab] e13.2 needs a finished run: seeds is 0");
  CHECK(
      message(lab_questions("practice-5", lab("reverse", {8}, 8, 0.1,
                                              {{"rope", {{no_answer}}}, {"sinusoidal", {{1}}}}))) ==
      "[lab] practice-5 needs an answer from rope at length 8");
  CHECK(message(lab_questions("e13", run)) ==
        "[lab] the set must be \"prediction\", \"e13.2\", \"practice-3\", \"practice-4\", "
        "\"practice-5\", \"longer\", \"text\" or \"layers\" but got \"e13\"");
}

TEST_CASE("lab: an outcome that cannot be is an error") {
  const auto error_with = [](const auto& change) {
    LabOutcome run = five_schemes();
    change(run);
    CHECK(message(grade_lab("e13.2", run, {})) == message(lab_questions("prediction", run)));
    return message(lab_questions("e13.2", run));
  };
  CHECK(error_with([](LabOutcome& run) { run.schemes.clear(); }) ==
        "[lab] there must be at least one scheme but there are 0");
  CHECK(error_with([](LabOutcome& run) { run.lengths.clear(); }) ==
        "[lab] there must be at least one length but there are 0");
  CHECK(error_with([](LabOutcome& run) { run.lengths[1] = 4; }) ==
        "[lab] lengths must be increasing whole numbers above 0 but got 4");
  CHECK(error_with([](LabOutcome& run) { run.lengths[0] = 0; }) ==
        "[lab] lengths must be increasing whole numbers above 0 but got 0");
  CHECK(error_with([](LabOutcome& run) { run.train_longest = 7.5; }) ==
        "[lab] the longest length trained on must be a whole number above 0 but got 7.5");
  CHECK(error_with([](LabOutcome& run) { run.chance = no_answer; }) ==
        "[lab] chance must be from 0 to 1 but got nan");
  CHECK(error_with([](LabOutcome& run) { run.ceiling = 50; }) ==
        "[lab] the ceiling must be from 0 to 1 but got 50");
  CHECK(error_with([](LabOutcome& run) { run.seeds = -1; }) ==
        "[lab] seeds must be a whole number of at least 0 but got -1");
  CHECK(error_with([](LabOutcome& run) { run.seeds = 3; }) ==
        "[lab] there must be schemes x seeds x lengths = 5 x 3 x 4 accuracies but there are 40");
  CHECK(error_with([](LabOutcome& run) { run.accuracies[3] = 98.2; }) ==
        "[lab] an accuracy must be from 0 to 1 or NaN but got 98.2");
  CHECK(error_with([](LabOutcome& run) {
          run.schemes[0] = "RoPE";
        }).starts_with("[lab] scheme must be \"none\", "));
  CHECK(error_with([](LabOutcome& run) { run.bits = LabBits{run.accuracies, 4, 3}; }) ==
        "[lab] a run that measures bits must have no accuracies but has 40");
  CHECK(error_with([](LabOutcome& run) {
          run.bits = LabBits{std::exchange(run.accuracies, {}), -4, 3};
        }) == "[lab] a level in bits must be a finite number of at least 0 but got -4");
  CHECK(error_with([](LabOutcome& run) { run.bits = LabBits{{}, 4, 3}, run.accuracies.clear(); }) ==
        "[lab] there must be schemes x seeds x lengths = 5 x 2 x 4 numbers of bits but there are "
        "0");
  CHECK(error_with([](LabOutcome& run) { run.schemes[0] = "rope"; }) ==
        "[lab] every scheme must occur once but rope occurs twice");
}

namespace {

constexpr const char* lab_sets[] = {"prediction", "e13.2",      "practice-3",
                                    "practice-4", "practice-5", "longer"};

/// Any outcome; every fifth accuracy is missing in every third.
LabOutcome any_lab(Random& random) {
  std::vector<std::string> names;
  for (const SchemeFacts& facts : scheme_facts) {
    if (facts.scheme != Scheme::custom) names.emplace_back(facts.name);
  }
  const char* const tasks[] = {"order", "order-bidirectional", "reverse", "previous", "count",
                               "mine"};
  const std::size_t seeds = 1 + random.below(4);
  const bool has_holes = random.below(3) == 0;
  std::vector<LabRow> rows;
  for (const std::string& name : names) {
    LabRow row{name, {}};
    // Some are near each other, near 90 %, or all alike.
    const double level = random.below(2) == 0 ? 0.9 : random.uniform();
    const double width = random.below(3) == 0 ? 0 : 0.1 * random.uniform();
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      std::vector<double> all;
      for (int length = 0; length < 4; ++length) {
        const bool is_hole = has_holes && length > 1 && random.below(5) == 0;
        const double value = level - 0.1 * length * width + width * (random.uniform() - 0.5);
        all.push_back(is_hole ? no_answer : std::round(std::clamp(value, 0.0, 1.0) * 256) / 256);
      }
      row.seeds.push_back(std::move(all));
    }
    rows.push_back(std::move(row));
  }
  LabOutcome made = lab(tasks[random.below(6)], {4, 8, 16, 32}, 8, 0.5, rows);
  made.ceiling = random.uniform();
  return made;
}

double accuracy_of(const LabOutcome& run, std::size_t scheme, std::size_t seed,
                   std::size_t length) {
  const auto seeds = static_cast<std::size_t>(run.seeds);
  return run.accuracies[(scheme * seeds + seed) * run.lengths.size() + length];
}

double mean_of(const LabOutcome& run, const std::string& scheme, std::size_t length) {
  const auto at =
      static_cast<std::size_t>(std::ranges::find(run.schemes, scheme) - run.schemes.begin());
  double sum = 0;
  for (std::size_t seed = 0; seed < static_cast<std::size_t>(run.seeds); ++seed) {
    sum += accuracy_of(run, at, seed, length);
  }
  return sum / run.seeds;
}

/// The same run with its schemes and seeds in another order.
LabOutcome reordered(const LabOutcome& run, Random& random) {
  std::vector<std::size_t> schemes(run.schemes.size());
  std::vector<std::size_t> seeds(static_cast<std::size_t>(run.seeds));
  for (auto* order : {&schemes, &seeds}) {
    for (std::size_t n = 0; n < order->size(); ++n) (*order)[n] = n;
    for (std::size_t n = order->size(); n > 1; --n)
      std::swap((*order)[n - 1], (*order)[random.below(n)]);
  }
  LabOutcome made = run;
  made.accuracies.clear();
  for (std::size_t scheme = 0; scheme < schemes.size(); ++scheme) {
    made.schemes[scheme] = run.schemes[schemes[scheme]];
    for (const std::size_t seed : seeds) {
      for (std::size_t length = 0; length < run.lengths.size(); ++length) {
        made.accuracies.push_back(accuracy_of(run, schemes[scheme], seed, length));
      }
    }
  }
  return made;
}

/// Number of the text, as a reader would copy it.
std::string read_off(double share) {
  return std::isnan(share) ? "-" : format_number(std::round(share * 1e4) / 100);
}

std::string any_answer(Random& random, const LabQuestion& question) {
  return question.choices.empty() ? format_number(static_cast<double>(random.below(101)))
                                  : question.choices[random.below(question.choices.size())].id;
}

/// The words of a code; empty if there are none.
std::string_view words_with(const std::string& code) {
  for (const SchemeFacts& facts : scheme_facts) {
    const std::string name(facts.name);
    if (code == "fell-" + name) return facts.fell;
    if (code == "held-" + name) return facts.held;
  }
  const auto phrase = std::ranges::find(lab_phrases, code, &Phrase::code);
  return phrase == lab_phrases.end() ? std::string_view() : phrase->words;
}

/// Whether a text is these phrases with a space between them, and something at each of their places.
bool is_made_of(const std::string& text, const std::vector<std::string>& codes) {
  std::vector<std::string> pieces{""};
  for (const std::string& code : codes) {
    const std::string_view words = words_with(code);
    if (words.empty()) return false;
    if (pieces.size() > 1 || !pieces.back().empty()) pieces.back() += ' ';
    for (std::size_t at = 0; at < words.size(); ++at) {
      if (place_at(words, at) == 0) {
        pieces.back() += words[at];
      } else {
        pieces.emplace_back();
        at += 2;
      }
    }
  }
  if (pieces.size() == 1) return text == pieces[0];
  if (!text.starts_with(pieces.front()) || !text.ends_with(pieces.back())) return false;
  std::size_t at = pieces.front().size();
  for (std::size_t n = 1; n + 1 < pieces.size() && at != std::string::npos; ++n) {
    at = text.find(pieces[n], at);
    if (at != std::string::npos) at += pieces[n].size();
  }
  return at != std::string::npos && at + pieces.back().size() <= text.size();
}

/// The right answer, worked out here by the rules in lab.hpp.
std::string right_answer(const std::string& set, const LabOutcome& run,
                         const LabQuestion& question) {
  const std::string& id = question.id;
  if (question.kind == LabKind::one) {
    const std::set<std::string> right = right_choices(set, run, question);
    REQUIRE_FALSE(right.empty());
    return *right.begin();
  }
  if (question.kind == LabKind::several) {
    std::string all;
    for (const std::string& scheme : run.schemes) {
      const double at_trained = mean_of(run, scheme, 1);
      const double at_longest = mean_of(run, scheme, 3);
      const bool is_right = id == "silent"    ? std::isnan(at_longest)
                            : id == "learned" ? at_trained >= 0.9
                                              : at_longest >= 0.9;
      if (is_right) all += (all.empty() ? "" : ",") + scheme;
    }
    return all.empty() ? "-" : all;
  }
  if (id == "ceiling") return read_off(*run.ceiling);
  if (id == "cost") {
    return read_off(std::max(mean_of(run, "sinusoidal", 1), mean_of(run, "learned", 1)) -
                    mean_of(run, "none", 1));
  }
  if (id == "read") {
    for (const std::string& scheme : run.schemes) {
      const std::string shown =
          scheme == "none" ? "\"none\"" : std::string(facts_of(*to_scheme(scheme)).title);
      if (contains(question.text, "is " + shown + " right"))
        return read_off(mean_of(run, scheme, 3));
    }
    FAIL("the question names no scheme: " << question.text);
  }
  return read_off(mean_of(run, id.substr(std::string("guess-").size()), 2));
}

}  // namespace

TEST_CASE("lab: no two phrases have the same code") { CHECK(has_distinct_codes(lab_phrases)); }

TEST_CASE("lab: the reasons of a verdict are the codes of its sentences, in order") {
  Random random(7);
  std::set<std::string> seen;
  for (int n = 0; n < 100; ++n) {
    CAPTURE(n);
    const LabOutcome run = any_lab(random);
    for (const std::string set : lab_sets) {
      CAPTURE(set);
      const auto questions = lab_questions(set, run);
      REQUIRE(questions);
      Answers answers;
      for (const LabQuestion& question : *questions) {
        answers[question.id] = random.below(9) == 0 ? "101" : any_answer(random, question);
      }
      const LabGrade grade = graded(set, run, answers);
      for (const LabVerdict& verdict : grade.items) {
        CAPTURE(verdict.item);
        CAPTURE(verdict.because);
        CHECK(is_made_of(verdict.because, verdict.reasons));
        seen.insert(verdict.reasons.begin(), verdict.reasons.end());
      }
    }
  }
  for (const char* code : {"answer-extra", "figures", "rule-seeds", "rule-one-seed", "fell-rope",
                           "held-alibi", "spread", "needs-positions", "winner-run"}) {
    CAPTURE(code);
    CHECK(seen.contains(code));
  }
  CHECK(verdict_on("e13.2", five_schemes(), "fell", "rope").reasons ==
        std::vector<std::string>{"answer-is", "lost", "fell-learned", "rule-seeds"});
  CHECK(verdict_on("e13.2", five_schemes(), "read", "x").reasons.empty());
}

TEST_CASE(
    "lab: any run, read as it came out, has all of it right; the order of schemes and seeds "
    "changes nothing") {
  Random random(5);
  for (int n = 0; n < 200; ++n) {
    CAPTURE(n);
    const LabOutcome run = any_lab(random);
    const LabOutcome other = reordered(run, random);
    for (const std::string set : lab_sets) {
      CAPTURE(set);
      const auto questions = lab_questions(set, run);
      REQUIRE(questions);
      Answers right;
      Answers any;
      for (const LabQuestion& question : *questions) {
        right[question.id] = right_answer(set, run, question);
        any[question.id] = any_answer(random, question);
      }
      const LabGrade full = graded(set, run, right);
      for (const LabVerdict& verdict : full.items) {
        CAPTURE(verdict.item);
        CAPTURE(verdict.because);
        CHECK(verdict.outcome == Outcome::right);
      }
      const auto others = lab_questions(set, other);
      REQUIRE(others);
      REQUIRE(others->size() == questions->size());
      for (const Answers& answers : {right, any}) {
        const LabGrade grade = graded(set, run, answers);
        const LabGrade again = graded(set, other, answers);
        CHECK(grade.score == again.score);
        for (std::size_t item = 0; item < grade.items.size(); ++item) {
          CAPTURE(grade.items[item].item);
          CHECK(grade.items[item].item == again.items[item].item);
          CHECK(grade.items[item].outcome == again.items[item].outcome);
        }
      }
    }
  }
}

TEST_CASE("lab: in any run, which scheme is ahead of which follows the rule") {
  Random random(6);
  for (int n = 0; n < 200; ++n) {
    CAPTURE(n);
    const LabOutcome run = any_lab(random);
    const auto ahead = [&](std::size_t x, std::size_t y) {
      int higher = 0;
      double sum = 0;
      for (std::size_t seed = 0; seed < static_cast<std::size_t>(run.seeds); ++seed) {
        const double a = accuracy_of(run, x, seed, 3);
        const double b = accuracy_of(run, y, seed, 3);
        higher += a > b ? 1 : 0;
        sum += a - b;
      }
      const bool has_x = !std::isnan(mean_of(run, run.schemes[x], 3));
      const bool has_y = !std::isnan(mean_of(run, run.schemes[y], 3));
      if (!has_x || !has_y) return has_x && !has_y;
      return higher == static_cast<int>(run.seeds) && sum / run.seeds > 0.01 - 1e-9;
    };
    std::set<std::string> best;
    for (std::size_t x = 0; x < run.schemes.size(); ++x) {
      bool is_best = !std::isnan(mean_of(run, run.schemes[x], 3));
      for (std::size_t y = 0; y < run.schemes.size(); ++y) is_best = is_best && !ahead(y, x);
      if (is_best) best.insert(run.schemes[x]);
    }
    const std::string expected = best == Names{"alibi"}   ? "alone"
                                 : best.contains("alibi") ? "shared"
                                                          : "no";
    CHECK(right_of("e13.2", run, "alibi") == Names{expected});
    const std::string leads = ahead(3, 1) ? "rope" : ahead(1, 3) ? "sinusoidal" : "neither";
    CHECK(right_of("practice-5", run, "longest") == Names{leads});
  }
}
