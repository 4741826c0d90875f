#include "posenc/model/adam.hpp"

#include "drawn.hpp"
#include "test.hpp"

namespace {

/// The formula of the header, in double, one parameter at a time.
struct PlainAdam {
  AdamOptions options;
  std::vector<double> m{}, v{};
  int t = 0;

  void step(std::vector<double>& p, const std::vector<double>& g, double rate, double scale) {
    m.resize(p.size());
    v.resize(p.size());
    ++t;
    for (std::size_t n = 0; n < p.size(); ++n) {
      const double gradient = g[n] * scale;
      m[n] = options.beta1 * m[n] + (1 - options.beta1) * gradient;
      v[n] = options.beta2 * v[n] + (1 - options.beta2) * gradient * gradient;
      const double m_hat = m[n] / (1 - std::pow(options.beta1, t));
      const double v_hat = v[n] / (1 - std::pow(options.beta2, t));
      p[n] -= rate * m_hat / (std::sqrt(v_hat) + options.eps);
    }
  }
};

template <class Real>
std::vector<Real> as(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

template <class Real>
double off(const std::vector<Real>& got, const std::vector<double>& expected) {
  double most = 0;
  for (std::size_t n = 0; n < got.size(); ++n) {
    most = std::max(most, std::abs(static_cast<double>(got[n]) - expected[n]));
  }
  return most;
}

std::vector<double> drawn_values(Random& random, std::size_t count) {
  std::vector<double> values;
  for (std::size_t n = 0; n < count; ++n) values.push_back(random.normal());
  return values;
}

}  // namespace

TEST_CASE("Adam: thirty steps of the formula, in double and in float") {
  Random random(1);
  const AdamOptions choices[] = {{}, {0.9, 0.99, 1e-8}, {0, 0, 1e-3}};
  for (const AdamOptions& options : choices) {
    CAPTURE(options.beta2);
    constexpr std::size_t count = 13;
    std::vector<double> p = drawn_values(random, count);
    std::vector<double> in_double = p;
    auto in_float = as<float>(p);
    PlainAdam plain{options};
    Adam<double> adam(count, options);
    Adam<float> adam_of_floats(count, options);
    for (int step = 0; step < 30; ++step) {
      const auto g = drawn_values(random, count);
      const double rate = 0.01 * random.uniform();
      const double scale = step % 3 == 0 ? 1 : random.uniform();
      plain.step(p, g, rate, scale);
      adam.step(in_double, g, rate, scale);
      adam_of_floats.step(in_float, as<float>(g), rate, scale);
    }
    CHECK(off(in_double, p) < 1e-13);
    CHECK(off(in_float, p) < 1e-5);
    CHECK(adam.steps() == 30);
    CHECK(adam.bytes() == 2 * count * sizeof(double));
    CHECK(off(std::vector<double>(adam.m().begin(), adam.m().end()), plain.m) < 1e-14);
    CHECK(off(std::vector<double>(adam.v().begin(), adam.v().end()), plain.v) < 1e-14);

    // A restored one continues with the same numbers.
    Adam<float> restored(count, options);
    restored.restore(adam_of_floats.steps(), adam_of_floats.m(), adam_of_floats.v());
    auto again = in_float;
    const auto g = as<float>(drawn_values(random, count));
    adam_of_floats.step(in_float, g, 0.01);
    restored.step(again, g, 0.01);
    CHECK((again == in_float));
    CHECK(restored.steps() == 31);
  }
}

TEST_CASE("the first step of Adam is the learning rate, against the gradient's sign") {
  std::vector<double> p{1, 1, 1};
  Adam<double>(3, {}).step(p, std::vector<double>{1e-3, -50, 0}, 0.25);
  CHECK(p[0] == doctest::Approx(0.75).epsilon(1e-4));
  CHECK(p[1] == doctest::Approx(1.25).epsilon(1e-9));
  CHECK(p[2] == 1);
}

TEST_CASE("the global norm, of any number of gradients") {
  Random random(2);
  for (const Index count : {0, 1, 3, 4, 1023, 1024, 1025, 3000}) {
    CAPTURE(count);
    const Vector g = drawn::vector(random, count);
    const std::vector<double> values(g.begin(), g.end());
    const auto floats = as<float>(values);
    CHECK(global_norm<double>(values) == doctest::Approx(g.norm()).epsilon(1e-13));
    CHECK(global_norm<float>(floats) == doctest::Approx(g.norm()).epsilon(1e-6));
  }
  CHECK(std::isnan(global_norm<float>(std::vector<float>{1, NAN, 2})));
  CHECK(std::isinf(global_norm<double>(std::vector<double>{1, INFINITY})));
}
