#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/random.hpp"

/// What a tiny transformer is trained on: made-up examples of a task, none of which is both in the
/// training set and in the test set. V is the size of the vocabulary, B the number of examples in a
/// batch, T the number of tokens in each.
/// Source: illustrations of this lesson. What is said of models rests on two facts: without
/// positions, attention commutes with permutations (arXiv:1706.03762v7, section 3.5), and a causal
/// layer still sees which tokens came before.
namespace posenc {

/// With x the tokens of an example, all for each i unless said otherwise:
///   order         one target: 1 when x ascends strictly, else 0
///   copy          x[i]
///   reverse       x[T-1-i]
///   first         x[0]
///   shift         x[i-1], and x[T-1] for i = 0
///   sort          the token with i smaller ones, repeated tokens counting each
///   count         how often x[i] occurs in x
///   previous      x[i-1]; nothing is scored for i = 0
///   forward_fill  the last of x[0] .. x[i] that is not blank, where x[i] is blank; no other is scored
enum class ExampleKind { order, copy, reverse, first, shift, sort, count, previous, forward_fill };

inline constexpr EnumNames<ExampleKind, 9> example_kind_names{{
    {"order", ExampleKind::order},
    {"copy", ExampleKind::copy},
    {"reverse", ExampleKind::reverse},
    {"first", ExampleKind::first},
    {"shift", ExampleKind::shift},
    {"sort", ExampleKind::sort},
    {"count", ExampleKind::count},
    {"previous", ExampleKind::previous},
    {"forward-fill", ExampleKind::forward_fill},
}};

/// What a task asks a model to know of positions.
enum class TaskNeed {
  nothing,   // each answer follows from the tokens alone, in whatever order
  place,     // where in the sequence a token is, which is at another distance for each
  distance,  // how far apart two tokens are, the same for each
  order,     // which token comes before which
};

inline constexpr EnumNames<TaskNeed, 4> task_need_names{{
    {"nothing", TaskNeed::nothing},
    {"place", TaskNeed::place},
    {"distance", TaskNeed::distance},
    {"order", TaskNeed::order},
}};

constexpr TaskNeed need_of(ExampleKind kind) {
  switch (kind) {
    case ExampleKind::copy:
    case ExampleKind::count:
      return TaskNeed::nothing;
    case ExampleKind::reverse:
    case ExampleKind::first:
      return TaskNeed::place;
    case ExampleKind::shift:
    case ExampleKind::previous:
      return TaskNeed::distance;
    case ExampleKind::order:
    case ExampleKind::sort:
    case ExampleKind::forward_fill:
      return TaskNeed::order;
  }
  return TaskNeed::order;
}

/// Whether the tokens of an example differ from each other or are drawn one by one, each of those that occur
/// alike (0 .. V-1, if no fewer are asked for). Without meaning for order, whose tokens always differ, and for forward_fill, which draws
/// its own.
enum class TokenDraw { distinct, independent };

inline constexpr EnumNames<TokenDraw, 2> token_draw_names{{
    {"distinct", TokenDraw::distinct},
    {"independent", TokenDraw::independent},
}};

enum class Split { training, test };

using Token = std::int32_t;

/// A target that no loss and no accuracy counts.
inline constexpr Token not_scored = -1;

/// The largest V.
inline constexpr Index max_vocabulary = 65536;

/// The fewest different examples of a length that are split into a training and a test set.
inline constexpr Index min_examples = 4096;

/// Makes batches of one task. Which set an example belongs to is decided by a 64-bit hash of its
/// tokens, for order of its sorted tokens, so that all orders of the same values fall on one side:
/// the test set where hash mod 8 = 0, else the training set.
class Examples {
 public:
  /// @param vocabulary V: a whole number from 2 to max_vocabulary
  /// @param tokens     without meaning for order and forward_fill, see there
  /// @param drawn      how many of the vocabulary occur, 0 .. drawn-1: a whole number from 2 to V; 0 for all
  /// Errors: a vocabulary outside of that; a `drawn` that is neither 0 nor such a number, or is given where
  /// tokens are not drawn independently, or for forward_fill, whose blank is token V-1.
  static Result<Examples> make(ExampleKind kind, double vocabulary, TokenDraw tokens,
                               double drawn = 0);

  /// V: tokens are 0 .. V-1.
  Index vocabulary() const { return vocabulary_; }
  /// How many of them occur.
  Index drawn() const { return drawn_; }
  /// How many classes there are: targets are 0 .. outputs()-1, or not_scored. Order has 2, count
  /// V + 1 (a token occurs from 0 to V times), any other task V.
  Index outputs() const;
  /// One target for each token, or else (order) one for each example.
  bool scores_each_token() const { return kind_ != ExampleKind::order; }

  /// No error for a length that draw() takes.
  /// Errors (invalid-argument): T below 2; T above V when tokens differ, or when they are counted;
  /// fewer than min_examples different examples (for order: different sets of values).
  std::optional<Error> check_length(Index T) const;

