#include "posenc/model/examples.hpp"

#include <iterator>

#include "drawn.hpp"
#include "test.hpp"

namespace {

using Tokens = std::vector<Token>;

constexpr TokenDraw both_draws[] = {TokenDraw::distinct, TokenDraw::independent};

struct Batch {
  Index T;
  Tokens tokens;
  Tokens targets;

  Tokens example(Index b) const { return {tokens.begin() + b * T, tokens.begin() + (b + 1) * T}; }
  Tokens target(Index b) const { return {targets.begin() + b * T, targets.begin() + (b + 1) * T}; }
};

Batch draw(Examples& examples, Random& random, Split split, Index B, Index T) {
  REQUIRE_FALSE(examples.check_length(T));
  // What draw() leaves out would be seen: -7 is no token and no target.
  Batch batch{T, Tokens(static_cast<std::size_t>(B * T), -7),
              Tokens(static_cast<std::size_t>(examples.scores_each_token() ? B * T : B), -7)};
  examples.draw(random, split, B, T, batch.tokens, batch.targets);
  return batch;
}

/// What each token of x has for a target, by the words of the task.
Token expected_target(ExampleKind task, Index V, const Tokens& x, std::size_t i) {
  const std::size_t T = x.size();
  switch (task) {
    case ExampleKind::copy:
      return x[i];
    case ExampleKind::reverse:
      return x[T - 1 - i];
    case ExampleKind::first:
      return x[0];
    case ExampleKind::shift:
      return x[(i + T - 1) % T];
    case ExampleKind::sort:
      for (const Token candidate : x) {
        std::size_t smaller = 0;
        std::size_t same = 0;
        for (const Token other : x) {
          smaller += other < candidate;
          same += other == candidate;
        }
        if (smaller <= i && i < smaller + same) return candidate;
      }
      break;
    case ExampleKind::count: {
      Token occurrences = 0;
      for (const Token other : x) occurrences += other == x[i];
      return occurrences;
    }
    case ExampleKind::previous:
      return i == 0 ? not_scored : x[i - 1];
    case ExampleKind::forward_fill: {
      const auto blank = static_cast<Token>(V - 1);
      if (x[i] != blank) return not_scored;
      std::size_t nearest = i;
      while (x[nearest] == blank) --nearest;
      return x[nearest];
    }
    case ExampleKind::planted: {
      const Token fillers = static_cast<Token>(V - 1 - V / 3);
      if (x[i] < fillers) return i + 1 < T && x[i + 1] < fillers ? x[i + 1] : not_scored;
      if (x[i] < V - 1) return not_scored;
      for (std::size_t j = i; j-- > 0;) {
        if (x[j] >= fillers && x[j] < V - 1) return x[j];
      }
      return not_scored;
    }
    case ExampleKind::order:
    case ExampleKind::text:
      break;
  }
  return -9;
}

bool ascends(const Tokens& x) {
  return std::adjacent_find(x.begin(), x.end(), [](Token a, Token b) { return a >= b; }) == x.end();
}

bool all_differ(const Tokens& x) { return std::set<Token>(x.begin(), x.end()).size() == x.size(); }

Tokens sorted(Tokens x) {
  std::sort(x.begin(), x.end());
  return x;
}

/// Of targets seen together with what a predictor sees, how many the best predictor has right.
class BestPredictor {
 public:
  void see(const Tokens& seen, Token target) {
    ++targets_[seen][target];
    ++count_;
  }
  double accuracy() const {
    int right = 0;
    for (const auto& [seen, targets] : targets_) {
      int most = 0;
      for (const auto& [target, times] : targets) most = std::max(most, times);
      right += most;
    }
    return static_cast<double>(right) / count_;
  }

