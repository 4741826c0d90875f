#include <cmath>
#include <utility>

#include "posenc/grading/lab_reasons.hpp"
#include "posenc/grading/lab_sets.hpp"

namespace posenc::labs {
namespace {

/// The results of a model without positions and of two with them.
struct Removal {
  Index none;
  Index sinusoidal;
  Index learned;
  /// Of these two the better at the trained length.
  Index better;
};

void add_removal_figures(Explanation& because, const Run& run, const Removal& of) {
  add_figures(because, run, run.trained, only(of.none, of.sinusoidal, of.learned));
}

void ask_cost(Questions& questions, const Run& run, const Removal& of) {
  const double lost = run.mean(of.better, run.trained) - run.mean(of.none, run.trained);
  SolvedQuestion& asked =
      add_number(questions, run, "cost", text_of<"ask-cost">(run.length(run.trained)), lost,
                 2 * accuracy_point);
  asked.least = -1;
  add_removal_figures(asked.because, run, of);
  asked.because.add<"cost">(run.result(of.better).shown, in_points(lost));
}

void ask_needs(Questions& questions, const Run& run, const Removal& of) {
  const double without = run.mean(of.none, run.trained);
  const bool can_do = without >= high;
  const bool is_near = is_near_high(without);
  const bool is_encoding_ahead = run.is_ahead(run.merits(run.trained), of.better, of.none);
  SolvedQuestion& asked = add_question(questions, LabKind::one, "needs", words<"ask-needs">);
  add_choice(asked, "yes", words<"choice-needs-yes">, (is_near || !can_do) && is_encoding_ahead);
  add_choice(asked, "no", words<"choice-needs-no">, is_near || can_do);
  add_choice(asked, "open", words<"choice-needs-open">, (is_near || !can_do) && !is_encoding_ahead);
  add_removal_figures(asked.because, run, of);
  if (can_do) {
    asked.because.add_sentence(run.is_causal() ? sentence<"needs-mask">
                                               : sentence<"needs-no-order">);
  } else {
    asked.because.add_sentence(is_encoding_ahead ? sentence<"needs-positions">
                                                 : sentence<"needs-open">);
    add_rule(asked.because, run);
  }
}

/// Why a model without positions cannot be right more often than the ceiling.
Sentence ceiling_reason(const Run& run) {
  const auto kind = run.examples;
  if (kind == ExampleKind::reverse || kind == ExampleKind::shift || kind == ExampleKind::previous) {
    return sentence<"ceiling-others">;
  }
  if (kind == ExampleKind::first || kind == ExampleKind::sort) return sentence<"ceiling-any-token">;
  if (run.needs == TaskNeed::nothing) return sentence<"ceiling-no-order">;
  if (kind == ExampleKind::order) return sentence<"ceiling-half">;
  return sentence<"ceiling-alike">;
}

void ask_ceiling(Questions& questions, const Run& run, double ceiling, double without) {
  SolvedQuestion& asked =
      add_number(questions, run, "ceiling", text_of<"ask-ceiling">(run.length(run.trained)),
                 ceiling, accuracy_point / 2);
  asked.because.add<"ceiling">(in_per_cent(ceiling), in_per_cent(without));
  asked.because.add_sentence(ceiling_reason(run));
  if (without > ceiling + rounding) asked.because.add<"ceiling-luck">();
}

}  // namespace

void ask_practice_3(Questions& questions, const Run& run) {
  Removal of{run.find(Scheme::none), run.find(Scheme::sinusoidal), run.find(Scheme::learned), 0};
  const bool is_sinusoidal_better =
      run.mean(of.sinusoidal, run.trained) >= run.mean(of.learned, run.trained);
  of.better = is_sinusoidal_better ? of.sinusoidal : of.learned;
  ask_cost(questions, run, of);
  ask_needs(questions, run, of);
  if (run.outcome.ceiling) {
    ask_ceiling(questions, run, *run.outcome.ceiling, run.mean(of.none, run.trained));
  }
}

namespace {

/// The results of a hybrid and of its two parts.
struct Sum {
  Index hybrid;
  Index sinusoidal;
  Index learned;
};

void add_sum_figures(Explanation& because, const Run& run, const Sum& of, Index at) {
  add_figures(because, run, at, only(of.sinusoidal, of.learned, of.hybrid));
}

void ask_hybrid(Questions& questions, const Run& run, const Sum& of) {
  const BySeed accuracies = run.merits(run.trained);
  // +1 where the hybrid is ahead, -1 where the part is.
  const auto against = [&](Index part) {
    return (run.is_ahead(accuracies, of.hybrid, part) ? 1 : 0) -
           (run.is_ahead(accuracies, part, of.hybrid) ? 1 : 0);
  };
  const int s = against(of.sinusoidal);
  const int l = against(of.learned);
  SolvedQuestion& asked = add_question(questions, LabKind::one, "trained",
                                       text_of<"ask-hybrid">(run.length(run.trained)));
  add_choice(asked, "ahead", words<"choice-hybrid-ahead">, s > 0 && l > 0);
  add_choice(asked, "both", words<"choice-hybrid-both">, s == 0 && l == 0);
  add_choice(asked, "sinusoidal", words<"choice-hybrid-sinusoidal">, s == 0 && l != 0);
  add_choice(asked, "learned", words<"choice-hybrid-learned">, l == 0 && s != 0);
  add_choice(asked, "other", words<"choice-hybrid-other">, s * l != 0 && s + l < 2);
  add_sum_figures(asked.because, run, of, run.trained);
  add_rule(asked.because, run);
  asked.because.add<"hybrid-sum">();
}

/// How far apart two schemes are, seed by seed. A scheme without an answer is like another without one, and further
/// than any from one with an answer.
double distance_between(const BySeed& accuracies, Index x, Index y, Index seed) {
  const bool has_x = has_answer(accuracies, x);
  const bool has_y = has_answer(accuracies, y);
  if (has_x && has_y) return std::abs(accuracies(x, seed) - accuracies(y, seed));
  return has_x == has_y ? 0 : 2;
}

void ask_nearer(Questions& questions, const Run& run, const Sum& of) {
  const BySeed accuracies = run.merits(run.longest);
  BySeed distances(2, run.seeds);
  for (Index s = 0; s < run.seeds; ++s) {
    distances(0, s) = distance_between(accuracies, of.sinusoidal, of.hybrid, s);
    distances(1, s) = distance_between(accuracies, of.learned, of.hybrid, s);
  }
  const bool is_learned_nearer = run.is_ahead(distances, 0, 1);
  const bool is_sinusoidal_nearer = run.is_ahead(distances, 1, 0);
  SolvedQuestion& asked = add_question(questions, LabKind::one, "beyond",
                                       text_of<"ask-nearer">(run.length(run.longest)));
  add_choice(asked, run.result(of.sinusoidal), truth(!is_learned_nearer));
  add_choice(asked, run.result(of.learned), truth(!is_sinusoidal_nearer));
  add_sum_figures(asked.because, run, of, run.longest);
  if (!is_learned_nearer && !is_sinusoidal_nearer) asked.because.add<"nearer-open">();
  add_rule(asked.because, run);
  add_reason_past_training(asked.because, run, of.hybrid, run.longest);
}

void ask_asks(Questions& questions, const Run& run, Index sinusoidal, Index rope) {
  const bool is_place = run.needs == TaskNeed::place;
  if (!is_place && run.needs != TaskNeed::distance) return;
  SolvedQuestion& asked = add_question(questions, LabKind::one, "asks", words<"ask-asks">);
  add_choice(asked, "place", words<"choice-asks-place">, is_place);
  add_choice(asked, "distance", words<"choice-asks-distance">, !is_place);
  asked.because.add_sentence(is_place ? sentence<"asks-place"> : sentence<"asks-distance">);
  add_figures(asked.because, run, run.trained, only(sinusoidal, rope));
}

}  // namespace

void ask_practice_4(Questions& questions, const Run& run) {
  const Sum of{run.find(Scheme::hybrid), run.find(Scheme::sinusoidal), run.find(Scheme::learned)};
  ask_hybrid(questions, run, of);
  if (run.is_tested_past_training()) ask_nearer(questions, run, of);
}

void ask_practice_5(Questions& questions, const Run& run) {
  const Index sinusoidal = run.find(Scheme::sinusoidal);
  const Index rope = run.find(Scheme::rope);
  ask_ahead(questions, run, "trained", sinusoidal, rope, run.trained);
  if (run.is_tested_past_training()) {
    ask_ahead(questions, run, "longest", sinusoidal, rope, run.longest);
    add_reason_past_training(questions.back().because, run, sinusoidal, run.longest);
    add_reason_past_training(questions.back().because, run, rope, run.longest);
  }
  ask_asks(questions, run, sinusoidal, rope);
}

}  // namespace posenc::labs
