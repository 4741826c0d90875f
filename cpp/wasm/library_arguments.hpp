#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "function.hpp"
#include "matrix_arguments.hpp"
#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/read_out.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/remedies.hpp"
#include "posenc/encoding/rotary.hpp"

/// Arguments of the functions on encodings.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(PartsOfSumOptions)

struct RotaryOptions {
  double head_dim;
  double rotary_dim;
  double base;
  std::string layout;
};
POSENC_FIELDS(RotaryOptions, head_dim, rotary_dim, base, layout)

struct BucketOptions {
  std::string direction;
  double num_buckets;
  double max_distance;
};
POSENC_FIELDS(BucketOptions, direction, num_buckets, max_distance)

/// The two positions of each pair, one after the other.
template <>
struct Argument<std::span<const PositionPair>> {
  using Js = const Numbers&;
  static Result<std::vector<PositionPair>> make(const Numbers& numbers) {
    return to_position_pairs(emscripten::convertJSArrayToNumberVector<double>(numbers));
  }
};

template <>
struct Argument<const SumOptions&> {
  using Js = const PartsOfSumOptions&;
  static Result<SumOptions> make(const emscripten::val& options) {
    POSENC_TRY(scaling, to_token_scaling(text_in(options, "scaling")));
    return SumOptions{number_in(options, "base"),
                      number_in(options, "position"),
                      number_in(options, "standardDeviation"),
                      number_in(options, "tokens"),
                      number_in(options, "seed"),
                      scaling};
  }
};

template <>
struct Argument<const RotaryEmbedding&> {
  using Js = const RotaryOptions&;
  static Result<RotaryEmbedding> make(const RotaryOptions& options) {
    return RotaryEmbedding::make(options.head_dim, options.rotary_dim, options.base,
                                 options.layout);
  }
};

template <>
struct Argument<const T5BucketRule&> {
  using Js = const BucketOptions&;
  static Result<T5BucketRule> make(const BucketOptions& options) {
    POSENC_TRY(direction, to_bucket_direction(options.direction));
    return T5BucketRule::make(direction, options.num_buckets, options.max_distance);
  }
};

}  // namespace posenc::wasm