 private:
  std::map<Tokens, std::map<Token, int>> targets_;
  int count_ = 0;
};

/// What a model without positions sees at i: the token, and which ones are among the first `visible`.
Tokens seen_at(const Tokens& x, std::size_t i, std::size_t visible) {
  Tokens seen = sorted({x.begin(), x.begin() + static_cast<std::ptrdiff_t>(visible)});
  seen.push_back(x[i]);
  return seen;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

double binomial(Index n, Index k) {
  double result = 1;
  for (Index i = 1; i <= k; ++i) {
    result *= static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return result;
}

}  // namespace

TEST_CASE("tasks: every target is what the task says of the tokens") {
  Random random(101);
  for (const auto& [name, task] : example_kind_names) {
    if (task == ExampleKind::text) continue;  // drawn from a text
    if (task == ExampleKind::order) continue;
    for (const TokenDraw tokens : both_draws) {
      for (int round = 0; round < 6; ++round) {
        const Index V = drawn::index(random, 16, 40);
        const Index T = drawn::index(random, 5, 16);
        CAPTURE_BOUND(name);
        CAPTURE(V);
        CAPTURE(T);
        Examples examples = *Examples::make(task, static_cast<double>(V), tokens);
        CHECK(examples.vocabulary() == V);
        CHECK(examples.outputs() == (task == ExampleKind::count ? V + 1 : V));
        CHECK(examples.scores_each_token());
        const Split split = random.below(2) == 0 ? Split::training : Split::test;
        const Batch batch = draw(examples, random, split, 33, T);
        bool right = true;
        bool in_range = true;
        bool distinct = true;
        for (Index b = 0; b < 33; ++b) {
          const Tokens x = batch.example(b);
          const Tokens y = batch.target(b);
          distinct = distinct && all_differ(x);
          for (std::size_t i = 0; i < x.size(); ++i) {
            right = right && y[i] == expected_target(task, V, x, i);
            in_range = in_range && x[i] >= 0 && x[i] < V && y[i] < examples.outputs();
          }
        }
        CHECK(right);
        CHECK(in_range);
        CHECK(distinct == (tokens == TokenDraw::distinct && task != ExampleKind::forward_fill &&
                           task != ExampleKind::planted));
      }
    }
  }
}

TEST_CASE("tasks: small examples by hand") {
  const Tokens x{2, 0, 2, 1};
  const auto targets = [&x](ExampleKind task) {
    Tokens y;
    for (std::size_t i = 0; i < x.size(); ++i) y.push_back(expected_target(task, 3, x, i));
    return y;
  };
  CHECK(targets(ExampleKind::copy) == Tokens{2, 0, 2, 1});
  CHECK(targets(ExampleKind::reverse) == Tokens{1, 2, 0, 2});
  CHECK(targets(ExampleKind::first) == Tokens{2, 2, 2, 2});
  CHECK(targets(ExampleKind::shift) == Tokens{1, 2, 0, 2});
  CHECK(targets(ExampleKind::sort) == Tokens{0, 1, 2, 2});
  CHECK(targets(ExampleKind::count) == Tokens{2, 1, 2, 1});
  CHECK(targets(ExampleKind::previous) == Tokens{not_scored, 2, 0, 2});
  CHECK(expected_target(ExampleKind::forward_fill, 3, {1, 2, 2, 0}, 2) == 1);
  CHECK(expected_target(ExampleKind::forward_fill, 3, {1, 2, 2, 0}, 3) == not_scored);
}

TEST_CASE("order: the second half is the first half, out of order") {
  Random random(102);
  for (const auto& [V, T] : {std::pair<Index, Index>{92, 2},
                             {40, 3},
                             {40, 4},
                             {40, 8},
                             {40, 32},
                             {40, 37},
                             {4096, 4095}}) {
    CAPTURE_BOUND(T);
    for (const Split split : {Split::training, Split::test}) {
      // With either option the values are distinct.
      Examples examples =
          *Examples::make(ExampleKind::order, static_cast<double>(V), TokenDraw::independent);
      CHECK(examples.outputs() == 2);
      CHECK_FALSE(examples.scores_each_token());
      const Index pairs = T > 1000 ? 2 : 200;
      const Batch batch = draw(examples, random, split, 2 * pairs, T);
      bool paired = true;
      bool in_range = true;
      BestPredictor blind;
      for (Index b = 0; b < pairs; ++b) {
        const Tokens positive = batch.example(b);
        const Tokens negative = batch.example(pairs + b);
        paired = paired && ascends(positive) && !ascends(negative) && sorted(negative) == positive;
        in_range = in_range && positive.front() >= 0 && positive.back() < V;
      }
      for (Index b = 0; b < 2 * pairs; ++b) {
        const Token target = batch.targets[static_cast<std::size_t>(b)];
        paired = paired && target == (b < pairs ? 1 : 0);
        blind.see(sorted(batch.example(b)), target);
      }
      CHECK(paired);
      CHECK(in_range);
      CHECK(blind.accuracy() == 0.5);
    }
  }
}

TEST_CASE("order: the shares of what puts an example out of order") {
  Random random(103);
  Examples examples = *Examples::make(ExampleKind::order, 40, TokenDraw::distinct);
  constexpr Index pairs = 20000;
  constexpr Index T = 8;
  const Batch batch = draw(examples, random, Split::training, 2 * pairs, T);
  std::map<std::string, double> share;
  for (Index b = 0; b < pairs; ++b) {
    const Tokens positive = batch.example(b);
    const Tokens negative = batch.example(pairs + b);
    std::vector<std::size_t> moved;
    for (std::size_t i = 0; i < T; ++i) {
      if (positive[i] != negative[i]) moved.push_back(i);
    }
    const bool reversed = std::equal(positive.begin(), positive.end(), negative.rbegin());
    const bool is_swap = moved.size() == 2;
    share[reversed                              ? "reversal"
          : is_swap && moved[1] == moved[0] + 1 ? "neighbours"
          : is_swap                             ? "others"
                                                : "permutation"] += 1.0 / pairs;
  }
  // Of any two, 2/T are neighbors. Four standard deviations are 0.014 or less.
  CHECK(std::abs(share["neighbours"] - (0.4 + 0.3 * 2 / T)) < 0.014);
  CHECK(std::abs(share["others"] - 0.3 * (1 - 2.0 / T)) < 0.014);
  CHECK(std::abs(share["permutation"] - 0.2) < 0.014);
  CHECK(std::abs(share["reversal"] - 0.1) < 0.014);
}

TEST_CASE("order: near and far values meet, over the whole vocabulary") {
  Random random(104);
  constexpr Index V = 40;
  constexpr Index pairs = 10000;
  for (const Index T : {4, 30}) {
    CAPTURE(T);
    Examples examples = *Examples::make(ExampleKind::order, V, TokenDraw::distinct);
    const Batch batch = draw(examples, random, Split::training, 2 * pairs, T);
    std::map<Index, double> spread;
    std::set<Token> seen;
    for (Index b = 0; b < pairs; ++b) {
      const Tokens x = batch.example(b);
      spread[x.back() - x.front()] += 1.0 / pairs;
      seen.insert(x.begin(), x.end());
    }
    CHECK(seen.size() == V);
    double furthest_off = 0;
    // Without s = T - 1: there are few such sets, each likely, and those kept for the test are missed.
    for (Index s = T; s < V; ++s) {
      double expected = 0;
      for (Index w = s + 1; w <= V; ++w) {
        const auto width = static_cast<double>(w);
        const double share_of_width =
            std::log((width + 1) / width) / std::log((V + 1.0) / static_cast<double>(T));
        // The ends are s apart, at any of w - s places, and all others are between them.
        expected +=
            share_of_width * static_cast<double>(w - s) * binomial(s - 1, T - 2) / binomial(w, T);
      }
      furthest_off = std::max(furthest_off, std::abs(spread[s] - expected));
    }
    CHECK(furthest_off < 0.01);
  }
}

TEST_CASE("tasks: every token is as likely at every place") {
  constexpr Index V = 8;
  constexpr Index B = 8000;
  Random random(105);
  for (const TokenDraw tokens : both_draws) {
    for (const Index T : {6, 8}) {
      Examples examples = *Examples::make(ExampleKind::copy, V, tokens);
      const Batch batch = draw(examples, random, Split::training, B, T);
      std::array<std::array<int, V>, V> times{};
      int repeated = 0;
      for (Index b = 0; b < B; ++b) {
        const Tokens x = batch.example(b);
        for (std::size_t i = 0; i < x.size(); ++i) ++times[i][static_cast<std::size_t>(x[i])];
        repeated += x[0] == x[1];
      }
      // Each is expected 1000 times, with a standard deviation of 30.
      int furthest_off = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(T); ++i) {
        for (const int n : times[i]) furthest_off = std::max(furthest_off, std::abs(n - 1000));
      }
      CHECK(furthest_off < 150);
      CHECK(std::abs(repeated - (tokens == TokenDraw::independent ? 1000 : 0)) < 150);
    }
  }
}

TEST_CASE("forward-fill: a quarter is not blank, and the first never is") {
  Random random(106);
  constexpr Index V = 5;
  constexpr Index T = 16;
  constexpr Index B = 4000;
  Examples examples = *Examples::make(ExampleKind::forward_fill, V, TokenDraw::distinct);
  const Batch batch = draw(examples, random, Split::training, B, T);
  std::array<int, V> first{};
  std::array<int, V> later{};
  for (Index b = 0; b < B; ++b) {
    const Tokens x = batch.example(b);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ++(i == 0 ? first : later)[static_cast<std::size_t>(x[i])];
    }
  }
  CHECK(first[V - 1] == 0);
  CHECK(later[V - 1] / static_cast<double>(B * (T - 1)) == doctest::Approx(0.75).epsilon(0.01));
  for (std::size_t token = 0; token < V - 1; ++token) {
    CHECK(first[token] == doctest::Approx(B / 4.0).epsilon(0.12));
    CHECK(later[token] == doctest::Approx(B * (T - 1) / 16.0).epsilon(0.08));
  }
}

