#include "posenc/model/coordinate_network.hpp"

#include "posenc/random.hpp"
#include "test.hpp"

namespace {

std::vector<double> numbers_below_one(Random& random, Index count) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) number = random.uniform();
  return numbers;
}

CoordinateOptions small_network(CoordinateInput input, double scale = 4) {
  return {.input = input, .features = 32, .scale = scale, .hidden = 32};
}

double held_out_after(PictureName name, const CoordinateOptions& options, Index steps) {
  auto trainer = *PictureTrainer::make(drawn_picture(name), options);
  trainer.train(steps);
  return trainer.quality().held_out;
}

}  // namespace

TEST_CASE("the gradients of a network of coordinates are those of its loss") {
  Random random(1);
  // More rows than are processed together, and widths that fill no vector.
  const Index rows = 131;
  Perceptron<double> network({5, 7, 6, 3}, 2);
  const std::vector<double> x = numbers_below_one(random, rows * 5);
  const std::vector<double> wanted = numbers_below_one(random, rows * 3);
  network.loss_and_gradients(rows, x.data(), wanted.data());
  const std::vector<double> gradients(network.gradients().begin(), network.gradients().end());
  constexpr double step = 1e-6;
  for (std::size_t n = 0; n < gradients.size(); ++n) {
    double& parameter = network.parameters()[n];
    const double before = parameter;
    parameter = before + step;
    const double above = network.loss_and_gradients(rows, x.data(), wanted.data());
    parameter = before - step;
    const double below = network.loss_and_gradients(rows, x.data(), wanted.data());
    parameter = before;
    CAPTURE(n);
    CHECK(gradients[n] == doctest::Approx((above - below) / (2 * step)).epsilon(1e-6).scale(1e-3));
  }
}

TEST_CASE("a network of coordinates is its formula") {
  Perceptron<double> network({2, 3, 1}, 5);
  const std::vector<double> p(network.parameters().begin(), network.parameters().end());
  REQUIRE(p.size() == 2 * 3 + 3 + 3 + 1);
  const double x[] = {0.25, -0.75};
  double z = p[12];
  for (std::size_t unit = 0; unit < 3; ++unit) {
    const double sum = x[0] * p[unit] + x[1] * p[3 + unit] + p[6 + unit];
    z += std::fmax(0, sum) * p[9 + unit];
  }
  double y = 0;
  network.evaluate(1, x, &y);
  CHECK(y == doctest::Approx(1 / (1 + std::exp(-z))).epsilon(1e-14));
}

TEST_CASE("with waves a picture is learned that bare coordinates blur") {
  const auto random_waves = small_network(CoordinateInput::random);
  const double raw = held_out_after(PictureName::ripples, small_network(CoordinateInput::raw), 120);
  const double with_waves = held_out_after(PictureName::ripples, random_waves, 120);
  CHECK(with_waves > raw + 6);
  CHECK(held_out_after(PictureName::ripples, small_network(CoordinateInput::nerf), 120) > raw + 2);
  // Too fast: what it is trained on is learned, and nothing between.
  const double fast =
      held_out_after(PictureName::ripples, small_network(CoordinateInput::random, 30), 120);
  CHECK(fast < with_waves - 6);
}

TEST_CASE("the same options draw the same picture, other seeds another") {
  const Picture picture = drawn_picture(PictureName::glass);
  auto options = small_network(CoordinateInput::random);
  options.features = 8;
  options.hidden = 16;
  auto one = *PictureTrainer::make(picture, options);
  auto in_parts = *PictureTrainer::make(picture, options);
  options.seed = 2;
  auto other = *PictureTrainer::make(picture, options);
  const std::vector<double> losses = one.train(6);
  std::vector<double> parts = in_parts.train(2);
  for (const double loss : in_parts.train(4)) parts.push_back(loss);
  CHECK(parts == losses);
  CHECK(losses.back() < losses.front());
  CHECK(one.steps() == 6);
  CHECK(one.drawn().values == in_parts.drawn().values);
  CHECK(other.train(6) != losses);
}

TEST_CASE("the numbers that a network learns are counted") {
  CoordinateOptions options{.input = CoordinateInput::raw, .layers = 1, .hidden = 4};
  CHECK(*coordinate_parameters(options) == (2 + 1) * 4 + (4 + 1) * 3);
  options.input = CoordinateInput::nerf;
  options.levels = 3;
  CHECK(*coordinate_parameters(options) == (4 * 3 + 1) * 4 + (4 + 1) * 3);
  options.input = CoordinateInput::random;
  options.features = 5;
  options.layers = 2;
  CHECK(*coordinate_parameters(options) == (2 * 5 + 1) * 4 + (4 + 1) * 4 + (4 + 1) * 3);
  options.features = 0;
  CHECK(!coordinate_parameters(options));
}

