#include "kind.hpp"

std::span<const Kind> extension_kinds() { return {}; }