TEST_CASE(
    "planted: one token anywhere before the query, and fillers that mostly follow each other") {
  Random random(112);
  constexpr Index V = 24;
  constexpr Index T = 16;
  constexpr Index B = 4000;
  constexpr Token fillers = 15;
  Examples examples = *Examples::make(ExampleKind::planted, V, TokenDraw::distinct);
  const Batch batch = draw(examples, random, Split::training, B, T);
  std::array<int, T> places{};
  std::array<int, V> planted{};
  double pairs = 0;
  double next = 0;
  bool right = true;
  for (Index b = 0; b < B; ++b) {
    const Tokens x = batch.example(b);
    const Index place = examples.planted_at(x);
    ++places[static_cast<std::size_t>(place)];
    ++planted[static_cast<std::size_t>(x[static_cast<std::size_t>(place)])];
    right = right && x.back() == V - 1 &&
            std::ranges::count_if(x, [](Token token) { return token >= fillers; }) == 2 &&
            batch.target(b).back() == x[static_cast<std::size_t>(place)];
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      if (x[i] >= fillers || x[i + 1] >= fillers) continue;
      ++pairs;
      next += x[i + 1] == (x[i] + 1) % fillers ? 1 : 0;
    }
  }
  CHECK(right);
  CHECK(places.back() == 0);
  for (std::size_t place = 0; place + 1 < T; ++place) {
    CHECK(places[place] == doctest::Approx(B / (T - 1.0)).epsilon(0.25));
  }
  for (std::size_t token = fillers; token < V - 1; ++token) {
    CHECK(planted[token] == doctest::Approx(B / 8.0).epsilon(0.2));
  }
  CHECK(next / pairs == doctest::Approx(0.75 + 0.25 / fillers).epsilon(0.01));
}

