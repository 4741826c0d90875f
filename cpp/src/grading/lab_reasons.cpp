#include "posenc/grading/lab_reasons.hpp"

#include <cmath>
#include <string_view>

namespace posenc::labs {

std::string_view short_name(const SchemeWords& scheme) {
  return scheme.scheme == Scheme::none ? scheme.name : scheme.shown;
}

std::string names_of(const Run& run, const Chosen& chosen) {
  std::vector<std::string> names;
  for (Index n = 0; n < run.count(); ++n) {
    if (chosen[static_cast<std::size_t>(n)]) names.push_back(std::string(run.scheme(n).shown));
  }
  if (names.empty()) names.push_back(words<"scheme-nobody">);
  return listed(names);
}

void add_figures(Explanation& because, const Run& run, Index at, const Chosen& chosen) {
  std::vector<std::string> figures;
  for (Index n = 0; n < run.count(); ++n) {
    if (!chosen[static_cast<std::size_t>(n)]) continue;
    const auto& [scheme, accuracies, spread] = run.result(n);
    const char* phrase = std::isnan(spread.mean[at]) ? words<"figures-silent">
                         : run.seeds == 1            ? words<"figures-mean">
                                                     : words<"figures-spread">;
    // The first ones have no place for all of these.
    const MessagePart parts[] = {scheme->shown, in_per_cent(spread.mean[at]),
                                 in_per_cent(spread.least[at]), in_per_cent(spread.most[at])};
    figures.push_back(filled(phrase, parts));
  }
  because.add<"figures">(run.length(at), listed(figures));
}

void add_figures(Explanation& because, const Run& run, Index at) {
  Chosen all;
  all.fill(true);
  add_figures(because, run, at, all);
}

void add_rule(Explanation& because, const Run& run) {
  if (run.seeds == 1) {
    because.add<"rule-one-seed">();
  } else {
    because.add<"rule-seeds">(run.seeds, std::exp2(run.seeds - 1));
  }
}

void add_reason_beyond(Explanation& because, const Run& run, Index n, Index at) {
  const SchemeWords& scheme = run.scheme(n);
  const double mean = run.mean(n, at);
  const bool has_fallen = mean < high;
  Sentence reason{nullptr};
  if (std::isnan(mean)) {
    reason = sentence<"beyond-silent">;
  } else if (!(run.mean(n, run.trained) >= high)) {
    reason = sentence<"beyond-untrained">;
  } else if (scheme.scheme == Scheme::none && !run.is_causal()) {
    reason = has_fallen ? sentence<"beyond-none-fell"> : sentence<"beyond-none-held">;
  } else {
    reason = has_fallen ? scheme.fell : scheme.held;
  }
  // Only one of them says where it was trained.
  const MessagePart parts[] = {scheme.shown, run.length(run.trained)};
  because.add_sentence(reason, parts);
}

void add_reason_trained(Explanation& because, const Run& run, Index n) {
  const SchemeWords& about = run.scheme(n);
  const Scheme scheme = about.scheme;
  Sentence reason{nullptr};
  if (run.mean(n, run.trained) >= high) {
    const bool by_mask = (scheme == Scheme::none && run.is_causal()) ||
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
