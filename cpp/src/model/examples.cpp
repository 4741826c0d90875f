#include "posenc/model/examples.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "posenc/argument.hpp"

namespace posenc {
namespace {

/// How a kind draws its tokens; for two kinds this is fixed.
TokenDraw token_draw_of(ExampleKind kind, TokenDraw requested) {
  if (kind == ExampleKind::order) return TokenDraw::distinct;
  if (kind == ExampleKind::forward_fill || kind == ExampleKind::planted) {
    return TokenDraw::independent;
  }
  return requested;
}

/// A whole number from 0 to n - 1. Precondition: n > 0.
Index below(Random& random, Index n) {
  return static_cast<Index>(random.below(static_cast<std::uint64_t>(n)));
}

Token& at(std::span<Token> x, Index i) { return x[static_cast<std::size_t>(i)]; }

/// The set that an example belongs to. For order pass the sorted example.
Split split_of(std::span<const Token> x) {
  std::uint64_t hash = 0;
  for (const Token token : x) {
    hash ^= static_cast<std::uint64_t>(token);
    hash = split_mix_64(hash);
  }
  return hash % 8 == 0 ? Split::test : Split::training;
}

/// Moves n random ones of the numbers in x to its start, in random order.
void shuffle(Random& random, std::span<Token> x, Index n) {
  const auto size = static_cast<Index>(x.size());
  for (Index i = 0; i < std::min(n, size - 1); ++i) {
    const Index j = i + below(random, size - i);
    std::swap(at(x, i), at(x, j));
  }
}

void swap_neighbors(Random& random, std::span<Token> x) {
  const Index i = below(random, static_cast<Index>(x.size()) - 1);
  std::swap(at(x, i), at(x, i + 1));
}

void swap_any_two(Random& random, std::span<Token> x) {
  const auto size = static_cast<Index>(x.size());
  const Index i = below(random, size);
  Index j = below(random, size - 1);
  if (j >= i) ++j;
  std::swap(at(x, i), at(x, j));
}

/// Precondition: x ascends.
void put_out_of_order(Random& random, std::span<Token> x) {
  const Index kind = below(random, 10);
  if (kind < 4) {
    swap_neighbors(random, x);
  } else if (kind < 7) {
    swap_any_two(random, x);
  } else if (kind < 9) {
    shuffle(random, x, static_cast<Index>(x.size()));
    if (std::is_sorted(x.begin(), x.end())) swap_neighbors(random, x);
  } else {
    std::reverse(x.begin(), x.end());
  }
}

void fill_forward(Token blank, std::span<const Token> x, std::span<Token> y) {
  Token last = blank;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != blank) last = x[i];
    y[i] = x[i] == blank && last != blank ? last : not_scored;
  }
}

/// A query asks for the last planted token before it.
void fill_planted(Token fillers, Token query, std::span<const Token> x, std::span<Token> y) {
  Token planted = not_scored;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == query) {
      y[i] = planted;
    } else if (x[i] >= fillers) {
      planted = x[i];
      y[i] = not_scored;
    } else {
      y[i] = i + 1 < x.size() && x[i + 1] < fillers ? x[i + 1] : not_scored;
    }
  }
}

}  // namespace

Result<Examples> Examples::make(ExampleKind kind, double vocabulary, TokenDraw tokens,
                                double drawn) {
  if (kind == ExampleKind::text) {
    return invalid_argument({"[text] the `examples` of a text need a text but got none"});
  }
  constexpr auto largest = static_cast<double>(max_vocabulary);
  const std::string family = joined({"[", name_in(example_kind_names, kind), "] "});
  if (auto error = check_whole(family + "`vocabulary`", vocabulary, 2, largest)) return *error;
  const TokenDraw draw = token_draw_of(kind, tokens);
  if (drawn != 0) {
    const bool is_special = kind == ExampleKind::forward_fill || kind == ExampleKind::planted;
    if (is_special || draw == TokenDraw::distinct) {
      return invalid_argument({family, "`drawn` must be 0, for the whole vocabulary, as ",
                               kind == ExampleKind::forward_fill ? "its last token is the blank"
                               : is_special                      ? "its last token is the query"
                                                                 : "no token occurs twice",
                               ", but got ", drawn});
    }
    if (!(drawn >= 2 && drawn <= vocabulary) || drawn != std::floor(drawn)) {
      return invalid_argument({family,
                               "`drawn` must be 0 or a whole number from 2 to the `vocabulary`, ",
                               vocabulary, ", but got ", drawn});
    }
  }
  const auto V = static_cast<Index>(vocabulary);
  return Examples(kind, V, draw, drawn == 0 ? V : static_cast<Index>(drawn));
}

