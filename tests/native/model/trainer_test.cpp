#include "posenc/model/trainer.hpp"

#include <cstring>

#include "model/checkpoint_bytes.hpp"
#include "posenc/encoding/custom.hpp"
#include "test.hpp"

namespace {

TrainingOptions tiny(Scheme scheme = Scheme::rope) {
  auto options = task_options(Task::copy, scheme);
  options.steps = 12;
  options.warmup = 3;
  options.batch = 4;
  options.test_examples = 10;
  options.train_shortest = 4;
  options.model.d_model = 8;
  options.model.heads = 2;
  options.model.hidden = 8;
  options.model.longest = 12;
  if (scheme == Scheme::custom) options.model.position.formula = "cos(pos*(i + 1)/d)";
  return options;
}

std::vector<double> losses_of(const TrainingOptions& options) {
  auto trainer = *Trainer::make(options);
  return trainer.step(1000000).losses;
}

std::vector<double> parameters_of(const Trainer& trainer) {
  const auto parameters = trainer.model().parameters();
  return {parameters.begin(), parameters.end()};
}

}  // namespace

TEST_CASE("planted: accuracy is that of the query, the loss that of all other tokens") {
  auto options = task_options(Task::planted, Scheme::rope);
  options.steps = 60;
  options.test_examples = 70;  // not a whole number of batches
  auto trainer = *Trainer::make(options);
  const auto steps = trainer.step(60);
  for (const double length : {8.0, 16.0, 40.0}) {
    CAPTURE(length);
    const LengthResult result = *trainer.evaluate(length);
    CHECK(result.scored == 70);
    CHECK_FALSE(result.old_accuracy);
    const LengthResult query = *trainer.evaluate(length, length - 1);
    CHECK(result.accuracy == query.accuracy);
    const LengthResult whole = *trainer.evaluate(length, 0);
    const auto scored = static_cast<double>(whole.scored);
    CHECK(result.loss == doctest::Approx((scored * whole.loss - 70 * query.loss) / (scored - 70)));
    REQUIRE(result.planted_weight);
    CHECK(*result.planted_weight > 0);
    CHECK(*result.planted_weight < 1);
    CHECK_FALSE(query.planted_weight);
  }
  // In training the accuracy is the query's, too.
  for (const double accuracy : steps.accuracies) CHECK(64 * accuracy == std::round(64 * accuracy));
}

TEST_CASE("planted: the first losses of a run are pinned, and with them its examples") {
  auto options = task_options(Task::planted, Scheme::rope);
  options.steps = 3;
  CHECK((losses_of(options) ==
         std::vector<double>{3.9294369848618778, 3.8473248866351812, 3.832629373701746}));
}

TEST_CASE("the same options give the same bits, however the steps are split") {
  auto options = tiny();
  options.model.dropout = 0.1;
  auto at_once = *Trainer::make(options);
  const auto all = at_once.step(100);
  CHECK(all.step == 12);
  CHECK(all.losses.size() == 12);
  CHECK(all.accuracies.size() == 12);
  CHECK(all.milliseconds >= 0);
  CHECK_FALSE(all.diverged_at);
  for (const Index count : {1, 5, 7}) {
    auto trainer = *Trainer::make(options);
    std::vector<double> losses;
    std::vector<double> accuracies;
    for (Index done = 0; done < 12; done += count) {
      const auto steps = trainer.step(count);
      CHECK(steps.step == std::min<Index>(done + count, 12));
      losses.insert(losses.end(), steps.losses.begin(), steps.losses.end());
      accuracies.insert(accuracies.end(), steps.accuracies.begin(), steps.accuracies.end());
    }
    CHECK((losses == all.losses));
    CHECK((accuracies == all.accuracies));
    CHECK((parameters_of(trainer) == parameters_of(at_once)));
  }
  // The run is at its end.
  CHECK(at_once.step(1).losses.empty());
  CHECK(at_once.steps_done() == 12);
  CHECK(at_once.step(-1).step == 12);

  options.seed = 2;
  CHECK((losses_of(options) != all.losses));
}

TEST_CASE("training lowers the loss") {
  auto options = tiny();
  options.steps = 80;
  options.batch = 16;
  options.learning_rate = 0.02;
  const auto losses = losses_of(options);
  REQUIRE(losses.size() == 80);
  CHECK(losses.back() < 0.5 * losses.front());
}

TEST_CASE("models of different schemes see the same batches") {
  // Biases of slope 1e-300 are 0 in float, where ALiBi is no scheme at all.
  auto flat = tiny(Scheme::alibi);
  flat.model.position.slopes = {1e-300, 1e-300};
  CHECK((losses_of(flat) == losses_of(tiny(Scheme::none))));
  flat.model.position.slopes = {};
  CHECK((losses_of(flat) != losses_of(tiny(Scheme::none))));

  Bytes of_first;
  for (const auto& [name, scheme] : scheme_names) {
    CAPTURE_BOUND(name);
    auto trainer = *Trainer::make(tiny(scheme));
    trainer.step(7);
    const Bytes bytes = trainer.checkpoint();
    const Bytes generators = part(bytes, at_generators(bytes, trainer), 64);
    if (of_first.empty()) of_first = generators;
    CHECK((generators == of_first));
  }
}

TEST_CASE("the learning rate rises in equal parts, and falls by a cosine") {
  for (const double warmup : {0.0, 1.0, 4.0, 10.0, 40.0}) {
    CAPTURE(warmup);
    auto options = tiny();
    options.steps = 10;
    options.warmup = warmup;
    options.learning_rate = 0.01;
    options.final_rate = 0.1;
    // Without a memory each step is the learning rate itself, in each parameter that has a gradient.
    options.adam = {0, 0, 1e-12};
    auto trainer = *Trainer::make(options);
    for (double t = 1; t <= 10; ++t) {
      CAPTURE(t);
      const auto before = parameters_of(trainer);
      trainer.step(1);
      const auto after = parameters_of(trainer);
      double moved = 0;
      for (std::size_t n = 0; n < before.size(); ++n) {
        moved = std::max(moved, std::abs(after[n] - before[n]));
      }
      const double fallen =
          0.1 + 0.9 * (1 + std::cos(std::numbers::pi * (t - warmup) / (10 - warmup))) / 2;
      const double expected = 0.01 * (t <= warmup ? t / warmup : fallen);
      CHECK(moved == doctest::Approx(expected).epsilon(1e-3));
    }
  }
}

