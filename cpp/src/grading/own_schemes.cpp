#include "posenc/grading/own_schemes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "posenc/analysis/spread.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/expression.hpp"
#include "posenc/grading/code.hpp"
#include "posenc/grading/code_calls.hpp"
#include "posenc/grading/lab_run.hpp"
#include "posenc/grading/nested.hpp"

namespace posenc {
namespace {

/// Sizes of the model that is trained.
struct Sizes {
  Index longest;
  Index d_model;
  Index heads;
  Index head_dim;
};

TrainingOptions options_with(Scheme scheme) {
  TrainingOptions options = task_options(Task::order, scheme);
  // As the exercise asks for.
  options.model.position.layout = PairLayout::interleaved;
  return options;
}

Sizes sizes_of(const TransformerOptions& model) {
  const auto d_model = static_cast<Index>(model.d_model);
  const auto heads = static_cast<Index>(model.heads);
  return {static_cast<Index>(model.longest), d_model, heads, d_model / heads};
}

/// Trained and tested ones, rising.
std::vector<double> lengths_of(const TrainingOptions& options) {
  std::set<double> lengths(options.test_lengths.begin(), options.test_lengths.end());
  for (double T = options.train_shortest; T <= options.train_longest; ++T) lengths.insert(T);
  return {lengths.begin(), lengths.end()};
}

std::string table_call(const Sizes& sizes) {
  return joined({"sinusoidal_encoding(", sizes.longest, ", ", sizes.d_model, ")"});
}

/// A function with an offset, f(x) = M x + b, is linear for components that add up to 1: these do not.
Vector vector_to_try(Index d) {
  Vector x(d);
  for (Index j = 0; j < d; ++j) {
    x[j] = (j % 2 == 0 ? 1 : -1) * static_cast<double>(j + 1) / static_cast<double>(d);
  }
  return x;
}

/// The columns of the matrix of that position, and the function of vector_to_try.
std::string turn_call(Index d, Index position) {
  return joined({"[apply_rope(x, ", position, ") for x in [[float(i == j) for j in range(", d,
                 ")] for i in range(", d, ")] + [", python_list(vector_to_try(d)), "]]"});
}

std::string bias_call(const Sizes& sizes, double length, Index head) {
  return joined({"alibi_bias(", sizes.heads, ", ", length, ", causal=True)[", head, "]"});
}

/// What a call returned, or why it is not of use.
struct Returned {
  Matrix numbers{};
  std::optional<OwnReading> failure{};
};

Returned refused(OwnStanding standing, const std::string& call, std::string message) {
  return {.failure = OwnReading{.standing = standing, .call = call, .message = std::move(message)}};
}

Returned returned(const Answers& results, const std::string& call, Index rows, Index cols) {
  constexpr std::string_view raise = "raise ";
  const std::string_view text = trimmed(answer_to(results, call));
  if (is_blank(text)) return refused(OwnStanding::failed, call, "the call was not reached");
  if (text.starts_with(raise)) {
    return refused(OwnStanding::failed, call, std::string(text.substr(raise.size())));
  }
  const auto nested = parse_nested(text);
  if (!nested) return refused(OwnStanding::unusable, call, nested.error().message);
  const std::vector<Index> expected{rows, cols};
  if (nested->shape != expected) {
    return refused(OwnStanding::unusable, call,
                   joined({"expected ", shape_text(expected), " numbers but got ",
                           shape_text(nested->shape)}));
  }
  return {.numbers = nested->values.reshaped<Eigen::RowMajor>(rows, cols)};
}

bool is_near(double one, double other) {
  // Infinities have no difference.
  return one == other || std::abs(one - other) <= code_tolerance;
}

/// How all numbers of a scheme compare with those of the library.
class Comparison {
 public:
  void add(const OwnDifference& at) {
    is_same_ = is_same_ && static_cast<float>(at.yours) == static_cast<float>(at.expected);
    if (!first_ && !is_near(at.yours, at.expected)) first_ = at;
  }

  bool agrees() const { return !first_; }
  OwnReading reading() const {
    const OwnStanding standing = first_     ? OwnStanding::differs
                                 : is_same_ ? OwnStanding::same
                                            : OwnStanding::near;
    return {.standing = standing, .difference = first_};
  }

