#include "model/sample_text.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"
#include "test.hpp"

namespace {

/// Of few parameters, trained at length 8 and tested up to 32.
TrainingOptions small_on_text(Scheme scheme = Scheme::rope) {
  auto options = task_options(Task::text, scheme);
  options.train_shortest = options.train_longest = 8;
  options.steps = 40;
  options.batch = 4;
  options.warmup = 4;
  options.learning_rate = 2e-2;
  options.test_lengths = {8, 32};
  options.model.longest = 32;
  options.model.d_model = 16;
  options.model.layers = 1;
  options.model.position.table_rows = 20;
  return options;
}

Trainer trained_on_text(Index steps = 40, Scheme scheme = Scheme::rope) {
  auto trainer = *Trainer::make(small_on_text(scheme), sample_text());
  trainer.step(steps);
  return trainer;
}

/// -ln softmax(z)[target], in double.
double loss_of(const Vector& z, Index target) {
  const double largest = z.maxCoeff();
  return std::log((z.array() - largest).exp().sum()) + largest - z[target];
}

Vector as_doubles(std::span<const std::uint8_t> tokens) {
  Vector values(static_cast<Index>(tokens.size()));
  std::ranges::copy(tokens, values.begin());
  return values;
}

bool same_parameters(const Trainer& one, const Trainer& other) {
  return std::ranges::equal(one.model().parameters(), other.model().parameters());
}

}  // namespace

TEST_CASE("text: the options of the task") {
  const auto options = task_options(Task::text, Scheme::alibi);
  CHECK(options.train_shortest == 64);
  CHECK(options.train_longest == 64);
  CHECK(options.steps == 1500);
  CHECK(options.batch == 16);
  CHECK(options.learning_rate == 3e-3);
  CHECK(options.warmup == 100);
  CHECK(options.adam.beta2 == 0.99);
  CHECK(options.clip == 1);
  CHECK(options.model.d_model == 64);
  CHECK(options.model.heads == 4);
  CHECK(options.model.layers == 2);
  CHECK(options.model.longest == 512);
  CHECK(options.model.direction == Direction::causal);
  CHECK(options.test_lengths == std::vector<double>{64, 128, 256, 512});
  for (const Scheme scheme : {Scheme::learned, Scheme::rope}) {
    const auto trainer = *Trainer::make(task_options(Task::text, scheme), sample_text());
    CHECK(trainer.options().model.vocabulary == 39);
    for (const double length : options.test_lengths) CHECK_FALSE(trainer.check_tested(length));
    // Five of them at once must not take more than 200 MB.
    CHECK(trainer.bytes() < 36'000'000);
  }
  CHECK(reference_levels(options)->chance == 0);
}

TEST_CASE("text: the shortest text can be trained on with the options of the task") {
  // 2,560 times two characters, as a run of spaces is one, and a last one.
  std::string shortest;
  for (int n = 0; n < 2560; ++n) shortest += "a       ";
  CHECK(message(Text::make(bytes_of(shortest))) ==
        "[text] the text must have at least 5121 characters, with runs of spaces as one, but has "
        "5120");
  const auto text = std::make_shared<const Text>(*Text::make(bytes_of(shortest + "b")));
  CHECK(text->characters() == Text::min_characters);
  auto trainer = *Trainer::make(task_options(Task::text, Scheme::none), text);
  CHECK(trainer.evaluate(512));
}

TEST_CASE("text: a model learns which characters follow each other") {
  auto trainer = *Trainer::make(small_on_text(), sample_text());
  const auto done = trainer.step(40);
  REQUIRE(done.bits.size() == 40);
  for (std::size_t n = 0; n < 40; ++n) {
    CHECK(done.bits[n] == doctest::Approx(done.losses[n] / std::numbers::ln2));
  }
  const double bits = *trainer.evaluate(8)->bits;
  CHECK(bits < trainer.text()->levels().single);
  CHECK(bits == doctest::Approx(trainer.evaluate(8)->loss / std::numbers::ln2));
}

TEST_CASE("text: an example is part of its part, and the targets are the next characters") {
  auto trainer = trained_on_text(1);
  const auto part = as_doubles(trainer.text()->held_out());
  std::vector<Index> starts;
  for (double seed = 0; seed < 8; ++seed) {
    const Sample sample = *trainer.sample(32, seed);
    Index start = 0;
    while (start + 33 <= part.size() && part.segment(start, 32) != sample.tokens) ++start;
    REQUIRE(start + 33 <= part.size());
    CHECK((part.segment(start + 1, 32) == sample.targets));
    starts.push_back(start);
    const auto targets = trainer.trace(sample.tokens)->targets;
    CHECK((targets.head(31) == sample.targets.head(31)));
    CHECK(targets[31] == not_scored);
  }
  std::ranges::sort(starts);
  CHECK(std::ranges::adjacent_find(starts) == starts.end());
}

