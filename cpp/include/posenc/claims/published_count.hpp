#pragma once

#include <string>

#include "posenc/claims/claim.hpp"

/// Published numbers of parameters as evidence.
namespace posenc {

/// A published number decides where it is exactly what one of two explanations comes to.
Support support_by_count(double published, double if_true, double if_false);

/// "60,506,624".
std::string with_commas(double whole);

}  // namespace posenc
