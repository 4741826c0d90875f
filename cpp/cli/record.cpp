#include "record.hpp"

#include <utility>

#include "graded_record.hpp"
#include "json_text.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json shown(const std::optional<GradedAttempt>& attempt) {
  if (!attempt) return {};
  const auto& [grade, claimed, claimed_max, agrees, at] = *attempt;
  return {{"score", grade ? ordered_json(grade->score) : ordered_json()},
          {"max", grade ? ordered_json(grade->max) : ordered_json()},
          {"claimed", to_json(claimed)},
          {"claimed_max", to_json(claimed_max)},
          {"agrees", agrees},
          {"at", at}};
}

ordered_json shown(const GradedSheet& sheet) {
  ordered_json shown_sheet = {{"exercise", sheet.exercise},
                              {"seed", sheet.seed},
                              {"assigned", to_json(sheet.assigned)},
                              {"attempts", sheet.attempts}};
  if (sheet.setting) shown_sheet["setting"] = *sheet.setting;
  shown_sheet.update(
      {{"best", shown(sheet.best)},
       {"latest", shown(sheet.latest)},
       {"agrees", sheet.agrees},
       {"message", sheet.message.empty() ? ordered_json() : ordered_json(sheet.message)}});
  return shown_sheet;
}

ordered_json shown(const std::optional<ClassSet>& classroom) {
  if (!classroom) return {};
  ordered_json set = ordered_json::array();
  for (const auto& [id, seed] : classroom->set) set.push_back({{"id", id}, {"seed", seed}});
  return {{"name", classroom->name}, {"set", std::move(set)}};
}

}  // namespace

ordered_json grade_record(const json& document) {
  const GradedRecord record = graded_record(document);
  ordered_json sheets = ordered_json::array();
  for (const GradedSheet& sheet : record.sheets) sheets.push_back(shown(sheet));
  const auto [score, exercises, done] = total_of(results_of(record));
  return {{"name", record.name},
          {"at", record.at},
          {"class", shown(record.classroom)},
          {"sheets", std::move(sheets)},
          {"total", {{"score", to_json(score)}, {"exercises", exercises}, {"done", done}}},
          {"agrees", record.agrees}};
}
