#pragma once

#include <span>

#include "posenc/error.hpp"

/// Sliding windows: in a layer with a window of w tokens, a token attends to itself and the w - 1 before it.
namespace posenc {

/// The number of tokens that a token's output depends on after these layers, itself included: each layer looks w - 1 tokens
/// further back than the one below it, so
///   reach = 1 + sum over layers of (w - 1)
/// Infinite if a layer has no limit, window 0.
/// Source: Jiang et al. 2023, Mistral 7B, arXiv:2310.06825v1, section 2, which says up to k W positions back for k layers of window W.
///
/// @param windows of each layer, whole numbers; 0 for no limit
/// Errors: a window that is not a whole number of at least 0.
Result<double> reach_of_windows(std::span<const double> windows);

}  // namespace posenc
