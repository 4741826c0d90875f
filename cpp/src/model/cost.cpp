#include "posenc/model/cost.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "posenc/argument.hpp"

namespace posenc {
namespace {

constexpr double buckets_of_t5 = 32;

std::optional<Error> check(const CostOptions& options) {
  constexpr double most = 1 << 20;
  const std::pair<std::string_view, double> numbers[]{{"[cost] `d_model`", options.d_model},
                                                      {"[cost] `heads`", options.heads},
                                                      {"[cost] `layers`", options.layers},
                                                      {"[cost] `length`", options.length}};
  for (const auto& [name, value] : numbers) {
    if (auto error = check_whole(name, value, 1, most)) return error;
  }
  if (std::fmod(options.d_model, 2 * options.heads) != 0) {
    return invalid_argument({"[cost] `d_model` must give each of ", options.heads,
                             " heads an even number of dimensions but got ", options.d_model});
  }
  return std::nullopt;
}

}  // namespace

Result<EncodingCosts> encoding_costs(const CostOptions& options) {
  if (auto error = check(options)) return *error;
  const double d = options.d_model;
  const double h = options.heads;
  const double n = options.length;
  const double layers = options.layers;
  EncodingCosts costs{layers * (24 * d * d + 4 * n * d),
                      {{Scheme::none, 0, 0, 0, 0},
                       {Scheme::sinusoidal, d, 0, 0, n * d},
                       {Scheme::learned, d, 0, n * d, 0},
                       {Scheme::rope, 6 * d * layers, 0, 0, n * d / h},
                       {Scheme::alibi, 2 * n * h * layers, 0, 0, h},
                       {Scheme::t5, n * h * layers, 0, buckets_of_t5 * h, n * h}}};
  for (SchemeCost& cost : costs.schemes) {
    cost.share = cost.operations / (costs.model_operations + cost.operations);
  }
  return costs;
}

}  // namespace posenc
