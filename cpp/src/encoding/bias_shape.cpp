#include "posenc/encoding/bias_shape.hpp"

#include <string>

#include "posenc/argument.hpp"

namespace posenc {

Result<BiasShape> to_bias_shape(std::string_view family, Index heads, double query_len,
                                double key_len) {
  const std::string of = joined({family, " "});
  POSENC_TRY(queries, to_count(of + "`query_len`", query_len));
  POSENC_TRY(keys, to_count(of + "`key_len`", key_len));
  if (queries > keys) {
    return invalid_argument(
        {of, "`query_len` must be at most `key_len`, ", keys, ", but got ", queries});
  }
  if (heads > max_heads) {
    return too_large({of, "the bias would have ", heads, " heads, but at most ", max_heads,
                      " are computed at once"});
  }
  if (auto error = check_size(of + "the bias", heads, queries, keys)) return *error;
  return BiasShape{heads, queries, keys};
}

}  // namespace posenc
