#include "posenc/model_config/gguf_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "architectures.hpp"
#include "keys.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/model_config/positions.hpp"

namespace posenc {
namespace {

using model_config::Architecture;

constexpr double largest_count = 2147483647;
constexpr double most_layers = 4096;
using model_config::largest_width;

constexpr std::string_view architecture_key = "general.architecture";

Error must_be(const std::string& path, std::string_view expected, const ConfigValue& value) {
  return invalid_argument(
             {"[gguf] ", path, " must be ", std::string(expected), " but is ", shown(value)})
      .about(path);
}

/// Truth values are 1 and 0.
std::optional<double> as_number(const ConfigValue& value) {
  if (const bool* flag = value.boolean()) return *flag ? 1 : 0;
  const double* number = value.number();
  return number == nullptr ? std::nullopt : std::optional(*number);
}

/// The keys of an architecture.
class Keys {
 public:
  Keys(const ConfigValue::Object& file, std::string architecture)
      : file_(file), architecture_(std::move(architecture)) {}

  std::string path(std::string_view key) const { return architecture_ + "." + std::string(key); }

  using Number = Result<std::optional<Sourced<double>>>;

  /// None where the key is absent. A list has a number for each layer, of which the largest counts: layers without attention have
  /// 0 heads.
  Number number(std::string_view key, double least, double most) const {
    POSENC_TRY(all, list(key));
    if (!all) return std::optional<Sourced<double>>();
    const double value = all->empty() ? 0 : *std::ranges::max_element(*all);
    if (value >= least && value <= most) return std::optional(Sourced<double>{value, path(key)});
    return must_be(path(key), joined({"a number from ", least, " to ", most}), {value});
  }

  /// A number above 0. (0 counts as absent, as llama.cpp writes it for what a model does not have.)
  Number positive(std::string_view key) const {
    constexpr double largest = 1e100;
    POSENC_TRY(found, number(key, 0, largest));
    return found && found->value > 0 ? found : std::optional<Sourced<double>>();
  }

  /// None where the architecture does not read the key.
  Number positive_if(bool is_read, std::string_view key) const {
    return is_read ? positive(key) : std::optional<Sourced<double>>();
  }

  Result<std::optional<Sourced<Index>>> count(std::string_view key, double most) const {
    POSENC_TRY(found, number(key, 0, most));
    if (!found || found->value == 0) return std::optional<Sourced<Index>>();
    if (found->value != std::trunc(found->value)) {
      return must_be(found->from, "a whole number", {found->value});
    }
    return std::optional(Sourced<Index>{static_cast<Index>(found->value), found->from});
  }

  Result<std::string> text(std::string_view key, std::string_view otherwise) const {
    const ConfigValue* found = value_of(file_, path(key));
    if (found == nullptr) return std::string(otherwise);
    if (found->text() == nullptr) return must_be(path(key), "a string", *found);
    return *found->text();
  }

  /// A list, or the one number there is; none where the key is absent.
  Result<std::optional<std::vector<double>>> list(std::string_view key) const {
    const ConfigValue* found = value_of(file_, path(key));
    if (found == nullptr) return std::optional<std::vector<double>>();
    return numbers_in(path(key), *found);
  }

  /// The factors of that tensor, of the first layer that has them; none where there are none.
  Result<std::optional<RopeFactors>> tensor(std::string_view name) const {
    for (const ConfigValue::Entry& entry : file_) {
      const std::string_view key = entry.key;
      const bool is_of_layer = key.starts_with("blk.") && key.ends_with(name) &&
                               key[key.size() - name.size() - 1] == '.';
      if (key != name && !is_of_layer) continue;
      POSENC_TRY(values, numbers_in(entry.key, entry.value));
      return std::optional(RopeFactors{entry.key, *values});
    }
    return std::optional<RopeFactors>();
  }

  const std::string& architecture() const { return architecture_; }