TEST_CASE("gradients of a larger norm are clipped to it, others are left as they are") {
  // After one step m is 0.1 of what Adam got.
  const auto norm_with = [](double clip) {
    auto options = tiny();
    options.clip = clip;
    options.adam = {0.9, 0.99, 1e-8};
    auto trainer = *Trainer::make(options);
    trainer.step(1);
    const Bytes bytes = trainer.checkpoint();
    std::vector<float> m(trainer.model().parameters().size());
    std::memcpy(m.data(), bytes.data() + at_m(bytes, trainer), 4 * m.size());
    return 10 * global_norm<float>(m);
  };
  const double free = norm_with(0);
  CHECK(free > 0.1);
  CHECK(norm_with(1e6) == free);
  CHECK(norm_with(0.01) == doctest::Approx(0.01).epsilon(1e-3));
}

TEST_CASE("evaluation repeats itself, and does not disturb the training") {
  auto options = tiny();
  options.model.dropout = 0.1;
  const auto expected = losses_of(options);
  auto trainer = *Trainer::make(options);
  std::vector<double> losses;
  for (int step = 0; step < 12; ++step) {
    losses.push_back(trainer.step(1).losses.at(0));
    const auto first = *trainer.evaluate(8);
    static_cast<void>(*trainer.evaluate(12));
    static_cast<void>(*trainer.trace(std::vector<double>{1, 2, 3}));
    const auto second = *trainer.evaluate(8);
    CHECK(first.loss == second.loss);
    CHECK(first.accuracy == second.accuracy);
  }
  CHECK((losses == expected));
  CHECK(trainer.evaluate(8)->accuracy >= 0);
  CHECK(trainer.evaluate(8)->accuracy <= 1);
}

TEST_CASE("beyond the trained length only new positions are scored") {
  auto trainer = *Trainer::make(tiny());
  CHECK(trainer.evaluate(4)->scored == 10 * 4);
  CHECK(trainer.evaluate(8)->scored == 10 * 8);
  CHECK(trainer.evaluate(9)->scored == 10 * 1);
  CHECK(trainer.evaluate(12)->scored == 10 * 4);

  auto options = tiny();
  options.examples = ExampleKind::order;
  options.model.readout = Readout::max_pool;
  options.model.vocabulary = 40;
  options.test_examples = 6;
  auto ordering = *Trainer::make(options);
  CHECK(ordering.evaluate(8)->scored == 6);
  CHECK(ordering.evaluate(12)->scored == 6);

  options = tiny();
  options.examples = ExampleKind::previous;
  auto previous = *Trainer::make(options);
  CHECK(previous.evaluate(8)->scored == 10 * 7);
  CHECK(previous.evaluate(10)->scored == 10 * 2);

  // What is old is counted apart, and only beyond the trained length.
  CHECK(previous.evaluate(8)->old_scored == 0);
  CHECK_FALSE(previous.evaluate(8)->old_accuracy);
  CHECK(previous.evaluate(10)->old_scored == 10 * 7);
  CHECK_FALSE(ordering.evaluate(12)->old_accuracy);
  CHECK(ordering.evaluate(12)->old_scored == 0);
}

TEST_CASE("old and new positions together are all positions, each counted once") {
  // Half trained, so that either is right now and then.
  auto options = tiny();
  options.examples = ExampleKind::previous;
  options.batch = 16;
  options.learning_rate = 0.02;
  options.steps = 60;
  options.test_examples = 40;
  auto trainer = *Trainer::make(options);
  trainer.step(60);
  const LengthResult got = *trainer.evaluate(12);
  auto model = *Transformer<float>::make(options.model);
  std::ranges::copy(trainer.model().parameters(), model.mutable_parameters().begin());
  auto examples = *Examples::make(options.examples, options.model.vocabulary, options.tokens);
  std::uint64_t of_length = ~std::uint64_t{12};
  Random random(split_mix_64(of_length));
  std::vector<Token> tokens(40 * 12);
  std::vector<Token> targets(40 * 12);
  examples.draw(random, Split::test, 40, 12, tokens, targets);
  double right[2] = {0, 0};
  double loss = 0;
  for (std::size_t b = 0; b < 40; ++b) {
    const auto row = std::span(tokens).subspan(12 * b, 12);
    const Trace trace = *model.trace(row);
    for (std::size_t t = 1; t < 12; ++t) {
      const Token target = targets[12 * b + t];
      const auto at = static_cast<Index>(t);
      if (trace.answers[at] == target) ++right[t < 8 ? 0 : 1];
      if (t >= 8) {
        loss += std::log(trace.logits.row(at).array().exp().sum()) - trace.logits(at, target);
      }
    }
  }
  CHECK(right[0] > 0);
  CHECK(right[0] < 40 * 7);
  REQUIRE(got.old_accuracy);
  CHECK(*got.old_accuracy == right[0] / (40 * 7));
  CHECK(got.accuracy == right[1] / (40 * 4));
  CHECK(got.old_scored == 40 * 7);
  CHECK(got.scored == 40 * 4);
  CHECK(got.loss == doctest::Approx(loss / (40 * 4)).epsilon(1e-5));
}

