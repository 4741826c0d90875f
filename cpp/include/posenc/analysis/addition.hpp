#pragma once

#include <span>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"
#include "posenc/random.hpp"

/// The two parts of x = e + PE(position), a token's embedding and its position's encoding: their norms, and
/// the angle between them.
namespace posenc {

/// The factor on an embedding before PE is added.
enum class TokenScaling {
  none,
  sqrt_d,  // arXiv:1706.03762v7, section 3.4
};

POSENC_CHOICE(TokenScaling, token_scaling, "[addition] `scaling`", none, sqrt_d)

struct SumOptions {
  double base = 10000;            // as for GeometricFrequencies
  double position = 0;            // finite, up to 2^53 in magnitude, whole or not
  double standard_deviation = 1;  // of each component of an embedding: from 1e-100 to 1e100
  double tokens = 100;            // the number of embeddings drawn: a whole number of at least 1
  double seed = 1;                // a whole number from 0 to 2^53
  TokenScaling scaling = TokenScaling::none;
};

/// A number for each width d.
struct PartsOfSum {
  Vector token_norms;     // mean of |s e| over the tokens: about s standard_deviation sqrt(d)
  Vector position_norms;  // |PE(position)| = sqrt(d/2)
  Vector angles;          // mean angle between e and PE(position), in degrees: about 90
  Vector angle_spreads;   // their standard deviation over the tokens (divided by their number), in
                          // degrees: about 180 / (pi sqrt(d)); 0 for one token
};
POSENC_FIELDS(PartsOfSum, token_norms, position_norms, angles, angle_spreads)

/// For each width d: `tokens` embeddings e, each component drawn from N(0, standard_deviation^2) and, with
/// scaling sqrt_d, multiplied by s = sqrt(d) (else s = 1), compared with PE(position). With the same seed a
/// width gets the same embeddings, independent of the other widths.
/// Source: an illustration of Vaswani et al. 2017, arXiv:1706.03762v7, sections 3.4 and 3.5.
///
/// @param widths positive even numbers
/// Errors: a width or option outside its range; more than max_elements components in all.
Result<PartsOfSum> parts_of_sum(const SumOptions& options, std::span<const double> widths);

/// The same, without drawing again what `normals` keeps from an earlier call: drawing takes most of the time.
Result<PartsOfSum> parts_of_sum(const SumOptions& options, std::span<const double> widths,
                                NormalNumbers& normals);

}  // namespace posenc
