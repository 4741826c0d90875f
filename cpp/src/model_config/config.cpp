#include "posenc/model_config/config.hpp"

#include <algorithm>
#include <string>

#include "keys.hpp"
#include "layers.hpp"
#include "notes.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/model_config/gguf_model.hpp"
#include "rope_settings.hpp"
#include "scaling.hpp"

namespace posenc {
namespace {

using namespace model_config;

/// The file, and before it the dictionaries within it that hold its language model, the innermost first.
Result<Dictionaries> dictionaries_of(const ConfigValue::Object& file) {
  Dictionaries all{{&file, ""}};
  while (const auto nested = find(
             {all.front()}, {"text_config", "thinker_config", "llm_config", "language_config"})) {
    const auto* object = nested->value->object();
    if (object == nullptr) return unexpected(*nested, "an object");
    all.insert(all.begin(), {object, nested->path + "."});
  }
  return all;
}

/// The model_type of the file itself, and the class of its language model: a model for images and text may be built around
/// that of another family.
struct Class {
  std::string model_type;
  std::optional<ModelClass> facts;
};

Result<Class> class_of(const Dictionaries& config) {
  Class its;
  for (const Dictionary& where : config) {
    const auto found = find({where}, {"model_type"});
    if (!found) continue;
    const std::string* name = found->value->text();
    if (name == nullptr) return unexpected(*found, "a string");
    its.model_type = *name;
    if (!its.facts) its.facts = model_class(*name);
  }
  return its;
}

/// What position_embedding_type names; none where it is absent or has another name.
Result<std::optional<PositionKind>> kind_named(const Dictionaries& config) {
  using Kind = std::optional<PositionKind>;
  const auto found = find(config, {"position_embedding_type", "position_embeddings_type"});
  if (!found) return Kind();
  const std::string* name = found->value->text();
  if (name == nullptr) return unexpected(*found, "a string");
  if (*name == "alibi") return Kind(PositionKind::alibi);
  if (*name == "none" || *name == "nope") return Kind(PositionKind::none);
  const auto has = [name](std::string_view part) { return name->find(part) != std::string::npos; };
  if (has("absolute")) return Kind(PositionKind::learned);
  if (has("rope") || has("rotary")) return Kind(PositionKind::rope);
  if (has("relative")) return Kind(PositionKind::relative);
  return Kind();
}

/// Whether a key says that a model rotates, whatever its class. (A base of null does, and is refused.)
bool has_rope_key(const Dictionaries& config) {
  for (const std::string_view key : {"rope_scaling", "rope_parameters"}) {
    const auto found = find(config, {key});
    const auto* object = found ? found->value->object() : nullptr;
    if (found && (object == nullptr || !object->empty())) return true;
  }
  const bool has_base = std::ranges::any_of(config, [](const Dictionary& one) {
    return std::ranges::find(*one.object, "rope_theta", &ConfigValue::Entry::key) !=
           one.object->end();
  });
  return has_base ||
         find(config,
              {"rotary_emb_base", "rope_ratio", "global_rope_theta", "local_rope_theta",
               "rope_local_base_freq", "swa_rope_theta", "layer_rope_theta", "compress_rope_theta",
               "rotary_dim", "rotary_pct", "rotary_emb_fraction", "partial_rotary_factor",
               "partial_rotary_factors", "qk_rope_head_dim", "rope_interleave", "no_rope_layers"})
             .has_value();
}

/// What the file says of its own encoding, where the class is unknown.
Result<PositionKind> kind_of_unknown(const Dictionaries& config) {
  if (find(config, {"relative_attention_num_buckets"})) return PositionKind::t5;
  POSENC_TRY(named, kind_named(config));
  if (named) return *named;
  return has_rope_key(config) ? PositionKind::rope : PositionKind::unknown;
}

/// Whether a class that can rotate does so by this file.
Result<PositionKind> kind_of_rotating(const Dictionaries& config, RotatesIf condition) {
  using enum PositionKind;
  switch (condition) {
    case RotatesIf::position_type: {
      POSENC_TRY(named, kind_named(config));
      return named.value_or(none);
    }
    case RotatesIf::memory_rope: {
      POSENC_TRY(memory, flag(config, "use_mem_rope"));
      return memory.value_or(false) ? rope : none;
    }
    case RotatesIf::base_not_null: {
      Dictionaries where = config;
      if (const auto parameters = find(config, {"rope_parameters"})) {
        if (const auto* object = parameters->value->object()) where.push_back({object, ""});
      }
      const bool is_null = std::ranges::any_of(where, [](const Dictionary& one) {
        return std::ranges::any_of(*one.object, [](const ConfigValue::Entry& entry) {
          return entry.key == "rope_theta" && entry.value.is_null();
        });
      });
      return is_null ? none : rope;
    }
    case RotatesIf::not_13b: {
      constexpr double layers_of_13b = 40;
      const auto layers = find(config, {"num_hidden_layers"});
      const double* count = layers ? layers->value->number() : nullptr;
      return count != nullptr && *count == layers_of_13b ? alibi : rope;
    }
    default:
      return rope;
  }
}

Result<PositionKind> kind_of(const Dictionaries& config, const std::optional<ModelClass>& known) {
  POSENC_TRY(alibi, flag(config, "alibi"));
  POSENC_TRY(attention, attention_config(config));
  POSENC_TRY(attention_alibi, flag(attention, "alibi"));
  const bool has_alibi = alibi.value_or(attention_alibi.value_or(false));
  const bool may_differ =
      !known || known->kind == PositionKind::rope || known->kind == PositionKind::learned;
  if (!may_differ) {
    const bool says_no = known->kind == PositionKind::alibi && !has_alibi &&
                         (alibi.has_value() || attention_alibi.has_value());
    return says_no ? PositionKind::learned : known->kind;
  }
  if (has_alibi) return PositionKind::alibi;
  // Multi-head latent attention that does not rotate says so in one of two ways, or both.
  POSENC_TRY(latent_without, flag(config, "mla_use_nope"));
  POSENC_TRY(latent, uses_latent_attention(config));
  const auto rotated = find(config, {"qk_rope_head_dim"});
  const double* width = rotated && latent ? rotated->value->number() : nullptr;
  if (latent_without.value_or(false) || (width != nullptr && *width == 0)) {
    return PositionKind::none;
  }
  // DeBERTa's file says it.
  POSENC_TRY(relative, flag(config, "relative_attention"));
  if (relative.value_or(false)) return PositionKind::relative;
  if (!known) return kind_of_unknown(config);
  if (known->rotates_if != RotatesIf::always) return kind_of_rotating(config, known->rotates_if);
  POSENC_TRY(named, kind_named(config));
  // Files of some classes that rotate, such as ModernBERT's, say "absolute" all the same. (Others, such as Jina's, have
  // the model_type of BERT or XLM-RoBERTa, and say "alibi" or "rotary".)
  return named && *named != PositionKind::learned ? *named : known->kind;
}

Error absent(const std::string& key) {
  return invalid_argument({"[config] ", key, " must be a whole number above 0 but is absent"})
      .about(key);
}

Error nothing_of_a_model() {
  return invalid_argument({"[config] this is not a config.json: it has none of the keys of a "
                           "model, such as model_type or hidden_size"})
      .about("config");
}

/// Width, heads and the longest text. Errors: a width or heads that the encoding needs are absent.
std::optional<Error> read_sizes(ModelConfig& model, const Dictionaries& config) {
  const auto width = count(config, {"hidden_size", "n_embd", "d_model", "dim"});
  if (!width) return width.error();
  model.width = *width;
  const bool needs_width = model.kind == PositionKind::rope ||
                           model.kind == PositionKind::sinusoidal ||
                           model.kind == PositionKind::sinusoidal_and_learned ||
                           (model.kind == PositionKind::unknown && model.model_type.empty());
  if (!model.width && needs_width) {
    const bool has_none = model.kind == PositionKind::unknown && config.size() == 1 &&
                          !find(config, {"architectures", "num_attention_heads", "n_head",
                                         "n_heads", "num_heads", "num_hidden_layers", "n_layer",
                                         "max_position_embeddings", "head_dim", "vocab_size"});
    return has_none ? nothing_of_a_model() : absent("hidden_size");
  }
  const auto heads = count(config,
                           {"num_attention_heads", "n_head", "n_heads", "num_heads",
                            "encoder_attention_heads", "encoder_num_attention_heads"},
                           largest_width);
  if (!heads) return heads.error();
  model.heads = *heads;
  if (!model.heads && find(config, {"kv_channels"})) {
    const auto key_heads = count(config, {"num_key_value_heads"}, largest_width);
    if (!key_heads) return key_heads.error();
    model.heads = *key_heads;
  }
  if (!model.heads && model.known_class && model.known_class->heads > 0) {
    model.heads = {model.known_class->heads, from_class(model.known_class->model_type)};
  }
  const bool has_head_width = find(config, {"head_dim", "kv_channels", "qk_rope_head_dim"}) ||
                              (model.known_class && model.known_class->head_dim > 0);
  const bool needs_heads =
      model.kind == PositionKind::alibi || (model.kind == PositionKind::rope && !has_head_width);
  if (!model.heads && needs_heads) return absent("num_attention_heads");
  const auto claimed = length(config, {"max_position_embeddings", "n_positions", "max_seq_len",
                                       "seq_length", "model_max_length"});
  if (!claimed) return claimed.error();
  model.claimed = *claimed;
  return std::nullopt;
}

/// What encodings other than RoPE have. Errors: heads that do not divide the width.
std::optional<Error> read_others(ModelConfig& model, const Dictionaries& config) {
  const auto head = count(config, {"head_dim", "kv_channels", "d_kv"}, largest_width);
  if (!head) return head.error();
  const bool has_quotient = model.width && model.heads && model.kind != PositionKind::none &&
                            model.kind != PositionKind::relative &&
                            model.kind != PositionKind::unknown;
  if (!*head && has_quotient && model.width->value % model.heads->value != 0) {
    return invalid_argument({"[config] ", model.width->from, " must be a multiple of ",
                             model.heads->from, " = ", model.heads->value,
                             " if head_dim is not given, but got ", model.width->value})
        .about(model.width->from);
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

/// Which components are a pair, which the class knows. (Some files say it, too.)
std::optional<Error> read_layout(ModelConfig& model, const Dictionaries& config) {
  const auto& known = model.known_class;
  const bool rotates = known && known->kind == PositionKind::rope;
  if (rotates) {
    model.layout = known->layout;
    model.layout_from = from_class(known->model_type);
  }
  const auto latent = uses_latent_attention(config);
  if (!latent) return latent.error();
  // Ordinary attention, as in the small DeepSeek-VL2, is that of Llama.
  if (!*latent && rotates) model.layout = PairLayout::half_split;
  if (known && !(rotates && known->reads_interleave)) return std::nullopt;
  const auto interleaves = flag(config, "rope_interleave");
  if (!interleaves) return interleaves.error();
  if (!interleaves->has_value()) return std::nullopt;
  model.layout = **interleaves ? PairLayout::interleaved : PairLayout::half_split;
  model.layout_from = find(config, {"rope_interleave"})->path;
  return std::nullopt;
}

/// Queries that grow with the position, by the file or by the class.
std::optional<Error> read_query_growth(ModelConfig& model, const Dictionaries& config,
                                       const ScalingDictionaries& dictionaries) {
  const QueryRule rule = model.known_class ? model.known_class->queries : QueryRule::constant;
  if (rule == QueryRule::constant || model.ropes.empty()) return std::nullopt;
  const auto or_default = [](const std::optional<Sourced<double>>& found, double value) {
    return found.value_or(Sourced<double>{value, std::string(from_default)});
  };
  if (rule == QueryRule::scaling_beta) {
    if (!dictionaries.full) return std::nullopt;
    const auto from_0 = [](double value) { return value >= 0; };
    const auto beta =
        number({*dictionaries.full}, {"llama_4_scaling_beta"}, from_0, "a number of at least 0");
    if (!beta) return beta.error();
    const auto& original = model.ropes.front().scaling.original;
    if (*beta && (*beta)->value > 0 && original) {
      model.query_growth = {**beta, *original, 0, QueryGrowth::Layers::all};
    }
    return std::nullopt;
  }
  const auto tuning = find(config, {"attn_temperature_tuning"});
  const bool* is_on = tuning ? tuning->value->boolean() : nullptr;
  // Files also have a number of 0 or 1.
  const double* as_number = tuning ? tuning->value->number() : nullptr;
  if (tuning && is_on == nullptr && as_number == nullptr) {
    return unexpected(*tuning, "true or false");
  }
  const bool is_off = is_on != nullptr ? !*is_on : as_number != nullptr && *as_number == 0;
  if (is_off) return std::nullopt;
  const auto scale = positive(config, {"attn_scale"});
  if (!scale) return scale.error();
  const auto floor_scale = positive(config, {"floor_scale"});
  if (!floor_scale) return floor_scale.error();
  constexpr double usual_scale = 0.1;
  constexpr double usual_floor = 8192;
  model.query_growth = {or_default(*scale, usual_scale), or_default(*floor_scale, usual_floor), 1,
                        QueryGrowth::Layers::without_rope};
  return std::nullopt;
}

}  // namespace

Result<ModelConfig> read_model_config(const ConfigValue& file) {
  const auto* top = file.object();
  if (top == nullptr) {
    return invalid_argument({"[config] the file must contain an object but contains ", shown(file)})
        .about("config");
  }
  if (is_gguf_config(*top)) return read_gguf_config(*top);
  POSENC_TRY(config, dictionaries_of(*top));
  POSENC_TRY(its, class_of(config));
  ModelConfig model;
  model.model_type = its.model_type;
  model.known_class = its.facts;
  model.language_path = config.front().path;
  POSENC_TRY(latent, uses_latent_attention(config));
  if (its.facts && latent) model.logits = its.facts->logits;
  POSENC_TRY(kind, kind_of(config, its.facts));
  model.kind = kind;
  if (auto error = read_sizes(model, config)) return *error;
  POSENC_TRY(layers, read_layers(config, its.facts, kind));
  model.layers = layers.plan;
  const bool has_bases = find(config, {"layer_rope_theta"}).has_value();
  const bool rotates = std::ranges::any_of(layers.plan.layers, &LayerPlan::Layer::rotates);
  if (has_bases && !layers.plan.layers.empty() && !rotates) model.kind = PositionKind::none;
  POSENC_TRY(dictionaries, scaling_dictionaries(config, its.facts));
  if (model.kind == PositionKind::rope) {
    if (auto error = read_layout(model, config)) return *error;
    model.unused_dictionaries = dictionaries.unused;
    POSENC_TRY(ropes, read_ropes(config, model, dictionaries));
    model.ropes = ropes;
    if (auto error = read_query_growth(model, config, dictionaries)) return *error;
  } else if (auto error = read_others(model, config)) {
    return *error;
  }
  model.notes = notes_of({model, layers.wrong_lengths, config});
  return model;
}

}  // namespace posenc
