#include "posenc/model_config/positions.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"

namespace posenc {
namespace {

/// L: the length of training; the claimed one where the file has no other.
double original_or_claimed(const RopeScaling& scaling,
                           const std::optional<Sourced<double>>& claimed) {
  return scaling.original ? scaling.original->value : claimed ? claimed->value : 1;
}

/// s of YaRN: the factor, else m/L.
double yarn_scale(const RopeScaling& scaling, const std::optional<Sourced<double>>& claimed) {
  if (scaling.factor) return *scaling.factor;
  return claimed ? claimed->value / original_or_claimed(scaling, claimed) : 1;
}

/// 0.1 k ln s + 1, and 1 for s <= 1.
double magnitude(double scale, double k) { return scale <= 1 ? 1 : 0.1 * k * std::log(scale) + 1; }

Result<RopeFrequencies> plain(const RopeSettings& settings) {
  POSENC_TRY(theta, GeometricFrequencies::make(settings.rotary_dim.value, settings.base.value));
  return RopeFrequencies{settings.base.value, theta.values(), theta.values(), 1};
}

/// The rotated part of the frequencies of a whole head, and zeros.
Result<RopeFrequencies> proportional(const RopeSettings& settings) {
  POSENC_TRY(theta, GeometricFrequencies::make(settings.head_dim.value, settings.base.value));
  Vector all = theta.values();
  const Index rotated = settings.rotary_dim.value / 2;
  all.tail(all.size() - rotated).setZero();
  return RopeFrequencies{settings.base.value, all, all, 1};
}

/// Scaled frequencies in a result that has the others.
template <class Frequencies>
Result<RopeFrequencies> scaled(RopeFrequencies all, const Result<Frequencies>& theta) {
  if (!theta) return theta.error();
  all.inv_freq = theta->values();
  return all;
}

Result<RopeFrequencies> with_new_base(RopeFrequencies all,
                                      const Result<GeometricFrequencies>& theta) {
  if (!theta) return theta.error();
  all.base = theta->base();
  return scaled(std::move(all), theta);
}

}  // namespace

double attention_factor(const RopeScaling& scaling, const std::optional<Sourced<double>>& claimed) {
  const bool has_one = scaling.type == RopeType::yarn || scaling.type == RopeType::longrope;
  if (!has_one) return 1;
  if (scaling.attention_factor) return *scaling.attention_factor;
  const double original = original_or_claimed(scaling, claimed);
  if (scaling.type == RopeType::longrope) {
    const double scale = claimed ? claimed->value / original : 1;
    return scale <= 1 ? 1 : std::sqrt(1 + std::log(scale) / std::log(original));
  }
  const double scale = yarn_scale(scaling, claimed);
  const double mscale = scaling.mscale.value_or(0);
  const double all_dim = scaling.mscale_all_dim.value_or(0);
  if (mscale != 0 && all_dim != 0) return magnitude(scale, mscale) / magnitude(scale, all_dim);
  return magnitude(scale, 1);
}

Result<RopeFrequencies> rope_frequencies(const RopeSettings& settings,
                                         const std::optional<Sourced<double>>& claimed,
                                         std::optional<double> length) {
  if (length) {
    if (auto error = check_whole("[config] `length`", *length, 1, max_position)) return *error;
  }
  const RopeScaling& scaling = settings.scaling;
  if (scaling.type == RopeType::proportional) return proportional(settings);
  POSENC_TRY(all, plain(settings));
  POSENC_TRY(theta, GeometricFrequencies::make(settings.rotary_dim.value, settings.base.value));
  all.attention_factor = attention_factor(scaling, claimed);
  const double original = original_or_claimed(scaling, claimed);
  const double claims = claimed ? claimed->value : original;
  const double text = length.value_or(claims);
  switch (scaling.type) {
    case RopeType::linear:
      return scaled(all, position_interpolation(theta, *scaling.factor));
    case RopeType::dynamic:
      if (text <= claims) return all;
      return with_new_base(all, dynamic_ntk(theta, claims, text, *scaling.factor));
    case RopeType::xdrope:
      if (!scaling.alpha) return all;
      return with_new_base(all, ntk_aware(theta, *scaling.alpha));
    case RopeType::yarn: {
      POSENC_TRY(extended, yarn(theta, original, yarn_scale(scaling, claimed), scaling.beta_slow,
                                scaling.beta_fast, scaling.ramp));
      all.inv_freq = extended.theta.values();
      return all;
    }
    case RopeType::llama3:
      return scaled(all, llama3_scaling(theta, original, *scaling.factor, *scaling.low_freq_factor,
                                        *scaling.high_freq_factor));
    case RopeType::longrope: {
      const auto& list = text > original ? scaling.long_factor : scaling.short_factor;
      const Vector factors = Eigen::Map<const Vector>(list.data(), static_cast<Index>(list.size()));
      POSENC_TRY(extended, longrope(theta, original, claims, factors));
      all.inv_freq = extended.theta.values();
      return all;
    }
    default:
      return all;
  }
}

Vector waves_of(const Vector& inv_freq) {
  Vector all = Vector::Zero(inv_freq.size());
  for (Index i = 0; i < all.size(); ++i) {
    if (inv_freq[i] > 0) all[i] = 2 * std::numbers::pi / inv_freq[i];
  }
  return all;
}

Index unfinished_pairs(const Vector& inv_freq, double length) {
  Index count = 0;
  for (const double omega : inv_freq) {
    if (omega > 0 && 2 * std::numbers::pi / omega > length) ++count;
  }
  return count;
}

std::vector<PairChange> pair_changes(const RopeFrequencies& frequencies, double factor) {
  std::vector<PairChange> all;
  for (Index i = 0; i < frequencies.inv_freq.size(); ++i) {
    const double before = frequencies.unscaled[i];
    const double after = frequencies.inv_freq[i];
    const double tolerance = rounding_tolerance * before;
    if (std::abs(after - before) <= tolerance) {
      all.push_back(PairChange::kept);
    } else if (after > before) {
      all.push_back(PairChange::faster);
    } else if (std::abs(after * factor - before) <= tolerance) {
      all.push_back(PairChange::squeezed);
    } else {
      all.push_back(PairChange::blended);
    }
  }
  return all;
}

}  // namespace posenc
