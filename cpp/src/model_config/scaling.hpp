#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys.hpp"

namespace posenc::model_config {

/// The dictionaries of a config that scale frequencies.
struct ScalingDictionaries {
  std::optional<Dictionary> full;
  std::optional<Dictionary> sliding;
  /// Whether the file has one for each kind of layer.
  enum class Form { shared, by_layer } form = Form::shared;
  /// The paths of rope_parameters where rope_scaling is there, too: that is taken, as in Transformers.
  std::vector<std::string> unused;
  /// What the class fills in, if it does; `full` and `sliding` are within it.
  std::shared_ptr<const ConfigValue::Object> of_class;
};

/// Those of the file, else those of its class. An empty one counts as absent.
/// Errors: a dictionary that is not an object.
Result<ScalingDictionaries> scaling_dictionaries(const Dictionaries& config,
                                                 const std::optional<ModelClass>& known);

/// What a dictionary says, and what the config says outside it. Errors: as read_model_config.
Result<RopeScaling> read_scaling(const std::optional<Dictionary>& dictionary,
                                 const Dictionaries& config);

/// No error if everything that the type needs is there, and lists have one entry for each rotated pair.
std::optional<Error> check_scaling(const RopeScaling& scaling, Index pairs,
                                   const std::optional<Sourced<double>>& claimed);

}  // namespace posenc::model_config
