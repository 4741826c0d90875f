#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model_config/classes.hpp"
#include "posenc/model_config/value.hpp"

/// What a model's config.json says about positions. Keys are those of Hugging Face's library Transformers, version 5.
namespace posenc {

/// A value, and where it comes from: the path of its key, such as "rope_scaling.factor", or "class mixtral" or "default".
template <class T>
struct Sourced {
  T value;
  std::string from;

  bool operator==(const Sourced&) const = default;
};

template <class T>
constexpr auto fields_of(std::type_identity<Sourced<T>>) {
  return std::tuple{Field{"value", &Sourced<T>::value}, Field{"from", &Sourced<T>::from}};
}

inline constexpr std::string_view from_default = "default";

/// Where no key names a base, and the class is unknown.
inline constexpr double default_rope_base = 10000;

enum class RopeType {
  plain,  // unscaled frequencies
  mrope,  // unscaled, each pair for one of several axes
  linear,
  dynamic,
  yarn,
  llama3,
  longrope,
  proportional,  // exponents over the whole head, pairs beyond the rotated part are 0
  xdrope,        // a base times alpha, each pair for one of several axes
};

inline constexpr EnumNames<RopeType, 9> rope_type_names{{
    {"default", RopeType::plain},
    {"mrope", RopeType::mrope},
    {"linear", RopeType::linear},
    {"dynamic", RopeType::dynamic},
    {"yarn", RopeType::yarn},
    {"llama3", RopeType::llama3},
    {"longrope", RopeType::longrope},
    {"proportional", RopeType::proportional},
    {"xdrope", RopeType::xdrope},
}};
POSENC_NAMED_IN(RopeType, rope_type_names)

/// A dictionary rope_scaling or rope_parameters, or one for a kind of layer.
struct RopeScaling {
  RopeType type = RopeType::plain;
  /// The path of the dictionary; empty where there is none.
  std::string path;
  /// How many times longer texts may become. For yarn, else claimed / original.
  std::optional<double> factor;
  /// The longest text of training before the extension, in tokens.
  std::optional<Sourced<double>> original;
  std::optional<Sourced<double>> attention_factor;
  /// Whether attention_factor counts with any type, as in GGUF files, and not with yarn and longrope alone.
  bool any_type_has_factor = false;
  std::optional<double> mscale;
  std::optional<double> mscale_all_dim;
  double beta_fast = 32;
  double beta_slow = 1;
  YarnRamp ramp = YarnRamp::released;
  std::optional<double> low_freq_factor;
  std::optional<double> high_freq_factor;
  std::optional<double> alpha;
  std::vector<double> long_factor;
  std::vector<double> short_factor;
  /// Attention factors of longrope for texts longer than `original`, and for others.
  std::optional<double> long_mscale;
  std::optional<double> short_mscale;
  /// Divides the frequency of each pair, besides: rope_freqs of a GGUF file.
  std::vector<double> pair_factors;
  std::string pair_factors_from;
  /// How many pairs belong to each axis.
  std::vector<Index> sections;
  /// Whether the axes take turns over the pairs, instead of one block each.
  enum class Sections { blocks, interleaved } section_order = Sections::blocks;
  /// Keys of the dictionary that this type reads.
  std::vector<std::string> given;
  /// Keys that it does not read.
  std::vector<std::string> ignored;
  /// Keys that some software reads and Transformers does not.
  std::vector<std::string> read_by_some;
  /// The length under the same key in the dictionary, where `original` is from the top of the file and differs.
  std::optional<Sourced<double>> other_original;

