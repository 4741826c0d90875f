#pragma once

#include <vector>

#include "keys.hpp"
#include "layers.hpp"
#include "scaling.hpp"

namespace posenc::model_config {

/// The sets of frequencies of a config: one, or one for full and one for sliding layers.
/// Errors: as read_model_config.
Result<std::vector<RopeSettings>> read_ropes(const Dictionaries& config,
                                             const ModelClass* model_class, const LayerPlan& plan,
                                             const ScalingDictionaries& dictionaries,
                                             const Sourced<Index>& width,
                                             const Sourced<Index>& heads,
                                             const std::optional<Sourced<double>>& claimed);

}  // namespace posenc::model_config