TEST_CASE("the test set is the same for every seed") {
  auto trainer = *Trainer::make(tiny());
  trainer.step(3);
  Bytes bytes = trainer.checkpoint();
  put(bytes, at_seed, 77.0);
  auto other = *Trainer::from_checkpoint(sealed(bytes));
  CHECK(other.options().seed == 77);
  CHECK(other.evaluate(8)->loss == trainer.evaluate(8)->loss);
  CHECK(other.evaluate(11)->loss == trainer.evaluate(11)->loss);
}

TEST_CASE("training examples are from the training set, and tests from the test set") {
  auto options = tiny();
  options.batch = options.test_examples = 10;
  options.train_shortest = 8;
  auto trainer = *Trainer::make(options);
  auto model = *Transformer<float>::make(options.model);
  auto examples = *Examples::make(options.examples, options.model.vocabulary, options.tokens);
  std::vector<Token> tokens(80);
  std::vector<Token> targets(80);
  // The same examples, drawn here from generators with the trainer's seeds.
  const auto loss_of = [&](Random random, bool training) {
    if (training) static_cast<void>(random.below(1));  // which length
    examples.draw(random, training ? Split::training : Split::test, 10, 8, tokens, targets);
    std::ranges::copy(trainer.model().parameters(), model.mutable_parameters().begin());
    return model.evaluate(tokens, targets, 10, 8)->loss;
  };
  std::uint64_t of_length = ~std::uint64_t{8};
  const Random test(split_mix_64(of_length));
  CHECK(trainer.evaluate(8)->loss == doctest::Approx(loss_of(test, false)).epsilon(1e-12));
  std::uint64_t of_seed = 1;
  static_cast<void>(split_mix_64(of_seed));
  const Random training(split_mix_64(of_seed));
  const double expected = loss_of(training, true);
  CHECK(trainer.step(1).losses.at(0) == doctest::Approx(expected).epsilon(1e-12));
}

TEST_CASE("a run that diverges stops, with its step and the parameters before it") {
  auto options = tiny();
  options.learning_rate = 1e30;
  options.warmup = 0;
  auto trainer = *Trainer::make(options);
  const auto done = trainer.step(12);
  REQUIRE(done.diverged_at);
  CHECK(*done.diverged_at == done.step + 1);
  CHECK(*done.diverged_at >= 2);
  CHECK(*done.diverged_at <= 12);
  CHECK(done.losses.size() == static_cast<std::size_t>(done.step));
  bool finite = true;
  for (const double loss : done.losses) finite = finite && std::isfinite(loss);
  for (const double parameter : parameters_of(trainer)) finite = finite && std::isfinite(parameter);
  CHECK(finite);
  CHECK(trainer.diverged_at() == done.diverged_at);

  const auto before = parameters_of(trainer);
  const auto further = trainer.step(5);
  CHECK(further.losses.empty());
  CHECK(further.step == done.step);
  CHECK(further.diverged_at == done.diverged_at);
  CHECK((parameters_of(trainer) == before));
  // Nor does it go on from a checkpoint.
  auto restored = *Trainer::from_checkpoint(trainer.checkpoint());
  CHECK(restored.diverged_at() == done.diverged_at);
  CHECK(restored.step(5).losses.empty());
}

TEST_CASE("no memory is added by training, evaluating and looking inside") {
  auto trainer = *Trainer::make(tiny(Scheme::t5));
  const std::size_t bytes = trainer.bytes();
  CHECK(bytes > trainer.model().bytes());
  const auto* parameters = trainer.model().parameters().data();
  trainer.step(12);
  static_cast<void>(*trainer.evaluate(12));
  static_cast<void>(*trainer.trace(std::vector<double>{1, 2, 3}));
  CHECK(trainer.bytes() == bytes);
  CHECK(trainer.model().parameters().data() == parameters);
}

TEST_CASE("a trace of what was trained, and extended frequencies") {
  auto trainer = *Trainer::make(tiny());
  const std::vector<double> tokens{1, 5, 3, 0};
  const Trace trace = *trainer.trace(tokens);
  CHECK(trace.logits.rows() == 4);
  CHECK(trace.logits.cols() == 16);
  CHECK(trace.residuals.size() == 2);
  const auto theta = *GeometricFrequencies::make(4, 10000);
  CHECK_FALSE(trainer.use_frequencies(*position_interpolation(theta, 4), 1));
  CHECK((trainer.trace(tokens)->logits != trace.logits));
  CHECK_FALSE(trainer.use_frequencies(theta, 1));
  CHECK((trainer.trace(tokens)->logits == trace.logits));
  CHECK(trainer.use_frequencies(*GeometricFrequencies::make(8, 100), 1));

  CHECK(message(trainer.trace(std::vector<double>{1.5})) ==
        "[training] each of tokens must be a whole number below 2^31 but got 1.5");
  CHECK(message(trainer.trace(std::vector<double>{16})) ==
        "[transformer] each of tokens must be from 0 to 15 but is 16");
  CHECK(message(trainer.trace(std::vector<double>(13))) ==
        "[transformer] the length of an input must be from 1 to 12 but is 13");
}

