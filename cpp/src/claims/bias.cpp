#include "posenc/claims/experiment.hpp"

namespace posenc {

std::vector<ClaimExperiment> bias_claims() { return {}; }

}  // namespace posenc