Examples Examples::of_text(std::shared_ptr<const Text> text) {
  Examples examples(ExampleKind::text, text->symbols(), TokenDraw::independent, text->symbols());
  examples.text_ = std::move(text);
  return examples;
}

Examples::Examples(ExampleKind kind, Index vocabulary, TokenDraw tokens, Index drawn)
    : kind_(kind),
      vocabulary_(vocabulary),
      drawn_(drawn),
      tokens_(tokens),
      scratch_(static_cast<std::size_t>(vocabulary)) {}

Index Examples::outputs() const {
  if (kind_ == ExampleKind::order) return 2;
  return kind_ == ExampleKind::count ? vocabulary_ + 1 : vocabulary_;
}

/// The number of different examples; if that is min_examples or more, some number of at least min_examples.
/// Precondition: 2 <= T, and T <= V where tokens are distinct. (No product here exceeds min_examples x
/// max_vocabulary.)
Index Examples::different_examples(Index T) const {
  const Index V = vocabulary_;
  Index examples = kind_ == ExampleKind::forward_fill ? V - 1 : 1;
  if (kind_ == ExampleKind::order) {
    // V over T, by C(m, i) = C(m - 1, i - 1) m / i.
    const Index chosen = std::min(T, V - T);
    for (Index i = 1; i <= chosen && examples < min_examples; ++i) {
      examples = examples * (V - chosen + i) / i;
    }
    return examples;
  }
  if (kind_ == ExampleKind::planted) {
    // Places and tokens to plant; with one filler, only these.
    examples = planted() * (T - 1);
    for (Index i = 2; i < T && examples > 0 && examples < min_examples; ++i) examples *= fillers();
    return examples;
  }
  for (Index i = kind_ == ExampleKind::forward_fill ? 1 : 0; i < T && examples < min_examples;
       ++i) {
    examples *= distinct() ? V - i : drawn_;
  }
  return examples;
}

std::optional<Error> Examples::check_length(Index T) const {
  const std::string family = joined({"[", name_in(example_kind_names, kind_), "] "});
  if (T < 2) {
    return invalid_argument({family, text_ ? "`length`" : "T", " must be at least 2 but got ", T});
  }
  if (text_) {
    const auto held_out = static_cast<Index>(text_->held_out().size());
    if (T < held_out) return std::nullopt;
    return invalid_argument({family, "`length` must be below ", held_out,
                             ", the number of characters of the text that are held out, but got ",
                             T});
  }
  if (T > vocabulary_ && (distinct() || kind_ == ExampleKind::count)) {
    return invalid_argument({family, "T must be at most the `vocabulary`, ", vocabulary_, ", as ",
                             distinct() ? "no token occurs twice" : "the vocabulary limits counts",
                             ", but got ", T});
  }
  const Index examples = different_examples(T);
  if (examples >= min_examples) return std::nullopt;
  return invalid_argument({family, "there must be at least ", min_examples, " different ",
                           kind_ == ExampleKind::order ? "sets of values" : "examples",
                           " to keep some for testing only, but T = ", T,
                           " with a `vocabulary` of ", drawn_, " allows ", examples});
}

/// Different ones of 0 .. width-1.
void Examples::draw_distinct(Random& random, Index width, std::span<Token> x) {
  // In the same order each time, so that a batch does not depend on the batches before it.
  const auto candidates = std::span(scratch_).first(static_cast<std::size_t>(width));
  std::iota(candidates.begin(), candidates.end(), 0);
  shuffle(random, candidates, static_cast<Index>(x.size()));
  std::copy_n(candidates.begin(), x.size(), x.begin());
}

/// The values of kind order, ascending.
void Examples::draw_ascending(Random& random, std::span<Token> x) {
  const auto narrowest = static_cast<double>(x.size());
  const double widest = static_cast<double>(vocabulary_);
  const double u = random.uniform();
  // Rounding can leave the range.
  const double width = std::clamp(
      std::floor(narrowest * std::exp(u * std::log((widest + 1) / narrowest))), narrowest, widest);
  const Index start = below(random, vocabulary_ - static_cast<Index>(width) + 1);
  draw_distinct(random, static_cast<Index>(width), x);
  std::sort(x.begin(), x.end());
  for (Token& value : x) value += static_cast<Token>(start);
}

