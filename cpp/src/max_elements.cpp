// In a file of its own: a fuzz target compiles it anew, and links to the same core as the tests.
#include "posenc/argument.hpp"

namespace posenc {

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
// Larger results would find nothing more, only later.
const std::int64_t max_elements = std::int64_t{1} << 12;
#else
const std::int64_t max_elements = std::int64_t{1} << 26;
#endif

}  // namespace posenc
