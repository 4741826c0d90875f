#include "posenc/encoding/remedies.hpp"

#include "posenc/argument.hpp"

namespace posenc {
namespace {

template <class Frequencies>
Result<ExtendedFrequencies> without_factor(Result<Frequencies> frequencies) {
  if (!frequencies) return frequencies.error();
  return ExtendedFrequencies{std::move(frequencies).value(), 1};
}

}  // namespace

Result<ExtendedFrequencies> with_remedy(Remedy remedy, const GeometricFrequencies& theta,
                                        double original_len, double scale, double seq_len) {
  const double slow = facts_of(remedy).slow;
  const double fast = facts_of(remedy).fast;
  switch (remedy) {
    case Remedy::none:
      break;
    case Remedy::interpolation:
      return without_factor(position_interpolation(theta, scale));
    case Remedy::ntk_aware:
      return without_factor(ntk_aware(theta, scale));
    case Remedy::dynamic_ntk:
      return without_factor(dynamic_ntk(theta, original_len, seq_len));
    case Remedy::ntk_by_parts:
      return without_factor(ntk_by_parts(theta, original_len, scale, slow, fast));
    case Remedy::yarn:
    case Remedy::yarn_short:
      return yarn(theta, original_len, scale, slow, fast, YarnRamp::paper);
    case Remedy::yarn_released:
      return yarn(theta, original_len, scale, slow, fast, YarnRamp::released);
    case Remedy::llama3:
      return without_factor(llama3_scaling(theta, original_len, scale, slow, fast));
  }
  return ExtendedFrequencies{theta, 1};
}

}  // namespace posenc