void Examples::draw_tokens(Random& random, std::span<Token> x) {
  if (kind_ == ExampleKind::order) return draw_ascending(random, x);
  if (kind_ == ExampleKind::forward_fill) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const bool is_blank = i > 0 && below(random, 4) != 0;
      x[i] = static_cast<Token>(is_blank ? vocabulary_ - 1 : below(random, vocabulary_ - 1));
    }
    return;
  }
  if (kind_ == ExampleKind::planted) return draw_planted(random, x);
  if (distinct()) return draw_distinct(random, vocabulary_, x);
  for (Token& token : x) token = static_cast<Token>(below(random, drawn_));
}

void Examples::draw_planted(Random& random, std::span<Token> x) const {
  const auto size = static_cast<Index>(x.size());
  Index filler = below(random, fillers());
  for (Token& token : x) {
    token = static_cast<Token>(filler);
    const bool is_next = below(random, 4) != 0;
    filler = is_next ? (filler + 1) % fillers() : below(random, fillers());
  }
  const Index place = below(random, size - 1);
  at(x, place) = static_cast<Token>(fillers() + below(random, planted()));
  x.back() = static_cast<Token>(vocabulary_ - 1);
}

Index Examples::planted_at(std::span<const Token> x) const {
  const auto found = std::ranges::find_if(x, [&](Token token) { return token >= fillers(); });
  return found - x.begin();
}

void Examples::fill_targets(std::span<const Token> x, std::span<Token> y) {
  switch (kind_) {
    case ExampleKind::order:
      y.front() = std::ranges::adjacent_find(x, std::ranges::greater_equal{}) == x.end() ? 1 : 0;
      break;
    case ExampleKind::copy:
      std::copy(x.begin(), x.end(), y.begin());
      break;
    case ExampleKind::reverse:
      std::reverse_copy(x.begin(), x.end(), y.begin());
      break;
    case ExampleKind::first:
      std::fill(y.begin(), y.end(), x.front());
      break;
    case ExampleKind::shift:
      std::rotate_copy(x.begin(), x.end() - 1, x.end(), y.begin());
      break;
    case ExampleKind::sort:
      std::copy(x.begin(), x.end(), y.begin());
      std::sort(y.begin(), y.end());
      break;
    case ExampleKind::count:
      for (const Token token : x) at(scratch_, token) = 0;
      for (const Token token : x) ++at(scratch_, token);
      std::transform(x.begin(), x.end(), y.begin(),
                     [this](Token token) { return at(scratch_, token); });
      break;
    case ExampleKind::previous:
      y.front() = not_scored;
      std::copy(x.begin(), x.end() - 1, y.begin() + 1);
      break;
    case ExampleKind::forward_fill:
      fill_forward(static_cast<Token>(vocabulary_ - 1), x, y);
      break;
    case ExampleKind::planted:
      fill_planted(static_cast<Token>(fillers()), static_cast<Token>(vocabulary_ - 1), x, y);
      break;
    case ExampleKind::text:
      std::copy(x.begin() + 1, x.end(), y.begin());
      y.back() = not_scored;
      break;
  }
}

namespace {

/// The tokens of a part of a text from `start` on, and of each the next one.
void copy_passage(std::span<const std::uint8_t> part, Index start, std::span<Token> x,
                  std::span<Token> y) {
  const auto from = part.subspan(static_cast<std::size_t>(start));
  std::copy_n(from.begin(), x.size(), x.begin());
  std::copy_n(from.begin() + 1, y.size(), y.begin());
}

std::span<Token> row_of(std::span<Token> all, Index row, Index T) {
  return all.subspan(static_cast<std::size_t>(row * T), static_cast<std::size_t>(T));
}

}  // namespace

void Examples::draw_text(Random& random, Split split, std::span<Token> x,
                         std::span<Token> y) const {
  const auto part = split == Split::training ? text_->training() : text_->held_out();
  const Index start = below(random, static_cast<Index>(part.size() - x.size()));
  copy_passage(part, start, x, y);
}

Index Examples::test_passages(Index T) const {
  const auto held_out = static_cast<Index>(text_->held_out().size());
  // The last token needs a next one.
  return std::min(std::max(max_tested, T), held_out - 1) / T;
}

void Examples::take_passages(Index first, Index B, Index T, std::span<Token> tokens,
                             std::span<Token> targets) const {
  for (Index b = 0; b < B; ++b) {
    copy_passage(text_->held_out(), (first + b) * T, row_of(tokens, b, T), row_of(targets, b, T));
  }
}

