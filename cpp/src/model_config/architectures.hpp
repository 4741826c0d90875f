#pragma once

#include <optional>
#include <string_view>

#include "posenc/model_config/classes.hpp"

namespace posenc::model_config {

/// What llama.cpp knows of an architecture besides what its file says.
struct Architecture {
  std::string_view name;
  PositionKind kind = PositionKind::rope;
  PairLayout layout = PairLayout::half_split;
  /// Whether the axes of sections take turns over the pairs.
  bool takes_turns = false;
  /// Layers with a window, where the file does not list them. 0: it must.
  int full_every = 0;
  /// Whether the first layer of each period is the full one, not the last.
  bool first_is_full = false;
  bool has_windows = false;
  /// Whether layers with a window have the base, and the scaling, of the others where the file does not say.
  bool shares_base = true;
  /// Whether rope.freq_base_swa is read.
  bool reads_window_base = true;
  bool shares_scaling = true;
  /// Whether only layers with a window rotate.
  bool rotates_windows_only = false;
  /// n: layers n-1, 2n-1, .. do not rotate.
  int no_rope_every = 0;
  /// Whether the part of rope.dimension_count is all that rotates of a head, and has its width.
  bool is_latent = false;
  /// Whether full layers rotate half of rope.dimension_count.
  bool halves_full_rotation = false;
  /// Whether rope.scaling.yarn_beta_fast and yarn_beta_slow are read.
  bool reads_betas = false;
  /// Where the file does not say.
  double beta_fast = 32;
  /// What of rope.scaling.yarn_log_multiplier is mscale_all_dim; 0: it is not read.
  double log_multiplier_unit = 0;
  /// Whether YaRN's squared factor multiplies logits.
  LogitRule logits = LogitRule::plain;
  /// Whether the factors of rope_freqs are for full layers only.
  bool divides_full_only = false;
};

/// None for an architecture that llama.cpp does not have.
std::optional<Architecture> architecture_named(std::string_view name);

}  // namespace posenc::model_config
