#include "posenc/museum/exhibit.hpp"

#include "posenc/museum/phrases.hpp"
#include "shown.hpp"
#include "test.hpp"

namespace {

using Settings = std::map<std::string, double>;

Settings default_settings(const Exhibit& exhibit) {
  Settings own;
  for (const ExhibitControl& control : exhibit.controls) own[control.id] = control.value;
  return own;
}

/// Every combination of the controls' stops.
std::vector<Settings> all_settings(const Exhibit& exhibit) {
  std::vector<Settings> all{{}};
  for (const ExhibitControl& control : exhibit.controls) {
    std::vector<Settings> further;
    for (const Settings& before : all) {
      for (const double stop : control.stops) {
        further.push_back(before);
        further.back()[control.id] = stop;
      }
    }
    all = further;
  }
  return all;
}

bool is_sentence(const std::string& text) {
  return text.size() > 10 && text.ends_with(".") && text.find("nan") == std::string::npos &&
         text.find("inf ") == std::string::npos;
}

const std::map<std::string, std::vector<double>> mistaken_lines{
    {"one-based", {5}},
    {"sines-only", {7, 11}},
    {"degrees", {8}},
    {"endpoint", {5}},
    {"scaled-twice", {5, 8}},
    {"padding-shift", {5}},
    {"masked-row", {11}},
    {"mixed-layout", {6, 7}},
    {"input-added", {7}},
    {"rotated-values", {11}},
    {"alibi-twelve", {4}},
    {"float32-angles", {5}},
    {"ntk-two", {4}},
    {"packed", {7}},
    {"decode-jump", {3}},
    {"timesteps-from-one", {11}},
    {"swapped-halves", {10, 12}},
};

}  // namespace

TEST_CASE("museum: every phrase has a code of its own") {
  CHECK(has_distinct_codes(museum_phrases));
}

TEST_CASE("museum: every mistake was made or discussed somewhere, or is known to be made up") {
  std::set<std::string> made_up;
  std::set<std::string> addresses;
  for (const Exhibit& exhibit : exhibits()) {
    CAPTURE(exhibit.id);
    if (exhibit.sightings.empty()) made_up.insert(exhibit.id);
    for (const auto& sighting : exhibit.sightings) {
      CAPTURE(sighting.url);
      CHECK(sighting.url.starts_with("https://github.com/"));
      // Where, and what it was.
      CHECK(sighting.text.find(": ") != std::string::npos);
      CHECK(addresses.insert(sighting.url).second);
    }
  }
  CHECK(made_up == std::set<std::string>{"degrees", "input-added"});
}

TEST_CASE("museum: each exhibit has a story, code and controls") {
  std::vector<std::string> ids;
  std::set<std::string> titles;
  for (const Exhibit& exhibit : exhibits()) {
    CAPTURE(exhibit.id);
    ids.push_back(exhibit.id);
    titles.insert(exhibit.title);
    CHECK(is_sentence(exhibit.symptom));
    CHECK(std::set<std::string>{"sinusoidal", "adding", "rope", "alibi", "longer", "beyond-words"}
              .contains(exhibit.section));
    CHECK(exhibit.code.size() >= 6);
    CHECK(exhibit.code.size() <= 16);
    std::string head;
    for (const std::string& line : exhibit.code) {
      CHECK(line.size() <= 90);
      CHECK_FALSE(line.ends_with(" "));
      if (line.starts_with("def result(")) head = line;
    }
    REQUIRE(exhibit.controls.size() >= 1);
    CHECK(exhibit.controls.size() <= 3);
    std::string parameters;
    for (const ExhibitControl& control : exhibit.controls) {
      parameters += (parameters.empty() ? "" : ", ") + control.id;
      CHECK(control.stops.size() >= 2);
      CHECK(std::ranges::is_sorted(control.stops));
      CHECK(std::ranges::count(control.stops, control.value) == 1);
    }
    CHECK(head == "def result(" + parameters + "):");
  }
  CHECK(ids == std::vector<std::string>{"one-based", "sines-only", "degrees", "endpoint",
                                        "scaled-twice", "padding-shift", "masked-row",
                                        "mixed-layout", "input-added", "rotated-values",
                                        "alibi-twelve", "float32-angles", "ntk-two", "packed",
                                        "decode-jump", "timesteps-from-one", "swapped-halves"});
  CHECK(titles.size() == ids.size());
}

TEST_CASE(
    "museum: at its own settings each mistake breaks an invariant that holds in the repaired "
    "code") {
  for (const Exhibit& exhibit : exhibits()) {
    CAPTURE(exhibit.id);
    const Exhibition own = shown(exhibit.id);
    REQUIRE(own.invariants.size() >= 1);
    CHECK(own.invariants.size() <= 3);
    CHECK_FALSE(own.invariants[0].holds_broken);
    CHECK(own.invariants[0].holds_repaired);
    // By far, not by a little more than rounding.
    CHECK(own.invariants[0].broken > 4 * own.invariants[0].bound);
  }
}