TEST_CASE("text: bits are those of the held-out sequences, end to end, from a position on") {
  auto trainer = trained_on_text();
  const auto part = as_doubles(trainer.text()->held_out());
  const auto bits = [&](Index T, Index from) {
    double sum = 0;
    double count = 0;
    for (Index start = 0; start + T < part.size(); start += T) {
      const auto traced = *trainer.trace(part.segment(start, T));
      for (Index i = from; i < T; ++i, ++count) {
        sum += loss_of(traced.logits.row(i), static_cast<Index>(part[start + i + 1]));
      }
    }
    return sum / count / std::numbers::ln2;
  };
  CHECK(*trainer.evaluate(8)->bits == doctest::Approx(bits(8, 0)).epsilon(1e-5));
  CHECK(*trainer.evaluate(32)->bits == doctest::Approx(bits(32, 8)).epsilon(1e-5));
  CHECK(*trainer.evaluate(32, 0)->bits == doctest::Approx(bits(32, 0)).epsilon(1e-5));
  CHECK(*trainer.evaluate(32, 31)->bits == doctest::Approx(bits(32, 31)).epsilon(1e-5));
  const Index windows = (part.size() - 1) / 32;
  CHECK(trainer.evaluate(32)->scored == windows * 24);
  CHECK(trainer.evaluate(32)->old_scored == windows * 8);
  CHECK(trainer.evaluate(8)->scored == (part.size() - 1) / 8 * 8);
}

TEST_CASE("text: what has no answer says why") {
  auto trainer = trained_on_text(1, Scheme::learned);
  CHECK(trainer.evaluate(20));
  CHECK(message(trainer.evaluate(21)) ==
        "[transformer] the learned table has no rows from position 20 on: the longest input must "
        "be at most 20 but is 21");
  CHECK(trainer.check_tested(21)->code == ErrorCode::untrained_position);
  CHECK(message(trainer.evaluate(33)) ==
        "[training] length must be at most longest = 32 but got 33");
  CHECK(message(trainer.evaluate(8, 8)) ==
        "[training] from must be a whole number from 0 to 7 but got 8");

  const auto refused = [](const auto& change, auto text) {
    auto options = small_on_text();
    change(options);
    return message(Trainer::make(options, text));
  };
  const auto text = sample_text();
  const auto held_out = static_cast<double>(text->held_out().size());
  CHECK(refused([&](auto& o) { o.model.longest = o.test_lengths[0] = held_out; }, text) ==
        joined({"[text] test_lengths must be below ", held_out,
                ", the number of characters of the text that are held out, but got ", held_out}));
  CHECK(refused([](auto&) {}, nullptr) == "[text] the examples of a text need a text but got none");
  CHECK(refused([](auto& o) { o.model.vocabulary = 40; }, text) ==
        "[training] vocabulary must be 39, the size of the text’s alphabet, or 0 for it, but got "
        "40");
  CHECK(refused([](auto& o) { o.drawn = 5; }, text) ==
        "[training] drawn must be 0 for text but got 5");
  CHECK(refused(
            [&](auto& o) {
              o.model.longest = o.train_longest = held_out;
              o.train_shortest = held_out - 1;
            },
            text)
            .starts_with(joined({"[text] train_longest must be below ", held_out, ","})));
  CHECK(refused([](auto& o) { o.model.direction = Direction::bidirectional; }, text) ==
        "[training] direction must be causal for text, where the target of each token is the next "
        "one, but got bidirectional");
  CHECK(message(Trainer::make(task_options(Task::copy, Scheme::none), text)) ==
        "[training] examples must be text to train on a text but got copy");
}

TEST_CASE("text: a checkpoint continues to the bit, on its own text only") {
  auto whole = trained_on_text();
  auto half = trained_on_text(20);
  const auto bytes = half.checkpoint();
  auto rest = *Trainer::from_checkpoint(bytes, sample_text());
  CHECK(rest.options() == half.options());
  rest.step(40);
  CHECK(rest.steps_done() == 40);
  CHECK(same_parameters(rest, whole));
  CHECK(rest.checkpoint() == whole.checkpoint());

  std::string other = sample_characters();
  other.back() = 'x';
  const auto of_other = std::make_shared<const Text>(*Text::make(bytes_of(other)));
  const std::string mine = in_hexadecimal(sample_text()->checksum());
  CHECK(message(Trainer::from_checkpoint(bytes, of_other)) ==
        "[checkpoint] the run was trained on a text with checksum " + mine +
            ", but this text has " + in_hexadecimal(of_other->checksum()));
  CHECK(message(Trainer::from_checkpoint(bytes)) ==
        "[checkpoint] the run needs the text that it was trained on, with checksum " + mine +
            ", but got none");
  const auto copier = *Trainer::make(task_options(Task::copy, Scheme::none));
  CHECK(message(Trainer::from_checkpoint(copier.checkpoint(), of_other)) ==
        "[checkpoint] the run was not trained on a text and needs none, but got one");
}

