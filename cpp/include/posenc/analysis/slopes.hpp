#pragma once

#include "posenc/encoding/alibi.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Facts about ALiBi's slopes.
namespace posenc {

/// Whether rounding explains all differences of two lists of slopes. Precondition: as many of each.
bool are_same_slopes(const Vector& some, const Vector& others);

/// The slopes of n heads by both rules.
struct SlopeComparison {
  Vector released;
  Vector geometric;
  Index power;    // the largest power of two up to n
  bool agree;     // whether both rules have the same slopes, up to rounding
  bool composed;  // whether the released ones are those of `power` heads, then the first, third, ..
                  // of twice as many heads
};
POSENC_FIELDS(SlopeComparison, released, geometric, power, agree, composed)

/// Source: arXiv:2108.12409v2, section 3, and the code released with it, as for alibi_slopes with
/// paper_max_bias. Errors: as there.
Result<SlopeComparison> compare_slope_rules(double heads);

/// How many of the nearest keys get at least half of the attention of the last query, if all logits q.k are
/// equal (causal_attention_equal_logits), for each slope. Whole numbers, shape [heads].
/// Source: an illustration of arXiv:2108.12409v2, section 3.
/// Errors: as for causal_attention_equal_logits.
Result<Vector> keys_holding_half(const Vector& slopes, double key_len);

}  // namespace posenc
