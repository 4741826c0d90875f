#include "kind.hpp"

std::span<const Kind> rotary_kinds() { return {}; }
