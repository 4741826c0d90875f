#include "posenc/claims/experiment.hpp"

namespace posenc {

std::vector<ClaimExperiment> rotary_claims() { return {}; }

}  // namespace posenc
