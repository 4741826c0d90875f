#include "posenc/model_config/report.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <set>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"

namespace posenc {
namespace {

/// The nearest value of a binary floating-point type with that many bits of precision (the hidden one included) and that
/// smallest exponent; ties go to the even one. (It has no largest value here: frequencies are at most 1, or nearly.)
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

/// The factor by which a type slows pairs down: the one it has, else that of the slowest pair; 1 where it slows none.
double whole_factor(const RopeScaling& scaling, const RopeFrequencies& frequencies) {
  const bool has_one = scaling.type == RopeType::linear || scaling.type == RopeType::yarn ||
                       scaling.type == RopeType::llama3;
  if (has_one && scaling.factor) return *scaling.factor;
  double factor = 1;
  for (Index i = 0; i < frequencies.inv_freq.size(); ++i) {
    if (frequencies.inv_freq[i] > 0) {
      factor = std::max(factor, frequencies.unscaled[i] / frequencies.inv_freq[i]);
    }
  }
  return factor;
}

Result<RopeReport> rope_report(const RopeSettings& settings,
                               const std::optional<Sourced<double>>& claimed,
                               std::optional<double> length) {
  POSENC_TRY(frequencies, rope_frequencies(settings, claimed, length));
  RopeReport report{settings, frequencies, {}, {}, {}, {}, {}, {}, {}};
  report.waves_before = waves_of(frequencies.unscaled);
  report.waves_after = waves_of(frequencies.inv_freq);
  report.changes = pair_changes(frequencies, whole_factor(settings.scaling, frequencies));
  report.axes = axes_of(settings.scaling, settings.rotary_dim.value / 2);
  if (settings.scaling.original) {
    report.unfinished_original =
        unfinished_pairs(frequencies.inv_freq, settings.scaling.original->value);
  }
  if (claimed) {
    report.unfinished_claimed = unfinished_pairs(frequencies.inv_freq, claimed->value);
    report.errors = angle_errors(frequencies.inv_freq, claimed->value - 1);
  }
  return report;
}

}  // namespace

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
  if (length) {
    if (auto error = check_whole("[config] `length`", *length, 1, max_position)) return *error;
  }
  POSENC_TRY(model, read_model_config(file));
  ModelReport report{model, {}, {}, length};
  for (const RopeSettings& settings : model.ropes) {
    POSENC_TRY(rope, rope_report(settings, model.claimed, length));
    report.ropes.push_back(rope);
  }
  if (model.alibi) {
    POSENC_TRY(slopes, alibi_slopes(static_cast<double>(model.heads.value), SlopeRule::released,
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
    POSENC_TRY(frequencies, rope_frequencies(settings, claimed, length));
    curve.lengths[n] = length;
    curve.bases[n++] = frequencies.base;
  }
  return curve;
}

Result<ScoreCurve> score_curve(const RopeReport& rope, double limit, double points) {
  if (auto error = check_whole("[config] `limit`", limit, 1, max_position)) return *error;
  if (auto error = check_whole("[config] `points`", points, 2, 4096)) return *error;
  std::vector<double> distances{0};
  const double steps = points - 2;
  for (double n = 0; n <= steps; ++n) {
    const double distance = std::round(std::pow(limit, steps > 0 ? n / steps : 1));
    if (distance > distances.back()) distances.push_back(distance);
  }
  const auto count = static_cast<Index>(distances.size());
  const Vector& omega = rope.frequencies.inv_freq;
  const double pairs = static_cast<double>(rope.settings.head_dim.value) / 2;
  const double rotated = static_cast<double>((omega.array() > 0).count());
  const double gain = rope.frequencies.attention_factor * rope.frequencies.attention_factor;
  ScoreCurve curve{Eigen::Map<const Vector>(distances.data(), count), Vector(count), Vector(count)};
  for (Index n = 0; n < count; ++n) {
    double cosines = 0;
    double magnitudes = 0;
    std::complex<double> sum = 0;
    for (const double each : omega) {
      if (!(each > 0)) continue;
      const double angle = curve.distances[n] * each;
      cosines += std::cos(angle);
      sum += std::complex<double>(std::cos(angle), std::sin(angle));
      magnitudes += std::abs(sum);
    }
    curve.scores[n] = (gain * cosines + (pairs - rotated)) / pairs;
    curve.bounds[n] = magnitudes / (rotated * (rotated + 1) / 2);
  }
  return curve;
}

}  // namespace posenc