TEST_CASE("a sample: an example of the test set, the same for the same seed") {
  auto trainer = *Trainer::make(tiny());
  const auto before = trainer.checkpoint();
  const Sample sample = *trainer.sample(12, 5);
  CHECK(sample.tokens.size() == 12);
  CHECK((sample.targets == sample.tokens));
  CHECK((trainer.sample(12, 5)->tokens == sample.tokens));
  CHECK((trainer.sample(12, 6)->tokens != sample.tokens));
  CHECK((trainer.checkpoint() == before));
  // None is trained on: batch after batch of the training set has none of them.
  auto examples = *Examples::make(ExampleKind::copy, 16, TokenDraw::distinct);
  Random random(3);
  std::vector<Token> tokens(8);
  std::vector<Token> targets(8);
  for (double seed = 0; seed < 20; ++seed) {
    const Vector drawn = trainer.sample(4, seed)->tokens;
    for (int n = 0; n < 20000; ++n) {
      examples.draw(random, Split::training, 1, 4, tokens, targets);
      if (std::equal(drawn.begin(), drawn.end(), tokens.begin())) FAIL("drawn for training");
    }
  }

  auto options = tiny();
  options.examples = ExampleKind::previous;
  auto previous = *Trainer::make(options);
  const Sample shifted = *previous.sample(8, 1);
  CHECK(shifted.targets[0] == not_scored);
  CHECK((shifted.targets.tail(7) == shifted.tokens.head(7)));

  options = tiny();
  options.examples = ExampleKind::order;
  options.model.readout = Readout::max_pool;
  options.model.vocabulary = 40;
  auto ordering = *Trainer::make(options);
  for (double seed = 0; seed < 20; seed += 2) {
    Sample in_order = *ordering.sample(6, seed);
    Sample other = *ordering.sample(6, seed + 1);
    CHECK(in_order.targets.size() == 1);
    CHECK(in_order.targets[0] == 1);
    CHECK(other.targets[0] == 0);
    CHECK(std::ranges::is_sorted(in_order.tokens));
    CHECK_FALSE(std::ranges::is_sorted(other.tokens));
    std::ranges::sort(other.tokens);
    CHECK((other.tokens == in_order.tokens));
  }

  // What is right of a sample is right of its tokens, typed by anybody.
  for (const auto& [name, task] : example_kind_names) {
    if (task == ExampleKind::text) continue;  // (trainer_text_test.cpp)
    CAPTURE_BOUND(name);
    options = tiny();
    options.examples = task;
    options.tokens =
        task == ExampleKind::forward_fill ? TokenDraw::independent : TokenDraw::distinct;
    options.model.readout = task == ExampleKind::order ? Readout::max_pool : Readout::per_token;
    options.model.vocabulary = 40;
    auto of_task = *Trainer::make(options);
    for (double seed = 0; seed < 8; ++seed) {
      const Sample drawn = *of_task.sample(8, seed);
      CHECK((of_task.trace(drawn.tokens)->targets == drawn.targets));
    }
  }
  CHECK(ordering.trace(std::vector<double>{1, 2, 2, 3})->targets[0] == 0);
  options = tiny();
  options.examples = ExampleKind::forward_fill;
  options.tokens = TokenDraw::independent;
  auto filling = *Trainer::make(options);
  const double blank = options.model.vocabulary - 1;
  const Vector filled = filling.trace(std::vector<double>{blank, 4, blank, 5})->targets;
  CHECK((filled == Vector{{not_scored, not_scored, 4, not_scored}}));

  CHECK(message(trainer.sample(13, 1)) ==
        "[training] length must be at most longest = 12 but got 13");
  CHECK(message(trainer.sample(8, 0.5)) ==
        "[training] the seed of an example must be a whole number from 0 to 2^53 but got 0.5");
  CHECK(message(trainer.sample(8, -1)) ==
        "[training] the seed of an example must be a whole number from 0 to 2^53 but got -1");
}

TEST_CASE("the current learned table of positions") {
  for (const auto& [name, scheme] : scheme_names) {
    CAPTURE_BOUND(name);
    auto trainer = *Trainer::make(tiny(scheme));
    const auto table = trainer.position_table();
    if (scheme != Scheme::learned && scheme != Scheme::hybrid) {
      CHECK(message(table) ==
            "[training] the scheme must be learned or hybrid to have a table of "
            "positions but is " +
                std::string(name));
      continue;
    }
    const Matrix& first = table->table;
    CHECK(first.rows() == static_cast<Index>(trainer.options().model.position.table_rows));
    CHECK(first.cols() == static_cast<Index>(trainer.options().model.d_model));
    for (const Tensor& tensor : trainer.model().tensors()) {
      if (tensor.name != "positions.weight") continue;
      const auto values = trainer.model().parameters().subspan(
          static_cast<std::size_t>(tensor.offset), static_cast<std::size_t>(tensor.size()));
      CHECK(std::equal(values.begin(), values.end(), first.data()));
    }
    CHECK(table->change == Matrix::Zero(first.rows(), first.cols()));
    trainer.step(1);
    const auto later = trainer.position_table();
    CHECK((later->table != first));
    CHECK(later->change == later->table - first);
    // One that is opened knows where it began, too.
    CHECK(Trainer::from_checkpoint(trainer.checkpoint())->position_table()->change ==
          later->change);
  }
}

TEST_CASE("the paper's formula, typed, trains as the sinusoidal encoding does") {
  auto typed = tiny(Scheme::custom);
  typed.model.position.formula = custom_examples.front().formula;
  const auto losses = losses_of(typed);
  const auto expected = losses_of(tiny(Scheme::sinusoidal));
  REQUIRE(losses.size() == expected.size());
  for (std::size_t n = 0; n < losses.size(); ++n) {
    CHECK(losses[n] == doctest::Approx(expected[n]).epsilon(1e-4));
  }
  CHECK(losses.front() != losses_of(tiny(Scheme::none)).front());
  // A table of zeros has no information about positions.
  // (But for rounding, as gradients are summed up in another order.)
  typed.model.position.formula = "0";
  const auto zero = losses_of(typed);
  const auto none = losses_of(tiny(Scheme::none));
  for (std::size_t n = 0; n < zero.size(); ++n) {
    CHECK(zero[n] == doctest::Approx(none[n]).epsilon(1e-4));
  }
  // Options of other schemes are ignored.
  auto other = tiny(Scheme::rope);
  other.model.position.formula = "sin(";
  CHECK((losses_of(other) == losses_of(tiny(Scheme::rope))));
}