TEST_CASE("a network whose loss is not finite is not trained any more") {
  Picture picture = drawn_picture(PictureName::glass);
  const auto options = small_network(CoordinateInput::raw);
  auto trainer = *PictureTrainer::make(picture, options);
  CHECK(trainer.train(2).size() == 2);
  CHECK(!trainer.diverged_at());
  picture.values.front() = std::numeric_limits<float>::quiet_NaN();
  auto broken = *PictureTrainer::make(picture, options);
  CHECK(broken.train(2).size() == 1);
  CHECK(broken.diverged_at() == 0);
  CHECK(broken.train(2).empty());
  CHECK(broken.steps() == 0);
}

TEST_CASE("what is held out has no part in training") {
  Picture picture = drawn_picture(PictureName::whale);
  auto options = small_network(CoordinateInput::random);
  options.features = 8;
  options.hidden = 16;
  auto trainer = *PictureTrainer::make(picture, options);
  const std::vector<double> losses = trainer.train(3);
  for (Index pixel = 0; pixel < picture.pixels(); ++pixel) {
    if ((pixel % 64 + pixel / 64) % 2 == 0) continue;
    for (Index n = 0; n < 3; ++n) picture.values[static_cast<std::size_t>(3 * pixel + n)] = 0.5;
  }
  auto blind = *PictureTrainer::make(picture, options);
  CHECK(blind.train(3) == losses);
  CHECK(blind.quality().trained == trainer.quality().trained);
  CHECK(blind.quality().held_out != trainer.quality().held_out);
}

TEST_CASE("the pictures that come along are pictures, and differ") {
  std::set<std::vector<float>> all;
  for (const auto& [name, picture] : picture_names) {
    CAPTURE_BOUND(name);
    const Picture drawn = drawn_picture(picture);
    CHECK(drawn.side == 64);
    REQUIRE(drawn.values.size() == 3 * 64 * 64);
    CHECK(std::ranges::all_of(drawn.values, [](float value) { return value >= 0 && value <= 1; }));
    all.insert(drawn.values);
  }
  CHECK(all.size() == picture_names.size());
}

TEST_CASE("the ratio of signal to noise is in decibels") {
  const std::vector<float> one{0.5F, 0.25F};
  const std::vector<float> other{0.75F, 0.25F};
  CHECK(peak_signal_to_noise(one, other) == doctest::Approx(10 * std::log10(32.0)));
  CHECK(peak_signal_to_noise(one, one) == std::numeric_limits<double>::infinity());
}

TEST_CASE("what cannot be a picture, or a network for one, is named") {
  const auto message = [](const auto& result) { return result.error().message; };
  const std::vector<double> grey(3 * 64, 0.5);
  CHECK(to_picture(8, grey)->pixels() == 64);
  CHECK(message(to_picture(7, grey)).starts_with("[picture] side must be"));
  CHECK(message(to_picture(9, grey)) ==
        "[picture] values must be 3 for each of the 81 pixels but there are 192");
  std::vector<double> bright = grey;
  bright[5] = 1.5;
  CHECK(message(to_picture(8, bright)) ==
        "[picture] each of values must be from 0 to 1 but got 1.5");
  bright[5] = NAN;
  CHECK(!to_picture(8, bright));
  const auto with = [&](auto change) {
    CoordinateOptions options;
    change(options);
    return message(PictureTrainer::make(*to_picture(8, grey), options));
  };
  CHECK(with([](auto& o) { o.scale = 0; }) ==
        "[picture] scale must be a number above 0 and up to 1000 but got 0");
  CHECK(with([](auto& o) { o.levels = 13; }).starts_with("[picture] levels must be"));
  CHECK(with([](auto& o) { o.features = 0.5; }).starts_with("[picture] features must be"));
  CHECK(with([](auto& o) { o.layers = 7; }).starts_with("[picture] layers must be"));
  CHECK(with([](auto& o) { o.hidden = 0; }).starts_with("[picture] hidden must be"));
  CHECK(with([](auto& o) { o.learning_rate = NAN; }).starts_with("[picture] learning_rate must"));
  CHECK(with([](auto& o) { o.seed = -1; }).starts_with("[picture] seed must be"));
}
