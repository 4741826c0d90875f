#pragma once

#include <string_view>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The most heads that a bias is computed for: each is a matrix of its own.
inline constexpr Index max_heads = 65536;

/// The size of a bias that is added to the logits of attention: [head][query][key].
struct BiasShape {
  Index heads;
  Index queries;
  Index keys;

  /// Where query i sits: the queries are the last of the sequence of keys, as they are when tokens
  /// are generated one by one and earlier keys are kept.
  Index position(Index query) const { return query + keys - queries; }
};

/// @param family    how an error begins, e.g. "[alibi]"
/// @param query_len a whole number from 1 to key_len
/// @param key_len   a whole number of at least 1
/// Errors: a length outside of that; more than max_heads; a bias of more than max_elements.
Result<BiasShape> to_bias_shape(std::string_view family, Index heads, double query_len,
                                double key_len);

}  // namespace posenc
