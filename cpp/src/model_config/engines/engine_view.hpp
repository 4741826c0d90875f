#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "posenc/model_config/engines.hpp"
#include "posenc/model_config/phrases.hpp"

/// What the rules of each engine work on.
namespace posenc::model_config {

/// A config as one engine reads it. It begins as Transformers 5 reads it; an engine's rules change what that engine does otherwise.
struct EngineView {
  /// As in the file.
  const ConfigValue& file;
  ModelConfig model;
  /// The text that it computes frequencies for; none for the longest that the config claims.
  std::optional<double> text;
  EngineReading reading;

  /// The model_type of its class.
  std::string_view type() const { return model.known_class->model_type; }
  /// Whether it is one of these, with or without "_text".
  bool is_one_of(std::initializer_list<std::string_view> types) const;
};

/// Says what the engine does otherwise, once.
template <EngineNoteCode code, class... Parts>
void note(EngineView& view, const Parts&... parts) {
  // (Not words_of: clang 14 takes no template's parameter for a constant there.)
  constexpr std::string_view words =
      std::ranges::find(engine_phrases, name_in(engine_note_names, code), &Phrase::code)->words;
  static_assert(places_in(words) == sizeof...(Parts), "as many parts as the phrase has places");
  EngineNote said{code, filled(words, {MessagePart(parts)...})};
  for (const EngineNote& other : view.reading.notes) {
    if (other.code == code && other.message == said.message) return;
  }
  view.reading.notes.push_back(std::move(said));
}

/// The same, and there is nothing to compute.
template <EngineNoteCode code, class... Parts>
void stop(EngineView& view, EngineAnswer answer, const Parts&... parts) {
  view.reading.answer = answer;
  view.reading.length.reset();
  view.reading.is_unlimited = false;
  note<code>(view, parts...);
}

/// A number in a note: as many digits as tell two factors apart.
std::string in_digits(double value);

/// The value at a path with dots; nullptr where there is none, or null.
const ConfigValue* value_at(const ConfigValue& file, std::string_view path);

/// The number at a path; none where there is none.
std::optional<double> number_at(const ConfigValue& file, std::string_view path);

/// Whether a dictionary has a key, not null.
bool has_key(const EngineView& view, const RopeScaling& scaling, std::string_view key);

/// Whether the file is of a class that wraps a language model and that no release of Transformers has.
bool is_wrapped_elsewhere(const EngineView& view);

/// The class to name where one is absent: that around the language model, if it is that.
std::string_view outer_type(const EngineView& view);

/// The type by its name in the file; empty where there is none.
std::string type_in_file(const EngineView& view, const RopeScaling& scaling);

/// Whether the dictionary is one of several, for a kind of layer each.
bool is_by_layer(const RopeScaling& scaling);

/// Whether the config of a class says that the width of a head is None where the file is silent, which some types of scaling
/// multiply. (Of mistral only in Transformers 4.)
bool stores_no_head(std::string_view type);

/// Whether the file has the width of a head.
bool has_head_dim(const EngineView& view);

/// phi3 knows longrope alone, in every engine that reads configs with Transformers 5; yarn counts as an older name of it. Whether
/// it stops.
bool stops_phi3(EngineView& view, const RopeScaling& scaling);

/// phimoe looks for its two factors in every dictionary that scales. Whether it stops.
bool stops_phimoe(EngineView& view, const RopeScaling& scaling);

/// The base of classes of Transformers that do not read rope_theta at the top of a file.
void drop_unread_base(EngineView& view, RopeSettings& rope);

/// Whether frequencies are scaled.
bool is_scaled(const RopeScaling& scaling);

/// The length at a path; none where there is none, or no whole number that a length may be.
std::optional<double> length_at(const ConfigValue& file, std::string_view path);

/// The value of attn_factor or extrapolation_factor; 1 where it is absent. What an engine does with one below 0 is not known.
double multiplier(EngineView& view, const RopeScaling& scaling, std::string_view key);

/// proportional without its factor.
void drop_factor(EngineView& view, RopeScaling& scaling);

/// dynamic by its factor: alpha is HunYuan's.
void read_factor_of_dynamic(EngineView& view, RopeScaling& scaling);

/// Another original length.
void replace_original(EngineView& view, RopeScaling& scaling, double original);

/// YaRN's ramp between whole pairs.
void round_ramp(EngineView& view, RopeScaling& scaling);

/// Says that the engine does not have the class, or that its code for it was not read. Whether there is something to read.
bool can_read(EngineView& view, bool is_absent, bool is_read);

/// It stops with an error of Python, for a key that is missing.
void miss_key(EngineView& view, std::string_view error, std::string_view key);

/// Unscaled frequencies: the dictionary has no effect, but for its sections.
void drop_scaling(EngineView& view, RopeSettings& rope);

/// Another base.
void replace_base(EngineView& view, RopeSettings& rope, double base);

/// Another part of the head that rotates.
void rotate_part(EngineView& view, RopeSettings& rope, double part);

/// Another number of components that rotate.
void replace_part(EngineView& view, RopeSettings& rope, double rotated);

/// Another factor on cos and sin, if the file or the formula gives a different one: these keys are not read.
void replace_factor(EngineView& view, RopeSettings& rope, double factor,
                    std::initializer_list<std::string_view> unread);

/// Says which of these keys, of those that the dictionary has, are not read.
void note_unread(EngineView& view, const RopeScaling& scaling,
                 std::initializer_list<std::string_view> keys);

/// YaRN without `attn_factor` and the like: m(s, 1), or m(s, mscale) / m(s, mscale_all_dim) if both are given to it.
double yarn_factor(const EngineView& view, const RopeScaling& scaling,
                   std::optional<double> mscale = std::nullopt,
                   std::optional<double> mscale_all_dim = std::nullopt);

/// Longrope's sqrt(1 + ln s / ln L) for s = m/L above 1, whatever factor the file gives.
double longrope_factor(const EngineView& view, const RopeScaling& scaling);

/// The same of vLLM and SGLang: that of PhiMoE's keys, or else of the two lengths.
void replace_longrope_factor(EngineView& view, RopeSettings& rope);

/// YaRN's extrapolation_factor: how much of the ramp is used.
void apply_extrapolation(EngineView& view, RopeSettings& rope, double extrapolation);

/// The type deepseek_yarn of vLLM and SGLang, which latent attention gets for any scaling: whole pairs at the ends of the ramp,
/// and mscale 1, mscale_all_dim 0 where they are absent.
void read_deepseek_yarn(EngineView& view, RopeSettings& rope);

// The rules of each engine, from what Transformers 5 reads.
namespace transformers_5 {
void read(EngineView& view);
}
namespace transformers_4 {
void read(EngineView& view);
}
namespace vllm {
void read(EngineView& view);
}
namespace sglang {
void read(EngineView& view);
}
namespace llama_cpp {
void read(EngineView& view);
}
namespace mlx_lm {
void read(EngineView& view);
}

}  // namespace posenc::model_config
