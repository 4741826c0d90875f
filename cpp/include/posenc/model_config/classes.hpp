#pragma once

#include <string_view>

#include "posenc/encoding/rotary.hpp"
#include "posenc/enum_names.hpp"

/// What the class of a model supplies where its config.json is silent: by model_type, as in Hugging Face's library
/// Transformers, version 5.
namespace posenc {

enum class PositionKind { rope, alibi, learned, t5, sinusoidal, sinusoidal_and_learned, none };

inline constexpr EnumNames<PositionKind, 7> position_kind_names{{
    {"rope", PositionKind::rope},
    {"alibi", PositionKind::alibi},
    {"learned", PositionKind::learned},
    {"t5", PositionKind::t5},
    {"sinusoidal", PositionKind::sinusoidal},
    {"sinusoidal+learned", PositionKind::sinusoidal_and_learned},
    {"none", PositionKind::none},
}};
POSENC_NAMED_IN(PositionKind, position_kind_names)

/// On which layers a class rotates, and on which it scales the frequencies.
enum class LayerRule {
  all,                   // rotates on every attention layer, with the same scaling
  scales_full_only,      // sliding layers rotate with unscaled frequencies
  rotates_sliding_only,  // full layers do not rotate
};

/// What a class multiplies logits by, besides 1 / sqrt(width of a head).
enum class LogitRule {
  plain,         // nothing
  yarn_all_dim,  // m(mscale_all_dim)^2, as in DeepSeek's code
};

struct ModelClass {
  std::string_view model_type;
  PositionKind kind = PositionKind::rope;
  PairLayout layout = PairLayout::half_split;
  /// The part of a head that rotates where the file does not say.
  double partial_rotary_factor = 1;
  LayerRule rule = LayerRule::all;
  /// n: layers n-1, 2n-1, .. are full and the others sliding where the file does not say; 0: the class has no such default.
  int full_every = 0;
  /// n: layers n-1, 2n-1, .. do not rotate where the file does not say; 0: the class has no such default.
  int no_rope_every = 0;
  /// Whether its attention multiplies logits by the square of YaRN's m(mscale_all_dim), besides the factor on cos and sin.
  LogitRule logits = LogitRule::plain;
  /// The base that Transformers fills in, if it is not 10000. Here 10000 is assumed, with a note that names this one; 0: it is
  /// 10000.
  double filled_in_base = 0;
};

/// The class of that model_type, or of the same without "_text"; nullptr if it is unknown.
const ModelClass* model_class(std::string_view model_type);

}  // namespace posenc
