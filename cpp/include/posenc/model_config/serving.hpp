#pragma once

#include <optional>
#include <string>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/model_config/config.hpp"
#include "posenc/model_config/value.hpp"

/// What to change in a config so that a model can be given longer texts.
namespace posenc {

enum class ServingAnswer {
  enough,       // nothing: it reaches that far
  scaled,       // its frequencies are scaled, or by more than now
  length_only,  // the length that it claims: its encoding has no limit of its own
  impossible,   // a table has no row for such positions
  no_rule,      // no formula says how
};

POSENC_HYPHENATED_NAMES(ServingAnswer, serving_answer_names, enough, scaled, length_only,
                        impossible, no_rule)

/// A value to set in a file. Dictionaries are whole: what an engine is given on its command line replaces that of the file.
struct ServingEdit {
  /// From the top of the file to the key: "text_config", "rope_scaling". Of a GGUF file there is one: "llama.context_length".
  std::vector<std::string> keys;
  ConfigValue value;
};

/// The keys with dots between them.
std::string path_of(const ServingEdit& edit);

/// What the change costs texts that the model could take before it was ever scaled.
struct ServingCost {
  /// The layers that it is for; none for all that rotate.
  std::optional<LayerKind> layers;
  Index pairs;
  /// How many of them turn at another rate.
  Index changed;
  /// The last position of the original length, and by how much angles change there, in radians. The largest over the pairs.
  double position;
  double radians;
  /// What multiplies logits, by scaling and class, before and after.
  double logits_before;
  double logits_after;
};
POSENC_FIELDS(ServingCost, layers, pairs, changed, position, radians, logits_before, logits_after)

struct ServingPlan {
  double length;
  ServingAnswer answer;
  /// The answer in a sentence.
  std::string message;
  /// The type that scales, its factor and the length that this counts from; none where nothing is scaled.
  std::optional<RopeType> type;
  std::optional<double> factor;
  std::optional<double> original;
  std::vector<ServingEdit> edits;
  std::vector<ServingCost> costs;
};

/// The smallest change for texts of `length` tokens. A model that scales keeps its type; one that does not is scaled by yarn,
/// which leaves the fast pairs alone. With L the original length, m the claimed one, s the factor and n the length:
///   unscaled: yarn by n/m from m     yarn: s becomes n/L     llama3, linear: s becomes s n/m
///   dynamic: s becomes n/m, as engines that compute frequencies once reach s m
/// Factors are rounded up to four decimals.
/// Source of the choice: the model cards of Qwen2.5 and Qwen3 (YaRN for texts beyond the claimed length).
/// Errors: as read_model_config; a length that is not a whole number from 1 to 2^53.
Result<ServingPlan> serving_plan(const ConfigValue& file, double length);

/// The file with values set; objects on the way are added where they are absent.
ConfigValue with_edits(ConfigValue file, const std::vector<ServingEdit>& edits);

}  // namespace posenc