TEST_CASE("a run continues from a checkpoint as if it had never stopped") {
  for (const auto& [name, scheme] : scheme_names) {
    CAPTURE_BOUND(name);
    auto options = tiny(scheme);
    options.model.dropout = 0.1;
    if (scheme == Scheme::alibi) options.model.position.slopes = {0.5, 0.25};
    const auto expected = losses_of(options);
    auto trainer = *Trainer::make(options);
    auto losses = trainer.step(5).losses;
    const Bytes bytes = trainer.checkpoint();
    auto restored = *Trainer::from_checkpoint(bytes);
    CHECK(restored.steps_done() == 5);
    CHECK((restored.checkpoint() == bytes));
    CHECK(restored.evaluate(8)->loss == trainer.evaluate(8)->loss);
    const auto rest = restored.step(100).losses;
    losses.insert(losses.end(), rest.begin(), rest.end());
    CHECK((losses == expected));
  }
}

namespace {

/// How many bytes of a checkpoint options take.
struct OptionBytes {
  std::size_t size = 0;
  void number(const char*, double) { size += sizeof(double); }
  template <class E, std::size_t N>
  void choice(const char*, E, const EnumNames<E, N>&) {
    size += sizeof(std::uint32_t);
  }
  void numbers(const char*, const std::vector<double>& values) {
    size += sizeof(std::uint64_t) + values.size() * sizeof(double);
  }
  template <class E, std::size_t N>
  void choices(const char*, const std::vector<E>& values, const EnumNames<E, N>&) {
    size += sizeof(std::uint64_t) + values.size() * sizeof(std::uint32_t);
  }
  void text(const char*, const std::string& value) { size += sizeof(std::uint64_t) + value.size(); }
};

/// The same, and in `missing` how many of them are for options that came with a version from `from` on.
struct LaterOptionBytes : OptionBytes {
  std::uint32_t from;
  explicit LaterOptionBytes(std::uint32_t first) : from(first) {}

  template <class Visit>
  void later(std::uint32_t since, const char*, const Visit& visit) {
    OptionBytes one;
    visit(one);
    if (since >= from) missing += one.size;
    size += one.size;
  }
  std::size_t missing = 0;
};

}  // namespace

TEST_CASE("trainer: a run continues from a checkpoint of a version with fewer options") {
  auto as_it_was = task_options(Task::copy, Scheme::learned);
  as_it_was.test_lengths.clear();
  auto trainer = *Trainer::make(as_it_was);
  trainer.step(2);
  const Bytes bytes = trainer.checkpoint();
  for (const std::uint32_t version : {5, 4, 3, 2}) {
    CAPTURE(version);
    LaterOptionBytes options(version + 1);
    visit_options(trainer.options(), options);
    // Before the later options there is the formula: it is empty, so only its size is there.
    const std::size_t formula = version == 2 ? sizeof(std::uint64_t) : 0;
    const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(at_options + options.size);
    Bytes older(bytes.begin(), end - static_cast<std::ptrdiff_t>(formula + options.missing));
    older.insert(older.end(), end, bytes.end());
    put(older, at_version, version);
    auto opened = Trainer::from_checkpoint(sealed(older));
    REQUIRE(opened);
    CHECK(opened->options().model.position.table_std == 1);
    CHECK(opened->checkpoint() == bytes);
  }
}

TEST_CASE("trainer: the initial spread of a table is kept in a checkpoint, and the run with it") {
  auto options = tiny(Scheme::learned);
  options.model.position.table_std = 0.02;
  options.test_lengths = {8, 12};
  auto trainer = *Trainer::make(options);
  CHECK(trainer.position_table()->table.cwiseAbs().maxCoeff() < 0.1);
  trainer.step(5);
  auto opened = *Trainer::from_checkpoint(trainer.checkpoint());
  CHECK(opened.options() == options);
  CHECK(opened.position_table()->change == trainer.position_table()->change);
  CHECK(opened.step(7).losses == trainer.step(7).losses);
  options.model.position.table_std = 1;
  CHECK(losses_of(options) == losses_of(tiny(Scheme::learned)));
}

TEST_CASE("trainer: numbers that are given train, are kept in a checkpoint, and fit the lengths") {
  auto options = tiny(Scheme::alibi);
  const auto heads = static_cast<std::size_t>(options.model.heads);
  auto& position = options.model.position;
  std::size_t count = 0;
  for (double T = options.train_shortest; T <= options.train_longest; ++T) {
    position.given_lengths.push_back(T);
    count += heads * static_cast<std::size_t>(T * T);
  }
  position.given.assign(count, 0.0);
  auto trainer = *Trainer::make(options);
  trainer.step(3);
  auto opened = *Trainer::from_checkpoint(trainer.checkpoint());
  CHECK(opened.options() == options);
  CHECK(opened.step(2).losses == trainer.step(2).losses);
  // Without biases it is a model without positions.
  CHECK(losses_of(options) == losses_of(tiny(Scheme::none)));

  position.given_lengths.front() = 1;
  position.given.resize(
      count - heads * static_cast<std::size_t>(options.train_shortest * options.train_shortest) +
      heads);
  CHECK(message(Trainer::make(options))
            .starts_with(
                "[transformer] the length of an input must be one of given_lengths but is "));
}

