#pragma once

#include <cstdint>

#include "posenc/error.hpp"
#include "posenc/model/transformer.hpp"

namespace posenc {

/// How many tokens the last token's logits depend on: the tokens of a random sequence that change them if replaced by
/// another, in a model with random parameters. With windows, this is reach_of_windows.
/// Source: an illustration of the receptive field of stacked windows, arXiv:2310.06825v1, section 2.
///
/// @param options with a read-out per token
/// @param length  of the sequence
/// Errors: those of Transformer::make and check_length; a vocabulary of one token.
[[gnu::cold]] Result<Index> tokens_reached(const TransformerOptions& options, Index length,
                                           std::uint64_t seed);

}  // namespace posenc
