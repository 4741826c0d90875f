#include <cmath>

#include "posenc/grading/lab_reasons.hpp"
#include "posenc/grading/lab_sets.hpp"

namespace posenc::labs {
namespace {

/// The scheme whose number is to be read from the run: the learned table if it has an answer, or else one that fell;
/// -1 where none has an answer.
Index scheme_on_order(const Run& run) {
  const auto has_fallen = [&](Index n) {
    return run.mean(n, run.trained) - run.mean(n, run.longest) >= accuracy_point;
  };
  Index chosen = -1;
  for (Index n = 0; n < run.count(); ++n) {
    if (std::isnan(run.mean(n, run.longest))) continue;
    if (run.result(n).scheme == Scheme::learned) return n;
    if (chosen < 0 || (has_fallen(n) && !has_fallen(chosen))) chosen = n;
  }
  return chosen;
}

void ask_alibi(Questions& questions, const Run& run, Index alibi) {
  const Chosen best = run.best_of(run.merits(run.longest));
  const bool is_best = best[static_cast<std::size_t>(alibi)];
  const bool is_alone = is_best && count_of(best) == 1;
  SolvedQuestion& asked =
      add_question(questions, LabKind::one, "alibi", text_of<"ask-alibi">(run.length(run.longest)));
  add_choice(asked, "alone", words<"choice-alibi-alone">, is_alone);
  add_choice(asked, "shared", words<"choice-alibi-shared">, is_best && !is_alone);
  add_choice(asked, "no", words<"choice-alibi-no">, !is_best);
  add_figures(asked.because, run, run.longest);
  add_rule(asked.because, run);
  add_reason_past_training(asked.because, run, alibi, run.longest);
}

void ask_spread(Questions& questions, const Run& run) {
  double largest = -1;
  for (Index n = 0; n < run.count(); ++n) {
    if (run.width(n, run.longest) > largest) largest = run.width(n, run.longest);
  }
  if (largest < 0) return;
  SolvedQuestion& asked = add_question(questions, LabKind::one, "spread",
                                       text_of<"ask-spread">(run.length(run.longest)));
  std::string widths;
  for (Index n = 0; n < run.count(); ++n) {
    const SchemeResult& scheme = run.result(n);
    const double width = run.width(n, run.longest);
    add_choice(asked, scheme, truth(width > largest - accuracy_point + rounding));
    if (!std::isnan(width)) {
      widths += text_of<"spread-width">(scheme.shown, in_points(width));
    }
  }
  asked.because.add<"spread">(widths);
  asked.because.add<"spread-no-property">();
}

void ask_why_none(Questions& questions, const Run& run, Index none) {
  const double mean = run.mean(none, run.trained);
  const bool is_causal = run.is_causal();
  const bool is_near = is_causal && is_near_high(mean);
  const bool by_mask = is_causal && mean >= high;
  const bool is_blind =
      !is_causal && std::abs(mean - run.outcome.chance) <= 2 * accuracy_point + rounding;
  SolvedQuestion& asked = add_question(questions, LabKind::one, "why-none",
                                       text_of<"ask-why-none">(run.length(run.trained)));
  add_choice(asked, "mask", words<"choice-why-none-mask">, by_mask || is_near);
  add_choice(asked, "blind", words<"choice-why-none-blind">, is_blind);
  add_choice(asked, "steps", words<"choice-why-none-steps">, is_near || (!by_mask && !is_blind));
  Explanation& because = asked.because;
  add_figures(because, run, run.trained, only(none));
  if (by_mask) {
    because.add<"why-none-mask">();
  } else if (is_blind) {
    because.add<"why-none-blind">();
  } else if (is_causal) {
    because.add<"why-none-untrained">();
  } else {
    because.add<"why-none-chance">(in_per_cent(run.outcome.chance));
  }
}

}  // namespace

void ask_e13_2(Questions& questions, const Run& run) {
  ask_high(questions, run, "learned", run.trained);
  ask_high(questions, run, "kept", run.longest);
  ask_fell(questions, run);
  const Index read = scheme_on_order(run);
  if (read >= 0) ask_read(questions, run, read, run.longest);
  const Index alibi = run.find(Scheme::alibi);
  if (alibi >= 0) ask_alibi(questions, run, alibi);
  if (run.seeds > 1) ask_spread(questions, run);
  const Index none = run.find(Scheme::none);
  if (none >= 0 && run.examples == ExampleKind::order && !std::isnan(run.mean(none, run.trained))) {
    ask_why_none(questions, run, none);
  }
}

}  // namespace posenc::labs
