#include <emscripten/bind.h>

#include <memory>
#include <optional>

#include "convert.hpp"
#include "training.hpp"

// The training benchmark in a module of its own, for any size.

using namespace posenc;

namespace {

std::vector<Token> tokens_from(const emscripten::val& array) {
  return emscripten::convertJSArrayToNumberVector<Token>(array);
}

/// The model of train() and infer(): one at a time. Without parameters, it draws its own.
std::optional<bench::TrainingWork> work;

emscripten::val create(double V, double D, double NH, double L, double T, double B,
                       const emscripten::val& parameters, const emscripten::val& x,
                       const emscripten::val& y) {
  const auto index = [](double value) { return static_cast<Index>(value); };
  const bench::TrainingSize size{"", index(V), index(D), index(NH), index(L), index(T), index(B)};
  const auto weights = emscripten::convertJSArrayToNumberVector<float>(parameters);
  auto made = weights.empty()
                  ? bench::TrainingWork::make(size)
                  : bench::TrainingWork::make(size, weights, tokens_from(x), tokens_from(y));
  if (!made) return wasm::error_to_js(made.error());
  work.emplace(std::move(made).value());
  auto info = emscripten::val::object();
  info.set("bytes", static_cast<double>(work->bytes()));
  info.set("flop", size.step_flop());
  auto result = emscripten::val::object();
  result.set("value", info);
  return result;
}

double train() { return work->train(); }

double infer() { return static_cast<double>(work->infer()); }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_bench) {
  emscripten::function("create", &create);
  emscripten::function("train", &train);
  emscripten::function("infer", &infer);
  emscripten::function("runChains", &bench::run_chains);
}
