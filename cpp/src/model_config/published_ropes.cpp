#include "posenc/model_config/published_ropes.hpp"

namespace posenc {
namespace {

Sourced<double> claimed_length(const PublishedRope& rope) { return {rope.claimed, ""}; }

}  // namespace

RopeSettings settings_of(const PublishedRope& rope) {
  RopeSettings settings{rope.layers,
                        {rope.head_dim, ""},
                        {rope.rotary_dim, ""},
                        {rope.base, ""},
                        {},
                        PositionAxes::one,
                        {}};
  RopeScaling& scaling = settings.scaling;
  scaling.type = rope.type;
  scaling.factor = rope.factor;
  scaling.original = Sourced<double>{rope.original, ""};
  scaling.mscale = scaling.mscale_all_dim = rope.mscale;
  scaling.beta_fast = rope.beta_fast;
  scaling.ramp = rope.ramp;
  scaling.low_freq_factor = published::low_freq_factor;
  scaling.high_freq_factor = published::high_freq_factor;
  return settings;
}

RopeFrequencies frequencies_of(const PublishedRope& rope, std::optional<double> length) {
  return *rope_frequencies(settings_of(rope), claimed_length(rope), length);
}

Index unfinished_pairs(const PublishedRope& rope) {
  return unfinished_pairs(frequencies_of(rope).inv_freq, rope.claimed);
}

}  // namespace posenc