TEST_CASE("a checkpoint and a new phase forget silenced pairs and other frequencies") {
  auto trainer = trained_on_text(1);
  const auto loss = [](Trainer& one) { return one.evaluate(16)->loss; };
  const double trained = loss(trainer);
  REQUIRE_FALSE(trainer.silence({std::nullopt, std::nullopt, {0}}));
  REQUIRE_FALSE(trainer.use_frequencies(*GeometricFrequencies::make(4, 50), 1));
  CHECK(loss(trainer) != trained);
  auto opened = *Trainer::from_checkpoint(trainer.checkpoint(), sample_text());
  CHECK(loss(opened) == trained);
  auto phase = *trainer.continued(trainer.options());
  CHECK(loss(phase) == trained);
}

TEST_CASE("a new phase of training: parameters stay, and steps begin anew") {
  auto first = trained_on_text();
  auto options = first.options();
  options.train_shortest = options.train_longest = 16;
  options.model.position.base = 500;
  options.steps = 10;
  options.batch = 2;
  options.learning_rate = 1e-3;
  auto phase = *first.continued(options);
  CHECK(phase.options() == options);
  CHECK(phase.steps_done() == 0);
  CHECK(same_parameters(phase, first));
  // The base has changed.
  CHECK(phase.evaluate(8)->loss != first.evaluate(8)->loss);
  CHECK(phase.evaluate(32)->scored == phase.evaluate(32)->old_scored);
  const double before = phase.evaluate(16)->loss;
  CHECK(phase.step(100).losses.size() == 10);
  CHECK(phase.evaluate(16)->loss < before);

  // From a checkpoint it is the same; and so is a checkpoint within it.
  auto opened = *Trainer::from_checkpoint(first.checkpoint(), sample_text());
  auto again = *opened.continued(options);
  again.step(5);
  auto resumed = *Trainer::from_checkpoint(again.checkpoint(), sample_text());
  resumed.step(5);
  CHECK(same_parameters(resumed, phase));

  // Without changes, only Adam begins anew: the examples are those that come next.
  auto same = *first.continued(first.options());
  auto of_same = same.checkpoint();
  auto twin = *first.continued(first.options());
  CHECK(twin.step(1).losses == same.step(1).losses);
  CHECK(trained_on_text(1).step(1).losses != twin.step(1).losses);
}

TEST_CASE("a new phase of training: what may not change") {
  const auto first = trained_on_text(1);
  const auto refused = [&](const auto& change) {
    auto options = first.options();
    change(options);
    return message(first.continued(options));
  };
  CHECK(refused([](auto& o) { o.model.heads = 2; }) ==
        "[training] heads cannot change when a run is continued: it was 4 but got 2");
  CHECK(refused([](auto& o) { o.model.position.scheme = Scheme::alibi; }) ==
        "[training] scheme cannot change when a run is continued: it was rope but got alibi");
  CHECK(refused([](auto& o) { o.seed = 2; }) ==
        "[training] seed cannot change when a run is continued: it was 1 but got 2");
  CHECK(refused([](auto& o) { o.model.position.slopes = {1, 2, 3, 4}; }) ==
        "[training] slopes cannot change when a run is continued: it was none but got 1,2,3,4");
  // Values are compared, not how they are written.
  CHECK(refused([](auto& o) { o.model.eps = std::nextafter(o.model.eps, 1); }) ==
        "[training] eps cannot change when a run is continued: it was 1e-05 but got 1e-05");
  CHECK(refused([](auto& o) { o.steps = 0; }) ==
        "[training] steps must be a whole number from 1 to 1000000000 but got 0");
  CHECK(refused([](auto& o) { o.train_longest = 64; }) ==
        "[training] longest must be at least train_longest = 64 but got 32");
  auto alphabet = first.options();
  alphabet.model.vocabulary = 0;
  CHECK(first.continued(alphabet));
  // Not only on text.
  auto copying = task_options(Task::copy, Scheme::learned);
  copying.steps = 2;
  auto copier = *Trainer::make(copying);
  copier.step(2);
  copying.learning_rate = 1e-4;
  auto further = *copier.continued(copying);
  CHECK((further.position_table()->change == copier.position_table()->change));
  CHECK(further.step(2).losses.size() == 2);
}

