#include "class_report.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "posenc/grading/exercise.hpp"
#include "posenc/grading/lab.hpp"
#include "posenc/grading/quiz.hpp"

namespace {

using posenc::Outcome;

/// A file that counts, and its results.
struct Member {
  const RecordFile* file;
  std::vector<ExerciseResult> results;

  const GradedRecord& record() const { return *file->record; }
};

std::string class_of(const GradedRecord& record) {
  return record.classroom ? "class " + record.classroom->name : "";
}

/// Moves files that do not count because another does to `doubled`.
std::vector<const RecordFile*> counted_files(const std::vector<const RecordFile*>& all,
                                             std::vector<DoubledFile>& doubled) {
  const auto put_aside = [&](const RecordFile& file, DoubledKind kind, const RecordFile& counted) {
    doubled.push_back({file.name, kind, counted.name, file.record->name});
  };
  std::map<std::pair<std::string, std::string>, const RecordFile*> exports;
  std::map<std::pair<std::string, std::string>, const RecordFile*> newest;
  std::vector<const RecordFile*> different;
  for (const RecordFile* file : all) {
    const GradedRecord& record = *file->record;
    const auto [first, is_new] = exports.try_emplace({record.name, record.at}, file);
    if (!is_new) {
      const bool is_identical = first->second->checksum == file->checksum;
      put_aside(*file, is_identical ? DoubledKind::identical : DoubledKind::same_record,
                *first->second);
      continue;
    }
    different.push_back(file);
    const auto [known, is_first] = newest.try_emplace({record.name, class_of(record)}, file);
    // Times are written as in ISO 8601, so the later text is the later time.
    if (!is_first && known->second->record->at < record.at) known->second = file;
  }
  std::vector<const RecordFile*> counted;
  for (const RecordFile* file : different) {
    const GradedRecord& record = *file->record;
    const RecordFile* last = newest.at({record.name, class_of(record)});
    // Learners without a name need not be the same.
    if (last == file || record.name.empty()) {
      counted.push_back(file);
    } else {
      put_aside(*file, DoubledKind::older, *last);
    }
  }
  return counted;
}

/// The place of an exercise in the lists of the library; one that it does not know comes last.
std::size_t place_of(std::string_view exercise) {
  static const std::vector<std::string_view> all = [] {
    auto ids = posenc::exercise_ids();
    const auto labs = posenc::lab_set_ids();
    // The quiz comes last, after the labs.
    ids.insert(ids.end() - 1, labs.begin(), labs.end());
    return ids;
  }();
  return static_cast<std::size_t>(std::ranges::find(all, exercise) - all.begin());
}

/// The exercises of a group: those of the class's set in its order; without a class, all that somebody answered.
std::vector<std::string> exercises_of(const std::vector<Member>& members) {
  std::vector<std::string> ids;
  for (const Member& member : members) {
    for (const ExerciseResult& result : member.results) {
      if (std::ranges::find(ids, result.exercise) == ids.end()) ids.push_back(result.exercise);
    }
  }
  if (!members.front().record().classroom) std::ranges::stable_sort(ids, {}, place_of);
  return ids;
}

double attempts_in(const GradedSheet& sheet) {
  return sheet.attempts.is_number() ? sheet.attempts.get<double>() : 0;
}

Cell cell_of(const ExerciseResult* result) {
  Cell cell{.fraction = 0, .answered = false, .attempts = 0, .gave_up = false};
  if (result == nullptr) return cell;
  cell.fraction = result->fraction;
  for (const GradedSheet* sheet : result->sheets) {
    cell.answered = cell.answered || sheet->best || sheet->latest || !sheet->message.empty();
    cell.attempts += attempts_in(*sheet);
    cell.gave_up = cell.gave_up || sheet->gave_up;
  }
  return cell;
}

/// All sheets of the record, also those that do not count toward its score.
std::vector<Disagreement> disagreements_in(const GradedRecord& record) {
  std::vector<Disagreement> all;
  for (const GradedSheet& sheet : record.sheets) {
    Disagreement found{.exercise = sheet.exercise,
                       .seed = sheet.seed,
                       .attempt = "",
                       .claimed = std::nullopt,
                       .score = std::nullopt,
                       .max = std::nullopt,
                       .message = sheet.message};
    if (!sheet.agrees && !sheet.best && !sheet.latest) all.push_back(found);
    for (const auto& [attempt, name] :
         {std::pair(&sheet.best, "best"), std::pair(&sheet.latest, "latest")}) {
      if (!*attempt || (*attempt)->agrees) continue;
      const auto& grade = (*attempt)->grade;
      found.attempt = name;
      found.claimed = (*attempt)->claimed;
      found.score = grade ? std::optional(grade->score) : std::nullopt;
      found.max = grade ? std::optional(grade->max) : std::nullopt;
      found.message = grade ? "" : sheet.message;
      all.push_back(found);
    }
  }
  return all;
}

Learner learner_of(const Member& member, const std::vector<std::string>& exercises) {
  const GradedRecord& record = member.record();
  Learner learner{.file = member.file->name,
                  .name = record.name,
                  .at = record.at,
                  .total = total_of(member.results),
                  .cells = {},
                  .answered = 0,
                  .gave_up = 0,
                  .attempts = 0,
                  .disagreements = disagreements_in(record)};
  for (const std::string& id : exercises) {
    const auto found = std::ranges::find(member.results, id, &ExerciseResult::exercise);
    const Cell cell = cell_of(found == member.results.end() ? nullptr : &*found);
    learner.cells.push_back(cell);
    learner.answered += cell.answered ? 1 : 0;
    learner.gave_up += cell.gave_up ? 1 : 0;
    learner.attempts += cell.attempts;
  }
  return learner;
}

/// The variant of an exercise that all have; nothing if there is none.
std::optional<nlohmann::json> common_seed(const std::vector<Member>& members,
                                          const std::string& exercise) {
  std::optional<nlohmann::json> common;
  for (const Member& member : members) {
    const auto& classroom = member.record().classroom;
    if (!classroom) return std::nullopt;
    const auto found = std::ranges::find(classroom->set, exercise, &AssignedExercise::id);
    if (common && *common != found->seed) return std::nullopt;
    common = found->seed;
  }
  return common;
}

ExerciseSummary summary_of(const std::string& id, std::size_t column,
                           const std::vector<Member>& members,
                           const std::vector<Learner>& learners) {
  ExerciseSummary summary{.id = id,
                          .seed = common_seed(members, id),
                          .answered = 0,
                          .solved = 0,
                          .gave_up = 0,
                          .mean = std::nullopt};
  double sum = 0;
  for (const Learner& learner : learners) {
    const Cell& cell = learner.cells[column];
    summary.answered += cell.answered ? 1 : 0;
    summary.solved += cell.fraction >= 1 ? 1 : 0;
    summary.gave_up += cell.gave_up ? 1 : 0;
    sum += cell.fraction;
  }
  const bool has_class = members.front().record().classroom.has_value();
  const std::size_t counted = has_class ? learners.size() : summary.answered;
  if (counted > 0) summary.mean = sum / static_cast<double>(counted);
  return summary;
}

/// How an item went for one learner, or for how many it went so.
template <class Count>
struct ItemCounts {
  Count asked{};
  Count answered{};
  Count solved{};
};

/// The items that are left, and the slips, of all learners.
class Tally {
 public:
  /// Counts a learner's work on an exercise once, whatever the number of attempts.
  void add(const ExerciseResult& result) {
    std::map<std::string, ItemCounts<bool>> items;
    std::set<posenc::Reason> reasons;
    for (const GradedSheet* sheet : result.sheets) {
      for (const auto* attempt : {&sheet->best, &sheet->latest}) {
        if (*attempt && (*attempt)->grade) look_at(*(*attempt)->grade, items, reasons);
      }
    }
    const std::size_t place = places_.try_emplace(result.exercise, places_.size()).first->second;
    for (const auto& [item, seen] : items) {
      ItemCounts<std::size_t>& counts = items_[{place, item}];
      counts.asked += seen.asked ? 1 : 0;
      counts.answered += seen.answered ? 1 : 0;
      counts.solved += seen.solved ? 1 : 0;
    }
    for (const posenc::Reason reason : reasons) ++slips_[{place, reason}];
  }

