#include "model/checkpoint_bytes.hpp"
#include "model/sample_text.hpp"
#include "posenc/model/trainer.hpp"
#include "test.hpp"

namespace {

/// The places of the options that have a value for each layer; rotary is a number, and only the two lists of numbers that
/// are given follow, empty here.
struct ListPlaces {
  std::size_t schemes, windows, bases, rotary;
};

/// Of a checkpoint in which each list has two values, layer_schemes too unless it is empty.
ListPlaces places_of_lists(const Bytes& bytes, const Trainer& trainer) {
  const std::size_t rotary = at_generators(bytes, trainer) - 2 * 8 - 2 * 8 - 8;
  const std::size_t schemes = trainer.options().model.position.layer_schemes.size();
  const std::size_t windows = rotary - 2 * (8 + 2 * 8);
  return {windows - 8 - 4 * schemes, windows, rotary - (8 + 2 * 8), rotary};
}

TrainingOptions of_two_layers() {
  auto options = task_options(Task::copy, Scheme::none);
  options.batch = 4;
  options.model.d_model = 8;
  options.model.heads = 2;
  options.model.hidden = 8;
  options.model.layers = 2;
  return options;
}

TrainingOptions of_two_kinds() {
  auto options = of_two_layers();
  options.model.position.layer_schemes = {Scheme::rope, Scheme::none};
  options.model.position.windows = {0, 4};
  options.model.position.bases = {100, 200};
  options.model.position.rotary = 0.5;
  return options;
}

}  // namespace

TEST_CASE("a checkpoint with forged lists for its layers is an error, and never a crash") {
  auto trainer = *Trainer::make(of_two_kinds());
  trainer.step(1);
  const Bytes bytes = trainer.checkpoint();
  REQUIRE(Trainer::from_checkpoint(bytes));
  const auto [schemes, windows, bases, rotary] = places_of_lists(bytes, trainer);
  const auto refused = [&](std::size_t at, auto value) {
    Bytes forged = bytes;
    put(forged, at, value);
    return message(Trainer::from_checkpoint(sealed(forged)));
  };
  const double nan = std::nan("");
  for (const std::size_t list : {schemes, windows, bases}) {
    CHECK(refused(list, std::uint64_t{1} << 63U) == damaged);
    CHECK(refused(list, std::uint64_t{1} << 61U) == damaged);
    CHECK(refused(list, std::uint64_t{1000000}) == damaged);
    CHECK(!refused(list, std::uint64_t{1}).empty());
    CHECK(!refused(list, std::uint64_t{3}).empty());
  }
  CHECK(refused(schemes + 8, std::uint32_t{9}) == damaged);
  CHECK(refused(schemes + 8, std::uint32_t{1} << 31U) == damaged);
  CHECK(refused(schemes + 8, std::uint32_t{1}).starts_with("[transformer] each of layer_schemes"));
  for (const double value : {nan, infinity, -1.0}) {
    CHECK(refused(windows + 8, value).starts_with("[transformer] each of windows must be"));
    CHECK(refused(bases + 16, value).starts_with("[transformer] each of bases must be"));
    CHECK(refused(rotary, value).starts_with("[rotary] rotary must be a number above 0"));
  }
  // A run on text, with an alphabet that the text does not have or that none may have.
  constexpr std::size_t at_vocabulary = at_options + 2 * 4;
  for (const double vocabulary : {0.0, 97.0}) {
    Bytes forged = bytes;
    put(forged, at_options, static_cast<std::uint32_t>(ExampleKind::text));
    put(forged, at_vocabulary, vocabulary);
    CHECK(message(Trainer::from_checkpoint(sealed(forged)))
              .starts_with("[checkpoint] the run needs the text"));
    CHECK(message(Trainer::from_checkpoint(sealed(forged), sample_text()))
              .starts_with("[checkpoint] the run was trained on a text with checksum"));
  }
  // And on a text that it has: an alphabet of another size.
  auto on_text = task_options(Task::text, Scheme::none);
  on_text.model.d_model = 8;
  on_text.model.layers = 1;
  Bytes forged = Trainer::make(on_text, sample_text())->checkpoint();
  put(forged, at_vocabulary, 97.0);
  CHECK(message(Trainer::from_checkpoint(sealed(forged), sample_text()))
            .starts_with("[training] vocabulary must be 39"));
  put(forged, at_vocabulary, 0.0);  // stands for the alphabet
  CHECK(Trainer::from_checkpoint(sealed(forged), sample_text()));
}

TEST_CASE("a checkpoint of a model that is forged to be huge is an error before any allocation") {
  auto options = of_two_layers();
  options.model.position.windows = {1, 2};
  options.model.position.bases = {100, 200};
  const auto trainer = *Trainer::make(options);
  Bytes forged = trainer.checkpoint();
  const std::size_t windows = places_of_lists(forged, trainer).windows;
  Bytes further;
  for (double window = 3; window <= 64; ++window) {
    further.resize(further.size() + sizeof window);
    put(further, further.size() - sizeof window, window);
  }
  put(forged, windows, std::uint64_t{64});
  put(forged, windows + 3 * 8, std::uint64_t{0});  // no bases
  constexpr std::size_t at_d_model = at_seed + 11 * 8;
  put(forged, at_d_model, 256.0);
  put(forged, at_d_model + 8, 256.0);
  put(forged, at_d_model + 16, 64.0);
  put(forged, at_options + 2 * 4 + 4 * 8, 65536.0);
  const auto at = forged.begin() + static_cast<std::ptrdiff_t>(windows);
  forged.erase(at + 4 * 8, at + 6 * 8);
  forged.insert(at + 3 * 8, further.begin(), further.end());
  const auto opened = Trainer::from_checkpoint(sealed(forged));
  REQUIRE_FALSE(opened);
  CHECK(opened.error().message.starts_with("[transformer] a pass would need memory for about"));
}
