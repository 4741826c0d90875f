#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "posenc/encoding/remedies.hpp"
#include "posenc/model/position_scheme.hpp"
#include "posenc/model/tasks.hpp"
#include "posenc/version.hpp"

// A program that builds run under Node: it prints what the core lists, and its version, as JSON. (As functions
// of the core these lists would make it larger for every reader.)

using namespace posenc;

namespace {

/// No name and no title has a character that JSON would write in another way.
void print(const char* before, const char* key, std::string_view text) {
  std::printf("%s\"%s\":\"%.*s\"", before, key, static_cast<int>(text.size()), text.data());
}

void print(const char* before, const char* key, double number) {
  std::printf("%s\"%s\":%s", before, key, format_number(number).c_str());
}

}  // namespace

int main() {
  print("{", "version", version());
  const char* between = ",\"schemes\":[{";
  for (const SchemeFacts& facts : scheme_facts) {
    print(std::exchange(between, "},{"), "name", facts.name);
    print(",", "title", facts.title);
    print(",", "shortTitle", facts.short_title);
    print(",", "had", facts.had);
    print(",", "scoresWithout", facts.scores_without);
  }
  between = "}],\"tasks\":[{";
  for (const TaskFacts& facts : task_facts) {
    print(std::exchange(between, "},{"), "name", facts.name);
    print(",", "title", title_of(facts.task));
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
  std::puts("}]}");
}