  /// A batch; the same for the same state of `random`, whatever was drawn before. Allocates nothing.
  ///
  /// Order: the first half ascends, and each example of the second half is the one at the same place
  /// of the first half, out of order: by a swap of two neighbours (40 %), of any two (30 %), a random
  /// permutation (20 %; should it ascend, a swap of two neighbours) or a reversal (10 %). The values
  /// are T different ones of a window, whose width
  ///   floor(exp(u)), u uniform from ln T to ln(V + 1)
  /// makes near and far values meet, and whose place in 0 .. V-1 is random. (Sets that fill their
  /// window are few and likely, so that their share differs a little between training and test.)
  ///
  /// Forward-fill: blank is token V-1; the first token is not blank, and each other is with
  /// probability 3/4; those that are not blank are 0 .. V-2, each alike. (An example without a blank
  /// has no target that is scored.)
  ///
  /// Each example is drawn anew until it belongs to `split`: for the test set about 8 times. That ends,
  /// as any example may be drawn, and with min_examples or more of them each side has some: a hash
  /// that leaves one side without any has a probability below (7/8)^4096, that is 10^-237.
  ///
  /// @param B       at least 0, and even for order
  /// @param tokens  shape [B, T], row by row
  /// @param targets the same shape, or [B] unless scores_each_token()
  /// Precondition: check_length(T) finds no error; the spans have those sizes.
  void draw(Random& random, Split split, Index B, Index T, std::span<Token> tokens,
            std::span<Token> targets);

  /// What is right for one sequence, whether it could be drawn or not. Where a task does not say, the nearest
  /// reading: order is right if every token is larger than the one before; forward_fill does not score a
  /// blank with nothing to fill from.
  /// @param tokens  shape [T]
  /// @param targets the same shape, or [1] unless scores_each_token(): as draw() fills them
  /// Precondition: T is at least 1, tokens are from 0 to V-1, and the spans have those sizes.
  void fill_targets(std::span<const Token> tokens, std::span<Token> targets);

 private:
  Examples(ExampleKind kind, Index vocabulary, TokenDraw tokens, Index drawn);

  bool distinct() const { return tokens_ == TokenDraw::distinct; }
  Index different_examples(Index T) const;
  void draw_tokens(Random& random, std::span<Token> x);
  void draw_distinct(Random& random, Index width, std::span<Token> x);
  void draw_ascending(Random& random, std::span<Token> x);

  ExampleKind kind_;
  Index vocabulary_;
  Index drawn_;
  TokenDraw tokens_;
  std::vector<Token> scratch_;  // V tokens, or how often each occurs
};

/// What the page tells of a task.
struct ExampleText {
  std::string_view title;
  /// How an example is made, and what is asked of it.
  std::string_view makes;
  /// Why it needs to know the order of the tokens, or why it does not.
  std::string_view order;
};

ExampleText text_of(ExampleKind kind);

/// The accuracy of guessing without a look at the tokens, each class that can be right alike.
///   order                            1/2
///   forward_fill                     1/(V-1), as blank is never right
///   count, of independent tokens     (1 - 1/V)^(T-1)
///   any other                        1/V
/// For count it is instead that of the best constant guess, "once": how many of the other T-1 tokens are
/// the same is binomial with mean (T-1)/V below 1, so that no number of them is likelier than 0.
/// @param V how many tokens occur
/// Precondition: V and T as make() and check_length() have them.
double chance_level(ExampleKind kind, Index V, Index T);

/// The highest accuracy, over all examples of T distinct tokens, of a model without positions in which
/// every token sees every other: what it puts out for a token depends on that token and on the set of
/// all, which permutations leave alone. Of the targets that occur with one such pair, a share of
///   order     1/2: an example and its re-ordering get one answer, and have different targets; exact
///             in every batch
///   reverse   1/(T-1), T even: any of the other tokens mirrors it, each alike
///             1/T, T odd: so may the token itself, being in the middle
///   shift, previous
///             1/(T-1): any of the other tokens is before it, each alike
///   first     1/T: any token may be the first, each alike
///   sort      1/T: its place may be any, each alike, and so the token that belongs there
///   copy      1: the target is the token
///   count     1: the target is the number of times that the token occurs among all
/// can be right at most. None for forward_fill, whose tokens repeat.
/// Precondition: T is at least 2.
std::optional<double> ceiling_without_order(ExampleKind kind, Index T);

/// The highest accuracy in task previous, over all examples of T distinct tokens, of one causal layer
/// without positions: what it puts out at i depends on x[i] and on the set of the i tokens before it,
/// each of which is the previous one alike, which leaves 1/i. The mean over i = 1 .. T-1 is
///   H(T-1) / (T-1),  H(n) = 1 + 1/2 + .. + 1/n
/// Precondition: T is at least 2.
double causal_previous_ceiling(Index T);

}  // namespace posenc