  /// The most frequent first.
  std::vector<Slip> slips() const {
    std::vector<Slip> all;
    for (const auto& [key, learners] : slips_) {
      const posenc::Verdict verdict{
          .outcome = Outcome::wrong, .reason = key.second, .read = {}, .message = {}};
      const std::string& exercise = exercise_at(key.first);
      all.push_back({exercise, key.second, learners, posenc::statement_on(verdict, exercise)});
    }
    std::ranges::stable_sort(all, std::greater(), &Slip::learners);
    return all;
  }

  /// Those that most learners tried first.
  std::vector<UnsolvedItem> unsolved() const {
    std::vector<UnsolvedItem> all;
    for (const auto& [key, counts] : items_) {
      const std::string& exercise = exercise_at(key.first);
      const bool is_practice = exercise == "quiz" && !posenc::counts_in_quiz(key.second);
      if (counts.solved > 0 || is_practice) continue;
      all.push_back({exercise, key.second, counts.answered, counts.asked});
    }
    std::ranges::stable_sort(all, std::greater(), &UnsolvedItem::answered);
    return all;
  }

 private:
  static void look_at(const AttemptGrade& grade, std::map<std::string, ItemCounts<bool>>& items,
                      std::set<posenc::Reason>& reasons) {
    for (const GradedItem& item : grade.items) {
      ItemCounts<bool>& seen = items[item.id];
      seen.asked = true;
      seen.answered = seen.answered || item.outcome != Outcome::empty;
      seen.solved = seen.solved || posenc::points(item.outcome) == 1;
      const bool is_slip = item.outcome == Outcome::wrong || item.outcome == Outcome::form;
      if (is_slip && item.reason) reasons.insert(*item.reason);
    }
  }

