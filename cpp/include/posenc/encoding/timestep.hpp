#pragma once

#include <span>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// Whose embedding of diffusion timesteps it is. A model trained with one does not work with the other.
enum class TimestepConvention {
  ddpm,  // all sines, then all cosines; frequencies max_period^(-i/(d/2 - 1)), the last one 1/max_period
  adm,  // all cosines, then all sines; frequencies max_period^(-i/(d/2)), the last one a little above
};

POSENC_CHOICE(TimestepConvention, timestep_convention, "[timestep] `convention`", ddpm, adm)

/// The sinusoidal embedding of the timesteps of a diffusion model, one row for each:
///   omega_i = max_period^(-i/(d/2 - 1)), row = [sin(t omega_0), .., cos(t omega_0), ..]    (DDPM)
///   omega_i = max_period^(-i/(d/2)),     row = [cos(t omega_0), .., sin(t omega_0), ..]    (ADM)
///
/// Shape [timesteps, d]; angles are in radians and formed in double. An odd d gets a last column of zeros, as in both.
/// Source: Ho et al. 2020, DDPM, arXiv:2006.11239, appendix B, and its code, nn.py, get_timestep_embedding; Dhariwal
/// and Nichol 2021, ADM, arXiv:2105.05233, and its code, guided_diffusion/nn.py, timestep_embedding, which DiT has,
/// too. DDPM's formula has no value at d = 2 and 3: its one frequency is then 1, as in GeometricFrequencies.
///
/// @param dimension  d: a whole number of at least 2
/// @param max_period finite and positive; 10000 in both. The slowest wave takes 2 pi max_period steps for a turn.
/// @param timesteps  finite, up to 2^53 in magnitude, whole or not
/// Errors: a dimension, max_period or timestep outside its range; a max_period so extreme that a double cannot hold
/// some angle; a table of more than max_elements.
Result<Matrix> timestep_embedding(double dimension, double max_period,
                                  TimestepConvention convention, std::span<const double> timesteps);

}  // namespace posenc
