#pragma once

#include <string_view>

namespace posenc {

/// "0.1.0": the version of this core, which exports carry. Another version may give other numbers.
std::string_view version();

}  // namespace posenc
