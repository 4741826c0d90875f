#include "posenc/model_config/config.hpp"

#include <string>

#include "keys.hpp"
#include "layers.hpp"
#include "notes.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "rope_settings.hpp"
#include "scaling.hpp"

namespace posenc {
namespace {

using namespace model_config;

/// The dictionaries of a file that contain keys of the language model.
Result<Dictionaries> dictionaries_of(const ConfigValue& file) {
  const auto* top = file.object();
  if (top == nullptr) {
    return invalid_argument({"[config] the file must contain an object but contains ", shown(file)})
        .about("config");
  }
  Dictionaries all;
  if (const auto text = find({{top, ""}}, {"text_config"})) {
    if (text->value->object() == nullptr) return unexpected(*text, "an object");
    all.push_back({text->value->object(), "text_config."});
  }
  all.push_back({top, ""});
  return all;
}

/// The model_type of the file itself, and the class of its language model: a model for images and text may be built around
/// that of another family.
struct Class {
  std::string model_type;
  const ModelClass* facts = nullptr;
};

Result<Class> class_of(const Dictionaries& config) {
  Class its;
  for (const Dictionary& where : config) {
    const auto found = find({where}, {"model_type"});
    if (!found) continue;
    const std::string* name = found->value->text();
    if (name == nullptr) return unexpected(*found, "a string");
    its.model_type = *name;
    if (its.facts == nullptr) its.facts = model_class(*name);
  }
  return its;
}

/// true or false under a key of a dictionary; none where it is absent.
Result<std::optional<bool>> flag(const Dictionaries& where, std::string_view key) {
  const auto found = find(where, {key});
  if (!found) return std::optional<bool>();
  if (found->value->boolean() == nullptr) return unexpected(*found, "true or false");
  return std::optional(*found->value->boolean());
}

/// What position_embedding_type names; none where it is absent or has another name.
Result<std::optional<PositionKind>> kind_named(const Dictionaries& config) {
  using Kind = std::optional<PositionKind>;
  const auto found = find(config, {"position_embedding_type"});
  if (!found) return Kind();
  const std::string* name = found->value->text();
  if (name == nullptr) return unexpected(*found, "a string");
  if (*name == "alibi") return Kind(PositionKind::alibi);
  if (*name == "none" || *name == "nope") return Kind(PositionKind::none);
  const auto has = [name](std::string_view part) { return name->find(part) != std::string::npos; };
  if (has("absolute")) return Kind(PositionKind::learned);
  if (has("rope") || has("rotary")) return Kind(PositionKind::rope);
  return Kind();
}

Result<PositionKind> kind_of(const Dictionaries& config, const ModelClass* model_class) {
  POSENC_TRY(alibi, flag(config, "alibi"));
  POSENC_TRY(attention, attention_config(config));
  POSENC_TRY(attention_alibi, flag(attention, "alibi"));
  const bool has_alibi = alibi.value_or(attention_alibi.value_or(false));
  const bool may_differ = model_class == nullptr || model_class->kind == PositionKind::rope ||
                          model_class->kind == PositionKind::learned;
  if (!may_differ) {
    const bool says_no = model_class->kind == PositionKind::alibi && !has_alibi &&
                         (alibi.has_value() || attention_alibi.has_value());
    return says_no ? PositionKind::learned : model_class->kind;
  }
  if (has_alibi) return PositionKind::alibi;
  POSENC_TRY(named, kind_named(config));
  if (model_class == nullptr) {
    if (find(config, {"relative_attention_num_buckets"})) return PositionKind::t5;
    return named.value_or(PositionKind::rope);
  }
  // Files of some classes that rotate, such as ModernBERT's, say "absolute" all the same. (Others, such as Jina's, have
  // the model_type of BERT or XLM-RoBERTa, and say "alibi" or "rotary".)
  return named && *named != PositionKind::learned ? *named : model_class->kind;
}

/// Width, heads and the longest text.
std::optional<Error> read_sizes(ModelConfig& model, const Dictionaries& config) {
  const auto absent = [](const std::string& key) {
    return invalid_argument({"[config] ", key, " must be a whole number above 0 but is absent"})
        .about(key);
  };
  const auto width = count(config, {"hidden_size", "n_embd", "d_model"});
  if (!width) return width.error();
  if (!*width) return absent("hidden_size");
  model.width = **width;
  const auto heads = count(
      config, {"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"},
      largest_width);
  if (!heads) return heads.error();
  if (!*heads) return absent("num_attention_heads");
  model.heads = **heads;
  const auto claimed =
      length(config, {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length"});
  if (!claimed) return claimed.error();
  model.claimed = *claimed;
  return std::nullopt;
}

/// What encodings other than RoPE have. Errors: heads that do not divide the width.
std::optional<Error> read_others(ModelConfig& model, const Dictionaries& config) {
  const auto head = count(config, {"head_dim", "kv_channels", "d_kv"}, largest_width);
  if (!head) return head.error();
  if (!*head && model.width.value % model.heads.value != 0) {
    return invalid_argument({"[config] ", model.width.from, " must be a multiple of ",
                             model.heads.from, " = ", model.heads.value,
                             " if head_dim is not given, but got ", model.width.value})
        .about(model.width.from);
  }
  const auto or_default = [](auto found, auto value, std::string_view from) {
    using Its = Sourced<decltype(value)>;
    return found ? *found : Its{value, std::string(from)};
  };
  if (model.kind == PositionKind::alibi) {
    auto where = attention_config(config);
    if (!where) return where.error();
    Dictionaries all = *where;
    all.insert(all.end(), config.begin(), config.end());
    const auto max_bias = positive(all, {"alibi_bias_max"});
    if (!max_bias) return max_bias.error();
    model.alibi = AlibiSettings{or_default(*max_bias, paper_max_bias, from_default)};
  }
  if (model.kind == PositionKind::t5) {
    const auto buckets = count(config, {"relative_attention_num_buckets"});
    if (!buckets) return buckets.error();
    const auto distance = count(config, {"relative_attention_max_distance"});
    if (!distance) return distance.error();
    model.buckets = BucketSettings{or_default(*buckets, Index{32}, from_default),
                                   or_default(*distance, Index{128}, from_default)};
  }
  if (model.kind == PositionKind::learned || model.kind == PositionKind::sinusoidal_and_learned) {
    const auto rows = count(config, {"max_target_positions", "max_position_embeddings",
                                     "n_positions", "max_seq_len", "seq_length"});
    if (!rows) return rows.error();
    model.rows = *rows;
  }
  return std::nullopt;
}

/// Which components are a pair, which the class knows. (DeepSeek's has a key for the other layout.)
std::optional<Error> read_layout(ModelConfig& model, const Dictionaries& config,
                                 const ModelClass* model_class) {
  if (model_class == nullptr || model_class->kind != PositionKind::rope) return std::nullopt;
  model.layout = model_class->layout;
  model.layout_from = from_class;
  if (model_class->layout != PairLayout::interleaved) return std::nullopt;
  const auto interleaves = flag(config, "rope_interleave");
  if (!interleaves) return interleaves.error();
  if (!interleaves->has_value()) return std::nullopt;
  model.layout = **interleaves ? PairLayout::interleaved : PairLayout::half_split;
  model.layout_from = find(config, {"rope_interleave"})->path;
  return std::nullopt;
}

}  // namespace

Result<ModelConfig> read_model_config(const ConfigValue& file) {
  POSENC_TRY(config, dictionaries_of(file));
  POSENC_TRY(its, class_of(config));
  ModelConfig model;
  model.model_type = its.model_type;
  if (auto error = read_sizes(model, config)) return *error;
  POSENC_TRY(kind, kind_of(config, its.facts));
  model.kind = kind;
  POSENC_TRY(layers, read_layers(config, its.facts, kind));
  model.layers = layers.plan;
  POSENC_TRY(dictionaries, scaling_dictionaries(config));
  if (kind == PositionKind::rope) {
    if (auto error = read_layout(model, config, its.facts)) return *error;
    model.unused_dictionaries = dictionaries.unused;
    POSENC_TRY(ropes, read_ropes(config, its.facts, model.layers, dictionaries, model.width,
                                 model.heads, model.claimed));
    model.ropes = ropes;
  } else if (auto error = read_others(model, config)) {
    return *error;
  }
  model.notes = notes_of({model, layers.wrong_lengths, config});
  return model;
}

}  // namespace posenc
