#pragma once

#include <string>
#include <vector>

#include "posenc/model/transformer.hpp"

/// Checks the gradients of the tiny transformer: compares each with central differences of the loss, in double.
namespace posenc::bench {

struct GradientError {
  std::string tensor;
  /// The largest, over the elements of the tensor, of
  ///   |analytic - numeric| / max(|analytic|, |numeric|, 1e-3 of the largest |analytic| in the tensor)
  double worst;
};

struct CheckedGradients {
  TransformerOptions options;
  std::vector<GradientError> tensors;
};

/// The check of every element of every tensor, for one made-up batch (B = 3, some targets not scored)
/// and random parameters. With dropout, the same values are dropped each time.
/// Errors: those of Transformer.
Result<std::vector<GradientError>> gradient_errors(const TransformerOptions& options, Index T = 5);

/// Two layers, d_model 8, 2 heads: every scheme with GELU, which is smooth, in both directions (except
/// alibi-directional, which has one direction); sinusoidal, bidirectional, with ReLU; and a scheme, a window or a base
/// for each layer, and RoPE in part of each head. Takes about a second.
std::vector<CheckedGradients> gradients();

}  // namespace posenc::bench
