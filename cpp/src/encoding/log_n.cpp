#include "posenc/encoding/log_n.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/argument.hpp"
#include "posenc/portable.hpp"

namespace posenc {

Result<double> log_n_factor(double original_len, double seq_len) {
  if (!(original_len > 1 && std::isfinite(original_len))) {
    return invalid_argument(
        {"[log-n] `original_len` must be a finite number above 1 but got ", original_len});
  }
  if (auto error = check_positive("[log-n] `seq_len`", seq_len)) return *error;
  return std::max(1.0, portable_log(seq_len) / portable_log(original_len));
}

}  // namespace posenc
