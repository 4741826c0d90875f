#pragma once

#include <vector>

#include "keys.hpp"
#include "scaling.hpp"

namespace posenc::model_config {

/// The sets of frequencies of a config: one, or several for layers that differ. Reads the class, the sizes and the layers of
/// `model`. Errors: as read_model_config.
Result<std::vector<RopeSettings>> read_ropes(const Dictionaries& config, const ModelConfig& model,
                                             const ScalingDictionaries& dictionaries);

}  // namespace posenc::model_config
