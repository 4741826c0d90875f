#include "posenc/grading/lab_sets.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/grading/lab_reasons.hpp"

namespace posenc::labs {
namespace {

/// How a set asks, and what it needs of a run.
struct Set {
  void (*ask)(Questions&, const Run&);
  /// None for any.
  const Measure* measure;
  bool needs_run;
  bool needs_past_training;
  Index least_schemes;
  std::size_t scheme_count;
  /// The first `scheme_count` of these.
  std::array<Scheme, 3> schemes;
  /// RoPE in every layer, and a mix.
  bool needs_mix = false;
};

/// In the order of set_ids.
constexpr std::array<Set, set_ids.size()> sets{
    {{&ask_prediction, nullptr, false, false, 1, 0, {}},
     {&ask_e13_2, &accuracy_measure, true, true, 2, 0, {}},
     {&ask_practice_3,
      &accuracy_measure,
      true,
      false,
      1,
      3,
      {Scheme::none, Scheme::sinusoidal, Scheme::learned}},
     {&ask_practice_4,
      &accuracy_measure,
      true,
      false,
      1,
      3,
      {Scheme::hybrid, Scheme::sinusoidal, Scheme::learned}},
     {&ask_practice_5,
      &accuracy_measure,
      true,
      false,
      1,
      2,
      {Scheme::rope, Scheme::sinusoidal, {}}},
     {&ask_longer, &accuracy_measure, true, true, 1, 0, {}},
     {&ask_text, &bits_measure, true, true, 2, 0, {}},
     {&ask_layers, &bits_measure, true, true, 2, 0, {}, true}}};

/// What a run lacks for a set, in words; empty where it lacks nothing.
std::string lack_of(const Run& run, const Set& set) {
  if (!set.needs_run) return {};
  if (set.measure != &run.measure) {
    return set.measure == &bits_measure ? words<"lacks-bits"> : words<"lacks-accuracy">;
  }
  if (run.seeds == 0) return words<"lacks-run">;
  if (run.trained < 0) return words<"lacks-trained">;
  if (set.needs_past_training && !run.is_tested_past_training()) return words<"lacks-beyond">;
  if (run.count() < set.least_schemes) return words<"lacks-two">;
  if (set.needs_mix && (run.find(Scheme::rope) < 0 || run.results.back().scheme)) {
    return words<"lacks-mix">;
  }
  std::vector<std::string> names;
  for (std::size_t n = 0; n < set.scheme_count; ++n) {
    names.push_back(std::string(words_about(set.schemes[n]).name));
  }
  for (std::size_t n = 0; n < set.scheme_count; ++n) {
    const Index found = run.find(set.schemes[n]);
    if (found < 0) return text_of<"lacks-schemes">(listed(names));
    if (std::isnan(run.mean(found, run.trained))) {
      return text_of<"lacks-answer">(names[n], run.length(run.trained));
    }
  }
  return {};
}

}  // namespace

std::optional<Error> ask_set(Questions& questions, std::string_view set, const Run& run) {
  POSENC_TRY(choice, to_choice(words<"subject-set">, set, set_ids));
  const std::string lack = lack_of(run, sets[choice]);
  if (!lack.empty()) return invalid_argument({text_of<"error-lacks">(set, lack)});
  sets[choice].ask(questions, run);
  return std::nullopt;
}

void ask_prediction(Questions& questions, const Run& run) {
  const Index at = run.predicted();
  for (Index n = 0; n < run.count(); ++n) {
    const SchemeResult& scheme = run.result(n);
    // (That a guess is how often the scheme is right stands once above all of them.)
    SolvedQuestion& asked = add_number(
        questions, run, "guess-", text_of<"ask-guess">(short_name(scheme), run.length(at)), 0, 0);
    asked.question.id += scheme.name;
    if (run.seeds == 0) continue;
    asked.share = run.mean(n, at);
    asked.right_within = std::max(run.measure.guess_within, run.width(n, at));
    asked.near_within = run.measure.guess_near;
    add_figures(asked.because, run, at, only(n));
    if (run.trained >= 0 && at > run.trained) add_reason_past_training(asked.because, run, n, at);
  }
}

void ask_longer(Questions& questions, const Run& run) {
  SolvedQuestion& silent = add_question(questions, LabKind::several, "silent",
                                        text_of<"ask-silent">(run.length(run.longest)));
  bool is_any_silent = false;
  for (Index n = 0; n < run.count(); ++n) {
    const bool is_silent = std::isnan(run.mean(n, run.longest));
    add_choice(silent, run.result(n), truth(is_silent));
    is_any_silent = is_any_silent || is_silent;
  }
  add_figures(silent.because, run, run.longest);
  silent.because.add_sentence(is_any_silent ? sentence<"silent-some"> : sentence<"silent-none">);
  ask_high(questions, run, "kept", run.longest);
  ask_fell(questions, run);
}

}  // namespace posenc::labs