TEST_CASE("tasks: the same seed gives the same batch, regardless of earlier draws") {
  for (const auto& [name, task] : example_kind_names) {
    if (task == ExampleKind::text) continue;  // drawn from a text
    CAPTURE_BOUND(name);
    Examples fresh = *Examples::make(task, 20, TokenDraw::distinct);
    Examples used = *Examples::make(task, 20, TokenDraw::distinct);
    Random other(1);
    draw(used, other, Split::test, 6, 7);
    Random one(107);
    Random two(107);
    const Batch a = draw(fresh, one, Split::training, 10, 8);
    const Batch b = draw(used, two, Split::training, 10, 8);
    CHECK(a.tokens == b.tokens);
    CHECK(a.targets == b.targets);
    CHECK(one.state() == two.state());
    const Batch next = draw(fresh, one, Split::training, 10, 8);
    CHECK(next.tokens != a.tokens);
    // No example, nothing drawn.
    const Random::State state = one.state();
    draw(fresh, one, Split::training, 0, 8);
    CHECK(one.state() == state);
  }
}

TEST_CASE(
    "tasks: no example of the test occurs in training, and both are drawn from all there are") {
  Random random(108);
  // 4096, 4896, 4624 examples, and 4495 sets of values.
  struct Space {
    ExampleKind task;
    TokenDraw tokens;
    Index V;
    std::size_t size;
  };
  for (const Space& space : {Space{ExampleKind::copy, TokenDraw::independent, 16, 4096},
                             {ExampleKind::reverse, TokenDraw::distinct, 18, 4896},
                             {ExampleKind::forward_fill, TokenDraw::independent, 17, 4624},
                             {ExampleKind::order, TokenDraw::distinct, 31, 4495}}) {
    CAPTURE(space.V);
    Examples examples = *Examples::make(space.task, static_cast<double>(space.V), space.tokens);
    const auto seen = [&](Split split, Index B) {
      const Batch batch = draw(examples, random, split, B, 3);
      std::set<Tokens> result;
      for (Index b = 0; b < B; ++b) {
        const Tokens x = batch.example(b);
        result.insert(space.task == ExampleKind::order ? sorted(x) : x);
      }
      return result;
    };
    const std::set<Tokens> training = seen(Split::training, 20000);
    const std::set<Tokens> test = seen(Split::test, 5000);
    std::vector<Tokens> shared;
    std::set_intersection(training.begin(), training.end(), test.begin(), test.end(),
                          std::back_inserter(shared));
    CHECK(shared.empty());
    CHECK(training.size() + test.size() <= space.size);
    if (space.task == ExampleKind::copy || space.task == ExampleKind::reverse) {
      // All alike: next to none of 7/8 are left out of 20000, and of 1/8 of 5000.
      CHECK(training.size() + test.size() > 0.98 * static_cast<double>(space.size));
      CHECK(static_cast<double>(test.size()) ==
            doctest::Approx(static_cast<double>(space.size) / 8).epsilon(0.15));
    }
  }
}

