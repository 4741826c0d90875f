#include "planned_runs.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "bad_input.hpp"
#include "parallel.hpp"
#include "posenc/model/trainer.hpp"

namespace {

using namespace posenc;

/// A model that several plans can share: with the largest number of seeds, and the tests of all plans.
struct SharedModel {
  TrainingOptions options;
  std::size_t seeds = 0;
  std::vector<PlannedTest> tests{};
  /// One for each seed.
  std::vector<TrainedRun> runs{};
};

SharedModel& model_with(const TrainingOptions& options, std::vector<SharedModel>& models) {
  const auto found = std::ranges::find(models, options, &SharedModel::options);
  return found != models.end() ? *found : models.emplace_back(SharedModel{options});
}

std::vector<SharedModel> shared_by(const std::vector<SeededPlan>& plans) {
  std::vector<SharedModel> models;
  for (const auto& [plan, seeds] : plans) {
    for (const PlannedModel& planned : plan.models) {
      SharedModel& model = model_with(planned.options, models);
      model.seeds = std::max(model.seeds, seeds);
      for (const PlannedTest& test : planned.tests) {
        if (std::ranges::find(model.tests, test) == model.tests.end()) model.tests.push_back(test);
      }
    }
  }
  for (SharedModel& model : models) {
    // Replacing frequencies cannot be undone, so these tests come last.
    std::stable_partition(model.tests.begin(), model.tests.end(),
                          [](const PlannedTest& test) { return test.inverse_frequencies.empty(); });
    model.runs.resize(model.seeds);
  }
  return models;
}

/// The result of a test; NaN, for no answer, if it is an error, such as beyond the rows of a learned table.
LengthResult result_in(Trainer& trainer, const PlannedTest& test) {
  if (!test.inverse_frequencies.empty()) {
    const auto& theta = test.inverse_frequencies;
    const auto values = Eigen::Map<const Vector>(theta.data(), static_cast<Index>(theta.size()));
    const auto frequencies = unwrap(InverseFrequencies::from_values(values));
    if (const auto error = trainer.use_frequencies(frequencies, test.attention_factor)) {
      throw BadInput(*error);
    }
  }
  const auto result = trainer.evaluate(test.length);
  return result ? *result : LengthResult{.accuracy = std::nan(""), .loss = std::nan("")};
}

/// @param progress called with the number of new steps, and the last loss
template <class Progress>
TrainedRun trained(const SharedModel& model, std::size_t seed, const Progress& progress) {
  TrainingOptions options = model.options;
  options.seed = static_cast<double>(seed);
  auto trainer = unwrap(Trainer::make(options));
  TrainedRun run;
  for (auto done = trainer.step(10); !done.losses.empty(); done = trainer.step(10)) {
    run.curve.insert(run.curve.end(), done.accuracies.begin(), done.accuracies.end());
    progress(done.losses.size(), done.losses.back());
  }
  for (const PlannedTest& test : model.tests) {
    const LengthResult result = result_in(trainer, test);
    run.accuracies.push_back(result.accuracy);
    run.losses.push_back(result.loss);
  }
  return run;
}

void train(std::vector<SharedModel>& models, const StepProgress& progress) {
  std::vector<std::pair<SharedModel*, std::size_t>> runs;
  double all = 0;
  for (SharedModel& model : models) {
    all += model.options.steps * static_cast<double>(model.seeds);
    for (std::size_t seed = 1; seed <= model.seeds; ++seed) runs.emplace_back(&model, seed);
  }
  std::mutex one_at_a_time;
  double done = 0;
  in_parallel(runs.size(), [&](std::size_t n) {
    const auto [model, seed] = runs[n];
    model->runs[seed - 1] = trained(*model, seed, [&](std::size_t steps, double loss) {
      const std::lock_guard lock(one_at_a_time);
      done += static_cast<double>(steps);
      progress(done, all, loss);
    });
  });
}

/// The part of a shared model's run that one plan needs.
TrainedRun run_for(const PlannedModel& planned, const SharedModel& model, std::size_t seed) {
  const TrainedRun& run = model.runs[seed - 1];
  TrainedRun own{{}, {}, run.curve};
  for (const PlannedTest& test : planned.tests) {
    const auto place =
        static_cast<std::size_t>(std::ranges::find(model.tests, test) - model.tests.begin());
    own.accuracies.push_back(run.accuracies[place]);
    own.losses.push_back(run.losses[place]);
  }
  return own;
}

}  // namespace

std::vector<std::vector<TrainedRun>> runs_of(const std::vector<SeededPlan>& plans,
                                             const StepProgress& progress) {
  std::vector<SharedModel> models = shared_by(plans);
  train(models, progress);
  std::vector<std::vector<TrainedRun>> runs(plans.size());
  for (std::size_t n = 0; n < plans.size(); ++n) {
    for (const PlannedModel& planned : plans[n].plan.models) {
      const SharedModel& model = model_with(planned.options, models);
      for (std::size_t seed = 1; seed <= plans[n].seeds; ++seed) {
        runs[n].push_back(run_for(planned, model, seed));
      }
    }
  }
  return runs;
}
