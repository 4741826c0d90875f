#pragma once

#include <string_view>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The largest number of heads for a bias: each head has a matrix of its own.
inline constexpr Index max_heads = 65536;

/// The size of a bias that is added to the logits of attention: [head][query][key].
struct BiasShape {
  Index heads;
  Index queries;
  Index keys;

  /// The position of query i: the queries are the last positions of the sequence of keys, as when tokens
  /// are generated one by one and earlier keys are cached.
  Index position(Index query) const { return query + keys - queries; }
};

/// @param family    the start of an error message, e.g. "[alibi]"
/// @param query_len a whole number from 1 to key_len
/// @param key_len   a whole number of at least 1
/// Errors: a length outside its range; more than max_heads; a bias of more than max_elements.
Result<BiasShape> to_bias_shape(std::string_view family, Index heads, double query_len,
                                double key_len);

}  // namespace posenc
