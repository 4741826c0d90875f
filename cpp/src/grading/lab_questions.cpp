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

SolvedQuestion& add_number(Questions& questions, const Run& run, const char* id, std::string text,
                           double share, double right_within) {
  SolvedQuestion& asked = add_question(questions, run.measure.kind, id, std::move(text));
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

void add_choice(SolvedQuestion& asked, const SchemeResult& scheme, Truth truth) {
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
    const SchemeResult& scheme = run.result(n);
    const double mean = run.mean(n, at);
    const bool is_near = is_near_high(mean);
    add_choice(asked, scheme, is_near ? Truth::either : truth(mean > high));
    if (is_near) asked.because.add<"high-near">(scheme.shown);
    if (at > run.trained) {
      add_reason_past_training(asked.because, run, n, at);
    } else {
      add_reason_trained(asked.because, run, n);
    }
  }
}

namespace {

/// What each scheme loses from the trained length to the longest; more than any other where it loses its answer.
BySeed losses_of(const Run& run) {
  const double lost_answer = 1000 * run.measure.most;
  BySeed losses = run.merits(run.trained);
  const BySeed left = run.merits(run.longest);
  for (Index n = 0; n < losses.rows(); ++n) {
    for (Index s = 0; s < losses.cols(); ++s) {
      losses(n, s) -= has_answer(left, n) ? left(n, s) : -lost_answer;
    }
  }
  return losses;
}

std::string loss_in_words(const Run& run, Index n, double loss) {
  const std::string_view scheme = run.result(n).shown;
  if (std::isnan(loss)) return text_of<"lost-nothing">(scheme);
  if (std::isnan(run.mean(n, run.longest))) return text_of<"lost-answer">(scheme);
  return text_of<"lost-points">(scheme, run.measure.amount(loss));
}

}  // namespace

void ask_fell(Questions& questions, const Run& run) {
  const MessagePart parts[] = {run.length(run.trained), run.length(run.longest)};
  SolvedQuestion& asked =
      add_question(questions, LabKind::one, "fell", filled(run.measure.ask_fell, parts));
  const BySeed losses = losses_of(run);
  std::vector<std::string> all;
  double largest = 0;
  for (Index n = 0; n < run.count(); ++n) {
    const double loss = mean_of(losses, n);
    all.push_back(loss_in_words(run, n, loss));
    if (loss > largest) largest = loss;
  }
  const std::string lost = listed(all);
  const MessagePart lost_part = lost;
  asked.because.add_sentence(run.measure.lost, &lost_part);
  const Chosen most = run.best_of(losses);
  const bool nobody = largest < run.measure.difference - rounding;
  for (Index n = 0; n < run.count(); ++n) {
    const bool is_right = most[static_cast<std::size_t>(n)] && !nobody;
    add_choice(asked, run.result(n), truth(is_right));
    // The scheme that loses most may still be the one that keeps most.
    if (is_right && (std::isnan(run.mean(n, run.longest)) || has_fallen(run, n, run.longest))) {
      add_reason_past_training(asked.because, run, n, run.longest);
    }
  }
  const MessagePart difference(run.measure.difference);
  add_choice(asked, "nobody", filled(run.measure.nobody_fell, &difference).c_str(), nobody);
  add_rule(asked.because, run);
}

void ask_read(Questions& questions, const Run& run, Index n, Index at) {
  const SchemeResult& scheme = run.result(n);
  const MessagePart parts[] = {scheme.shown, run.length(at)};
  SolvedQuestion& asked = add_number(questions, run, "read", filled(run.measure.ask_read, parts),
                                     run.mean(n, at), run.measure.read_within);
  add_figures(asked.because, run, at, only(n));
  add_reason_past_training(asked.because, run, n, at);
}

void ask_ahead(Questions& questions, const Run& run, const char* id, Index x, Index y, Index at) {
  const BySeed merits = run.merits(at);
  const bool first = run.is_ahead(merits, x, y);
  const bool second = run.is_ahead(merits, y, x);
  SolvedQuestion& asked =
      add_question(questions, LabKind::one, id, text_of<"ask-ahead">(run.length(at)));
  add_choice(asked, run.result(x), truth(first));
  add_choice(asked, run.result(y), truth(second));
  add_choice(asked, "neither", words<"choice-ahead-neither">, !first && !second);
  add_figures(asked.because, run, at, only(x, y));
  add_rule(asked.because, run);
  if (at == run.trained) {
    add_reason_trained(asked.because, run, x);
    add_reason_trained(asked.because, run, y);
  }
}

}  // namespace posenc::labs