  const std::string& exercise_at(std::size_t place) const {
    return std::ranges::find(places_, place, [](const auto& one) { return one.second; })->first;
  }

  std::map<std::string, std::size_t> places_;
  std::map<std::pair<std::size_t, std::string>, ItemCounts<std::size_t>> items_;
  std::map<std::pair<std::size_t, posenc::Reason>, std::size_t> slips_;
};

std::optional<double> mean_of(const std::vector<double>& numbers) {
  if (numbers.empty()) return std::nullopt;
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

std::optional<double> median_of(std::vector<double> numbers) {
  if (numbers.empty()) return std::nullopt;
  std::ranges::sort(numbers);
  const std::size_t middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

Group group_of(const std::vector<Member>& members) {
  const auto& classroom = members.front().record().classroom;
  Group group{.class_name = classroom ? std::optional(classroom->name) : std::nullopt,
              .has_own_variants = false,
              .exercises = {},
              .learners = {},
              .slips = {},
              .unsolved = {},
              .mean = std::nullopt,
              .median = std::nullopt};
  const std::vector<std::string> ids = exercises_of(members);
  std::vector<double> scores;
  Tally tally;
  for (const Member& member : members) {
    group.learners.push_back(learner_of(member, ids));
    if (const auto& score = group.learners.back().total.score) scores.push_back(*score);
    for (const ExerciseResult& result : member.results) tally.add(result);
  }
  for (std::size_t column = 0; column < ids.size(); ++column) {
    group.exercises.push_back(summary_of(ids[column], column, members, group.learners));
    if (classroom && !group.exercises.back().seed) group.has_own_variants = true;
  }
  group.slips = tally.slips();
  group.unsolved = tally.unsolved();
  group.mean = mean_of(scores);
  group.median = median_of(std::move(scores));
  // Without a name last.
  std::ranges::stable_sort(group.learners, {}, [](const Learner& learner) {
    return std::tuple(learner.name.empty(), learner.name, learner.file);
  });
  return group;
}

/// Groups sort by this: without a class last, else by name and exercises.
auto group_key(const GradedRecord& record) {
  std::vector<std::string> ids;
  if (record.classroom) {
    for (const AssignedExercise& one : record.classroom->set) ids.push_back(one.id);
    std::ranges::sort(ids);
  }
  return std::tuple(!record.classroom, record.classroom ? record.classroom->name : "",
                    std::move(ids));
}

}  // namespace

ClassReport class_report(const std::vector<RecordFile>& files) {
  ClassReport report{.files = files.size(),
                     .records = 0,
                     .refused = {},
                     .doubled = {},
                     .groups = {},
                     .agrees = true};
  std::vector<const RecordFile*> records;
  for (const RecordFile& file : files) {
    if (file.record) {
      records.push_back(&file);
    } else {
      report.refused.push_back({file.name, file.fault});
    }
  }
  std::map<decltype(group_key(*files.front().record)), std::vector<Member>> groups;
  for (const RecordFile* file : counted_files(records, report.doubled)) {
    groups[group_key(*file->record)].push_back({file, results_of(*file->record)});
    report.agrees = report.agrees && file->record->agrees;
    ++report.records;
  }
  for (const auto& [key, members] : groups) report.groups.push_back(group_of(members));
  return report;
}
