#pragma once

#include <vector>

#include "keys.hpp"

namespace posenc::model_config {

struct ReadLayers {
  LayerPlan plan;
  struct LayerList {
    std::string key;
    double entries;
  };
  /// Lists that should have an entry for each layer but have a different number of them.
  std::vector<LayerList> wrong_lengths;
};

/// The kind of a layer that a list or a dictionary names; none for other names. (Chunks are windows that do not move; DeepSeek V4's
/// scalings are called main, for layers with a window alone, and compress.)
std::optional<LayerKind> layer_kind_named(std::string_view name);

/// Which layers attend to what, and which of them rotate.
/// Errors: an invalid list or pattern; a number of layers that is not a whole number from 1 to 4096.
Result<ReadLayers> read_layers(const Dictionaries& config, const std::optional<ModelClass>& known,
                               PositionKind kind);

}  // namespace posenc::model_config