TEST_CASE("a new phase of a run with several bases: they can change, but `base` changes nothing") {
  auto options = task_options(Task::copy, Scheme::rope);
  options.batch = 4;
  options.model.layers = 2;
  options.model.position.bases = {100, 200};
  auto first = *Trainer::make(options);
  options.model.position.bases = {500, 200};
  auto phase = *first.continued(options);
  CHECK(phase.evaluate(8)->loss != first.evaluate(8)->loss);
  options.model.position.bases = {500, 500};
  auto equal = *first.continued(options);
  options.model.position.bases = {};
  options.model.position.base = 500;
  CHECK((*first.continued(options)).evaluate(8)->loss == equal.evaluate(8)->loss);
  options.model.position.bases = {100, 200};
  CHECK(message(first.continued(options)) ==
        "[training] base changes nothing in a run with bases, which has one for each layer: change "
        "bases, or leave base at 10000");
}

TEST_CASE("text: what a model writes follows its prediction") {
  auto trainer = trained_on_text();
  const std::string prompt = "The WHALE  sa";
  const WrittenText greedy = *trainer.write(prompt, 12, 0, 1);
  CHECK(greedy.prompt == "the whale sa");
  // The same one by one, from traces of the last 8 characters.
  std::string expected = greedy.prompt;
  for (int n = 0; n < 12; ++n) {
    const auto traced = *trainer.trace_text(expected.substr(expected.size() - 8));
    expected += trainer.text()->alphabet()[static_cast<std::size_t>(traced.answers[7])];
  }
  CHECK(greedy.prompt + greedy.text == expected);
  CHECK(trainer.write(prompt, 12, 0, 2)->text == greedy.text);
  CHECK(trainer.write(prompt, 30, 1, 3)->text == trainer.write(prompt, 30, 1, 3)->text);
  CHECK(trainer.write(prompt, 30, 1, 3)->text != trainer.write(prompt, 30, 1, 4)->text);

  // How often each is drawn: within five standard deviations of its probability at that temperature.
  constexpr double temperature = 2;
  constexpr int times = 2000;
  const auto traced = *trainer.trace_text("sai");
  const Vector z = traced.logits.row(2).transpose() / temperature;
  std::vector<int> drawn(39);
  for (int seed = 0; seed < times; ++seed) {
    ++drawn[static_cast<std::size_t>(
        trainer.text()->encode(trainer.write("sai", 1, temperature, seed)->text)->front())];
  }
  for (Index c = 0; c < 39; ++c) {
    const double p = std::exp(-loss_of(z, c));
    const double spread = std::sqrt(times * p * (1 - p));
    CHECK(std::abs(drawn[static_cast<std::size_t>(c)] - times * p) < 5 * spread + 1);
  }

  // As near to 0 as can be, it is as 0.
  CHECK(trainer.write(prompt, 30, 1e-309, 1)->text == trainer.write(prompt, 30, 0, 1)->text);

  CHECK(trainer.write("", 3, 1, 1)->prompt.empty());
  CHECK(trainer.write("", 3, 1, 1)->text == trainer.write("\n", 3, 1, 1)->text);
  CHECK(message(trainer.write("a", 0, 1, 1)) ==
        "[training] the count of characters must be a whole number from 1 to 10000 but got 0");
  CHECK(message(trainer.write("a", 1, -1, 1)) ==
        "[training] temperature must be a number from 0 to 100 but got -1");
  CHECK(message(trainer.write("\xFF", 1, 1, 1)) ==
        "[text] the text must be in UTF-8, but its byte 1 is not");
  CHECK(message(trainer.trace_text("")) == "[training] the text must have at least one character");
  auto copier = *Trainer::make(task_options(Task::copy, Scheme::none));
  CHECK(message(copier.write("a", 1, 1, 1)) ==
        "[training] characters need a run on a text, not on copy");
}

TEST_CASE("text: a trace has the characters of its tokens") {
  auto trainer = trained_on_text(1);
  const auto traced = *trainer.trace_text("A—\xC3\xA9!");
  CHECK(traced.characters == std::vector<std::string>{"a", "-", " ", "!"});
  CHECK((traced.tokens == Vector{{2, 36, 1, 32}}));
  CHECK((traced.targets == Vector{{36, 1, 32, not_scored}}));
  CHECK((trainer.trace(traced.tokens)->logits == traced.logits));
}
