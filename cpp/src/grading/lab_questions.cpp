#include "posenc/grading/lab_questions.hpp"

#include <cmath>
#include <utility>

#include "posenc/grading/lab_reasons.hpp"

namespace posenc::labs {

SolvedQuestion& add_question(Questions& questions, LabKind kind, const char* id, std::string text) {
  SolvedQuestion& asked = questions.emplace_back();
  asked.question.id = id;
  asked.question.text = std::move(text);
  asked.question.kind = kind;
  return asked;
}

SolvedQuestion& add_number(Questions& questions, const char* id, std::string text, double share,
                           double right_within) {
  SolvedQuestion& asked = add_question(questions, LabKind::percent, id, std::move(text));
  asked.share = share;
  asked.right_within = right_within;
  return asked;
}

void add_choice(SolvedQuestion& asked, const char* id, const char* text, bool is_right) {
  LabChoice& choice = asked.question.choices.emplace_back();
  choice.id = id;
  choice.text = text;
  asked.truths.push_back(truth(is_right));
}

void add_choice(SolvedQuestion& asked, const SchemeWords& scheme, Truth truth) {
  LabChoice& choice = asked.question.choices.emplace_back();
  choice.id = scheme.name;
  choice.text = short_name(scheme);
  asked.truths.push_back(truth);
}

void ask_high(Questions& questions, const Run& run, const char* id, Index at) {
  SolvedQuestion& asked =
      add_question(questions, LabKind::several, id, text_of<"ask-high">(run.length(at)));
  add_figures(asked.because, run, at);
  for (Index n = 0; n < run.count(); ++n) {
    const SchemeWords& scheme = run.scheme(n);
    const double mean = run.mean(n, at);
    const bool is_near = is_near_high(mean);
    add_choice(asked, scheme, is_near ? Truth::either : truth(mean > high));
    if (is_near) asked.because.add<"high-near">(scheme.shown);
    if (at > run.trained) {
      add_reason_beyond(asked.because, run, n, at);
    } else {
      add_reason_trained(asked.because, run, n);
    }
  }
}

namespace {

/// What each scheme loses from the trained length to the longest; more than 1 where it loses its answer.
BySeed losses_of(const Run& run) {
  BySeed losses = run.accuracies(run.trained);
  const BySeed left = run.accuracies(run.longest);
  for (Index n = 0; n < losses.rows(); ++n) {
    for (Index s = 0; s < losses.cols(); ++s) {
      losses(n, s) -= has_answer(left, n) ? left(n, s) : -2;
    }
  }
  return losses;
}

std::string loss_in_words(std::string_view scheme, double loss) {
  if (std::isnan(loss)) return text_of<"lost-nothing">(scheme);
  if (loss > 1) return text_of<"lost-answer">(scheme);
  return text_of<"lost-points">(scheme, in_points(loss));
}

}  // namespace

void ask_fell(Questions& questions, const Run& run) {
  SolvedQuestion& asked =
      add_question(questions, LabKind::one, "fell",
                   text_of<"ask-fell">(run.length(run.trained), run.length(run.longest)));
  const BySeed losses = losses_of(run);
  std::vector<std::string> all;
  double largest = 0;
  for (Index n = 0; n < run.count(); ++n) {
    const double loss = mean_of(losses, n);
    all.push_back(loss_in_words(run.scheme(n).shown, loss));
    if (loss > largest) largest = loss;
  }
  asked.because.add<"lost">(listed(all));
  const Chosen most = best_of(losses);
  const bool nobody = largest < accuracy_point - rounding;
  for (Index n = 0; n < run.count(); ++n) {
    const bool is_right = most[static_cast<std::size_t>(n)] && !nobody;
    add_choice(asked, run.scheme(n), truth(is_right));
    // The scheme that loses most may still be the one that keeps most.
    if (is_right && !(run.mean(n, run.longest) >= high)) {
      add_reason_beyond(asked.because, run, n, run.longest);
    }
  }
  add_choice(asked, "nobody", words<"choice-fell-nobody">, nobody);
  add_rule(asked.because, run);
}

void ask_ahead(Questions& questions, const Run& run, const char* id, Index x, Index y, Index at) {
  const BySeed accuracies = run.accuracies(at);
  const bool first = is_ahead(accuracies, x, y);
  const bool second = is_ahead(accuracies, y, x);
  SolvedQuestion& asked =
      add_question(questions, LabKind::one, id, text_of<"ask-ahead">(run.length(at)));
  add_choice(asked, run.scheme(x), truth(first));
  add_choice(asked, run.scheme(y), truth(second));
  add_choice(asked, "neither", words<"choice-ahead-neither">, !first && !second);
  add_figures(asked.because, run, at, only(x, y));
  add_rule(asked.because, run);
  if (at == run.trained) {
    add_reason_trained(asked.because, run, x);
    add_reason_trained(asked.because, run, y);
  }
}

}  // namespace posenc::labs
