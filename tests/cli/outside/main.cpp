// What another project does with Posenc. cpp/README.md shows parts of this file.
#include <array>
#include <cstdio>
#include <optional>
#include <utility>

#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/model/trainer.hpp"
#include "posenc/model_config/report.hpp"

int main() {
  // A table: the case "table_d4" of tests/reference/sinusoidal.json.
  const auto frequencies = posenc::GeometricFrequencies::make(4, 10000);
  if (!frequencies) return 1;
  const auto table =
      posenc::sinusoidal_table(*frequencies, std::array<double, 8>{0, 1, 2, 3, 4, 5, 6, 7});
  if (!table) return 1;
  for (const auto& row : table->rowwise()) {
    for (const double value : row) std::printf("%.17g ", value);
    std::printf("\n");
  }

  // An error.
  const auto odd = posenc::GeometricFrequencies::make(7, 10000);
  if (odd) return 1;
  std::printf("%s\n", odd.error().message.c_str());

  // A grade.
  const auto exercise = posenc::find_exercise("e13.1");
  if (!exercise) return 1;
  const auto grade = posenc::grade(*exercise, {{"PE(0)[1]", "cos 0"}});
  if (!grade) return 1;
  std::printf("%g of %d\n", grade->score, grade->max);

  // A training run.
  const auto options = posenc::task_options(posenc::Task::order, posenc::Scheme::rope);
  auto made = posenc::Trainer::make(options);
  if (!made) return 1;
  posenc::Trainer trainer = *std::move(made);
  const auto steps = trainer.step(10);
  std::printf("%zu losses\n", steps.losses.size());

  // What the config of a model comes to.
  posenc::ConfigValue::Object config{{"hidden_size", {4096.0}}, {"num_attention_heads", {32.0}}};
  config.push_back({"rope_theta", {500000.0}});
  const auto report = posenc::model_report({config}, std::nullopt);
  if (!report) return 1;
  const posenc::Vector& frequencies_of_heads = report->ropes[0].frequencies.inv_freq;
  std::printf("%g of %g\n", frequencies_of_heads[1],
              static_cast<double>(frequencies_of_heads.size()));
}