TEST_CASE("every damage to a checkpoint is an error, and never a crash") {
  auto trainer = *Trainer::make(tiny(Scheme::alibi));
  trainer.step(2);
  const Bytes bytes = trainer.checkpoint();
  const std::string no_checkpoint =
      "[checkpoint] the file is not a checkpoint: it does not begin with \"POSENCTR\"";
  const auto refused = [](const Bytes& by) { return message(Trainer::from_checkpoint(by)); };

  for (std::size_t n = 0; n < 60; ++n) {
    // All of the beginning, and then further and further apart.
    const std::size_t at = n < 30 ? n : (n - 29) * (bytes.size() - 1) / 30;
    CAPTURE(at);
    Bytes flipped = bytes;
    flipped[at] ^= static_cast<std::uint8_t>(1U << (n % 8));
    const std::string error = refused(flipped);
    std::uint32_t version = 0;
    std::memcpy(&version, flipped.data() + at_version, sizeof version);
    if (at < at_version) {
      CHECK(error == no_checkpoint);
    } else if (at < at_options && (version < 2 || version > 6)) {
      CHECK(error.starts_with("[checkpoint] the file is version "));
    } else {
      CHECK(error == damaged);
    }
  }
  for (std::size_t n = 0; n < 40; ++n) {
    const std::size_t size = n < 24 ? n : (n - 23) * (bytes.size() - 1) / 16;
    CAPTURE(size);
    CHECK(refused(part(bytes, 0, size)) == (size < at_version ? no_checkpoint : damaged));
  }
  Bytes longer = bytes;
  longer.push_back(0);
  CHECK(refused(longer) == damaged);
  CHECK(refused(Bytes(100, '{')) == no_checkpoint);

  Bytes other = bytes;
  put(other, at_version, std::uint32_t{1});
  CHECK(refused(sealed(other)) ==
        "[checkpoint] the file is version 1, but this program reads versions 2 to 6");

  // What has the right checksum, and yet cannot be.
  CHECK(refused(sealed(longer)) == damaged);
  CHECK(refused(sealed(part(bytes, 0, bytes.size() - 4))) == damaged);
  CHECK(refused(sealed(part(bytes, 0, 60))) == damaged);
  CHECK(refused(sealed(part(bytes, 0, 20))) == damaged);
  Bytes impossible = bytes;
  put(impossible, at_options, static_cast<std::uint32_t>(example_kind_names.size()));
  CHECK(refused(sealed(impossible)) == damaged);
  impossible = bytes;
  put(impossible, at_seed, -1.0);
  CHECK(refused(sealed(impossible)) ==
        "[training] seed must be a whole number from 0 to 9007199254740992 but got -1");
  impossible = bytes;
  put(impossible, at_generators(bytes, trainer) - 16, std::int64_t{-1});
  CHECK(refused(sealed(impossible)) == damaged);
  impossible = bytes;
  put(impossible, at_generators(bytes, trainer) - 16, std::int64_t{1} << 40);
  CHECK(refused(sealed(impossible)) == damaged);
  // Generators that would draw nothing but zeros: of examples, and of dropout.
  for (const std::size_t generator : {0, 32}) {
    impossible = bytes;
    put(impossible, at_generators(bytes, trainer) + generator, Random::State{});
    CHECK(refused(sealed(impossible)) == damaged);
  }
  impossible = bytes;
  put(impossible, at_generators(bytes, trainer) + 64, std::uint64_t{1} << 60);
  CHECK(refused(sealed(impossible)) == damaged);
}

