#include "posenc/grading/lab_reasons.hpp"

#include <cmath>
#include <string_view>

namespace posenc::labs {

std::string_view short_name(const SchemeResult& scheme) {
  return scheme.scheme == Scheme::none ? scheme.name : std::string_view(scheme.shown);
}

std::string names_of(const Run& run, const Chosen& chosen) {
  std::vector<std::string> names;
  for (Index n = 0; n < run.count(); ++n) {
    if (chosen[static_cast<std::size_t>(n)]) names.push_back(run.result(n).shown);
  }
  if (names.empty()) names.push_back(words<"scheme-nobody">);
  return listed(names);
}

void add_figures(Explanation& because, const Run& run, Index at, const Chosen& chosen) {
  std::vector<std::string> figures;
  for (Index n = 0; n < run.count(); ++n) {
    if (!chosen[static_cast<std::size_t>(n)]) continue;
    const SchemeResult& result = run.result(n);
    const Spread& spread = result.spread;
    const char* phrase = std::isnan(spread.mean[at]) ? words<"figures-silent">
                         : run.seeds == 1            ? run.measure.figure
                                                     : run.measure.figure_spread;
    const auto shown = run.measure.shown;
    // The first ones have no place for all of these.
    const MessagePart parts[] = {result.shown, shown(spread.mean[at]), shown(spread.least[at]),
                                 shown(spread.most[at])};
    figures.push_back(filled(phrase, parts));
  }
  const std::string all = listed(figures);
  const MessagePart parts[] = {run.length(at), all};
  because.add_sentence(run.measure.figures, parts);
}

void add_figures(Explanation& because, const Run& run, Index at) {
  Chosen all;
  all.fill(true);
  add_figures(because, run, at, all);
}

void add_rule(Explanation& because, const Run& run) {
  // (Not every rule has a place for all of these.)
  const MessagePart parts[] = {run.seeds, std::exp2(run.seeds - 1), run.measure.difference};
  because.add_sentence(run.seeds == 1 ? run.measure.rule_one_seed : run.measure.rule_seeds, parts);
}

bool has_fallen(const Run& run, Index n, Index at) {
  if (run.measure.kind == LabKind::percent) return run.mean(n, at) < high;
  return run.mean(n, at) - run.mean(n, run.trained) > flat_within;
}

void add_reason_past_training(Explanation& because, const Run& run, Index n, Index at) {
  const SchemeResult& scheme = run.result(n);
  const bool fell = has_fallen(run, n, at);
  const bool is_accuracy = run.measure.kind == LabKind::percent;
  Sentence reason{nullptr};
  if (std::isnan(run.mean(n, at))) {
    reason = sentence<"beyond-silent">;
  } else if (is_accuracy && !(run.mean(n, run.trained) >= high)) {
    reason = sentence<"beyond-untrained">;
  } else if (scheme.scheme == Scheme::none && run.needs == TaskNeed::nothing && !fell) {
    reason = sentence<"beyond-none-held">;
  } else if (scheme.scheme == Scheme::none && !run.is_causal()) {
    reason = fell ? sentence<"beyond-none-fell"> : sentence<"beyond-none-held">;
  } else {
    reason = fell ? scheme.fell : scheme.held;
  }
  // Only one of them says where it was trained.
  const MessagePart parts[] = {scheme.shown, run.length(run.trained)};
  because.add_sentence(reason, parts);
}

void add_reason_trained(Explanation& because, const Run& run, Index n) {
  const SchemeResult& about = run.result(n);
  const std::optional<Scheme> scheme = about.scheme;
  Sentence reason{nullptr};
  if (run.mean(n, run.trained) >= high) {
    const bool by_mask =
        (scheme == Scheme::none && run.is_causal() && run.needs != TaskNeed::nothing) ||
        (scheme == Scheme::alibi_directional && run.needs_order());
    if (by_mask) reason = about.held;
  } else if (scheme == Scheme::none && run.needs_order()) {
    reason = sentence<"trained-none-blind">;
  } else if (scheme == Scheme::alibi && run.needs_order()) {
    reason = sentence<"trained-alibi-side">;
  } else if (scheme == Scheme::rope && run.needs == TaskNeed::place) {
    reason = sentence<"trained-rope-place">;
  }
  if (reason.coded == nullptr) return;
  const MessagePart part(about.shown);
  because.add_sentence(reason, &part);
}

}  // namespace posenc::labs
