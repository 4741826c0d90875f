// In a file of its own: a fuzz target has a definition of its own, and links to the same core as the tests.
#include "posenc/argument.hpp"

const std::int64_t posenc::max_elements = std::int64_t{1} << 26;