  bool operator==(const RopeScaling&) const = default;
};

struct LayerPlan {
  struct Layer {
    LayerKind kind;
    bool rotates;
  };
  std::vector<Layer> layers;  // empty where their number is unknown
  std::string count_from;     // where their number is from
  std::string kinds_from;     // where the kinds of layers come from
  std::string rotation_from;  // the source for which layers rotate
};
POSENC_FIELDS(LayerPlan::Layer, kind, rotates)

/// One set of rotary frequencies as a config states it.
struct RopeSettings {
  /// The layers that it is for; none for all that rotate.
  std::optional<LayerKind> layers;
  Sourced<Index> head_dim;
  Sourced<Index> rotary_dim;
  Sourced<double> base;
  RopeScaling scaling;
  PositionAxes axes = PositionAxes::one;
  /// The path of a part of the head that the file gives and the class does not read.
  std::string unread_part;
};

/// Something about a config that its owner should know. Each has a phrase (model_config/phrases.hpp).
enum class NoteCode {
  factor_and_lengths,
  original_missing,
  original_not_below,
  max_ambiguous,
  step,
  attention_factor_differs,
  mscale_unequal,
  section_sum,
  base_assumed,
  partial_assumed,
  two_forms,
  key_ignored,
  layer_list_length,
  head_dim_own,
  short_scaled,
  class_unknown,
  part_unread,
  factor_missing,
  original_twice,
  key_read_by_some,
  sections_scaled,
  sections_split,
  rows_reserved,
  trained_length,
};

POSENC_HYPHENATED_NAMES(NoteCode, note_code_names, factor_and_lengths, original_missing,
                        original_not_below, max_ambiguous, step, attention_factor_differs,
                        mscale_unequal, section_sum, base_assumed, partial_assumed, two_forms,
                        key_ignored, layer_list_length, head_dim_own, short_scaled, class_unknown,
                        part_unread, factor_missing, original_twice, key_read_by_some,
                        sections_scaled, sections_split, rows_reserved, trained_length)

struct Note {
  NoteCode code;
  /// The problem, and what to do about it.
  std::string message;
};
POSENC_FIELDS(Note, code, message)

struct AlibiSettings {
  Sourced<double> max_bias;
};
struct BucketSettings {
  Sourced<Index> num_buckets;
  Sourced<Index> max_distance;
};
POSENC_FIELDS(BucketSettings, num_buckets, max_distance)

/// Queries that grow with the position p, by 1 + scale ln(1 + floor((p + offset) / period)).
struct QueryGrowth {
  Sourced<double> scale;
  Sourced<double> period;
  double offset;
  /// Whether only the queries of layers without RoPE grow.
  enum class Layers { all, without_rope } layers;
};
POSENC_NAMES(QueryGrowth::Layers, query_growth_layer_names, all, without_rope)
POSENC_FIELDS(QueryGrowth, scale, period, offset, layers)

struct ModelConfig {
  std::string model_type;  // empty if the file has none
  /// What the file is, and so whose rules it is read by: those of Transformers, or of llama.cpp.
  enum class Format { config, gguf } format = Format::config;
  /// What the class supplies; none if it is unknown.
  std::optional<ModelClass> known_class;
  /// The path of the dictionary of the language model, with a dot behind it; empty for the file itself.
  std::string language_path;
  PositionKind kind = PositionKind::rope;
  /// None where the class is unknown.
  std::optional<PairLayout> layout;
  std::string layout_from;
  std::optional<Sourced<Index>> width;
  std::optional<Sourced<Index>> heads;
  /// The longest text that the config claims to support, in tokens.
  std::optional<Sourced<double>> claimed;
  LayerPlan layers;
  std::vector<RopeSettings> ropes;
  /// The paths of rope_parameters where rope_scaling is used instead.
  std::vector<std::string> unused_dictionaries;
  std::optional<AlibiSettings> alibi;
  std::optional<BucketSettings> buckets;
  /// The rows of a learned table.
  std::optional<Sourced<Index>> rows;
  std::optional<QueryGrowth> query_growth;
  LogitRule logits = LogitRule::plain;
  std::vector<Note> notes;
};

/// Reads a config, or what gguf_config makes of a GGUF file. Unknown keys are ignored; null counts as absent, except for a base.
/// Errors: a value that is not what its key allows (one sentence names the key, what is allowed and the value); keys
/// that contradict each other; no width or no heads where the encoding needs them; a file that is not an object.
Result<ModelConfig> read_model_config(const ConfigValue& file);

}  // namespace posenc
