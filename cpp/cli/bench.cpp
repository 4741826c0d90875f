#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bad_input.hpp"
#include "encodings.hpp"
#include "json_text.hpp"
#include "posenc/argument.hpp"

namespace {

using nlohmann::ordered_json;
using posenc::bench::Measurement;

#ifdef __EMSCRIPTEN__
constexpr const char* build = "WebAssembly";
#else
constexpr const char* build = "native";
#endif

/// Bytes of the result, in units of 10^9, for each second of the median time.
double gigabytes_per_second(const Measurement& one) { return one.bytes / one.times.median / 1e6; }

ordered_json as_json(const std::vector<Measurement>& all) {
  ordered_json results = ordered_json::array();
  for (const Measurement& one : all) {
    results.push_back(
        {{"name", one.name},
         {"bytes", one.bytes},
         {"milliseconds",
          {{"least", one.times.least}, {"median", one.times.median}, {"most", one.times.most}}},
         {"gigabytes_per_second", gigabytes_per_second(one)},
         {"of_copy", one.of_copy}});
  }
  return {{"bench", "encodings"}, {"build", build}, {"results", results}};
}

template <class... Values>
std::string line(const char* format, Values... values) {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

std::string as_table(const std::vector<Measurement>& all) {
  std::string text =
      line("%-32s %8s %10s %8s %8s  (%s)\n", "", "MB", "ms", "GB/s", "of copy", build);
  for (const Measurement& one : all) {
    text += line("%-32s %8.1f %10.3f %8.2f %8.3f\n", one.name.c_str(), one.bytes / 1e6,
                 one.times.median, gigabytes_per_second(one), one.of_copy);
  }
  return text;
}

}  // namespace

std::string run_bench(const std::vector<std::string>& arguments) {
  bool json = false;
  bool quick = false;
  std::string what;
  for (const std::string& argument : arguments) {
    if (argument == "--json") {
      json = true;
    } else if (argument == "--quick") {
      quick = true;
    } else if (what.empty() && argument == "encodings") {
      what = argument;
    } else {
      throw BadInput("bench must be given encodings, --quick or --json but got " +
                     posenc::quote(argument));
    }
  }
  if (what.empty()) throw BadInput("bench must be told what: encodings");
  const auto all = quick ? posenc::bench::encodings(1, 64) : posenc::bench::encodings(15);
  return json ? to_text(as_json(all)) + "\n" : as_table(all);
}
