#include <cmath>

#include "posenc/grading/lab_reasons.hpp"
#include "posenc/grading/lab_sets.hpp"

namespace posenc::labs {
namespace {

/// A scheme is at the level of single characters if it is at most this much better.
constexpr double level_within = 0.2;
/// So near a limit, either answer counts.
constexpr double near_within = 0.03;

/// Whether a value that has to be at most `limit` is.
Truth is_at_most(double value, double limit) {
  if (std::abs(value - limit) <= near_within + rounding) return Truth::either;
  return truth(value < limit);
}

/// Which scheme needs the fewest bits.
void ask_within(Questions& questions, const Run& run) {
  SolvedQuestion& asked = add_question(questions, LabKind::one, "within",
                                       text_of<"ask-within">(run.length(run.trained)));
  const Chosen best = run.best_of(run.merits(run.trained));
  for (Index n = 0; n < run.count(); ++n) {
    add_choice(asked, run.result(n), truth(best[static_cast<std::size_t>(n)]));
  }
  add_figures(asked.because, run, run.trained);
  add_rule(asked.because, run);
}

void ask_flat(Questions& questions, const Run& run) {
  SolvedQuestion& asked = add_question(
      questions, LabKind::several, "flat",
      text_of<"ask-flat">(run.length(run.trained), run.length(run.longest), flat_within));
  add_figures(asked.because, run, run.trained);
  add_figures(asked.because, run, run.longest);
  for (Index n = 0; n < run.count(); ++n) {
    const SchemeResult& scheme = run.result(n);
    const Truth flat = is_at_most(run.mean(n, run.longest) - run.mean(n, run.trained), flat_within);
    add_choice(asked, scheme, flat);
    if (flat == Truth::either) asked.because.add<"flat-near">(scheme.shown);
    add_reason_past_training(asked.because, run, n, run.longest);
  }
}

void ask_single(Questions& questions, const Run& run) {
  const double single = run.outcome.bits->single;
  SolvedQuestion& asked = add_question(
      questions, LabKind::several, "single",
      text_of<"ask-single">(run.length(run.longest), in_hundredths(single), level_within));
  add_figures(asked.because, run, run.longest);
  for (Index n = 0; n < run.count(); ++n) {
    const SchemeResult& scheme = run.result(n);
    const Truth at_level = is_at_most(single - level_within, run.mean(n, run.longest));
    add_choice(asked, scheme, at_level);
    if (at_level == Truth::either) asked.because.add<"flat-near">(scheme.shown);
  }
  asked.because.add<"single-level">(in_hundredths(run.outcome.bits->pair));
}

/// The scheme whose bits are to be read from the run: RoPE if it has an answer, or else the first that has; -1 where
/// none has.
Index scheme_to_read(const Run& run) {
  Index first = -1;
  for (Index n = run.count() - 1; n >= 0; --n) {
    if (std::isnan(run.mean(n, run.predicted()))) continue;
    if (run.result(n).scheme == Scheme::rope) return n;
    first = n;
  }
  return first;
}

/// Which mixes are ahead of RoPE in every layer.
void ask_mixes(Questions& questions, const Run& run, const char* id, Index at) {
  const Index rope = run.find(Scheme::rope);
  const BySeed merits = run.merits(at);
  SolvedQuestion& asked =
      add_question(questions, LabKind::several, id, text_of<"ask-mixes">(run.length(at)));
  for (Index n = 0; n < run.count(); ++n) {
    if (run.result(n).scheme) continue;
    add_choice(asked, run.result(n), truth(run.is_ahead(merits, n, rope)));
  }
  add_figures(asked.because, run, at);
  add_rule(asked.because, run);
}

}  // namespace

void ask_text(Questions& questions, const Run& run) {
  ask_within(questions, run);
  ask_flat(questions, run);
  ask_single(questions, run);
  ask_fell(questions, run);
  const Index read = scheme_to_read(run);
  if (read >= 0) ask_read(questions, run, read, run.predicted());
}

void ask_layers(Questions& questions, const Run& run) {
  ask_within(questions, run);
  ask_mixes(questions, run, "twice", run.predicted());
  if (run.predicted() != run.longest) ask_mixes(questions, run, "longest", run.longest);
  questions.back().because.add<"mixes-two-layers">();
}

}  // namespace posenc::labs
