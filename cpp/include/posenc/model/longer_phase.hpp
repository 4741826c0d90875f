#pragma once

#include "posenc/model/training_options.hpp"

namespace posenc {

/// The options of a new phase that trains a model on with longer sequences, as in "raise the base, then train on":
/// those of `trained` with another base, sequences of one length, batches of 4, a learning rate of 1e-3 and a warm-up
/// of 10 steps. Tests reach twice the new length. Trainer::continued takes them and checks them.
///
/// Source: the recipe is that of Xiong et al. 2023, arXiv:2309.16039, section 2.1 (RoPE's base from 10000 to 500000,
/// then training on longer sequences); batch and rates are those of this lesson's PyTorch reference.
///
/// @param base   of RoPE in all layers, instead of `bases`; the trained `base` changes the lengths alone, and keeps them
/// @param length of the sequences, in tokens
/// @param steps  of the phase; none of them need be done
TrainingOptions longer_phase(const TrainingOptions& trained, double base, double length,
                             double steps);

}  // namespace posenc