TEST_CASE(
    "museum: every setting gives small, finite matrices, verdicts by their bounds and a sentence") {
  for (const Exhibit& exhibit : exhibits()) {
    for (const Settings& settings : all_settings(exhibit)) {
      std::string where = exhibit.id;
      for (const auto& [name, value] : settings) where += " " + name + "=" + format_number(value);
      CAPTURE(where);
      const Exhibition one = shown(exhibit.id, settings);
      CHECK(one.repaired.rows() >= 1);
      CHECK(one.repaired.rows() <= 32);
      CHECK(one.repaired.cols() <= 64);
      CHECK(one.repaired.allFinite());
      CHECK(one.broken.allFinite());
      if (where.starts_with("ntk-two") && settings.at("d") == 2) {
        CHECK(one.broken.size() == 0);
      } else {
        CHECK(one.broken.rows() == one.repaired.rows());
        CHECK(one.broken.cols() == one.repaired.cols());
      }
      CHECK(is_sentence(one.said));
      CHECK_FALSE(one.rows.empty());
      CHECK_FALSE(one.cols.empty());
      REQUIRE(one.invariants.size() >= 1);
      for (const MeasuredInvariant& invariant : one.invariants) {
        CAPTURE(invariant.measure);
        CHECK(std::isfinite(invariant.broken));
        CHECK(std::isfinite(invariant.repaired));
        CHECK(invariant.broken >= 0);
        CHECK(invariant.repaired >= 0);
        CHECK(invariant.holds_broken == (invariant.broken <= invariant.bound));
        CHECK(invariant.holds_repaired);
      }
    }
  }
}

TEST_CASE("museum: every control changes what is shown") {
  for (const Exhibit& exhibit : exhibits()) {
    for (const ExhibitControl& control : exhibit.controls) {
      CAPTURE(exhibit.id);
      CAPTURE(control.id);
      const Exhibition own = shown(exhibit.id);
      for (const double stop : control.stops) {
        if (stop == control.value) continue;
        CAPTURE(stop);
        const Exhibition other = shown(exhibit.id, {{control.id, stop}});
        CHECK((other.said != own.said || broken_by(other) != broken_by(own) ||
               other.broken.size() != own.broken.size()));
      }
    }
  }
}

TEST_CASE("museum: a setting that is named is that of the control, and others keep their own") {
  for (const Exhibit& exhibit : exhibits()) {
    CAPTURE(exhibit.id);
    const Exhibition own = shown(exhibit.id);
    const Exhibition named = shown(exhibit.id, default_settings(exhibit));
    CHECK(own.said == named.said);
    CHECK(own.broken == named.broken);
    CHECK(own.repaired == named.repaired);
  }
}

TEST_CASE("museum: a pick of a line says why it is correct, or what the mistake is") {
  for (const Exhibit& exhibit : exhibits()) {
    CAPTURE(exhibit.id);
    const auto repaired = repaired_code(exhibit.id);
    REQUIRE(repaired);
    CHECK(*repaired != exhibit.code);
    CHECK(repaired->size() >= exhibit.code.size());
    std::vector<double> right;
    for (std::size_t n = 0; n < exhibit.code.size(); ++n) {
      const double line = static_cast<double>(n) + 1;
      CAPTURE(line);
      const auto pick = pick_line(exhibit.id, line);
      REQUIRE(pick);
      CHECK(is_sentence(pick->because));
      if (pick->outcome == Outcome::right) {
        right.push_back(line);
        CHECK(pick->repaired == *repaired);
        CHECK_FALSE(exhibit.code[n].empty());
        continue;
      }
      CHECK(pick->outcome == Outcome::wrong);
      CHECK(pick->repaired.empty());
      CHECK((pick->because == "This line is blank.") == exhibit.code[n].empty());
    }
    CHECK(right == mistaken_lines.at(exhibit.id));
  }
}

TEST_CASE("museum: the repaired code differs in the mistaken lines only") {
  const auto of = [](const std::string& id) { return *repaired_code(id); };
  CHECK(of("one-based")[4] == "    for pos in range(count):");
  CHECK(of("endpoint")[4] == "    step = log(10000) / half");
  const auto values = of("rotated-values");
  CHECK(values[10] == "    q = k = [rotate(x[t], t + shift) for t in range(6)]");
  CHECK(values[11] == "    v = x");
  for (const Exhibit& exhibit : exhibits()) {
    CAPTURE(exhibit.id);
    const auto repaired = of(exhibit.id);
    const std::size_t more = repaired.size() - exhibit.code.size();
    std::size_t changed = 0;
    bool after = false;
    for (std::size_t n = 0; n < exhibit.code.size(); ++n) {
      if (repaired[after ? n + more : n] == exhibit.code[n]) continue;
      ++changed;
      after = true;
      const auto& lines = mistaken_lines.at(exhibit.id);
      CHECK(std::ranges::count(lines, static_cast<double>(n) + 1) == 1);
    }
    CHECK(changed == 1);
  }
}

TEST_CASE("museum: unknown exhibits, controls, values and lines are errors") {
  CHECK(message(exhibit_in_action("no-such", {})) == "[museum] there is no exhibit \"no-such\"");
  CHECK(message(pick_line("", 1)) == "[museum] there is no exhibit \"\"");
  CHECK(message(repaired_code("From-one")) == "[museum] there is no exhibit \"From-one\"");
  CHECK(message(exhibit_in_action("degrees", {{"position", 1}})) ==
        "[museum] \"degrees\" has no control \"position\"");
  CHECK(message(exhibit_in_action("degrees", {{"d", 7}})) ==
        "[museum] \"d\" of \"degrees\" must be one of 4, 8, 16, 32 but got 7");
  CHECK(message(exhibit_in_action("degrees", {{"d", std::nan("")}})) ==
        "[museum] \"d\" of \"degrees\" must be one of 4, 8, 16, 32 but got nan");
  for (const double line : {0.0, 12.0, -1.0, 2.5, infinity}) {
    CHECK(message(pick_line("degrees", line)) ==
          "[museum] a line of \"degrees\" must be a whole number from 1 to 11 but got " +
              format_number(line));
  }
  CHECK(message(pick_line("degrees", std::nan(""))).ends_with("but got nan"));
}