 private:
  static Result<std::optional<std::vector<double>>> numbers_in(const std::string& path,
                                                               const ConfigValue& value) {
    std::vector<double> all;
    const auto* list = value.list();
    for (const ConfigValue& each : list == nullptr ? ConfigValue::List{value} : *list) {
      const auto number = as_number(each);
      if (!number) return must_be(path, list == nullptr ? "a number" : "a list of numbers", each);
      all.push_back(*number);
    }
    return std::optional(all);
  }

  const ConfigValue::Object& file_;
  std::string architecture_;
};

/// What the settings of one kind of layer are read from.
struct Sources {
  const Keys& keys;
  const Architecture& architecture;
  const ModelConfig& model;

  std::string from() const { return from_architecture(keys.architecture()); }
};

Result<Sourced<Index>> head_dim(const Sources& sources, LayerKind kind) {
  const Keys& keys = sources.keys;
  if (sources.architecture.is_latent) {
    POSENC_TRY(rotated, keys.count("rope.dimension_count", largest_width));
    if (rotated) return *rotated;
  }
  if (kind == LayerKind::sliding) {
    POSENC_TRY(own, keys.count("attention.key_length_swa", largest_width));
    if (own) return *own;
  }
  POSENC_TRY(given, keys.count("attention.key_length", largest_width));
  if (given) return *given;
  const auto& [width, heads] = std::pair(sources.model.width, sources.model.heads);
  if (!width || !heads) {
    const std::string name = keys.path(width ? "attention.head_count" : "embedding_length");
    return invalid_argument({"[gguf] ", name, " must be a whole number above 0 but is absent"})
        .about(name);
  }
  return Sourced<Index>{width->value / heads->value, width->from + " / " + heads->from};
}

Result<Sourced<Index>> rotary_dim(const Sources& sources, LayerKind kind,
                                  const Sourced<Index>& head) {
  const Keys& keys = sources.keys;
  std::optional<Sourced<Index>> rotated;
  if (kind == LayerKind::sliding) {
    POSENC_TRY(own, keys.count("rope.dimension_count_swa", largest_width));
    rotated = own;
  }
  if (!rotated) {
    POSENC_TRY(shared, keys.count("rope.dimension_count", largest_width));
    rotated = shared.value_or(head);
    if (sources.architecture.halves_full_rotation && kind == LayerKind::full) {
      rotated->value /= 2;
    }
  }
  if (rotated->value % 2 == 0 && rotated->value <= head.value) return *rotated;
  return invalid_argument({"[gguf] ", rotated->from, " must be an even number of at most ",
                           head.value, ", the width of a head, but is ", rotated->value})
      .about(rotated->from);
}

/// The base, and for layers with a window their own or that which llama.cpp gives them.
Result<Sourced<double>> base_of(const Sources& sources, LayerKind kind) {
  POSENC_TRY(shared, sources.keys.positive("rope.freq_base"));
  const Sourced<double> assumed{default_rope_base, std::string(from_default)};
  if (kind == LayerKind::sliding && sources.architecture.reads_window_base) {
    POSENC_TRY(own, sources.keys.positive("rope.freq_base_swa"));
    if (own) return *own;
    if (!sources.architecture.shares_base)
      return Sourced<double>{default_rope_base, sources.from()};
  }
  return shared.value_or(assumed);
}

/// The base of HunYuan's image models: alpha raises it once.
Result<double> alpha_of(const Keys& keys) {
  POSENC_TRY(alpha, keys.positive_if(keys.architecture() == "hunyuan_vl", "rope.scaling.alpha"));
  return alpha ? alpha->value : 0;
}

/// YaRN's factor on cos and sin, which llama.cpp computes for itself.
double yarn_factor(const Sources& sources, double scale, double log_multiplier) {
  if (log_multiplier == 0) return yarn_magnitude(scale, 1);
  const bool is_equal = sources.keys.architecture() == "deepseek2" && log_multiplier != 1;
  return is_equal ? 1 : yarn_magnitude(scale, 1) / yarn_magnitude(scale, log_multiplier);
}

/// Divides all pairs, where lists do so already.
void divide(std::vector<double>& list, double factor) {
  for (double& one : list) one *= factor;
}

/// Factors that divide the frequencies of pairs. Errors: too few.
Result<std::vector<double>> factors_for(const RopeFactors& tensor, Index pairs) {
  const auto needed = static_cast<std::size_t>(pairs);
  if (tensor.values.size() < needed) {
    return invalid_argument({"[gguf] ", tensor.name, " must have a factor for each of the ", pairs,
                             " rotated pairs but has ", tensor.values.size()})
        .about(tensor.name);
  }
  const std::vector<double> all(tensor.values.begin(),
                                tensor.values.begin() + static_cast<std::ptrdiff_t>(needed));
  const auto is_wrong = [](double one) { return !(one > 0) || !std::isfinite(one); };
  if (std::ranges::none_of(all, is_wrong)) return all;
  return invalid_argument({"[gguf] ", tensor.name, " must have numbers above 0 but has ",
                           *std::ranges::find_if(all, is_wrong)})
      .about(tensor.name);
}

Result<RopeScaling> with_sections(const Sources& sources, RopeScaling scaling) {
  POSENC_TRY(sections, sources.keys.list("rope.dimension_sections"));
  for (const double size : sections.value_or(std::vector<double>())) {
    if (size > 0) scaling.sections.push_back(static_cast<Index>(std::min(size, largest_width)));
  }
  if (sources.architecture.takes_turns) {
    scaling.section_order = RopeScaling::Sections::interleaved;
  }
  return scaling;
}

Result<RopeScaling> scaling_of(const Sources& sources, LayerKind kind, Index pairs) {
  const Keys& keys = sources.keys;
  RopeScaling scaling;
  POSENC_TRY(type, keys.text("rope.scaling.type", "linear"));
  POSENC_TRY(factor, keys.positive("rope.scaling.factor"));
  if (!factor) {
    POSENC_TRY(older, keys.positive("rope.scale_linear"));
    factor = older;
  }
  POSENC_TRY(attn_factor, keys.positive("rope.scaling.attn_factor"));
  POSENC_TRY(original, keys.positive("rope.scaling.original_context_length"));
  POSENC_TRY(alpha, alpha_of(keys));
  scaling.original = original;
  const bool is_scaled = kind == LayerKind::full || sources.architecture.shares_scaling;
  const double scale = type == "none" || !is_scaled || !factor ? 1 : factor->value;
  if (scale != 1 || alpha > 0 || type == "longrope") scaling.path = keys.path("rope.scaling");
  const double attention = attn_factor ? attn_factor->value : 1;
  const std::string attention_from = attn_factor ? attn_factor->from : std::string(from_default);
  scaling.any_type_has_factor = true;
  if (is_scaled) scaling.attention_factor = attn_factor;
  if (type == "yarn" && scale != 1) {
    POSENC_TRY(log_multiplier, keys.positive("rope.scaling.yarn_log_multiplier"));
    const bool reads_betas = sources.architecture.reads_betas;
    POSENC_TRY(fast, keys.positive_if(reads_betas, "rope.scaling.yarn_beta_fast"));
    POSENC_TRY(slow, keys.positive_if(reads_betas, "rope.scaling.yarn_beta_slow"));
    scaling.type = RopeType::yarn;
    scaling.factor = scale;
    if (!scaling.original) scaling.original = sources.model.claimed;
    scaling.beta_fast = fast ? fast->value : sources.architecture.beta_fast;
    scaling.beta_slow = slow ? slow->value : scaling.beta_slow;
    const double unit = sources.architecture.log_multiplier_unit;
    const double multiplier = log_multiplier && unit > 0 ? log_multiplier->value / unit : 0;
    // Latent attention multiplies logits by m(1)^2, with a multiplier or without; in deepseek2 by m(multiplier)^2.
    const bool counts = keys.architecture() == "deepseek2" && multiplier > 0;
    if (sources.architecture.logits == LogitRule::yarn_all_dim) {
      scaling.mscale_all_dim = counts ? multiplier : 1;
    }
    scaling.attention_factor = {attention * yarn_factor(sources, scale, multiplier),
                                attn_factor ? attn_factor->from : sources.from()};
  } else if (type != "none" && type != "linear" && type != "yarn" && type != "longrope") {
    const std::string path = keys.path("rope.scaling.type");
    return invalid_argument({"[gguf] ", path,
                             " must be \"none\", \"linear\", \"yarn\" or \"longrope\" but is ",
                             quote(type)})
        .about(path);
  } else if (scale != 1) {
    scaling.type = RopeType::linear;
    scaling.factor = scale;
  } else if (alpha > 0) {
    scaling.type = RopeType::xdrope;
    scaling.alpha = alpha;
  }
  const bool is_divided =
      is_scaled && !(sources.architecture.divides_full_only && kind == LayerKind::sliding);
  if (!is_divided) return with_sections(sources, scaling);
  POSENC_TRY(each, keys.tensor("rope_freqs.weight"));
  POSENC_TRY(longer, keys.tensor("rope_factors_long.weight"));
  POSENC_TRY(shorter, keys.tensor("rope_factors_short.weight"));
  if (each) {
    POSENC_TRY(factors, factors_for(*each, pairs));
    scaling.pair_factors = factors;
    scaling.pair_factors_from = each->name;
  } else if (longer && shorter) {
    POSENC_TRY(long_factors, factors_for(*longer, pairs));
    POSENC_TRY(short_factors, factors_for(*shorter, pairs));
    if (scaling.type != RopeType::yarn) {
      divide(long_factors, scale);
      divide(short_factors, scale);
      scaling.type = RopeType::longrope;
      scaling.factor.reset();
      scaling.long_factor = long_factors;
      scaling.short_factor = short_factors;
      scaling.attention_factor = {attention, attention_from};
      if (!scaling.original) scaling.original = sources.model.claimed;
    }
  }
  return with_sections(sources, scaling);
}

Result<RopeSettings> settings_of(const Sources& sources, LayerKind kind) {
  POSENC_TRY(head, head_dim(sources, kind));
  POSENC_TRY(rotated, rotary_dim(sources, kind, head));
  POSENC_TRY(base, base_of(sources, kind));
  POSENC_TRY(scaling, scaling_of(sources, kind, rotated.value / 2));
  return RopeSettings{kind, head, rotated, base, scaling, PositionAxes::one, {}};
}

/// Which layers have a window and which rotate.
Result<LayerPlan> layers_of(const Keys& keys, const Architecture& architecture) {
  LayerPlan plan;
  POSENC_TRY(total, keys.count("block_count", most_layers));
  if (!total) return plan;
  plan.count_from = total->from;
  const std::string known = from_architecture(keys.architecture());
  const bool rotates = architecture.kind == PositionKind::rope;
  plan.layers.assign(static_cast<std::size_t>(total->value), {LayerKind::full, rotates});
  POSENC_TRY(window, keys.number("attention.sliding_window", 0, largest_count));
  POSENC_TRY(chunks, keys.number("attention.chunk_size", 0, largest_count));
  const bool has_window = (window && window->value > 0) || (chunks && chunks->value > 0);
  POSENC_TRY(listed, keys.list("attention.sliding_window_pattern"));
  if (architecture.has_windows && has_window) {
    const bool is_each = listed && listed->size() > 1;
    const double period = listed && listed->size() == 1 ? listed->front() : architecture.full_every;
    const double full_at = architecture.first_is_full ? 0 : period - 1;
    plan.kinds_from = listed ? keys.path("attention.sliding_window_pattern") : known;
    for (std::size_t n = 0; n < plan.layers.size(); ++n) {
      const bool is_sliding =
          is_each ? n < listed->size() && (*listed)[n] != 0
                  : period <= 0 || std::fmod(static_cast<double>(n), period) != full_at;
      if (is_sliding) plan.layers[n].kind = LayerKind::sliding;
      if (architecture.rotates_windows_only && !is_sliding) plan.layers[n].rotates = false;
    }
    if (architecture.rotates_windows_only) plan.rotation_from = known;
  }
  const bool has_period =
      architecture.no_rope_every > 0 && (has_window || architecture.name == "smollm3");
  for (std::size_t n = 0; has_period && n < plan.layers.size(); ++n) {
    const bool is_last = (n + 1) % static_cast<std::size_t>(architecture.no_rope_every) == 0;
    if (is_last) plan.layers[n].rotates = false;
    plan.rotation_from = known;
  }
  return plan;
}

/// One set of frequencies, or one for full and one for sliding layers.
Result<std::vector<RopeSettings>> ropes_of(const Sources& sources) {
  std::vector<RopeSettings> ropes;
  for (const LayerKind kind : {LayerKind::full, LayerKind::sliding}) {
    const bool has_it = std::ranges::any_of(sources.model.layers.layers, [kind](const auto& layer) {
      return layer.kind == kind && layer.rotates;
    });
    if (!has_it && (kind == LayerKind::sliding || !sources.model.layers.layers.empty())) continue;
    POSENC_TRY(one, settings_of(sources, kind));
    ropes.push_back(one);
  }
  const bool are_alike = ropes.size() == 2 && ropes[0].base.value == ropes[1].base.value &&
                         ropes[0].rotary_dim.value == ropes[1].rotary_dim.value &&
                         ropes[0].head_dim.value == ropes[1].head_dim.value &&
                         ropes[0].scaling == ropes[1].scaling;
  if (are_alike) ropes.pop_back();
  if (ropes.size() == 1) ropes.front().layers.reset();
  return ropes;
}

/// Queries that grow with the position: in Llama 4 with the numbers of its code, in Mistral's models by keys.
Result<std::optional<QueryGrowth>> growth_of(const Keys& keys, const ModelConfig& model) {
  const std::string& name = keys.architecture();
  const std::string known = from_architecture(name);
  if (name == "llama4") {
    return std::optional(
        QueryGrowth{{0.1, known}, {8192, known}, 1, QueryGrowth::Layers::without_rope});
  }
  // (mistral4 is read as deepseek2 is.)
  const bool has_length = name == "deepseek2" || name == "mistral4";
  POSENC_TRY(scale,
             keys.positive_if(name == "mistral3" || has_length, "attention.temperature_scale"));
  POSENC_TRY(period, keys.positive_if(has_length, "attention.temperature_length"));
  if (!scale || model.ropes.empty()) return std::optional<QueryGrowth>();
  const auto& original = model.ropes.front().scaling.original;
  const auto length = period ? period : original ? original : model.claimed;
  if (!length) return std::optional<QueryGrowth>();
  return std::optional(QueryGrowth{*scale, *length, 0, QueryGrowth::Layers::all});
}

/// ALiBi by a key, or in Baichuan by the number of layers.
Result<std::optional<AlibiSettings>> alibi_of(const Keys& keys, const Architecture& architecture) {
  POSENC_TRY(bias, keys.positive("attention.max_alibi_bias"));
  if (bias) return std::optional(AlibiSettings{*bias});
  constexpr Index layers_of_13b = 40;
  POSENC_TRY(total, keys.count("block_count", most_layers));
  const bool is_13b = architecture.name == "baichuan" && total && total->value == layers_of_13b;
  const bool has_key = architecture.name == "mpt" || architecture.name == "jais";
  if ((architecture.kind != PositionKind::alibi || has_key) && !is_13b) {
    return std::optional<AlibiSettings>();
  }
  return std::optional(AlibiSettings{{paper_max_bias, from_architecture(keys.architecture())}});
}

}  // namespace

std::string from_architecture(const std::string& architecture) {
  return "architecture " + architecture;
}

bool is_gguf_config(const ConfigValue::Object& file) {
  return value_of(file, architecture_key) != nullptr;
}

Result<ConfigValue> gguf_config(const GgufHeader& header, std::span<const RopeFactors> factors) {
  POSENC_TRY(name, header.text(architecture_key));
  if (name == nullptr) {
    return invalid_argument({"[gguf] general.architecture must name a model but is absent"})
        .about("general.architecture");
  }
  ConfigValue::Object config{{std::string(architecture_key), {*name}}};
  const auto list_of = [](const std::vector<double>& numbers) {
    ConfigValue::List list;
    for (const double number : numbers) list.push_back({number});
    return ConfigValue{std::move(list)};
  };
  for (const auto& [key, found] : header.entries) {
    if (!key.starts_with(*name + ".")) continue;
    const auto* array = std::get_if<GgufArray>(&found.value);
    const auto* number = std::get_if<double>(&found.value);
    const auto* text = std::get_if<std::string>(&found.value);
    if (array != nullptr) {
      if (!array->numbers.empty()) config.push_back({key, list_of(array->numbers)});
    } else if (number != nullptr) {
      config.push_back({key, {*number}});
    } else if (text != nullptr) {
      config.push_back({key, {*text}});
    } else {
      config.push_back({key, {std::get<bool>(found.value)}});
    }
  }
  for (const RopeFactors& tensor : factors) config.push_back({tensor.name, list_of(tensor.values)});
  return ConfigValue{std::move(config)};
}

Result<ModelConfig> read_gguf_config(const ConfigValue::Object& file) {
  const ConfigValue& architecture_name = *value_of(file, architecture_key);
  const std::string* name = architecture_name.text();
  if (name == nullptr) {
    return must_be(std::string(architecture_key), "the name of a model", architecture_name);
  }
  const Keys keys(file, *name);
  const auto known = model_config::architecture_named(*name);
  ModelConfig model;
  model.model_type = *name;
  model.format = ModelConfig::Format::gguf;
  const Architecture architecture =
      known.value_or(Architecture{.name = *name, .kind = PositionKind::unknown});
  model.kind = architecture.kind;
  POSENC_TRY(width, keys.count("embedding_length", largest_count));
  POSENC_TRY(heads, keys.count("attention.head_count", largest_width));
  POSENC_TRY(claimed, keys.positive("context_length"));
  model.width = width;
  model.heads = heads;
  model.claimed = claimed;
  POSENC_TRY(alibi, alibi_of(keys, architecture));
  if (alibi) {
    model.kind = PositionKind::alibi;
    if (!heads) {
      const std::string path = keys.path("attention.head_count");
      return invalid_argument({"[gguf] ", path, " must be a whole number above 0 but is absent"})
          .about(path);
    }
    model.alibi = *alibi;
  } else if (model.kind == PositionKind::alibi) {
    model.kind = PositionKind::learned;
  }
  POSENC_TRY(layers, layers_of(keys, architecture));
  model.layers = layers;
  if (model.kind == PositionKind::learned && claimed) {
    model.rows = Sourced<Index>{static_cast<Index>(claimed->value), claimed->from};
  }
  if (model.kind == PositionKind::t5) {
    POSENC_TRY(buckets, keys.count("attention.relative_buckets_count", largest_count));
    constexpr Index usual_buckets = 32;
    constexpr Index farthest = 128;
    model.buckets =
        BucketSettings{buckets.value_or(Sourced<Index>{usual_buckets, std::string(from_default)}),
                       {farthest, from_architecture(*name)}};
  }
  if (model.kind != PositionKind::rope) return model;
  model.layout = architecture.layout;
  model.layout_from = from_architecture(*name);
  model.logits = architecture.logits;
  POSENC_TRY(ropes, ropes_of({keys, architecture, model}));
  model.ropes = ropes;
  POSENC_TRY(growth, growth_of(keys, model));
  model.query_growth = growth;
  return model;
}

}  // namespace posenc
