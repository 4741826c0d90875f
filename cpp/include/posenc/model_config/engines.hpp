#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/fields.hpp"
#include "posenc/model_config/comparison.hpp"
#include "posenc/model_config/report.hpp"
#include "posenc/model_config/value.hpp"

/// What the software that runs models computes from one config, side by side.
namespace posenc {

enum class Engine { transformers_4, transformers_5, vllm, sglang, llama_cpp, mlx_lm };

POSENC_HYPHENATED_NAMES(Engine, engine_names, transformers_4, transformers_5, vllm, sglang,
                        llama_cpp, mlx_lm)

/// The release whose source the rules of an engine follow.
struct EngineRelease {
  std::string_view title;
  std::string_view version;
  /// Repository, commit and files.
  std::string_view source;
};

EngineRelease release_of(Engine engine);

enum class EngineAnswer {
  computed,
  refused,      // it stops with an error
  unsupported,  // it does not have the class
  unknown,      // its source for this class was not read
};

POSENC_NAMES(EngineAnswer, engine_answer_names, computed, refused, unsupported, unknown)

/// What an engine does otherwise than the class of Transformers 5. Each has a phrase (model_config/phrases.hpp).
enum class EngineNoteCode {
  class_unknown,      // no rules are known
  class_absent,       // the engine does not have the class
  rules_unread,       // its code for the class was not read
  file_refused,       // it stops, for what is wrong with the file
  key_missing,        // it stops, for a key that it needs
  type_refused,       // it stops, for a type that it does not know
  value_refused,      // it stops, for a value that it asserts
  load_fails,         // the file that its converter writes does not load
  parameters_unread,  // rope_parameters is not read
  other_dictionary,   // of two dictionaries it takes the other one
  scaling_dropped,    // the scaling is not used
  type_replaced,      // another type of scaling is used
  keys_unread,        // keys of the dictionary have no effect
  base_replaced,      // another base
  part_replaced,      // another part of the head rotates
  factor_replaced,    // another factor on cos and sin
  original_replaced,  // another original length
  ramp_rounded,       // YaRN's ramp between whole pairs
  long_list_always,   // longrope's long list, whatever the text
  list_by_context,    // longrope's list by the context that is allocated
  computed_at_load,   // frequencies for one length, whatever the text
  sliding_scaled,     // sliding layers are scaled, too
  sliding_plain,      // sliding layers are not scaled
  logits_replaced,    // another factor on logits
};

POSENC_HYPHENATED_NAMES(EngineNoteCode, engine_note_names, class_unknown, class_absent,
                        rules_unread, file_refused, key_missing, type_refused, value_refused,
                        load_fails, parameters_unread, other_dictionary, scaling_dropped,
                        type_replaced, keys_unread, base_replaced, part_replaced, factor_replaced,
                        original_replaced, ramp_rounded, long_list_always, list_by_context,
                        computed_at_load, sliding_scaled, sliding_plain, logits_replaced)

struct EngineNote {
  EngineNoteCode code;
  std::string message;
};
POSENC_FIELDS(EngineNote, code, message)

struct EngineReading {
  Engine engine;
  EngineAnswer answer = EngineAnswer::computed;
  std::vector<EngineNote> notes;
  /// The longest text that it serves without further settings, in tokens; none where that is not known.
  std::optional<double> length;
  /// Whether it serves texts of any length.
  bool is_unlimited = false;
  /// What it computes; none unless the answer is `computed`.
  std::optional<ModelReport> report;
};

/// How two engines differ. Engines that compute the same are compared once, by the first of them.
struct EngineDifference {
  Engine first;
  Engine second;
  std::vector<ModelDifference> differences;
};
POSENC_FIELDS(EngineDifference, first, second, differences)

/// In the order of Engine, for a text of `length` tokens; where it is absent: for the longest that the config claims. An engine
/// that computes its frequencies once, for the context that it allocates, is taken with the one that it derives from the file.
/// Empty for models that do not rotate along one axis. A GGUF file has one reading, llama.cpp's.
/// Errors: as read_model_config.
Result<std::vector<EngineReading>> engine_readings(const ConfigValue& file,
                                                   std::optional<double> length);

/// Engines that compute the same, each group in the order of Engine.
std::vector<std::vector<Engine>> engine_groups(const std::vector<EngineReading>& readings);

/// One for each two groups that differ.
std::vector<EngineDifference> engine_differences(const std::vector<EngineReading>& readings);

}  // namespace posenc