TEST_CASE("tasks: both sets can be drawn from at every length that is allowed") {
  Random random(109);
  for (const auto& [name, task] : example_kind_names) {
    if (task == ExampleKind::text) continue;  // drawn from a text
    for (const TokenDraw tokens : both_draws) {
      CAPTURE_BOUND(name);
      int lengths = 0;
      bool complete = true;
      for (Index V = 2; V <= 100; V += V < 20 ? 1 : 9) {
        Examples examples = *Examples::make(task, static_cast<double>(V), tokens);
        // The shortest three, and the longest three where there is a limit.
        std::vector<Index> allowed;
        for (Index T = 2; T <= std::max<Index>(V, 16); ++T) {
          if (!examples.check_length(T)) allowed.push_back(T);
        }
        for (std::size_t n = 0; n < allowed.size(); ++n) {
          if (n >= 3 && n + 3 < allowed.size()) continue;
          ++lengths;
          for (const Split split : {Split::training, Split::test}) {
            Examples drawing = examples;
            const Batch batch = draw(drawing, random, split, 4, allowed[n]);
            complete = complete && std::count(batch.tokens.begin(), batch.tokens.end(), -7) == 0 &&
                       std::count(batch.targets.begin(), batch.targets.end(), -7) == 0;
          }
        }
      }
      CHECK(complete);
      CHECK(lengths > 50);
    }
  }
}

