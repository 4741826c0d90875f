#include "class_report.hpp"

#include "markup.hpp"
#include "one_line.hpp"
#include "posenc/grading/exercise.hpp"
#include "report.hpp"
#include "test.hpp"

using nlohmann::json;

namespace {

/// A sheet of table-parameters: what its two items got, and what that is said to be worth.
json table_sheet(double seed, const std::string& parameters, const std::string& last,
                 const json& claimed) {
  return {{"exercise", "table-parameters"},
          {"seed", seed},
          {"attempts", 2},
          {"latest", nullptr},
          {"best",
           {{"answers", {{"parameters", parameters}, {"last", last}}},
            {"score", claimed},
            {"max", 2},
            {"at", "2026-01-02T03:04:05.000Z"}}}};
}

json set_for(const std::string& name, double seed) {
  return {{"name", name}, {"set", {{{"id", "table-parameters"}, {"seed", seed}}}}};
}

RecordFile work_file(const std::string& file, const std::string& name, const std::string& at,
                     const json& classroom, const json& sheets) {
  const json document = {{"format", "posenc-work"}, {"version", 1},    {"name", name}, {"at", at},
                         {"class", classroom},      {"sheets", sheets}};
  return read_record(file, document.dump());
}

/// Seed 0 asks for 512 * 768 parameters, and the last of 512 positions.
const json all_right = json::array({table_sheet(0, "393216", "511", 2)});
const json one_slip = json::array({table_sheet(0, "1280", "511", 1)});

std::string without_times(const DoubledFile& file) {
  return file.file + " " + std::string(posenc::name_in(doubled_kind_names, file.kind)) + " " +
         file.counted;
}

}  // namespace

TEST_CASE("report: a class's scores, slips and items that nobody solved") {
  const json tuesday = set_for("Tuesday", 0);
  const ClassReport report = class_report({
      work_file("a.json", "Bo", "2026-01-01T00:00:00.000Z", tuesday, one_slip),
      work_file("b.json", "Al", "2026-01-02T00:00:00.000Z", tuesday,
                json::array({table_sheet(0, "1280", "", 0)})),
      work_file("c.json", "Cy", "2026-01-03T00:00:00.000Z", tuesday, json::array()),
  });
  CHECK(report.agrees);
  CHECK(report.records == 3);
  REQUIRE(report.groups.size() == 1);
  const Group& group = report.groups.front();
  CHECK(group.class_name == "Tuesday");
  CHECK(!group.has_own_variants);
  REQUIRE(group.learners.size() == 3);
  CHECK(group.learners[0].name == "Al");
  CHECK(group.learners[0].total.score == 0);
  CHECK(group.learners[1].total.score == 0.5);
  CHECK(group.learners[1].attempts == 2);
  CHECK(group.learners[2].answered == 0);
  CHECK(group.mean.value() == doctest::Approx(0.5 / 3).epsilon(1e-12));
  CHECK(group.median == 0);
  REQUIRE(group.exercises.size() == 1);
  CHECK(group.exercises[0].answered == 2);
  CHECK(group.exercises[0].solved == 0);
  CHECK(group.exercises[0].mean == group.mean);
  // L + d instead of L d: twice.
  REQUIRE(group.slips.size() == 1);
  CHECK(group.slips[0].reason == posenc::Reason::added);
  CHECK(group.slips[0].learners == 2);
  CHECK(!group.slips[0].words.first.empty());
  REQUIRE(group.unsolved.size() == 1);
  CHECK(group.unsolved[0].item == "parameters");
  CHECK(group.unsolved[0].answered == 2);
  CHECK(group.unsolved[0].asked == 2);
}

TEST_CASE("report: a median of an even number, and variants of one's own") {
  const ClassReport report = class_report({
      work_file("a.json", "Al", "1", set_for("T", 0), all_right),
      work_file("b.json", "Bo", "2", set_for("T", 5), json::array()),
  });
  REQUIRE(report.groups.size() == 1);
  CHECK(report.groups[0].has_own_variants);
  CHECK(!report.groups[0].exercises[0].seed);
  CHECK(report.groups[0].median == 0.5);
}

TEST_CASE("report: other classes and learners without one are groups of their own") {
  json larger = set_for("T", 0);
  larger["set"].push_back({{"id", "quiz"}, {"seed", 3}});
  const ClassReport report = class_report({
      work_file("a.json", "Al", "1", nullptr, one_slip),
      work_file("b.json", "Bo", "2", set_for("T", 0), all_right),
      work_file("c.json", "Cy", "3", set_for("S", 0), all_right),
      work_file("d.json", "Di", "4", larger, all_right),
      work_file("e.json", "Ed", "5", nullptr, json::array()),
  });
  REQUIRE(report.groups.size() == 4);
  CHECK(report.groups[0].class_name == "S");
  CHECK(report.groups[1].class_name == "T");
  CHECK(report.groups[1].exercises.size() == 2);
  CHECK(report.groups[2].class_name == "T");
  CHECK(report.groups[2].exercises.size() == 1);
  const Group& none = report.groups[3];
  CHECK(!none.class_name);
  REQUIRE(none.learners.size() == 2);
  // A mean over those who answered; without any answer there is no score.
  CHECK(none.exercises[0].mean == 0.5);
  CHECK(!none.learners[1].total.score);
  CHECK(none.mean == 0.5);
}

