// Larger results would find nothing more, only later.
#include "posenc/argument.hpp"

const std::int64_t posenc::max_elements = std::int64_t{1} << 12;
