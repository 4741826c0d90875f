#include "posenc/model_config/positions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"

namespace posenc {
namespace {

/// L: the training length; the claimed one where the file has no other.
double original_or_claimed(const RopeScaling& scaling,
                           const std::optional<Sourced<double>>& claimed) {
  return scaling.original ? scaling.original->value : claimed ? claimed->value : 1;
}

Result<RopeFrequencies> unscaled_frequencies(const RopeSettings& settings) {
  POSENC_TRY(theta, GeometricFrequencies::make(settings.rotary_dim.value, settings.base.value));
  return RopeFrequencies{settings.base.value, theta.values(), theta.values(), 1, {}};
}

/// The rotated part of the frequencies of a whole head, and zeros; all divided by the factor.
Result<RopeFrequencies> proportional(const RopeSettings& settings) {
  POSENC_TRY(theta, GeometricFrequencies::make(settings.head_dim.value, settings.base.value));
  Vector unscaled = theta.values();
  const Index rotated = settings.rotary_dim.value / 2;
  unscaled.tail(unscaled.size() - rotated).setZero();
  const Vector scaled = unscaled / settings.scaling.factor.value_or(1);
  return RopeFrequencies{settings.base.value, scaled, unscaled, 1, {}};
}

/// Height and width, each with half of the pairs.
Result<RopeFrequencies> two_dimensional(const RopeSettings& settings) {
  const double base = settings.base.value;
  const Index d = settings.rotary_dim.value;
  if (settings.axes == PositionAxes::halves) {
    POSENC_TRY(theta, GeometricFrequencies::make(d / 2, base));
    return RopeFrequencies{base, theta.values(), theta.values(), 1, theta.values()};
  }
  POSENC_TRY(theta, GeometricFrequencies::make(d, base));
  const Vector all = theta.values();
  const Vector even = all(Eigen::seqN(0, (all.size() + 1) / 2, 2));
  const Vector odd = all(Eigen::seqN(1, all.size() / 2, 2));
  return RopeFrequencies{base, even, even, 1, odd};
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

double yarn_magnitude(double scale, double k) {
  return scale <= 1 ? 1 : 0.1 * k * std::log(scale) + 1;
}

std::optional<double> quotient_beside_factor(const RopeScaling& scaling,
                                             const std::optional<Sourced<double>>& claimed) {
  const bool may_differ = scaling.type == RopeType::yarn || scaling.type == RopeType::longrope;
  if (!may_differ || !scaling.factor || !scaling.original || !claimed) return std::nullopt;
  const double quotient = claimed->value / scaling.original->value;
  const bool differs = std::abs(*scaling.factor - quotient) > length_tolerance * quotient;
  return differs ? std::optional(quotient) : std::nullopt;
}

bool is_original_not_below(const RopeScaling& scaling,
                           const std::optional<Sourced<double>>& claimed) {
  const bool is_read = scaling.type == RopeType::yarn || scaling.type == RopeType::llama3;
  return is_read && scaling.factor.value_or(0) > 1 && scaling.original && claimed &&
         scaling.original->value >= claimed->value;
}

double yarn_scale(const RopeScaling& scaling, const std::optional<Sourced<double>>& claimed) {
  if (scaling.factor) return *scaling.factor;
  return claimed ? claimed->value / original_or_claimed(scaling, claimed) : 1;
}

double class_logit_factor(const ModelConfig& model, const RopeScaling& scaling) {
  const bool is_unscaled = scaling.type == RopeType::plain || scaling.type == RopeType::mrope;
  const bool is_scaled =
      model.logits == LogitRule::yarn_all_dim && !is_unscaled && scaling.mscale_all_dim.has_value();
  if (!is_scaled) return 1;
  return std::pow(yarn_magnitude(yarn_scale(scaling, model.claimed), *scaling.mscale_all_dim), 2);
}

double query_factor(const QueryGrowth& growth, double position) {
  const double periods = std::floor((position + growth.offset) / growth.period.value);
  return 1 + growth.scale.value * std::log(1 + periods);
}

double attention_factor(const RopeScaling& scaling, const std::optional<Sourced<double>>& claimed,
                        std::optional<double> length) {
  const bool has_one = scaling.type == RopeType::yarn || scaling.type == RopeType::longrope;
  const bool is_read = has_one || scaling.any_type_has_factor;
  if (is_read && scaling.attention_factor) return scaling.attention_factor->value;
  if (!has_one) return 1;
  const double original = original_or_claimed(scaling, claimed);
  if (scaling.type == RopeType::longrope) {
    const double claims = claimed ? claimed->value : original;
    const auto& given =
        length.value_or(claims) > original ? scaling.long_mscale : scaling.short_mscale;
    if (given) return *given;
    const double scale = scaling.factor.value_or(claims / original);
    return scale <= 1 ? 1 : std::sqrt(1 + std::log(scale) / std::log(original));
  }
  const double scale = yarn_scale(scaling, claimed);
  const double mscale = scaling.mscale.value_or(0);
  const double all_dim = scaling.mscale_all_dim.value_or(0);
  if (mscale != 0 && all_dim != 0)
    return yarn_magnitude(scale, mscale) / yarn_magnitude(scale, all_dim);
  return yarn_magnitude(scale, 1);
}

namespace {

/// Without the factors of rope_freqs.
Result<RopeFrequencies> frequencies_by_type(const RopeSettings& settings,
                                            const std::optional<Sourced<double>>& claimed,
                                            std::optional<double> length) {
  const RopeScaling& scaling = settings.scaling;
  if (settings.axes != PositionAxes::one) return two_dimensional(settings);
  if (scaling.type == RopeType::proportional) return proportional(settings);
  POSENC_TRY(all, unscaled_frequencies(settings));
  POSENC_TRY(theta, GeometricFrequencies::make(settings.rotary_dim.value, settings.base.value));
  all.attention_factor = attention_factor(scaling, claimed, length);
  const double original = original_or_claimed(scaling, claimed);
  const double claims = claimed ? claimed->value : original;
  const double text = length.value_or(claims);
  switch (scaling.type) {
    case RopeType::linear:
      return scaled(all, position_interpolation(theta, *scaling.factor));
    case RopeType::dynamic:
      if (scaling.alpha) return with_new_base(all, ntk_aware(theta, *scaling.alpha));
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

}  // namespace

Result<RopeFrequencies> rope_frequencies(const RopeSettings& settings,
                                         const std::optional<Sourced<double>>& claimed,
                                         std::optional<double> length) {
  if (length) {
    if (auto error = check_whole("[config] `length`", *length, 1, max_position)) return *error;
  }
  POSENC_TRY(all, frequencies_by_type(settings, claimed, length));
  const auto& factors = settings.scaling.pair_factors;
  if (!factors.empty()) {
    const auto count = static_cast<Index>(factors.size());
    all.inv_freq.array() /= Eigen::Map<const Vector>(factors.data(), count).array();
  }
  return all;
}

bool depends_on_length(const RopeScaling& scaling) {
  return scaling.type == RopeType::longrope ||
         (scaling.type == RopeType::dynamic && !scaling.alpha);
}

std::optional<Sourced<double>> factor_of(const RopeScaling& scaling,
                                         const std::optional<Sourced<double>>& claimed) {
  if (scaling.type == RopeType::dynamic && scaling.alpha) return std::nullopt;
  if (scaling.factor) return Sourced<double>{*scaling.factor, scaling.path + ".factor"};
  if (scaling.type != RopeType::yarn || !scaling.original || !claimed) return std::nullopt;
  return Sourced<double>{yarn_scale(scaling, claimed),
                         claimed->from + " / " + scaling.original->from};
}

std::vector<ScalingNumber> scaling_numbers(const RopeScaling& scaling) {
  std::vector<ScalingNumber> all;
  const auto add = [&](const std::string& key, std::optional<double> value) {
    if (!value) return;
    const bool is_given = std::ranges::find(scaling.given, key) != scaling.given.end();
    all.push_back({key, {*value, is_given ? scaling.path + "." + key : std::string(from_default)}});
  };
  if (scaling.type == RopeType::yarn) {
    add("beta_fast", scaling.beta_fast);
    add("beta_slow", scaling.beta_slow);
    add("mscale", scaling.mscale);
    add("mscale_all_dim", scaling.mscale_all_dim);
  }
  if (scaling.type == RopeType::llama3) {
    add("low_freq_factor", scaling.low_freq_factor);
    add("high_freq_factor", scaling.high_freq_factor);
  }
  if (scaling.type == RopeType::xdrope || scaling.type == RopeType::dynamic) {
    add("alpha", scaling.alpha);
  }
  return all;
}

std::optional<double> claimed_after_factor(const RopeScaling& scaling,
                                           const std::optional<Sourced<double>>& claimed) {
  const bool is_one =
      scaling.type == RopeType::linear || (scaling.type == RopeType::dynamic && !scaling.alpha);
  if (!is_one || !claimed || !(scaling.factor.value_or(0) > 1)) return std::nullopt;
  return *scaling.factor * claimed->value;
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

std::vector<PairChange> pair_changes(const RopeFrequencies& frequencies,
                                     std::optional<double> factor) {
  std::vector<PairChange> all;
  for (Index i = 0; i < frequencies.inv_freq.size(); ++i) {
    const double before = frequencies.unscaled[i];
    const double after = frequencies.inv_freq[i];
    const double tolerance = rounding_tolerance * before;
    if (std::abs(after - before) <= tolerance) {
      all.push_back(PairChange::kept);
    } else if (after > before) {
      all.push_back(PairChange::faster);
    } else if (!factor) {
      all.push_back(PairChange::slowed);
    } else if (std::abs(after * *factor - before) <= tolerance) {
      all.push_back(PairChange::squeezed);
    } else {
      all.push_back(PairChange::blended);
    }
  }
  return all;
}

}  // namespace posenc
