#include "posenc/grading/rope_chain.hpp"

#include <array>
#include <cmath>
#include <string>

#include "posenc/argument.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/grading/angle.hpp"
#include "posenc/grading/draw.hpp"

namespace posenc {
namespace {

constexpr Index chain_dim = 4;
constexpr Index chain_pairs = chain_dim / 2;
/// The query, then the keys.
constexpr std::array chain_vectors{"q", "k1", "k2"};
constexpr std::array chain_positions{"m", "n1", "n2"};
constexpr Index chain_vector_count = chain_vectors.size();
constexpr Index chain_keys = chain_vector_count - 1;

struct ChainSetting {
  double base;
  std::array<double, chain_vector_count> positions;
  std::array<Vector, chain_vector_count> x;
};

Stage chain_frequencies(const ChainSetting& setting) {
  Stage stage;
  for (Index i = 0; i < chain_pairs; ++i) {
    stage.items.push_back({.id = component("omega", i),
                           .group = "omega",
                           .hint = joined({"Pair i = ", i, " has the frequency ",
                                           written_frequency(setting.base, i, chain_dim), "."}),
                           .decimals = 4});
  }
  stage.work = [base = setting.base](Approach approach, const std::vector<Vector>&) {
    return worked_frequencies(chain_dim, base, approach);
  };
  stage.working = [base = setting.base](Index k, const std::vector<Vector>&) {
    return written_frequency(base, k, chain_dim);
  };
  return stage;
}

Stage chain_angles(const ChainSetting& setting) {
  Stage stage;
  for (Index v = 0; v < chain_vector_count; ++v) {
    const std::string group = std::string("angle(") + chain_positions[v] + ")";
    for (Index i = 0; i < chain_pairs; ++i) {
      stage.items.push_back({.id = component(group, i),
                             .group = group,
                             .hint = joined({"Position times frequency, in radians: ",
                                             setting.positions[v], " times that of pair ", i, "."}),
                             .decimals = 4});
    }
  }
  stage.work = [positions = setting.positions](Approach approach,
                                               const std::vector<Vector>& before) {
    const Vector& omega = before[0];
    Vector all(chain_vector_count * chain_pairs);
    for (Index v = 0; v < chain_vector_count; ++v) {
      all.segment(v * chain_pairs, chain_pairs) = worked_position(positions[v], approach) * omega;
    }
    return all;
  };
  stage.working = [positions = setting.positions](Index k, const std::vector<Vector>& before) {
    return joined({positions[static_cast<std::size_t>(k / chain_pairs)], "*",
                   written(before[0][k % chain_pairs])});
  };
  return stage;
}

/// For each component the other one of its pair, with its sign in a rotation, in the layout (i, i + d/2).
Vector chain_halves_turned(const Vector& x) {
  Vector turned(chain_dim);
  turned << -x.tail(chain_pairs), x.head(chain_pairs);
  return turned;
}

/// x turned by the angles of its pairs.
Vector chain_turn(const Vector& x, const Vector& angle, Approach approach) {
  Vector result(chain_dim);
  if (approach == Reason::mixed_conventions) {
    // A bug of published code: cosines and sines laid out for neighbors, but halves turned.
    const Vector turned = chain_halves_turned(x);
    for (Index n = 0; n < chain_dim; ++n) {
      result[n] = x[n] * std::cos(angle[n / 2]) + turned[n] * std::sin(angle[n / 2]);
    }
    return result;
  }
  const PairLayout layout =
      approach == Reason::other_layout ? PairLayout::half_split : PairLayout::interleaved;
  for (Index i = 0; i < chain_pairs; ++i) {
    const auto [a, b] = pair_components(i, chain_pairs, layout);
    const auto [cos, sin] =
        worked_turn(approach == Reason::rotation_sign ? -angle[i] : angle[i], approach);
    const double first = x[a] * cos - x[b] * sin;
    const double second = x[a] * sin + x[b] * cos;
    const bool is_sine_first = approach == Reason::pair_order;
    result[a] = is_sine_first ? second : first;
    result[b] = is_sine_first ? first : second;
  }
  return result;
}

Stage chain_rotations(const ChainSetting& setting) {
  Stage stage;
  for (Index v = 0; v < chain_vector_count; ++v) {
    const std::string group = std::string(chain_vectors[v]) + "'";
    for (Index n = 0; n < chain_dim; ++n) {
      stage.items.push_back(
          {.id = component(group, n),
           .group = group,
           .hint = joined({"It belongs to pair ", n / 2, ". With that pair's angle at ",
                           chain_positions[v], ": ", rotation_hint(chain_vectors[v], n)})});
    }
  }
  stage.work = [x = setting.x](Approach approach, const std::vector<Vector>& before) {
    Vector all(chain_vector_count * chain_dim);
    for (Index v = 0; v < chain_vector_count; ++v) {
      all.segment(v * chain_dim, chain_dim) =
          chain_turn(x[static_cast<std::size_t>(v)],
                     before[1].segment(v * chain_pairs, chain_pairs), approach);
    }
    return all;
  };
  stage.working = [x = setting.x](Index k, const std::vector<Vector>& before) {
    const Index component = k % chain_dim;
    return written_rotation(x[static_cast<std::size_t>(k / chain_dim)], component,
                            before[1][k / chain_dim * chain_pairs + component / 2]);
  };
  return stage;
}

Stage chain_scores() {
  Stage stage;
  for (Index key = 1; key <= chain_keys; ++key) {
    const std::string n = std::to_string(key);
    stage.items.push_back({.id = "score(" + n + ")",
                           .hint = joined({"Multiply q' and k", n,
                                           "' component by component, add up, and divide by the "
                                           "square root of d = ",
                                           chain_dim, "."})});
  }
  stage.work = [](Approach approach, const std::vector<Vector>& before) {
    const double scale = approach == Reason::not_scaled ? 1 : std::sqrt(double{chain_dim});
    Vector all(chain_keys);
    for (Index key = 0; key < chain_keys; ++key) {
      all[key] =
          before[2].head(chain_dim).dot(before[2].segment((key + 1) * chain_dim, chain_dim)) /
          scale;
    }
    return all;
  };
  stage.working = [](Index k, const std::vector<Vector>& before) {
    return joined({"(",
                   written_product(before[2].head(chain_dim),
                                   before[2].segment((k + 1) * chain_dim, chain_dim)),
                   ")/sqrt(", chain_dim, ")"});
  };
  return stage;
}

Stage chain_weights() {
  Stage stage;
  for (Index key = 1; key <= chain_keys; ++key) {
    const std::string n = std::to_string(key);
    stage.items.push_back(
        {.id = "weight(" + n + ")",
         .hint = joined({"exp of score ", n, ", divided by the sum of exp for both scores."})});
  }
  stage.work = [](Approach approach, const std::vector<Vector>& before) {
    const Vector exponentials = before[3].array().exp();
    if (approach == Reason::not_normalised) return exponentials;
    return Vector(exponentials / exponentials.sum());
  };
  stage.working = [](Index k, const std::vector<Vector>& before) {
    const auto exponential = [&](Index key) { return "exp(" + written(before[3][key]) + ")"; };
    return exponential(k) + "/(" + exponential(0) + " + " + exponential(1) + ")";
  };
  return stage;
}

ExerciseByHand chain_exercise(const ChainSetting& setting) {
  ExerciseByHand made{{{"d", std::to_string(chain_dim)}, {"base", format_number(setting.base)}},
                      {{chain_frequencies(setting), chain_angles(setting), chain_rotations(setting),
                        chain_scores(), chain_weights()},
                       {},
                       {Reason::degrees, Reason::exponent, Reason::inverted_exponent,
                        Reason::one_based, Reason::sin_cos_swapped, Reason::mixed_conventions,
                        Reason::not_scaled, Reason::not_normalised},
                       {Reason::other_layout, Reason::rotation_sign, Reason::pair_order}}};
  for (std::size_t v = 0; v < chain_vectors.size(); ++v) {
    made.facts.push_back({chain_positions[v], format_number(setting.positions[v])});
    const Vector& x = setting.x[v];
    made.facts.push_back({chain_vectors[v], listed({x.begin(), x.end()})});
  }
  return made;
}

ExerciseByHand draw_chain(Random& random) {
  ChainSetting setting;
  setting.base = one_of(random, {100, 400, 1000, 2500, 10000});
  // Keys before the query, as when a text is generated.
  const double first = from(random, 1, 3);
  const double second = first + from(random, 1, 3);
  setting.positions = {second + from(random, 0, 3), first, second};
  for (Vector& x : setting.x) {
    x.resize(chain_dim);
    for (double& component : x) {
      const double tenths = from(random, 1, 9);
      component = (random.below(2) == 0 ? tenths : -tenths) / 10;
    }
  }
  return chain_exercise(setting);
}

}  // namespace

ExerciseByHand rope_chain(Seed seed) {
  if (seed == 0) {
    const auto vector = [](double a, double b, double c, double e) {
      Vector x(chain_dim);
      x << a, b, c, e;
      return x;
    };
    return chain_exercise(
        {100,
         {3, 1, 2},
         {vector(0.8, 0.3, -0.5, 0.2), vector(0.6, -0.4, 0.9, 0.1), vector(-0.7, 0.5, 0.4, 0.8)}});
  }
  return drawn_apart(seed, draw_chain);
}

}  // namespace posenc