TEST_CASE("tasks: a vocabulary that is none is an error that names it") {
  for (const auto& [value, shown] : {std::pair{1.0, "1"},
                                     {0.0, "0"},
                                     {-3.0, "-3"},
                                     {2.5, "2.5"},
                                     {65537.0, "65537"},
                                     {std::nan(""), "nan"},
                                     {infinity, "inf"}}) {
    for (const auto& [name, task] : example_kind_names) {
      if (task == ExampleKind::text) continue;  // drawn from a text
      const auto made = Examples::make(task, value, TokenDraw::distinct);
      REQUIRE_FALSE(made);
      CHECK(made.error().code == ErrorCode::invalid_argument);
      CHECK(made.error().message == "[" + std::string(name) +
                                        "] vocabulary must be a whole number from 2 to 65536 but "
                                        "got " +
                                        shown);
    }
  }
  CHECK(Examples::make(ExampleKind::copy, 2, TokenDraw::independent));
  CHECK(Examples::make(ExampleKind::copy, 65536, TokenDraw::independent));
}

TEST_CASE("tasks: exactly the first `drawn` tokens of a vocabulary occur") {
  Random random(111);
  for (const ExampleKind task :
       {ExampleKind::copy, ExampleKind::reverse, ExampleKind::first, ExampleKind::shift,
        ExampleKind::sort, ExampleKind::count, ExampleKind::previous}) {
    Examples examples = *Examples::make(task, 20, TokenDraw::independent, 5);
    CHECK(examples.vocabulary() == 20);
    CHECK(examples.drawn() == 5);
    CHECK(examples.outputs() == (task == ExampleKind::count ? 21 : 20));
    const Batch batch = draw(examples, random, Split::training, 200, 12);
    std::map<Token, int> times;
    for (const Token token : batch.tokens) ++times[token];
    CHECK(times.size() == 5);
    for (const auto& [token, count] : times) {
      CHECK(token < 5);
      CHECK(std::abs(count - 480) < 100);
    }
  }
  CHECK(Examples::make(ExampleKind::copy, 20, TokenDraw::independent, 0)->drawn() == 20);
  CHECK(Examples::make(ExampleKind::copy, 20, TokenDraw::independent, 20)->drawn() == 20);
  // 5^5 and 5^6 examples.
  const auto few = *Examples::make(ExampleKind::copy, 20, TokenDraw::independent, 5);
  CHECK(message(few.check_length(5)) ==
        "[copy] there must be at least 4096 different examples to keep some for testing only, "
        "but T = 5 with a vocabulary of 5 allows 3125");
  CHECK_FALSE(few.check_length(6));
  const std::string range =
      "[copy] drawn must be 0 or a whole number from 2 to the vocabulary, 20, but got ";
  for (const auto& [value, shown] :
       {std::pair{1.0, "1"}, {21.0, "21"}, {2.5, "2.5"}, {-3.0, "-3"}, {std::nan(""), "nan"}}) {
    CHECK(message(Examples::make(ExampleKind::copy, 20, TokenDraw::independent, value)) ==
          range + shown);
  }
  const std::string whole = " drawn must be 0, for the whole vocabulary, as ";
  CHECK(message(Examples::make(ExampleKind::copy, 20, TokenDraw::distinct, 5)) ==
        "[copy]" + whole + "no token occurs twice, but got 5");
  CHECK(message(Examples::make(ExampleKind::order, 20, TokenDraw::independent, 5)) ==
        "[order]" + whole + "no token occurs twice, but got 5");
  CHECK(message(Examples::make(ExampleKind::forward_fill, 20, TokenDraw::independent, 5)) ==
        "[forward-fill]" + whole + "its last token is the blank, but got 5");
}