 private:
  bool is_same_ = true;
  std::optional<OwnDifference> first_;
};

void append(std::vector<double>& all, const Matrix& numbers) {
  all.insert(all.end(), numbers.data(), numbers.data() + numbers.size());
}

/// The reading with both runs, or why the model refuses the numbers.
OwnReading with_runs(OwnReading reading, const TrainingOptions& built_in, PositionOptions own,
                     const std::string& call) {
  const auto& model = built_in.model;
  const Sizes sizes = sizes_of(model);
  const auto tables = position_tables(
      own, model.direction,
      {sizes.d_model, sizes.heads, static_cast<Index>(model.layers), sizes.longest});
  if (!tables) return *refused(OwnStanding::unusable, call, tables.error().message).failure;
  reading.runs = OwnRuns{built_in, built_in};
  reading.runs->own.model.position = std::move(own);
  return reading;
}

OwnReading read_table(const Answers& results) {
  const TrainingOptions built_in = options_with(Scheme::sinusoidal);
  const Sizes sizes = sizes_of(built_in.model);
  const std::string call = table_call(sizes);
  const Returned got = returned(results, call, sizes.longest, sizes.d_model);
  if (got.failure) return *got.failure;
  const Vector positions =
      Vector::LinSpaced(sizes.longest, 0, static_cast<double>(sizes.longest - 1));
  const Matrix expected =
      *sinusoidal_table(frequencies(sizes.d_model, built_in.model.position.base),
                        {positions.data(), static_cast<std::size_t>(positions.size())});
  Comparison comparison;
  for (Index p = 0; p < sizes.longest; ++p) {
    for (Index c = 0; c < sizes.d_model; ++c) {
      comparison.add({{}, {}, p, c / 2, got.numbers(p, c), expected(p, c)});
    }
  }
  PositionOptions own = built_in.model.position;
  append(own.given, got.numbers);
  return with_runs(comparison.reading(), built_in, std::move(own), call);
}

/// One of the forms of RoPE that the exercise accepts.
struct RopeForm {
  PairLayout layout;
  double direction;
  std::optional<Reason> reason;
};

constexpr std::array rope_forms{
    RopeForm{PairLayout::interleaved, 1, std::nullopt},
    RopeForm{PairLayout::half_split, 1, Reason::other_layout},
    RopeForm{PairLayout::interleaved, -1, Reason::rotation_sign},
    RopeForm{PairLayout::half_split, -1, Reason::rotation_sign},
};

/// The learner's matrices, one for each position, beside those of a form.
Comparison compared_with(const RopeForm& form, const std::vector<Matrix>& maps, double base) {
  const Index d = maps.front().rows();
  const auto rope =
      *RotaryEmbedding::make(frequencies(d, base), static_cast<double>(d), form.layout);
  Comparison comparison;
  for (std::size_t p = 0; p < maps.size(); ++p) {
    const Matrix expected = *rotation_matrix(rope, form.direction * static_cast<double>(p));
    for (Index row = 0; row < d; ++row) {
      const Index pair = form.layout == PairLayout::interleaved ? row / 2 : row % (d / 2);
      for (Index col = 0; col < d; ++col) {
        comparison.add(
            {{}, {}, static_cast<Index>(p), pair, maps[p](row, col), expected(row, col)});
      }
    }
  }
  return comparison;
}

OwnReading read_turns(const Answers& results) {
  TrainingOptions built_in = options_with(Scheme::rope);
  const Sizes sizes = sizes_of(built_in.model);
  const Index d = sizes.head_dim;
  const Vector tried = vector_to_try(d);
  PositionOptions own = built_in.model.position;
  std::vector<Matrix> maps;
  std::string call;
  for (Index p = 0; p < sizes.longest; ++p) {
    call = turn_call(d, p);
    const Returned got = returned(results, call, d + 1, d);
    if (got.failure) return *got.failure;
    maps.emplace_back(got.numbers.topRows(d).transpose());
    const Vector mapped = maps.back() * tried;
    for (Index c = 0; c < d; ++c) {
      if (is_near(mapped[c], got.numbers(d, c))) continue;
      OwnReading reading{.standing = OwnStanding::not_linear, .call = call};
      reading.difference = {{}, {}, p, c / 2, got.numbers(d, c), mapped[c]};
      return reading;
    }
    append(own.given, maps.back());
  }
  OwnReading reading = compared_with(rope_forms[0], maps, own.base).reading();
  for (const RopeForm& form : rope_forms) {
    const Comparison comparison = compared_with(form, maps, own.base);
    if (!form.reason || !reading.difference || !comparison.agrees()) continue;
    reading = {.standing = OwnStanding::convention, .reason = form.reason};
    built_in.model.position.layout = own.layout = form.layout;
  }
  return with_runs(std::move(reading), built_in, std::move(own), call);
}

OwnReading read_biases(const Answers& results) {
  const TrainingOptions built_in = options_with(Scheme::alibi);
  const Sizes sizes = sizes_of(built_in.model);
  const Vector slopes = *alibi_slopes(static_cast<double>(sizes.heads));
  PositionOptions own = built_in.model.position;
  own.given_lengths = lengths_of(built_in);
  Comparison comparison;
  std::string call;
  for (const double length : own.given_lengths) {
    const auto T = static_cast<Index>(length);
    const PerHead expected = *alibi_bias(slopes, BiasDirection::causal, length, length);
    for (Index head = 0; head < sizes.heads; ++head) {
      call = bias_call(sizes, length, head);
      const Returned got = returned(results, call, T, T);
      if (got.failure) return *got.failure;
      const Matrix& of_head = expected[static_cast<std::size_t>(head)];
      for (Index t = 0; t < T; ++t) {
        for (Index key = 0; key < T; ++key) {
          comparison.add({T, head, t, key, got.numbers(t, key), of_head(t, key)});
        }
      }
      append(own.given, got.numbers);
    }
  }
  return with_runs(comparison.reading(), built_in, std::move(own), call);
}

std::vector<std::string> names_of_best(const labs::Run& run, Index at) {
  const labs::Chosen best = run.best_of(run.merits(at));
  std::vector<std::string> names;
  for (Index n = 0; n < run.count(); ++n) {
    if (best[static_cast<std::size_t>(n)]) names.emplace_back(run.result(n).name);
  }
  return names;
}

}  // namespace

std::vector<OwnScheme> own_schemes() {
  const TrainingOptions options = options_with(Scheme::none);
  const Sizes sizes = sizes_of(options.model);
  OwnScheme rope{Scheme::rope, "code-rope", {}};
  for (Index p = 0; p < sizes.longest; ++p) rope.calls.push_back(turn_call(sizes.head_dim, p));
  OwnScheme alibi{Scheme::alibi, "code-alibi", {}};
  for (const double length : lengths_of(options)) {
    for (Index h = 0; h < sizes.heads; ++h) alibi.calls.push_back(bias_call(sizes, length, h));
  }
  return {{Scheme::sinusoidal, "code-sinusoidal", {table_call(sizes)}},
          std::move(rope),
          std::move(alibi)};
}

Result<OwnReading> read_own_scheme(Scheme scheme, const Answers& results) {
  switch (scheme) {
    case Scheme::sinusoidal:
      return read_table(results);
    case Scheme::rope:
      return read_turns(results);
    case Scheme::alibi:
      return read_biases(results);
    default:
      return invalid_argument({"[own] `scheme` must be sinusoidal, rope or alibi but got ",
                               quote(name_in(scheme_names, scheme))});
  }
}

Result<OwnTraining> compare_own_training(std::span<const double> own,
                                         std::span<const double> built_in, double seeds) {
  POSENC_TRY(count, to_count("[own] `seeds`", seeds));
  const auto rows = static_cast<std::size_t>(2 * count);
  if (own.empty() || own.size() != built_in.size() || own.size() % rows != 0) {
    return invalid_argument(
        {"[own] there must be the same accuracies and losses of both models, a "
         "multiple of ",
         rows, ", but there are ", own.size(), " and ", built_in.size()});
  }
  const auto has_same_bits = [](double one, double other) {
    return std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(other);
  };
  if (std::ranges::equal(own, built_in, has_same_bits)) return OwnTraining::identical;
  const std::size_t lengths = own.size() / rows;
  bool is_somewhere_ahead = false;
  bool is_somewhere_behind = false;
  for (std::size_t length = 0; length < lengths; ++length) {
    std::vector<double> of_own, of_built_in;
    for (std::size_t seed = 0; seed < rows / 2; ++seed) {
      of_own.push_back(own[seed * lengths + length]);
      of_built_in.push_back(built_in[seed * lengths + length]);
    }
    is_somewhere_ahead = is_somewhere_ahead || is_ahead(of_own, of_built_in);
    is_somewhere_behind = is_somewhere_behind || is_ahead(of_built_in, of_own);
  }
  if (is_somewhere_ahead && is_somewhere_behind) return OwnTraining::mixed;
  if (is_somewhere_ahead) return OwnTraining::ahead;
  return is_somewhere_behind ? OwnTraining::behind : OwnTraining::alike;
}

Result<OwnBest> best_own_schemes(const LabOutcome& outcome) {
  if (auto error = labs::check(outcome)) return *error;
  const labs::Run run = labs::run_of(outcome);
  if (run.seeds == 0 || run.trained < 0) {
    return invalid_argument({"[own] there must be results of a length that was trained"});
  }
  return OwnBest{names_of_best(run, run.trained), names_of_best(run, run.longest)};
}

}  // namespace posenc
