#include "posenc/claims/experiment.hpp"

namespace posenc {

std::vector<ClaimExperiment> order_claims() { return {}; }

}  // namespace posenc