TEST_CASE("tasks: a length that cannot be had is an error that says why") {
  const auto error = [](ExampleKind task, double V, TokenDraw tokens, Index T) {
    return Examples::make(task, V, tokens)->check_length(T);
  };
  constexpr auto distinct = TokenDraw::distinct;
  constexpr auto independent = TokenDraw::independent;

  CHECK(message(error(ExampleKind::shift, 16, distinct, 1)) ==
        "[shift] T must be at least 2 but got 1");
  CHECK(message(error(ExampleKind::forward_fill, 16, distinct, -5)) ==
        "[forward-fill] T must be at least 2 but got -5");
  CHECK(message(error(ExampleKind::first, 16, distinct, 17)) ==
        "[first] T must be at most the vocabulary, 16, as no token occurs twice, but got 17");
  CHECK(message(error(ExampleKind::order, 40, independent, 41)) ==
        "[order] T must be at most the vocabulary, 40, as no token occurs twice, but got 41");
  CHECK(
      message(error(ExampleKind::count, 16, independent, 17)) ==
      "[count] T must be at most the vocabulary, 16, as the vocabulary limits counts, but got 17");
  CHECK(message(error(ExampleKind::sort, 16, distinct, 3)) ==
        "[sort] there must be at least 4096 different examples to keep some for testing only, but "
        "T = 3 with a vocabulary of 16 allows 3360");
  CHECK(message(error(ExampleKind::order, 40, distinct, 38)) ==
        "[order] there must be at least 4096 different sets of values to keep some for testing "
        "only, but T = 38 with a vocabulary of 40 allows 780");

  // Just below the limit, and at it or above: 4095 and 4186 pairs; 64 of 64; 63 x 64 and 64 x 65; 2^11
  // and 2^12.
  CHECK(error(ExampleKind::order, 91, distinct, 2));
  CHECK_FALSE(error(ExampleKind::order, 92, distinct, 2));
  CHECK(error(ExampleKind::order, 40, distinct, 40));
  CHECK(error(ExampleKind::copy, 63, independent, 2));
  CHECK_FALSE(error(ExampleKind::copy, 64, independent, 2));
  CHECK(error(ExampleKind::copy, 64, distinct, 2));
  CHECK_FALSE(error(ExampleKind::copy, 65, distinct, 2));
  CHECK(error(ExampleKind::forward_fill, 64, distinct, 2));
  CHECK_FALSE(error(ExampleKind::forward_fill, 65, distinct, 2));
  CHECK(error(ExampleKind::copy, 2, independent, 11));
  CHECK_FALSE(error(ExampleKind::copy, 2, independent, 12));
  CHECK(error(ExampleKind::forward_fill, 2, distinct, 12));
  CHECK_FALSE(error(ExampleKind::forward_fill, 2, distinct, 13));
  // The largest, and what the experiments use.
  CHECK_FALSE(error(ExampleKind::order, 65536, distinct, 32768));
  CHECK_FALSE(error(ExampleKind::reverse, 65536, distinct, 65536));
  CHECK_FALSE(error(ExampleKind::previous, 65536, independent, 1 << 20));
  for (Index T = 4; T <= 32; ++T) CHECK_FALSE(error(ExampleKind::order, 40, distinct, T));
  CHECK_FALSE(error(ExampleKind::count, 16, independent, 8));
}

