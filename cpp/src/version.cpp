#include "posenc/version.hpp"

namespace posenc {

std::string_view version() { return POSENC_VERSION; }

}  // namespace posenc
