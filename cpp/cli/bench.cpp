#include "bench.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "bad_input.hpp"
#include "encodings.hpp"
#include "gradients.hpp"
#include "json_text.hpp"
#include "posenc/argument.hpp"
#include "training.hpp"

namespace {

using nlohmann::ordered_json;
using posenc::name_in;
using posenc::bench::Measurement;
using posenc::bench::Times;
using posenc::bench::TrainingMeasurement;

#ifdef __EMSCRIPTEN__
constexpr const char* build = "WebAssembly";
#else
constexpr const char* build = "native";
#endif

template <class... Values>
std::string line(const char* format, Values... values) {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

ordered_json as_json(const Times& times) {
  return {{"least", times.least}, {"median", times.median}, {"most", times.most}};
}

/// The results of one benchmark, as JSON and as a table.
struct Report {
  ordered_json json;
  std::string table;
};

/// Gigabytes (10^9) of the result for each second of the median time.
double gigabytes_per_second(const Measurement& one) { return one.bytes / one.times.median / 1e6; }

Report encodings(bool quick) {
  const auto all = quick ? posenc::bench::encodings(1, 64) : posenc::bench::encodings(15);
  Report report{ordered_json::array(),
                line("%-32s %8s %10s %8s %8s  (%s)\n", "", "MB", "ms", "GB/s", "of copy", build)};
  for (const Measurement& one : all) {
    report.json.push_back({{"name", one.name},
                           {"bytes", one.bytes},
                           {"milliseconds", as_json(one.times)},
                           {"gigabytes_per_second", gigabytes_per_second(one)},
                           {"of_copy", one.of_copy}});
    report.table += line("%-32s %8.1f %10.3f %8.2f %8.3f\n", one.name.c_str(), one.bytes / 1e6,
                         one.times.median, gigabytes_per_second(one), one.of_copy);
  }
  return report;
}

Report training(bool quick) {
  const auto all = quick ? posenc::bench::training(1, 0) : posenc::bench::training(9, 300);
  Report report{ordered_json::array(), line("%-32s %8s %10s %8s %8s  (%s)\n", "training, one step",
                                            "MB", "ms", "steps/s", "of peak", build)};
  for (const TrainingMeasurement& one : all) {
    const auto& [name, V, D, NH, L, T, B] = one.size;
    report.json.push_back({{"name", name},
                           {"bytes", one.bytes},
                           {"milliseconds", as_json(one.step)},
                           {"steps_per_second", one.steps},
                           {"gflops", one.gflops},
                           {"peak_gflops", one.peak_gflops},
                           {"of_peak", one.of_peak}});
    const std::string size =
        line("%s: d %d, %d heads, %d layers, %d x %d", name.c_str(), static_cast<int>(D),
             static_cast<int>(NH), static_cast<int>(L), static_cast<int>(B), static_cast<int>(T));
    report.table +=
        line("%-32s %8.2f %10.3f %8.1f %8.3f\n", size.c_str(), static_cast<double>(one.bytes) / 1e6,
             one.step.median, one.steps, one.of_peak);
  }
  report.table +=
      line("peak: %.1f GFLOP/s (chained multiplications and additions of four floats)\n",
           all.front().peak_gflops);
  return report;
}

/// ", windows 3/0"; nothing for a list that is not set.
std::string for_each_layer(const char* name, const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    text += text.empty() ? line(", %s %g", name, value) : line("/%g", value);
  }
  return text;
}

Report gradients(bool) {
  const auto all = posenc::bench::gradients();
  Report report{ordered_json::array(),
                "gradients in double vs. central differences: the worst relative error\n"};
  for (const auto& one : all) {
    ordered_json tensors = ordered_json::object();
    for (const auto& [tensor, worst] : one.tensors) tensors[tensor] = worst;
    const posenc::PositionOptions& position = one.options.position;
    const std::string scheme = name_of(position);
    const std::string direction(name_in(posenc::direction_names, one.options.direction));
    const std::string activation(name_in(posenc::activation_names, one.options.activation));
    report.json.push_back({{"scheme", scheme},
                           {"direction", direction},
                           {"activation", activation},
                           {"windows", position.windows},
                           {"bases", position.bases},
                           {"rotary", position.rotary},
                           {"tensors", tensors}});
    report.table += line("%s, %s, %s", scheme.c_str(), direction.c_str(), activation.c_str());
    report.table += for_each_layer("windows", position.windows);
    report.table += for_each_layer("bases", position.bases);
    if (position.rotary != 1) report.table += line(", rotary %g", position.rotary);
    report.table += "\n";
    int column = 0;
    for (const auto& [tensor, worst] : one.tensors) {
      report.table += line("%s%-14s %7.1e", column % 4 == 0 ? "  " : "   ", tensor.c_str(), worst);
      if (++column % 4 == 0) report.table += "\n";
    }
    if (column % 4 != 0) report.table += "\n";
  }
  return report;
}

struct Benchmark {
  std::string_view name;
  Report (*run)(bool quick);
};

constexpr std::array<Benchmark, 3> benchmarks{
    {{"encodings", encodings}, {"training", training}, {"gradients", gradients}}};

std::string bench_refusal(const Misuse& misuse) {
  return "bench must be given encodings, training, gradients, --quick or --json but got " +
         posenc::quote(misuse.name);
}

/// The named benchmarks; the first two if none is named.
std::vector<Benchmark> chosen_from(const Arguments& names) {
  if (names.empty()) return {benchmarks.begin(), benchmarks.begin() + 2};
  std::vector<Benchmark> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(benchmarks, name, &Benchmark::name);
    if (found == benchmarks.end()) throw BadInput(bench_refusal({Misuse::Kind::extra_word, name}));
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace

std::string run_bench(const Arguments& arguments) {
  CommandLine line(bench_usage);
  line.words("NAME", "encodings, training or gradients; without a name, the first two");
  line.flag("--json", "print JSON instead of tables");
  line.flag("--quick", "measure only once, roughly");
  line.parse(arguments, bench_refusal);
  const bool quick = line.has("--quick");
  std::string tables;
  ordered_json all{{"build", build}};
  for (const auto& [name, run] : chosen_from(line.values("NAME"))) {
    auto report = run(quick);
    tables += (tables.empty() ? "" : "\n") + report.table;
    all[std::string(name)] = std::move(report.json);
  }
  return line.has("--json") ? to_text(all) + "\n" : tables;
}
