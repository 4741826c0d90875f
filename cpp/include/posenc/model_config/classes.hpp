#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "posenc/encoding/rotary.hpp"
#include "posenc/enum_names.hpp"
#include "posenc/model_config/value.hpp"

/// What the class of a model supplies where its config.json is silent: by model_type, as in Hugging Face's library
/// Transformers, version 5.16 (commit decba1d2).
namespace posenc {

enum class PositionKind {
  rope,
  alibi,
  learned,
  t5,
  relative,  // learned vectors or biases by distance, other than T5's
  sinusoidal,
  sinusoidal_and_learned,
  none,
  unknown,
};

inline constexpr EnumNames<PositionKind, 9> position_kind_names{{
    {"rope", PositionKind::rope},
    {"alibi", PositionKind::alibi},
    {"learned", PositionKind::learned},
    {"t5", PositionKind::t5},
    {"relative", PositionKind::relative},
    {"sinusoidal", PositionKind::sinusoidal},
    {"sinusoidal+learned", PositionKind::sinusoidal_and_learned},
    {"none", PositionKind::none},
    {"unknown", PositionKind::unknown},
}};
POSENC_NAMED_IN(PositionKind, position_kind_names)

/// Attention to all earlier tokens, to a window of them, or none: a layer without softmax attention.
enum class LayerKind { full, sliding, other };

inline constexpr EnumNames<LayerKind, 3> layer_kind_names{{
    {"full_attention", LayerKind::full},
    {"sliding_attention", LayerKind::sliding},
    {"other", LayerKind::other},
}};
POSENC_NAMED_IN(LayerKind, layer_kind_names)

/// Layers `first`, first + every, .. are of one kind, the others of another.
struct LayerPattern {
  int every = 0;  // 0: the class has no such default
  int first = 0;
  LayerKind kind = LayerKind::full;
  LayerKind others = LayerKind::sliding;
  /// Whether the first or the last layer is full in any case.
  bool starts_full = false;
  bool ends_full = false;
  /// Whether `first` and `every` count from the last layer back.
  bool from_end = false;
};

/// What decides whether a class that can rotate does.
enum class RotatesIf {
  always,
  position_type,  // position_embedding_type is "rope"
  memory_rope,    // use_mem_rope is true
  base_not_null,  // the file does not say that its base is null
  not_13b,        // Baichuan: 40 layers have ALiBi
};

/// On which layers a class rotates, where the file does not say.
enum class RotatingLayers {
  all,
  sliding,            // not the full ones, if there is a window
  sliding_and_dense,  // the same, but for the first layers that have no experts, which are full and rotate
};

/// Which layers the scaling of a file is for, if it has one for all.
enum class ScaledLayers {
  all,
  full,  // sliding layers rotate with unscaled frequencies
};

/// Whether the class reads which part of a head rotates, for unscaled frequencies.
enum class PartialRotation {
  read,           // partial_rotary_factor
  by_rotary_dim,  // rotary_dim
  unread,         // the whole head rotates
  fixed,          // the part of the class rotates
};

/// What a class multiplies logits by, besides 1 / sqrt(width of a head).
enum class LogitRule {
  plain,         // nothing
  yarn_all_dim,  // m(mscale_all_dim)^2, as in DeepSeek's code
};

/// How the queries of a class grow with the position p.
enum class QueryRule {
  constant,
  scaling_beta,  // 1 + llama_4_scaling_beta ln(1 + floor(p / original)) where the file has that key
  temperature,   // on layers without RoPE, 1 + attn_scale ln(1 + floor((p + 1) / floor_scale))
};

/// Of which axes the rotated positions are.
enum class PositionAxes {
  one,
  halves,       // height and width, each with base^(-4i/d) for half of the pairs
  alternating,  // height has the even pairs of base^(-2i/d), width the odd ones
};

POSENC_NAMES(PositionAxes, position_axes_names, one, halves, alternating)

/// The rope_parameters that a class fills in where the file has none, by the first class with them.
enum class RopeDefaults {
  none,
  apertus,
  cwm,
  gemma4,
  gpt_oss,
  higgs_audio_v2,
  laguna,
  ministral3,
  mistral4,
  zaya,
};

/// How a class without RoPE counts the rows of its table, or the frequencies of its sinusoids.
enum class TableRule {
  plain,
  two_reserved,   // rows 0 and 1 are no token's, and the key counts them
  two_more,       // rows 0 and 1 are no token's, and the key does not count them
  half_less_one,  // frequencies 10000^(-i / (d/2 - 1))
};

struct ModelClass {
  std::string_view model_type;
  PositionKind kind = PositionKind::rope;
  PairLayout layout = PairLayout::half_split;
  /// Whether rope_interleave changes the layout.
  bool reads_interleave = false;
  double base = 10000;
  /// Of sliding layers, whatever the base of the others; 0: the same as theirs.
  double sliding_base = 0;
  /// Whether the base at the top of a file is that of sliding layers only.
  bool top_base_is_sliding = false;
  /// YaRN's attention factor, where the file has one scaling and gives none; 0: by the formula.
  double yarn_attention_factor = 0;
  /// The part of a head that rotates.
  double partial_rotary_factor = 1;
  PartialRotation partial = PartialRotation::unread;
  /// 0: width / heads.
  int head_dim = 0;
  /// Of full layers; 0: the same.
  int global_head_dim = 0;
  /// Whether a head is twice width / heads, where its own key is absent.
  bool is_head_double = false;
  /// 0: the file must say.
  int heads = 0;
  LayerPattern pattern = {};
  RotatesIf rotates_if = RotatesIf::always;
  RotatingLayers rotating = RotatingLayers::all;
  /// n: layers n-1, 2n-1, .. do not rotate; 0: the class has no such default.
  int no_rope_every = 0;
  ScaledLayers scaled = ScaledLayers::all;
  RopeDefaults defaults = RopeDefaults::none;
  LogitRule logits = LogitRule::plain;
  QueryRule queries = QueryRule::constant;
  PositionAxes axes = PositionAxes::one;
  /// Whether the two components of a pair rotate by different axes.
  bool splits_pairs = false;
  TableRule table = TableRule::plain;
};

/// The class of that model_type, or of the same with or without "_text"; none if it is unknown.
std::optional<ModelClass> model_class(std::string_view model_type);

/// The rope_parameters of a class; empty if it fills in none.
ConfigValue::Object filled_in_rope(RopeDefaults defaults);

/// Where a value of a class is said to come from: "class mixtral".
std::string from_class(std::string_view model_type);
bool is_from_class(std::string_view from);

}  // namespace posenc
