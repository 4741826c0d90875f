#pragma once

#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Attention with Linear Biases: no encoding is added to anything; the logit of a query and a key
/// falls in proportion to their distance, in each head at its own rate.
/// Source: Press, Smith, Lewis 2022, arXiv:2108.12409v2, section 3.
///
/// A vector of slopes has the shape [heads]. All slopes that are finite and not negative are accepted,
/// those of alibi_slopes and any others, such as 2, 1, 1/2, 1/4; a head of slope 0 has no bias. The bias
/// is added after the logits are divided by the square root of the head's width, and is not divided
/// itself (a footnote of section 3).
namespace posenc {

/// How the slopes of n heads are chosen. Both rules give the same when n is a power of two.
enum class SlopeRule {
  released,   // the code released with the paper: from powers of two, see alibi_slopes
  geometric,  // the paper's sentence taken literally: first term and ratio 2^(-8/n) for every n
};

POSENC_CHOICE(SlopeRule, slope_rule, "[alibi] `rule`", released, geometric)

/// The exponent of the paper: the last slope of a power of two of heads is 2^-8.
inline constexpr double paper_max_bias = 8;

/// The slopes m_h, h = 1 .. n, shape [heads], in logits per position; each in (0, 1], and exact if it is
/// a power of two:
///   m_h = 2^(-max_bias h/n)
/// The released rule, with P the largest power of two up to n: the P slopes of P heads, and then those
/// numbered 1, 3, 5, .. of the 2P slopes of 2P heads, n in all.
///
/// Source: arXiv:2108.12409v2, section 3; the released rule is in the code released with it, which
/// departs from the paper's sentence if n is not a power of two. Both use max_bias 8 only.
///
/// @param heads    n: a whole number of at least 1
/// @param max_bias above 0, at most 1000, so that no slope becomes 0
/// Errors: a number outside its range; more than max_elements slopes.
Result<Vector> alibi_slopes(double heads, SlopeRule rule = SlopeRule::released,
                            double max_bias = paper_max_bias);

/// Which keys a query may attend to.
enum class BiasDirection {
  symmetric,  // all of them; the distance counts on both sides
  causal,     // those up to its own position; the others are masked
};

POSENC_CHOICE(BiasDirection, bias_direction, "[alibi] `direction`", symmetric, causal)

/// The bias added to the logits of each head, with query i at position p = i + key_len - query_len:
///   bias[h][i][j] = -m_h |p - j|                          (symmetric)
///   bias[h][i][j] = -m_h (p - j) for j <= p, else -infinity  (causal)
///
/// Shape [heads][query_len, key_len]. Source: arXiv:2108.12409v2, section 3 and figure 3, for the
/// causal bias; the symmetric one is common for bidirectional attention, which the paper does not cover.
///
/// @param query_len a whole number from 1 to key_len: the queries are the last of the sequence
/// @param key_len   a whole number of at least 1
/// Errors: a length outside its range; no slopes, or a slope that is not accepted (see above) or makes a
/// bias too large for a double; a bias of more than max_elements or max_heads.
Result<PerHead> alibi_bias(const Vector& slopes, BiasDirection direction, double query_len,
                           double key_len);

/// Which key has the bias 0 when the bias depends on the key only.
enum class KeyOrigin {
  first_key_is_zero,  // all others have a positive bias
  last_key_is_zero,   // all others have a negative bias
};

POSENC_CHOICE(KeyOrigin, key_origin, "[alibi] `origin`", first_key_is_zero, last_key_is_zero)

/// The same row of biases for every query, as implementations store it to save memory:
///   bias[h][j] = m_h j                  (first_key_is_zero)
///   bias[h][j] = m_h (j - (key_len-1))  (last_key_is_zero)
/// It differs from the causal bias by m_h times the query's position (from its end). That is a constant
/// for each query and does not change its softmax. So attention is the same, provided that later keys are
/// masked elsewhere: this bias favors them.
///
/// Shape [heads, key_len]. Source: the code released with arXiv:2108.12409v2 for the first origin,
/// other widely used code for the second.
///
/// @param key_len a whole number of at least 1
/// Errors: as for alibi_bias.
Result<Matrix> alibi_key_bias(const Vector& slopes, double key_len, KeyOrigin origin);

/// Attention by the causal bias alone, with all logits q.k equal: softmax over the keys of each query,
/// 0 for masked keys. Each row sums to 1.
///   attention[h][i][j] = exp(bias[h][i][j]) / sum_k exp(bias[h][i][k])
///
/// Shape [heads][query_len, key_len]. Source: an illustration of arXiv:2108.12409v2, section 3.
/// Errors: as for alibi_bias.
Result<PerHead> causal_attention_equal_logits(const Vector& slopes, double query_len,
                                              double key_len);

}  // namespace posenc
