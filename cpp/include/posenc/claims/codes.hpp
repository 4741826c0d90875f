#pragma once

#include <string_view>

#include "posenc/claims/claim.hpp"

namespace posenc {

/// Which finding it is, whatever its numbers: "norms-kept". Empty for one that is in no table of posenc/claims/phrases.
/// (Looked up in all of them, so that a build that asks for no code has none in it.)
std::string_view code_of(const Finding& finding);

}  // namespace posenc
