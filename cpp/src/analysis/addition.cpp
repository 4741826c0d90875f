#include "posenc/analysis/addition.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/random.hpp"

namespace posenc {

namespace {

struct Spread {
  double mean;
  double deviation;
};

/// Embeddings of one width, cut from a stream of normal numbers, compared with a position's encoding.
class Comparison {
 public:
  Comparison(Vector encoding, Index tokens)
      : encoding_(std::move(encoding)), position_norm_(encoding_.norm()), tokens_(tokens) {
    angles_.reserve(static_cast<std::size_t>(tokens));
  }

  /// The next numbers of the stream; those after the last token are left.
  void take(std::span<const double> drawn) {
    if (static_cast<Index>(angles_.size()) == tokens_) return;
    for (const double number : drawn) {
      squares_ += number * number;
      dot_ += number * encoding_[at_];
      if (++at_ < encoding_.size()) continue;
      end_token();
      if (static_cast<Index>(angles_.size()) == tokens_) return;
    }
  }

  double position_norm() const { return position_norm_; }

  /// Of all tokens together, with components of variance 1.
  double norms() const { return norms_; }
  double share() const { return 1 / static_cast<double>(tokens_); }

  /// In degrees.
  Spread angles() const {
    double mean = 0;
    for (const double angle : angles_) mean += angle * share();
    double variance = 0;
    for (const double angle : angles_) variance += (angle - mean) * (angle - mean) * share();
    return {mean, std::sqrt(variance)};
  }

 private:
  void end_token() {
    const double norm = std::sqrt(squares_);
    norms_ += norm;
    const double cosine = std::clamp(dot_ / (norm * position_norm_), -1.0, 1.0);
    angles_.push_back(std::acos(cosine) * 180 / std::numbers::pi);
    squares_ = dot_ = 0;
    at_ = 0;
  }

  Vector encoding_;
  double position_norm_;
  Index tokens_;
  Index at_ = 0;  // of the component that comes next
  double squares_ = 0;
  double dot_ = 0;
  double norms_ = 0;
  std::vector<double> angles_;
};

}  // namespace

Result<TokenScaling> to_token_scaling(std::string_view name) {
  return to_enum("[addition] `scaling`", name, token_scaling_names);
}

Result<PartsOfSum> parts_of_sum(const SumOptions& options, std::span<const double> widths) {
  const double deviation = options.standard_deviation;
  if (!(deviation >= 1e-100 && deviation <= 1e100)) {
    return invalid_argument(
        {"[addition] `standard_deviation` must be a number from 1e-100 to 1e+100 but got ",
         deviation});
  }
  POSENC_TRY(tokens, to_count("[addition] `tokens`", options.tokens));
  if (auto error = check_seed("[addition] `seed`", options.seed)) return *error;
  // In double: the sum may overflow an integer.
  double components = 0;
  for (const double width : widths) {
    POSENC_TRY(d, to_count("[addition] each of `widths`", width));
    if (d % 2 != 0) {
      return invalid_argument({"[addition] each of `widths` must be even but got ", width});
    }
    components += options.tokens * width;
    if (components > static_cast<double>(max_elements)) {
      return too_large({"[addition] the embeddings would have ", components,
                        " components or more, but at most ", max_elements,
                        " are computed at once"});
    }
  }

  // Every width takes its embeddings from the start of one stream, so the numbers are drawn once, for the greatest.
  std::vector<Comparison> comparisons;
  comparisons.reserve(widths.size());
  Index longest = 0;
  for (const double width : widths) {
    const auto d = static_cast<Index>(width);
    POSENC_TRY(frequencies, GeometricFrequencies::make(d, options.base));
    POSENC_TRY(encoding, sinusoidal_encoding(frequencies, options.position));
    comparisons.emplace_back(std::move(encoding), tokens);
    longest = std::max(longest, d);
  }
  Random random(static_cast<std::uint64_t>(options.seed));
  std::vector<double> drawn(static_cast<std::size_t>(longest));
  for (Index row = 0; row < tokens; ++row) {
    for (double& number : drawn) number = random.normal();
    for (Comparison& comparison : comparisons) comparison.take(drawn);
  }

  const auto count = static_cast<Index>(widths.size());
  PartsOfSum parts{Vector(count), Vector(count), Vector(count), Vector(count)};
  for (Index n = 0; n < count; ++n) {
    const Comparison& comparison = comparisons[static_cast<std::size_t>(n)];
    const double width = widths[static_cast<std::size_t>(n)];
    const double scale = options.scaling == TokenScaling::sqrt_d ? std::sqrt(width) : 1.0;
    const Spread angles = comparison.angles();
    parts.token_norms[n] = scale * deviation * comparison.norms() * comparison.share();
    parts.position_norms[n] = comparison.position_norm();
    parts.angles[n] = angles.mean;
    parts.angle_spreads[n] = angles.deviation;
  }
  return parts;
}

}  // namespace posenc
