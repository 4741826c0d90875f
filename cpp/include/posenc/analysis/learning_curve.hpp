#pragma once

#include <cstddef>
#include <span>

namespace posenc {

/// After how many steps the mean accuracy of the last `batches` batches is at least `level` for the first time; infinite
/// where it never is.
/// Source: an illustration; a single batch is too small to say that a model has learned.
///
/// @param curve the accuracy on the batch of each step
/// Precondition: at least one batch.
double steps_to_level(std::span<const double> curve, double level, std::size_t batches);

}  // namespace posenc