void Examples::draw(Random& random, Split split, Index B, Index T, std::span<Token> tokens,
                    std::span<Token> targets) {
  const Index half = B / 2;
  for (Index b = 0; b < (kind_ == ExampleKind::order ? half : B); ++b) {
    const auto x = row_of(tokens, b, T);
    if (kind_ == ExampleKind::text) {
      draw_text(random, split, x, row_of(targets, b, T));
      continue;
    }
    do draw_tokens(random, x);
    while (split_of(x) != split);
    if (kind_ != ExampleKind::order) {
      fill_targets(x, row_of(targets, b, T));
      continue;
    }
    at(targets, b) = 1;
    const auto negative = row_of(tokens, half + b, T);
    std::copy(x.begin(), x.end(), negative.begin());
    put_out_of_order(random, negative);
    at(targets, half + b) = 0;
  }
}

ExampleText text_of(ExampleKind kind) {
  switch (kind) {
    case ExampleKind::order:
      return {"In order?", "Different numbers: do they ascend, or were some moved?",
              "Each row that ascends has a partner with the same numbers out of order. A model "
              "blind to order can only guess."};
    case ExampleKind::copy:
      return {"Copy", "Random tokens; each place returns its own.",
              "Needs no order: each place already has its answer."};
    case ExampleKind::reverse:
      return {"Reverse", "Random tokens, to be returned from last to first.",
              "Needs order: each place has to look at its mirror image, and only positions say "
              "where that is."};
    case ExampleKind::first:
      return {"First token", "Random tokens; each place names the first one.",
              "Needs order: nothing in a token itself says that it came first."};
    case ExampleKind::shift:
      return {"Shift", "Random tokens; each moves by one place, the last to the front.",
              "Needs order: each place has to find its neighbor, on the correct side."};
    case ExampleKind::sort:
      return {"Sort", "Random tokens, to be returned from smallest to largest.",
              "The sorted row is the same for any order of the tokens. But each place has to know "
              "which place it is, to name the token that belongs there."};
    case ExampleKind::count:
      return {"Count", "Random tokens; each place says how often its token occurs.",
              "Needs no order: shuffle the tokens, and each still occurs just as often."};
    case ExampleKind::previous:
      return {"Previous token", "Random tokens; each place names the token just before it.",
              "Needs order: which token is just before? If each place sees only those before it, "
              "as in a causal model, that alone gives away part of the answer."};
    case ExampleKind::forward_fill:
      return {"Fill forward",
              "Few tokens, many blanks; each blank names the nearest earlier token.",
              "Needs order: of all the tokens before a blank, only the nearest counts."};
    case ExampleKind::planted:
      return {"Planted character", "One character is planted in a text; the last place names it.",
              "Needs no order: a planted character differs from all others. But the last place has "
              "to find one among many."};
    case ExampleKind::text:
      return {"Next character", "Passages from a text; each place names the next character.",
              "Needs order: “on” and “no” have the same letters, but not the same next one. How "
              "often each character occurs says little, and each pair of neighbors a bit more."};
  }
  return {};
}

double chance_level(ExampleKind kind, Index V, Index T) {
  const auto classes = static_cast<double>(V);
  switch (kind) {
    case ExampleKind::order:
      return 0.5;
    case ExampleKind::forward_fill:
      return 1 / (classes - 1);
    case ExampleKind::planted:
      return 1 / static_cast<double>(V / 3);
    case ExampleKind::count:
      return std::pow(1 - 1 / classes, static_cast<double>(T - 1));
    case ExampleKind::text:
      return 0;
    default:
      return 1 / classes;
  }
}

std::optional<double> ceiling_without_order(ExampleKind kind, Index T) {
  const auto all = static_cast<double>(T);
  switch (kind) {
    case ExampleKind::order:
      return 0.5;
    case ExampleKind::copy:
    case ExampleKind::count:
      return 1.0;
    case ExampleKind::reverse:
      return T % 2 == 0 ? 1 / (all - 1) : 1 / all;
    case ExampleKind::shift:
    case ExampleKind::previous:
      return 1 / (all - 1);
    case ExampleKind::first:
    case ExampleKind::sort:
      return 1 / all;
    case ExampleKind::forward_fill:
    case ExampleKind::text:
    case ExampleKind::planted:
      break;
  }
  return std::nullopt;
}

double causal_previous_ceiling(Index T) {
  double harmonic = 0;
  for (Index i = 1; i < T; ++i) harmonic += 1 / static_cast<double>(i);
  return harmonic / static_cast<double>(T - 1);
}

}  // namespace posenc
