#pragma once

#include <span>

#include "posenc/encoding/timestep.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// How alike the row of a timestep is to those that a model knows, which may be of the other convention: the cosine
/// similarity of e_given(timestep) and e_known(s) for each s of `timesteps`. Shape [timesteps].
///
/// With omega of the one and nu of the other convention, it is (2/d) sum_i cos((t - s) omega_i) within a convention,
/// and (2/d) sum_i sin(t omega_i + s nu_i) between the two: the halves are swapped, so sines meet cosines.
///
/// @param dimension, max_period as for timestep_embedding
/// Errors: as for timestep_embedding.
Result<Vector> timestep_similarities(double dimension, double max_period, TimestepConvention given,
                                     TimestepConvention known, double timestep,
                                     std::span<const double> timesteps);

}  // namespace posenc