TEST_CASE("training: options that cannot be are errors that say which") {
  using O = TrainingOptions;
  const auto refused = [](const auto& change) {
    auto options = tiny();
    change(options);
    return message(Trainer::make(options));
  };
  const auto whole = [&](const std::string& name, double O::* member, const std::string& range) {
    const auto with = [&](double value) {
      return refused([&](O& options) { options.*member = value; });
    };
    const std::string expected = "[training] " + name + " must be a whole number from " + range;
    CHECK(with(-1) == expected + " but got -1");
    CHECK(with(2.5) == expected + " but got 2.5");
    CHECK(with(std::nan("")) == expected + " but got nan");
    CHECK(with(1e300) == expected + " but got 1e+300");
  };
  whole("seed", &O::seed, "0 to 9007199254740992");
  whole("steps", &O::steps, "1 to 1000000000");
  whole("batch", &O::batch, "1 to 65536");
  whole("warmup", &O::warmup, "0 to 1000000000");
  whole("test_examples", &O::test_examples, "1 to 65536");
  for (const auto& [value, shown] :
       {std::pair{0.0, "0"}, {-1.0, "-1"}, {std::nan(""), "nan"}, {infinity, "inf"}}) {
    const std::string expected = std::string(" must be a finite number above 0 but got ") + shown;
    CHECK(refused([v = value](O& o) { o.learning_rate = v; }) ==
          "[training] learning_rate" + expected);
    CHECK(refused([v = value](O& o) { o.adam.eps = v; }) == "[training] adam_eps" + expected);
  }
  for (const auto& [value, shown] :
       {std::pair{-0.1, "-0.1"}, {1.5, "1.5"}, {std::nan(""), "nan"}}) {
    CHECK(refused([v = value](O& o) { o.final_rate = v; }) ==
          std::string("[training] final_rate must be a number from 0 to 1 but got ") + shown);
    const std::string expected = std::string(" must be at least 0 and below 1 but got ") + shown;
    CHECK(refused([v = value](O& o) { o.adam.beta1 = v; }) == "[training] beta1" + expected);
    CHECK(refused([v = value](O& o) { o.adam.beta2 = v; }) == "[training] beta2" + expected);
  }
  CHECK(refused([](O& o) { o.adam.beta2 = 1; }) ==
        "[training] beta2 must be at least 0 and below 1 but got 1");
  for (const auto& [value, shown] :
       {std::pair{-1.0, "-1"}, {std::nan(""), "nan"}, {infinity, "inf"}}) {
    CHECK(refused([v = value](O& o) { o.clip = v; }) ==
          std::string("[training] clip must be a finite number of at least 0 but got ") + shown);
  }
  const auto ordering = [](O& o) {
    o.examples = ExampleKind::order;
    o.model.readout = Readout::max_pool;
  };
  const std::string even =
      " must be even for order, where every second example reorders another, but got ";
  CHECK(refused([&](O& o) {
          ordering(o);
          o.batch = 3;
        }) == "[training] batch" + even + "3");
  CHECK(refused([&](O& o) {
          ordering(o);
          o.test_examples = 5;
        }) == "[training] test_examples" + even + "5");

  // Lengths.
  CHECK(refused([](O& o) { o.train_shortest = 0; }) ==
        "[training] train_shortest must be a whole number above 0 and below 2^31 but got 0");
  CHECK(refused([](O& o) { o.train_longest = 8.5; }) ==
        "[training] train_longest must be a whole number above 0 and below 2^31 but got 8.5");
  CHECK(refused([](O& o) { o.train_shortest = 9; }) ==
        "[training] train_shortest must be at most train_longest = 8 but got 9");
  CHECK(refused([](O& o) { o.train_shortest = 1; }) == "[copy] T must be at least 2 but got 1");
  CHECK(refused([](O& o) { o.train_longest = o.model.longest = 17; }) ==
        "[copy] T must be at most the vocabulary, 16, as no token occurs twice, but got 17");
  CHECK(refused([](O& o) { o.model.longest = 7; }) ==
        "[training] longest must be at least train_longest = 8 but got 7");
  CHECK(refused([](O& o) { o.model.longest = std::nan(""); }) ==
        "[training] longest must be at least train_longest = 8 but got nan");
  const auto at = [&](double length) {
    auto options = tiny();
    options.test_lengths = {8, length};
    const auto trainer = Trainer::make(options);
    REQUIRE_FALSE(trainer);
    // So that a page shows it beside them.
    CHECK(trainer.error().parameter == "test_lengths");
    return trainer.error().message;
  };
  CHECK(
      at(9.5) ==
      "[training] each of test_lengths must be a whole number above 0 and below 2^31 but got 9.5");
  CHECK(at(1) == "[copy] T must be at least 2 but got 1");
  // Those above `longest` are refused only when they are evaluated.
  auto shorter = tiny();
  shorter.test_lengths = {8, 13};
  auto made = Trainer::make(shorter);
  REQUIRE(made);
  Trainer trained = *std::move(made);
  CHECK(trained.evaluate(13).error().message ==
        "[training] length must be at most longest = 12 but got 13");
  auto table = tiny(Scheme::learned);
  table.model.position.table_rows = 8;
  table.test_lengths = {8, 9};
  CHECK(Trainer::make(table));
  auto unknown = tiny();
  unknown.train_shortest = 1;
  CHECK(Trainer::make(unknown).error().parameter == "train_shortest");
  unknown = tiny();
  unknown.train_longest = unknown.model.longest = 17;
  CHECK(Trainer::make(unknown).error().parameter == "train_longest");
  // Refused at once, without a look at each of them.
  CHECK(refused([](O& o) {
          o.tokens = TokenDraw::independent;
          o.train_longest = o.model.longest = 2147483647;
        }) == "[transformer] longest input must be at most 65536 but got 2147483647");

  // Parts that do not fit each other.
  CHECK(refused([](O& o) { o.model.readout = Readout::max_pool; }) ==
        "[training] readout must be per_token for copy but got \"max_pool\"");
  CHECK(refused([](O& o) { o.examples = ExampleKind::order; }) ==
        "[training] readout must not be per_token for order but got \"per_token\"");
  CHECK(refused([](O& o) { o.model.vocabulary = 1; }).starts_with("[copy] "));
  CHECK(refused([](O& o) { o.model.heads = 3; }) ==
        "[transformer] d_model must be a multiple of heads but got 8 and 3");
  auto large = tiny();
  large.batch = 65536;
  large.model.longest = 2048;
  const auto too_many = Trainer::make(large);
  CHECK(message(too_many) ==
        "[training] a batch would have 65536 x 2048 elements, but at most 67108864 are computed at "
        "once");
  CHECK(too_many.error().code == ErrorCode::too_large);

  CHECK(message(to_task("forward_fill")).starts_with("[training] task must be \"order\", "));
}

TEST_CASE("tests of lengths that cannot be are errors that say why") {
  auto trainer = *Trainer::make(tiny());
  const std::string length = "[training] length must be ";
  CHECK(message(trainer.evaluate(0)) == length + "a whole number above 0 and below 2^31 but got 0");
  CHECK(message(trainer.evaluate(2.5)) ==
        length + "a whole number above 0 and below 2^31 but got 2.5");
  CHECK(message(trainer.evaluate(std::nan(""))) ==
        length + "a whole number above 0 and below 2^31 but got nan");
  CHECK(message(trainer.evaluate(13)) == length + "at most longest = 12 but got 13");
  CHECK(message(trainer.evaluate(1)) == "[copy] T must be at least 2 but got 1");
}

TEST_CASE("a learned table that is shorter than longest has no answer beyond it") {
  for (const Scheme scheme : {Scheme::learned, Scheme::hybrid}) {
    auto options = tiny(scheme);
    options.model.position.table_rows = 9;
    auto trainer = *Trainer::make(options);
    CHECK(trainer.step(2).losses.size() == 2);
    CHECK(trainer.evaluate(9));
    const std::string none =
        "[transformer] the learned table has no rows from position 9 on: the longest input must be "
        "at most 9 but is 10";
    CHECK(message(trainer.evaluate(10)) == none);
    CHECK(message(trainer.sample(10, 1)) == none);
    CHECK(message(trainer.trace(std::vector<double>(10))) == none);
    CHECK(trainer.position_table()->table.rows() == 9);
    // A table with fewer rows than the trained lengths is an error at once.
    options.model.position.table_rows = 7;
    CHECK(message(Trainer::make(options)) ==
          "[transformer] the learned table has no rows from position 7 on: the longest input must "
          "be at most 7 but is 8");
  }
}

