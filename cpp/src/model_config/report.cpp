#include "posenc/model_config/report.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <set>
#include <vector>

#include "posenc/analysis/decay.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/model_config/phrases.hpp"
#include "posenc/wording.hpp"
#include "threads.hpp"

namespace posenc {
namespace {

using model_config::thread;

/// The nearest value of a binary floating-point type with that many bits of precision (the hidden one included) and that
/// smallest exponent; ties go to the even one. (It has no largest value here.)
double rounded_to(double value, int precision, int smallest_exponent) {
  if (value == 0) return 0;
  const int exponent = std::max(std::ilogb(value), smallest_exponent);
  const double step = std::ldexp(1, exponent - precision + 1);
  return std::nearbyint(value / step) * step;
}

/// The axis of each pair: blocks, or in turns for as long as an axis has pairs left.
std::vector<double> axes_of(const RopeScaling& scaling, Index pairs) {
  std::vector<double> axes;
  if (scaling.sections.empty()) return axes;
  if (scaling.section_order == RopeScaling::Sections::blocks) {
    for (std::size_t axis = 0; axis < scaling.sections.size(); ++axis) {
      const auto many =
          std::min<Index>(scaling.sections[axis], pairs - static_cast<Index>(axes.size()));
      axes.insert(axes.end(), static_cast<std::size_t>(many), static_cast<double>(axis));
    }
    return axes;
  }
  // Axis 0 has the pairs that the turns of the others leave.
  const auto axis_count = static_cast<Index>(scaling.sections.size());
  for (Index i = 0; i < pairs; ++i) {
    const auto axis = static_cast<std::size_t>(i % axis_count);
    const bool is_its = axis > 0 && i / axis_count < scaling.sections[axis];
    axes.push_back(is_its ? static_cast<double>(axis) : 0);
  }
  return axes;
}

/// The factor that all pairs of a type share; none where each has its own.
std::optional<double> common_factor(const RopeSettings& settings,
                                    const std::optional<Sourced<double>>& claimed) {
  switch (settings.scaling.type) {
    case RopeType::linear:
    case RopeType::llama3:
      return settings.scaling.factor;
    case RopeType::yarn:
      return yarn_scale(settings.scaling, claimed);
    default:
      return std::nullopt;
  }
}

/// The key of a config that a parameter of a formula came from.
std::string key_of(std::string_view parameter, const RopeSettings& settings,
                   const std::optional<Sourced<double>>& claimed, bool is_long) {
  const RopeScaling& scaling = settings.scaling;
  if (parameter == "base") return settings.base.from;
  if (parameter == "dimension") return settings.rotary_dim.from;
  if (parameter == "original_len" && scaling.original) return scaling.original->from;
  if (parameter.ends_with("_len")) return claimed ? claimed->from : "max_position_embeddings";
  const std::string_view lists = is_long ? "long_factor" : "short_factor";
  const std::string_view key = parameter == "scale"             ? "factor"
                               : parameter == "rescale_factors" ? lists
                                                                : parameter;
  return joined({scaling.path, ".", key});
}

/// As rope_frequencies; errors name keys of the config.
Result<RopeFrequencies> frequencies_of(const RopeSettings& settings,
                                       const std::optional<Sourced<double>>& claimed,
                                       std::optional<double> length) {
  auto all = rope_frequencies(settings, claimed, length);
  if (all) return all;
  const auto& original = settings.scaling.original ? settings.scaling.original : claimed;
  const auto text = length ? length : claimed ? std::optional(claimed->value) : std::nullopt;
  const bool is_long = text && original && *text > original->value;
  const Error& error = all.error();
  return error.renamed(error.parameter, key_of(error.parameter, settings, claimed, is_long));
}

/// What YaRN changes within the original length.
std::optional<ShortTexts> short_texts_of(const RopeReport& rope,
                                         const std::optional<Sourced<double>>& claimed) {
  const RopeScaling& scaling = rope.settings.scaling;
  const auto& original = scaling.original ? scaling.original : claimed;
  if (scaling.type != RopeType::yarn || !original) return std::nullopt;
  const RopeFrequencies& frequencies = rope.frequencies;
  ShortTexts its{original->value, 0, 0, {}, 1, {}, {}};
  const double change =
      (frequencies.unscaled - frequencies.inv_freq).cwiseAbs().maxCoeff(&its.pair);
  its.turns = change * (its.original - 1) / (2 * std::numbers::pi);
  // A factor of 1 changes frequencies by their rounding.
  constexpr double least_turns = 1e-6;
  if (!(its.turns > least_turns)) return std::nullopt;
  its.message = say<short_text_phrases, "static">(its.original);
  const double half_turn = std::ceil(std::numbers::pi / change);
  if (half_turn < its.original) {
    its.half_turn = half_turn;
    its.message += say<short_text_phrases, "half-turn">(half_turn, its.pair);
  } else {
    its.message += say<short_text_phrases, "less">(with_digits(its.turns, 2), its.pair);
  }
  const double factor = frequencies.attention_factor;
  its.logit_factor = factor * factor * rope.class_logit_factor;
  const std::string shown = with_digits(its.logit_factor, 4);
  if (factor != 1) {
    its.message += say<short_text_phrases, "rotating-logits">(shown);
  } else if (its.logit_factor != 1) {
    its.message += say<short_text_phrases, "logits">(shown);
  }
  its.message += say<short_text_phrases, "advice">();
  its.threads = {thread("QwenLM/Qwen3", 1567), thread("vllm-project/vllm", 18728),
                 thread("sgl-project/sglang", 6030)};
  return its;
}

Result<RopeReport> rope_report(const RopeSettings& settings, const ModelConfig& model,
                               std::optional<double> length) {
  const auto& claimed = model.claimed;
  POSENC_TRY(frequencies, frequencies_of(settings, claimed, length));
  RopeReport report{settings, frequencies, {}, {}, {}, {}, {}, {}, {}, 1, {}};
  report.class_logit_factor = class_logit_factor(model, settings.scaling);
  report.waves_before = waves_of(frequencies.unscaled);
  report.waves_after = waves_of(frequencies.inv_freq);
  report.changes = pair_changes(frequencies, common_factor(settings, claimed));
  report.axes = axes_of(settings.scaling, settings.rotary_dim.value / 2);
  // Coordinates of an image have no length in tokens.
  if (settings.axes != PositionAxes::one) return report;
  if (settings.scaling.original) {
    report.unfinished_original =
        unfinished_pairs(frequencies.inv_freq, settings.scaling.original->value);
  }
  if (claimed) {
    report.unfinished_claimed = unfinished_pairs(frequencies.inv_freq, claimed->value);
  }
  if (const auto longest = longest_text(settings, model, length)) {
    report.errors = angle_errors(frequencies.inv_freq, *longest - 1);
  }
  report.short_texts = short_texts_of(report, claimed);
  return report;
}

/// The wavelengths of a table of sinusoids; empty for an odd width.
Vector sinusoid_waves(const ModelConfig& model) {
  const bool is_sinusoidal = model.kind == PositionKind::sinusoidal;
  if (!is_sinusoidal && model.kind != PositionKind::sinusoidal_and_learned) return {};
  const bool ends_at_base =
      !is_sinusoidal || (model.known_class && model.known_class->table == TableRule::half_less_one);
  const auto variant = ends_at_base ? FrequencyVariant::endpoint : FrequencyVariant::paper;
  const auto theta = GeometricFrequencies::make(model.width->value, 10000, variant);
  return theta ? waves_of(theta->values()) : Vector();
}

/// Up to `points` whole numbers from 0 to `limit`, evenly spaced in their logarithm (after 0): those that round to the same
/// one count once.
Vector log_spaced(double limit, double points) {
  std::vector<double> numbers{0};
  const double steps = points - 2;
  for (double n = 0; n <= steps; ++n) {
    const double number = std::round(std::pow(limit, steps > 0 ? n / steps : 1));
    if (number > numbers.back()) numbers.push_back(number);
  }
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

/// What multiplies logits: each step of the growth up to the claimed length, or eight periods.
QueryCurve query_curve(const ModelConfig& model, double constant) {
  const QueryGrowth& growth = *model.query_growth;
  constexpr double usual_periods = 8;
  constexpr double most_points = 512;
  const double period = growth.period.value;
  const double last = model.claimed ? model.claimed->value - 1 : std::round(usual_periods * period);
  const double points = std::min(most_points, std::floor(last / period) + 2);
  QueryCurve curve{Vector(static_cast<Index>(points)), Vector(static_cast<Index>(points)), {}};
  for (Index n = 0; n < curve.positions.size(); ++n) {
    const double position = std::round(last * static_cast<double>(n) / (points - 1));
    curve.positions[n] = position;
    curve.factors[n] = query_factor(growth, position);
  }
  curve.total = constant * curve.factors;
  return curve;
}

}  // namespace

std::optional<double> longest_text(const RopeSettings& settings, const ModelConfig& model,
                                   std::optional<double> length) {
  if (length && depends_on_length(settings.scaling)) return length;
  return model.claimed ? std::optional(model.claimed->value) : std::nullopt;
}

AngleErrors angle_errors(const Vector& inv_freq, double position) {
  AngleErrors errors{position, 0, 0, 0};
  const auto raise = [&](double& largest, double omega, double stored) {
    largest = std::max(largest, position * std::abs(omega - stored));
  };
  for (const double omega : inv_freq) {
    raise(errors.bfloat16, omega, rounded_to(omega, 8, -126));
    raise(errors.float16, omega, rounded_to(omega, 11, -14));
    raise(errors.float32, omega, rounded_to(omega, 24, -126));
  }
  return errors;
}

Result<ModelReport> model_report(const ConfigValue& file, std::optional<double> length) {
  POSENC_TRY(model, read_model_config(file));
  return model_report(model, length);
}

Result<ModelReport> model_report(const ModelConfig& model, std::optional<double> length) {
  if (length) {
    if (auto error = check_whole("[config] `length`", *length, 1, max_position)) return *error;
  }
  ModelReport report{model, {}, {}, sinusoid_waves(model), {}, length};
  for (const RopeSettings& settings : model.ropes) {
    POSENC_TRY(rope, rope_report(settings, model, length));
    report.ropes.push_back(rope);
  }
  if (model.query_growth && !report.ropes.empty()) {
    // Layers without RoPE have neither an attention factor nor a part of the class.
    const RopeReport& rope = report.ropes.front();
    const double factor = rope.frequencies.attention_factor;
    const bool is_all = model.query_growth->layers == QueryGrowth::Layers::all;
    report.query_curve = query_curve(model, is_all ? rope.class_logit_factor * factor * factor : 1);
  }
  if (model.alibi) {
    POSENC_TRY(slopes, alibi_slopes(static_cast<double>(model.heads->value), SlopeRule::released,
                                    model.alibi->max_bias.value));
    report.slopes = slopes;
  }
  return report;
}

Result<BaseCurve> base_curve(const RopeSettings& settings,
                             const std::optional<Sourced<double>>& claimed, double points) {
  if (auto error = check_whole("[config] `points`", points, 2, 4096)) return *error;
  if (!claimed) {
    return invalid_argument({"[config] max_position_embeddings must be given, because the base "
                             "changes beyond that length"})
        .about("max_position_embeddings");
  }
  const double factor = std::max(settings.scaling.factor.value_or(1), 1.0);
  const double longest = std::min(std::round(factor * claimed->value), max_position);
  std::set<double> lengths{claimed->value};
  for (double n = 0; n < points; ++n) {
    lengths.insert(std::round(1 + (longest - 1) * n / (points - 1)));
  }
  const auto count = static_cast<Index>(lengths.size());
  BaseCurve curve{Vector(count), Vector(count)};
  Index n = 0;
  for (const double length : lengths) {
    POSENC_TRY(frequencies, frequencies_of(settings, claimed, length));
    curve.lengths[n] = length;
    curve.bases[n++] = frequencies.base;
  }
  return curve;
}

Result<ScoreCurve> score_curve(const RopeReport& rope, double limit, double points) {
  if (auto error = check_whole("[config] `limit`", limit, 1, max_position)) return *error;
  if (auto error = check_whole("[config] `points`", points, 2, 4096)) return *error;
  const Vector distances = log_spaced(limit, points);
  const Index count = distances.size();
  const Vector& inv_freq = rope.frequencies.inv_freq;
  std::vector<double> rotating;
  std::ranges::copy_if(inv_freq, std::back_inserter(rotating),
                       [](double each) { return each > 0; });
  POSENC_TRY(theta, InverseFrequencies::from_values(Eigen::Map<const Vector>(
                        rotating.data(), static_cast<Index>(rotating.size()))));
  const double pairs = static_cast<double>(rope.settings.head_dim.value) / 2;
  const auto unrotated = pairs - static_cast<double>(rotating.size());
  const double gain = rope.frequencies.attention_factor * rope.frequencies.attention_factor;
  ScoreCurve curve{distances, Vector(count), Vector(count), {}, 1};
  for (Index n = 0; n < count; ++n) {
    const double cosines = (distances[n] * theta.values().array()).cos().sum();
    POSENC_TRY(sums, rope_partial_sums(theta, distances[n]));
    curve.scores[n] = (gain * cosines + unrotated) / pairs;
    curve.bounds[n] = (gain * sums.sum() + unrotated) / pairs;
  }
  // (An attention factor may be so small that its square is 0.)
  if (curve.scores[0] > 0) curve.looseness = curve.bounds[0] / curve.scores[0];
  curve.fitted_bounds = curve.bounds / curve.looseness;
  return curve;
}

Result<BucketCurve> bucket_curve(const BucketSettings& settings, double points) {
  if (auto error = check_whole("[config] `points`", points, 2, 4096)) return *error;
  const auto buckets = static_cast<double>(settings.num_buckets.value);
  const auto farthest = static_cast<double>(settings.max_distance.value);
  POSENC_TRY(causal, T5BucketRule::make(BucketDirection::causal, buckets, farthest));
  BucketCurve curve{log_spaced(2 * farthest, points), {}, {}};
  const Vector positions = -curve.distances;
  POSENC_TRY(decoder, t5_buckets(causal, positions));
  curve.decoder = decoder;
  const auto both = T5BucketRule::make(BucketDirection::bidirectional, buckets, farthest);
  if (both) {
    POSENC_TRY(encoder, t5_buckets(*both, positions));
    curve.encoder = encoder;
  }
  return curve;
}

}  // namespace posenc
