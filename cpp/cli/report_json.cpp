#include <utility>

#include "json_text.hpp"
#include "report.hpp"

namespace {

using nlohmann::ordered_json;

/// A list with one entry for each element.
template <class T, class Show>
ordered_json listed(const std::vector<T>& all, const Show& show) {
  ordered_json list = ordered_json::array();
  for (const T& one : all) list.push_back(show(one));
  return list;
}

ordered_json shown(const Disagreement& one) {
  return {{"exercise", one.exercise},
          {"seed", one.seed},
          {"attempt", one.attempt.empty() ? ordered_json() : ordered_json(one.attempt)},
          {"claimed", or_null(one.claimed)},
          {"score", or_null(one.score)},
          {"max", or_null(one.max)},
          {"message", one.message.empty() ? ordered_json() : ordered_json(one.message)}};
}

ordered_json shown(const Learner& learner, const std::vector<ExerciseSummary>& exercises) {
  ordered_json results = ordered_json::array();
  for (std::size_t n = 0; n < exercises.size(); ++n) {
    const auto& [fraction, answered, attempts, gave_up] = learner.cells[n];
    results.push_back({{"exercise", exercises[n].id},
                       {"score", fraction},
                       {"answered", answered},
                       {"attempts", attempts},
                       {"gave_up", gave_up}});
  }
  const auto& [score, count, done] = learner.total;
  return {{"name", learner.name},
          {"file", learner.file},
          {"at", learner.at},
          {"score", or_null(score)},
          {"exercises", count},
          {"done", done},
          {"answered", learner.answered},
          {"attempts", learner.attempts},
          {"gave_up", learner.gave_up},
          {"agrees", learner.disagreements.empty()},
          {"results", std::move(results)},
          {"disagreements",
           listed(learner.disagreements, [](const Disagreement& one) { return shown(one); })}};
}

ordered_json shown(const ExerciseSummary& one) {
  return {{"id", one.id},         {"seed", or_null(one.seed)}, {"answered", one.answered},
          {"solved", one.solved}, {"gave_up", one.gave_up},    {"mean", or_null(one.mean)}};
}

ordered_json shown(const Slip& one) {
  return {{"reason", posenc::name(one.reason)},
          {"exercise", one.exercise},
          {"learners", one.learners},
          {"first", one.words.first},
          {"why", one.words.why}};
}

ordered_json shown(const UnsolvedItem& one) {
  return {{"exercise", one.exercise},
          {"item", one.item},
          {"answered", one.answered},
          {"asked", one.asked}};
}

ordered_json shown(const Group& group) {
  return {
      {"class", or_null(group.class_name)},
      {"own_variants", group.has_own_variants},
      {"mean", or_null(group.mean)},
      {"median", or_null(group.median)},
      {"learners",
       listed(group.learners, [&](const Learner& one) { return shown(one, group.exercises); })},
      {"exercises", listed(group.exercises, [](const ExerciseSummary& one) { return shown(one); })},
      {"slips", listed(group.slips, [](const Slip& one) { return shown(one); })},
      {"unsolved", listed(group.unsolved, [](const UnsolvedItem& one) { return shown(one); })}};
}

}  // namespace

ordered_json report_as_json(const ClassReport& report) {
  return {{"files", report.files},
          {"records", report.records},
          {"refused", listed(report.refused,
                             [](const RefusedFile& one) -> ordered_json {
                               return {{"file", one.file}, {"reason", one.reason}};
                             })},
          {"doubled", listed(report.doubled,
                             [](const DoubledFile& one) -> ordered_json {
                               return {{"file", one.file},
                                       {"kind", posenc::name_in(doubled_kind_names, one.kind)},
                                       {"counted", one.counted},
                                       {"name", one.learner}};
                             })},
          {"groups", listed(report.groups, [](const Group& one) { return shown(one); })},
          {"agrees", report.agrees}};
}