TEST_CASE("tasks: each has its chance, ceiling and limits") {
  const auto levels = [](Task task) { return *reference_levels(task_options(task, Scheme::none)); };
  const auto ceiling = [&](Task task) { return levels(task).ceiling; };
  const auto chance_of = [&](Task task) { return levels(task).chance; };
  CHECK(ceiling(Task::order_bidirectional) == 0.5);
  CHECK(ceiling(Task::copy) == 1);
  CHECK(ceiling(Task::copy_course) == 1);
  CHECK(ceiling(Task::count) == 1);
  CHECK(ceiling(Task::reverse) == 1.0 / 7);
  CHECK(ceiling(Task::shift) == 1.0 / 7);
  CHECK(ceiling(Task::first) == 1.0 / 8);
  CHECK(ceiling(Task::sort) == 1.0 / 8);
  for (const Task one : {Task::order, Task::previous, Task::forward_fill, Task::first_causal,
                         Task::previous_20, Task::forward_fill_20, Task::first_causal_20}) {
    CHECK_FALSE(ceiling(one));
  }
  CHECK(chance_of(Task::order) == 0.5);
  CHECK(chance_of(Task::reverse) == 1.0 / 16);
  CHECK(chance_of(Task::copy_course) == 1.0 / 5);
  CHECK(chance_of(Task::forward_fill_20) == 1.0 / 15);
  for (const auto& [name, task] : task_names) {
    CAPTURE_BOUND(name);
    const std::string_view limits = limits_of(task);
    CHECK(limits.size() > 80);
    CHECK(limits.ends_with("."));
  }
}

TEST_CASE("training: chance and ceiling go by the trained lengths") {
  const auto levels = [](const TrainingOptions& of) { return *reference_levels(of); };
  auto options = task_options(Task::reverse, Scheme::none);
  options.train_shortest = options.train_longest = 12;
  CHECK(levels(options).ceiling == 1.0 / 11);
  CHECK(levels(options).chance == 1.0 / 16);
  options.train_shortest = 4;
  CHECK_FALSE(levels(options).ceiling);
  options.examples = ExampleKind::copy;
  CHECK(levels(options).ceiling == 1);
  options = task_options(Task::count, Scheme::none);
  options.train_longest = 5;
  options.train_shortest = 4;
  CHECK(levels(options).chance == doctest::Approx(std::pow(15.0 / 16, 4)));
  options = task_options(Task::sort, Scheme::none);
  options.model.direction = Direction::causal;
  CHECK_FALSE(levels(options).ceiling);

  options.train_longest = 17;
  CHECK(message(reference_levels(options)) ==
        "[sort] T must be at most the vocabulary, 16, as no token occurs twice, but got 17");
  CHECK(reference_levels(options).error().parameter == "train_longest");
  options.train_shortest = 1;
  CHECK(reference_levels(options).error().parameter == "train_shortest");
  options.train_shortest = 2.5;
  CHECK(message(reference_levels(options)) ==
        "[training] train_shortest must be a whole number above 0 and below 2^31 but got 2.5");
}

TEST_CASE("tasks: those of labs have the sizes that they are known for") {
  const auto course = task_options(Task::copy_course, Scheme::learned);
  CHECK(course.model.d_model == 16);
  CHECK(course.model.heads == 4);
  CHECK(course.model.vocabulary == 10);
  CHECK(course.drawn == 5);
  CHECK(course.train_longest == 20);
  CHECK(course.batch == 32);
  CHECK(course.steps == 300);
  CHECK(course.learning_rate == 0.01);
  auto trainer = *Trainer::make(course);
  trainer.step(300);
  CHECK(trainer.evaluate(20)->accuracy > 0.99);
  for (double seed = 0; seed < 20; ++seed) {
    CHECK(trainer.sample(20, seed)->tokens.maxCoeff() <= 4);
  }
  for (const Task task : {Task::previous_20, Task::forward_fill_20, Task::first_causal_20}) {
    const auto options = task_options(task, Scheme::learned);
    CHECK(options.train_shortest == 20);
    CHECK(options.train_longest == 20);
    CHECK(options.model.position.table_rows == 20);
    CHECK(options.model.longest == 100);
    CHECK(std::ranges::equal(facts_of(task).test_lengths, std::array{20.0, 30.0, 50.0, 100.0}));
    CHECK(Trainer::make(options));
  }
}

TEST_CASE("the options of every task make a trainer that can test its lengths") {
  for (const auto& [name, task] : task_names) {
    if (task == Task::text) continue;  // (trainer_text_test.cpp)
    CAPTURE_BOUND(name);
    const Scheme scheme = task == Task::copy ? Scheme::alibi_directional : Scheme::sinusoidal;
    auto options = task_options(task, scheme);
    CHECK(options.model.position.scheme == scheme);
    const auto lengths = facts_of(task).test_lengths;
    CHECK(options.model.longest == std::ranges::max(lengths));
    options.batch = options.test_examples = 2;
    auto trainer = *Trainer::make(options);
    CHECK(trainer.step(1).losses.size() == 1);
    for (const double length : lengths) CHECK(trainer.evaluate(length));
  }
}

TEST_CASE("tasks: no two are called the same, and each is tested where it was trained") {
  std::vector<std::string> titles;
  for (const auto& [name, task] : task_names) {
    titles.push_back(title_of(task));
    const auto lengths = facts_of(task).test_lengths;
    const auto options = task_options(task, Scheme::rope);
    CHECK(std::ranges::find(lengths, options.train_longest) != lengths.end());
    CHECK(options.model.longest == std::ranges::max(lengths));
    CHECK((task == Task::text || Trainer::make(options)));
  }
  CHECK(titles[0] == "In order? (causal)");
  CHECK(titles[1] == "In order? (both directions)");
  CHECK(title_of(Task::copy) == "Copy");
  CHECK(title_of(Task::copy_course) == "Copy (as in courses)");
  CHECK(title_of(Task::previous) == "Previous token");
  CHECK(title_of(Task::previous_20) == "Previous token (trained at 20)");
  std::ranges::sort(titles);
  CHECK(std::ranges::adjacent_find(titles) == titles.end());
}
