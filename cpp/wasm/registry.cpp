#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/encoding/remedies.hpp"
#include "posenc/grading/exercise_kind.hpp"
#include "posenc/grading/verdict_phrases.hpp"
#include "posenc/model/position_scheme.hpp"
#include "posenc/model/tasks.hpp"
#include "posenc/version.hpp"

// A program that the build runs under Node: it prints the lists of the core, and its version, as JSON. (As functions
// of the modules these lists would make them larger for every reader.)

using namespace posenc;

namespace {

/// A text as JSON writes it: quotes, backslashes and control characters are escaped.
std::string in_json(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char escaped[8];
    if (byte < 0x20) {
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(byte));
      json += escaped;
    } else {
      if (c == '"' || c == '\\') json += '\\';
      json += c;
    }
  }
  return json + '"';
}

void print(const char* before, const char* key, std::string_view text) {
  std::printf("%s\"%s\":%s", before, key, in_json(text).c_str());
}

void print(const char* before, const char* key, double number) {
  std::printf("%s\"%s\":%s", before, key, format_number(number).c_str());
}

void print_element(std::string_view text) { std::printf("%s", in_json(text).c_str()); }

void print_element(double number) { std::printf("%s", format_number(number).c_str()); }

template <class List, class Element>
void print_list(const char* key, const List& list, Element element) {
  std::printf(",\"%s\":[", key);
  const char* between = "";
  for (const auto& one : list) {
    std::printf("%s", std::exchange(between, ","));
    print_element(element(one));
  }
  std::printf("]");
}

void print(const Statement& statement) {
  print(",", "first", statement.first);
  print(",", "why", statement.why);
}

/// The words for verdicts, as lists that follow others.
void print_verdict_phrases() {
  const char* between = ",\"outcomes\":[{";
  for (const OutcomePhrases& phrases : outcome_phrases) {
    print(std::exchange(between, "},{"), "name", name(phrases.outcome));
    print(",", "word", phrases.word);
    print(",", "counted", phrases.counted);
    print(phrases.statement);
  }
  between = "}],\"reasons\":[{";
  for (const ReasonPhrases& phrases : reason_phrases) {
    print(std::exchange(between, "},{"), "name", name(phrases.reason));
    print(phrases.statement);
  }
  between = "}],\"verdictsInExercises\":[{";
  for (const PhrasesInExercises& phrases : phrases_in_exercises) {
    print(std::exchange(between, "},{"), "code", phrases.code);
    print_list("exercises", phrases.exercises, std::identity());
    print(phrases.statement);
  }
  std::printf("}]");
}

/// All claims, as a list that follows others. The page shows them before it loads the module that tries one.
void print_claims() {
  const char* between = ",\"claims\":[{";
  for (const ClaimExperiment& one : claim_experiments()) {
    const TrainingPlan plan = one.plan ? one.plan() : TrainingPlan{};
    print(std::exchange(between, "},{"), "number", one.claim.number);
    print(",", "text", one.claim.text);
    print(",", "section", one.claim.section);
    print(",", "kind", name_in(claim_kind_names, one.claim.kind));
    print(",", "models", static_cast<double>(plan.models.size()));
    print(",", "seeds", plan.seeds);
    print_list("sources", one.claim.sources, [](const Source& source) { return source.text; });
    print_list("urls", one.claim.sources, [](const Source& source) { return source.url; });
  }
  std::printf("}]");
}

void print_facts(const std::vector<Fact>& facts) {
  std::printf(",\"facts\":{");
  const char* between = "";
  for (const Fact& fact : facts) print(std::exchange(between, ","), fact.name.c_str(), fact.value);
  std::printf("}");
}

void print_items(const std::vector<Item>& items) {
  std::printf(",\"items\":[");
  const char* between = "{";
  for (const Item& item : items) {
    print(std::exchange(between, ",{"), "id", item.id);
    print(",", "group", item.group);
    print_list("choices", item.choices, std::identity());
    print(",", "hint", item.hint);
    print(",", "decimals", item.decimals);
    std::printf("}");
  }
  std::printf("]");
}

/// All exercises in their fixed forms, as a list that follows others. The page shows them before it loads the module that
/// grades them. (The quiz has a drawn order, which its module knows.)
void print_exercises() {
  const char* between = ",\"exercises\":[{";
  for (const ExerciseKind& kind : exercise_kinds()) {
    const Exercise fixed = kind.make(0);
    print(std::exchange(between, "},{"), "id", kind.id);
    print(",", "form", is_by_hand(kind) ? "hand" : is_in_code(kind) ? "code" : "quiz");
    print(",", "mostItems", static_cast<double>(std::max(fixed.items.size(), kind.most_items)));
    print_facts(fixed.facts);
    print_items(fixed.items);
  }
  std::printf("}]");
}

}  // namespace

int main() {
  print("{", "version", version());
  const char* between = ",\"encodings\":[{";
  for (const EncodingFacts& facts : encoding_facts) {
    print(std::exchange(between, "},{"), "name", facts.name);
    print(",", "title", facts.title);
    print(",", "shortTitle", facts.short_title);
    print(",", "actsOn", name_in(acts_on_names, facts.acts_on));
    print(",", "trained", name_in(trained_names, facts.trained));
    print(",", "arxiv", facts.arxiv);
  }
  between = "}],\"schemes\":[{";
  for (const SchemeFacts& facts : scheme_facts) {
    print(std::exchange(between, "},{"), "name", facts.name);
    print(",", "title", facts.title);
    print(",", "shortTitle", facts.short_title);
    print(",", "withinSentence", facts.within_sentence);
    print(",", "scoresWithout", facts.scores_without);
    print_list("encodings", facts.encodings,
               [](Encoding encoding) { return facts_of(encoding).name; });
  }
  between = "}],\"tasks\":[{";
  for (const TaskFacts& facts : task_facts) {
    print(std::exchange(between, "},{"), "name", facts.name);
    print(",", "title", title_of(facts.task));
    print(",", "examples", name_in(example_kind_names, facts.examples));
    print(",", "needs", name_in(task_need_names, need_of(facts.examples)));
    print(",", "direction", name_in(direction_names, facts.direction));
    print(",", "measure", name_in(task_measure_names, measure_of(facts.examples)));
    print_list("testLengths", facts.test_lengths, [](double length) { return length; });
  }
  between = "}],\"remedies\":[{";
  for (const RemedyFacts& facts : remedy_facts) {
    print(std::exchange(between, "},{"), "name", facts.name);
    print(",", "title", facts.title);
    print(",", "withinSentence", facts.within_sentence);
    print(",", "shortTitle", facts.short_title);
    print(",", "arxiv", facts.arxiv);
    print(",", "slow", facts.slow);
    print(",", "fast", facts.fast);
  }
  std::printf("}]");
  print_verdict_phrases();
  print_claims();
  print_exercises();
  std::puts("}");
}