TEST_CASE("ceilings: what the best model without positions gets right of all permutations") {
  for (const auto& [name, task] : example_kind_names) {
    if (task == ExampleKind::text) continue;  // drawn from a text
    if (task == ExampleKind::order || task == ExampleKind::forward_fill) continue;
    if (task == ExampleKind::planted) continue;  // its tokens repeat
    CAPTURE_BOUND(name);
    for (Index T = 2; T <= 6; ++T) {
      CAPTURE(T);
      Tokens x(static_cast<std::size_t>(T));
      std::iota(x.begin(), x.end(), 0);
      BestPredictor best;
      do {
        for (std::size_t i = 0; i < x.size(); ++i) {
          const Token target = expected_target(task, T, x, i);
          if (target != not_scored) best.see(seen_at(x, i, x.size()), target);
        }
      } while (std::next_permutation(x.begin(), x.end()));
      const auto ceiling = ceiling_without_order(task, T);
      REQUIRE(ceiling);
      CHECK(near(best.accuracy(), *ceiling));
    }
  }
  CHECK(ceiling_without_order(ExampleKind::order, 8) == 0.5);
  CHECK_FALSE(ceiling_without_order(ExampleKind::forward_fill, 8));
  CHECK(ceiling_without_order(ExampleKind::reverse, 8) == 1.0 / 7);
  CHECK(ceiling_without_order(ExampleKind::reverse, 11) == 1.0 / 11);
}

TEST_CASE("ceilings: what the best causal layer without positions knows of the previous token") {
  for (Index T = 2; T <= 6; ++T) {
    CAPTURE(T);
    Tokens x(static_cast<std::size_t>(T));
    std::iota(x.begin(), x.end(), 0);
    BestPredictor best;
    do {
      for (std::size_t i = 1; i < x.size(); ++i) best.see(seen_at(x, i, i + 1), x[i - 1]);
    } while (std::next_permutation(x.begin(), x.end()));
    CHECK(near(best.accuracy(), causal_previous_ceiling(T)));
  }
  CHECK(causal_previous_ceiling(2) == 1);
  CHECK(std::abs(causal_previous_ceiling(8) - 0.3704) < 0.00005);
}

TEST_CASE("chance: guessing has the share right that is said") {
  CHECK(chance_level(ExampleKind::order, 40, 8) == 0.5);
  CHECK(chance_level(ExampleKind::forward_fill, 16, 8) == 1.0 / 15);
  CHECK(chance_level(ExampleKind::planted, 24, 16) == 1.0 / 8);
  for (const ExampleKind task : {ExampleKind::copy, ExampleKind::reverse, ExampleKind::first,
                                 ExampleKind::shift, ExampleKind::sort, ExampleKind::previous}) {
    CHECK(chance_level(task, 16, 8) == 1.0 / 16);
  }
  // No constant guess of a count beats "once".
  Random random(110);
  for (const auto& [V, T] : {std::pair<Index, Index>{16, 8}, {16, 16}, {40, 4}, {8, 5}}) {
    CAPTURE_BOUND(V);
    CAPTURE_BOUND(T);
    Examples examples =
        *Examples::make(ExampleKind::count, static_cast<double>(V), TokenDraw::independent);
    const Batch batch = draw(examples, random, Split::training, 8000, T);
    std::map<Token, double> share;
    for (const Token count : batch.targets) {
      share[count] += 1 / static_cast<double>(batch.targets.size());
    }
    CHECK(std::abs(share[1] - chance_level(ExampleKind::count, V, T)) < 0.01);
    for (const auto& [count, times] : share) {
      if (count > 1 && times > share[1] + 0.01) FAIL("a count of ", count, " is likelier");
    }
  }
}

TEST_CASE("texts: every task has its own") {
  std::set<std::string_view> all;
  for (const auto& [name, task] : example_kind_names) {
    const ExampleText text = text_of(task);
    for (const std::string_view words : {text.title, text.makes, text.order}) {
      CHECK(words.size() > 3);
      CHECK(words.find_first_of("0123456789") == std::string_view::npos);
      all.insert(words);
    }
  }
  CHECK(all.size() == 3 * example_kind_names.size());
}