TEST_CASE("report: copies and older exports do not count, and are named") {
  const json set = set_for("T", 0);
  const RecordFile old = work_file("b.json", "Al", "2026-01-01T", set, json::array());
  RecordFile copy = old;
  copy.name = "c.json";
  const ClassReport report = class_report({
      work_file("a.json", "Al", "2026-01-02T", set, all_right),
      old,
      copy,
      work_file("d.json", "Al", "2026-01-02T", set, one_slip),
      // Neither has to be Al, or the same as the other.
      work_file("e.json", "Al", "2026-01-01T00", set_for("S", 0), all_right),
      work_file("f.json", "", "2026-01-01T", set, all_right),
      work_file("g.json", "", "2026-01-02T", set, all_right),
  });
  std::vector<std::string> doubled;
  for (const DoubledFile& one : report.doubled) doubled.push_back(without_times(one));
  CHECK(doubled == std::vector<std::string>{"c.json identical b.json", "d.json same-record a.json",
                                            "b.json older a.json"});
  CHECK(report.records == 4);
  CHECK(report.agrees);
}

TEST_CASE("report: a wrong claim is named and changes no score") {
  const ClassReport report = class_report({work_file(
      "a.json", "Al", "1", set_for("T", 0), json::array({table_sheet(0, "1", "511", 2)}))});
  CHECK(!report.agrees);
  const Learner& learner = report.groups[0].learners[0];
  CHECK(learner.total.score == 0.5);
  REQUIRE(learner.disagreements.size() == 1);
  CHECK(learner.disagreements[0].attempt == "best");
  CHECK(learner.disagreements[0].claimed == 2);
  CHECK(learner.disagreements[0].score == 1);

  json unknown = all_right;
  unknown[0]["exercise"] = "e99";
  const ClassReport other = class_report({work_file("a.json", "Al", "1", nullptr, unknown)});
  CHECK(!other.agrees);
  CHECK(other.groups[0].learners[0].disagreements[0].message.find("e99") != std::string::npos);
  CHECK(other.groups[0].learners[0].total.score == 0);
}

TEST_CASE("report: why a file is not a record") {
  const auto fault_of = [](const std::string& text) { return read_record("a.json", text).fault; };
  CHECK(fault_of("") == "empty");
  CHECK(fault_of(" \n") == "empty");
  CHECK(fault_of("{").starts_with("not valid JSON: parse error at line 1, column 2"));
  CHECK(fault_of("{}") == "\"format\" must be \"posenc-work\" but is null");
  CHECK(fault_of("3") == "the record must be an object but is 3");
  CHECK(fault_of(std::string("{\0}", 3)) == "not valid JSON: a NUL character after 1 bytes");
}

TEST_CASE("report: names are safe in a terminal and in HTML") {
  const std::string name = "<b>\"A\" & 'B'</b>\x1b[31m\xc2\x9b";
  const ClassReport report =
      class_report({work_file("<i>.json", name, "1", set_for("<u>", 0), all_right)});
  const std::string html = report_as_html(report);
  for (const char* markup : {"<b>", "<i>", "<u>", "\x1b", "\xc2\x9b"}) {
    CHECK(html.find(markup) == std::string::npos);
  }
  CHECK(html.find("&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt; [31m") != std::string::npos);
  const std::string text = report_as_text(report);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("\xc2\x9b") == std::string::npos);
  CHECK(report_as_json(report)["groups"][0]["learners"][0]["name"] == name);
}

TEST_CASE("report: a long list is cut, but not in the JSON") {
  std::vector<RecordFile> files{
      work_file("a.json", "Al", "1", nullptr,
                json::array({{{"exercise", "e13.1"},
                              {"seed", 0},
                              {"best", nullptr},
                              {"latest", {{"answers", json::object()}, {"at", "1"}}}}}))};
  files.push_back(work_file("b.json", "Bo", "2", nullptr, all_right));
  files.push_back(
      work_file("c.json", "Cy", "3", nullptr,
                json::array({{{"exercise", "e13.1"},
                              {"seed", 7},
                              {"best", nullptr},
                              {"latest", {{"answers", json::object()}, {"at", "1"}}}}})));
  const ClassReport report = class_report(files);
  const std::size_t unsolved = report.groups[0].unsolved.size();
  REQUIRE(unsolved > 20);
  CHECK(report_as_json(report)["groups"][0]["unsolved"].size() == unsolved);
  const std::string text = report_as_text(report);
  CHECK(text.find("The first 20 of " + std::to_string(unsolved) + "; the JSON has all.") !=
        std::string::npos);
}

TEST_CASE("report: labels name every exercise, and a long name is cut") {
  json all = {{"name", "T"}, {"set", json::array()}};
  for (const std::string_view id : posenc::exercise_ids()) {
    all["set"].push_back({{"id", id}, {"seed", 0}});
  }
  const std::string name(3000, 'x');
  all["set"].push_back({{"id", name}, {"seed", 0}});
  json sheets = all_right;
  sheets[0]["exercise"] = name;
  const ClassReport report = class_report({work_file("a.json", name, "1", all, sheets)});
  const std::string html = report_as_html(report);
  const std::size_t start = html.find("aria-label=\"Mean share of the points.");
  REQUIRE(start != std::string::npos);
  const std::string label = html.substr(start, html.find("\" ", start) - start);
  for (const std::string_view id : posenc::exercise_ids()) {
    CAPTURE(id);
    CHECK(label.find(" " + std::string(id) + ": 0 %, solved by 0 of 1.") != std::string::npos);
  }
  CHECK(html.find(std::string(500, 'x') + " ...") != std::string::npos);
  CHECK(html.find(std::string(501, 'x')) == std::string::npos);
}

TEST_CASE("one line: cut between characters, without control characters") {
  CHECK(one_line("a\nb\t\x7f") == "a b  ");
  CHECK(one_line("äöü", 3) == "ä ...");
  CHECK(characters_in("äöü") == 3);
  CHECK(cut_to("äöü", 3) == "äöü");
  CHECK(cut_to("äöü", 2) == "ä…");
  CHECK(markup::attribute("a", "\"<") == " a=\"&quot;&lt;\"");
}
