#pragma once

#include "posenc/error.hpp"

namespace posenc {

/// What multiplies all scores in a text of seq_len tokens, so that softmax thins out less:
///   max(1, ln(seq_len) / ln(original_len))
/// Source: Chiang and Cholak 2022, arXiv:2202.12172, which trains with it; here it is for a model trained without, up to
/// original_len.
/// Errors: an original_len that is not above 1, a seq_len that is not positive, or one that is infinite.
Result<double> log_n_factor(double original_len, double seq_len);

}  // namespace posenc
