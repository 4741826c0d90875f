#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model/text.hpp"
#include "posenc/random.hpp"

/// Examples to train a tiny transformer on: made-up examples of a task, none of them in both the training set
/// and the test set. V is the size of the vocabulary, B the number of examples in a batch, T the number of
/// tokens in each.
/// Source: illustrations of this lesson. Ceilings rest on two facts: without positions, attention commutes with
/// permutations (arXiv:1706.03762v7, section 3.5), and a causal layer still sees which tokens came before.
namespace posenc {

/// With x the tokens of an example, all for each i unless said otherwise:
///   order         one target: 1 when x ascends strictly, else 0
///   copy          x[i]
///   reverse       x[T-1-i]
///   first         x[0]
///   shift         x[i-1], and x[T-1] for i = 0
///   sort          the token with i smaller ones, counting repeated tokens separately
///   count         how often x[i] occurs in x
///   previous      x[i-1]; nothing is scored for i = 0
///   forward_fill  if x[i] is blank, the last of x[0] .. x[i] that is not; no other i is scored
///   text          x[i+1], with x[T] the character after the example; the example is part of a Text
///   planted       the planted token for the last one, which asks for it; x[i+1] for a filler before a filler; no other
///                 i is scored
enum class ExampleKind {
  order,
  copy,
  reverse,
  first,
  shift,
  sort,
  count,
  previous,
  forward_fill,
  text,
  planted,
};

POSENC_HYPHENATED_NAMES(ExampleKind, example_kind_names, order, copy, reverse, first, shift, sort,
                        count, previous, forward_fill, text, planted)

/// What a model has to know about positions for a task.
enum class TaskNeed {
  nothing,   // each answer follows from the tokens alone, in whatever order
  place,     // where in the sequence a token is, at a distance that differs for each i
  distance,  // how far apart two tokens are, the same for each i
  order,     // which token comes before which
};

POSENC_NAMES(TaskNeed, task_need_names, nothing, place, distance, order)

constexpr TaskNeed need_of(ExampleKind kind) {
  switch (kind) {
    case ExampleKind::copy:
    case ExampleKind::count:
    case ExampleKind::planted:
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
    case ExampleKind::text:
      return TaskNeed::order;
  }
  return TaskNeed::order;
}

enum class TaskMeasure {
  accuracy,  // how often they are right; more is better
  bits,      // the loss in bits per character; less is better
};

POSENC_NAMES(TaskMeasure, task_measure_names, accuracy, bits)

constexpr TaskMeasure measure_of(ExampleKind kind) {
  return kind == ExampleKind::text ? TaskMeasure::bits : TaskMeasure::accuracy;
}

/// Whether the tokens of an example are distinct or drawn independently, with the same probability for each token
/// that occurs (0 .. V-1, unless `drawn` is smaller). Ignored for order, whose tokens are always distinct, and for
/// forward_fill and planted, which have their own distributions.
enum class TokenDraw { distinct, independent };

POSENC_NAMES(TokenDraw, token_draw_names, distinct, independent)

enum class Split { training, test };

/// A target that counts for neither loss nor accuracy.
inline constexpr Token not_scored = -1;

/// The largest V.
inline constexpr Index max_vocabulary = 65536;

/// The smallest number of different examples of a length that can be split into a training and a test set.
inline constexpr Index min_examples = 4096;

/// Makes batches of one task. A 64-bit hash of an example's tokens decides which set it belongs to: the test set
/// if hash mod 8 = 0, else the training set. For order the tokens are sorted first, so that all orders of the
/// same values are in the same set. The examples of a text are from the part for their set.
class Examples {
 public:
  /// @param vocabulary V: a whole number from 2 to max_vocabulary
  /// @param tokens     ignored for order, forward_fill and planted, see TokenDraw
  /// @param drawn      only the tokens 0 .. drawn-1 occur: a whole number from 2 to V; 0 for all
  /// Errors: kind text; a vocabulary outside that range; a `drawn` that is neither 0 nor in its range, or not 0
  /// although tokens are not drawn independently, or for forward_fill and planted, whose last token is special.
  static Result<Examples> make(ExampleKind kind, double vocabulary, TokenDraw tokens,
                               double drawn = 0);

  /// Examples of kind text, whose vocabulary is the alphabet of `text`.
  static Examples of_text(std::shared_ptr<const Text> text);

  /// For kind text; else nullptr.
  const Text* text() const { return text_.get(); }
  std::shared_ptr<const Text> shared_text() const { return text_; }

  /// V: tokens are 0 .. V-1.
  Index vocabulary() const { return vocabulary_; }
  /// The number of tokens that occur.
  Index drawn() const { return drawn_; }
  /// The number of classes: targets are 0 .. outputs()-1, or not_scored. 2 for order, V + 1 for count (a
  /// token occurs from 0 to V times), V for any other task.
  Index outputs() const;
  /// For planted: the place of the first planted token. Precondition: the example was drawn.
  Index planted_at(std::span<const Token> x) const;
  /// Whether there is one target for each token; otherwise (order) one for each example.
  bool scores_each_token() const { return kind_ != ExampleKind::order; }

  /// No error for a length that draw() accepts.
  /// Errors (invalid-argument): T below 2; T above V if tokens are distinct or counted;
  /// fewer than min_examples different examples (for order: different sets of values); for text, a T that the
  /// held-out part is not longer than.
  std::optional<Error> check_length(Index T) const;

  /// Draws a batch. It depends only on the state of `random`, not on earlier batches. Allocates nothing.
  ///
  /// Order: the first half ascends, and each example of the second half has the values of the example at the
  /// same place in the first half, out of order: by a swap of two neighbors (40 %), of any two (30 %), a random
  /// permutation (20 %; if it ascends, a swap of two neighbors) or a reversal (10 %). The values are T
  /// different ones from a window at a random place in 0 .. V-1, of width
  ///   floor(exp(u)), u uniform from ln T to ln(V + 1)
  /// so that both near and far values are compared. (Sets that fill their window are few and likely, so their
  /// share differs a little between training and test.)
  ///
  /// Forward-fill: blank is token V-1; the first token is not blank, each other one is with probability 3/4;
  /// tokens that are not blank are uniform in 0 .. V-2. (In an example without a blank no target is scored.)
  ///
  /// Planted: a text of fillers 0 .. F-1, F = V - 1 - floor(V / 3), in which each is followed by the next one, and the
  /// last by 0, with probability 3/4, or else by any; then one of the tokens F .. V-2 replaces a filler at a place
  /// uniform in 0 .. T-2, and the query, token V-1, the last.
  ///
  /// Text: T + 1 characters from a random place on in the part for `split`, each place equally likely.
  ///
  /// Each other example is redrawn until it belongs to `split`: for the test set about 8 times. This ends, because
  /// any example can be drawn, and of min_examples or more each set has some: the probability that the hash
  /// leaves a set empty is below (7/8)^4096, that is 10^-237.
  ///
  /// @param B       at least 0, and even for order
  /// @param tokens  shape [B, T], row by row
  /// @param targets the same shape, or [B] unless scores_each_token()
  /// Precondition: check_length(T) finds no error; the spans have those sizes.
  void draw(Random& random, Split split, Index B, Index T, std::span<Token> tokens,
            std::span<Token> targets);

  /// For text: the number of sequences of T tokens, end to end, that are for testing. They begin where the held-out
  /// part does, and end with it or after max_tested characters.
  Index test_passages(Index T) const;
  static constexpr Index max_tested = 32768;

  /// For text: B of these sequences, from number `first` on. Precondition: first + B is at most test_passages(T); as for
  /// draw().
  void take_passages(Index first, Index B, Index T, std::span<Token> tokens,
                     std::span<Token> targets) const;

  /// The targets of one sequence, whether it could be drawn or not. Order has target 1 if every token is larger
  /// than the one before; forward_fill does not score a blank without a token before it to fill from; text does not
  /// score the last token, whose next one is unknown.
  /// @param tokens  shape [T]
  /// @param targets the same shape, or [1] unless scores_each_token(): as draw() fills them
  /// Precondition: T is at least 1, tokens are from 0 to V-1, and the spans have those sizes.
  void fill_targets(std::span<const Token> tokens, std::span<Token> targets);

 private:
  Examples(ExampleKind kind, Index vocabulary, TokenDraw tokens, Index drawn);

  /// The number of tokens that can be planted, and that of fillers.
  Index planted() const { return vocabulary_ / 3; }
  Index fillers() const { return vocabulary_ - 1 - planted(); }
  bool distinct() const { return tokens_ == TokenDraw::distinct; }
  Index different_examples(Index T) const;
  void draw_tokens(Random& random, std::span<Token> x);
  void draw_planted(Random& random, std::span<Token> x) const;
  void draw_distinct(Random& random, Index width, std::span<Token> x);
  void draw_ascending(Random& random, std::span<Token> x);
  void draw_text(Random& random, Split split, std::span<Token> x, std::span<Token> y) const;

  ExampleKind kind_;
  Index vocabulary_;
  Index drawn_;
  TokenDraw tokens_;
  std::vector<Token> scratch_;        // V tokens, or the number of times that each occurs
  std::shared_ptr<const Text> text_;  // only for kind text
};

/// The texts about a kind of examples.
struct ExampleText {
  std::string_view title;
  /// How an example is made, and what the task is.
  std::string_view makes;
  /// Why the task needs the order of the tokens, or why it does not.
  std::string_view order;
};

ExampleText text_of(ExampleKind kind);

/// The accuracy of guessing uniformly among the classes that can be right, without the tokens.
///   order                            1/2
///   forward_fill                     1/(V-1), because blank is never right
///   planted                          1/floor(V / 3), of the query
///   count, of independent tokens     (1 - 1/V)^(T-1)
///   text                             0: it has no meaning for characters; Text::levels does
///   any other                        1/V
/// For count it is instead the accuracy of the best constant guess, "once": the number of the other T-1 tokens
/// that are the same is binomial with mean (T-1)/V below 1, so its likeliest value is 0.
/// @param V the number of tokens that occur
/// Precondition: make() accepts V, and check_length() accepts T.
double chance_level(ExampleKind kind, Index V, Index T);

/// The highest accuracy, over all examples of T distinct tokens, of a model without positions in which every
/// token sees every other. Its output for a token depends on that token and on the set of all tokens, which a
/// permutation does not change. For each such pair of token and set, at most this share of the targets can be
/// right:
///   order     1/2: an example and its reordering get the same answer, and have different targets; exact in
///             every batch
///   reverse   1/(T-1), T even: each of the other tokens is equally likely to mirror it
///             1/T, T odd: as is the token itself, which can be in the middle
///   shift, previous
///             1/(T-1): each of the other tokens is equally likely to be before it
///   first     1/T: each token is equally likely to be the first
///   sort      1/T: each place is equally likely, and so the token that belongs there
///   copy      1: the target is the token
///   count     1: the target is the number of times that the token occurs
/// None for forward_fill, text and planted, whose tokens repeat.
/// Precondition: T is at least 2.
std::optional<double> ceiling_without_order(ExampleKind kind, Index T);

/// The highest accuracy in task previous, over all examples of T distinct tokens, of one causal layer without
/// positions: its output at i depends on x[i] and on the set of the i tokens before it, each of which is equally
/// likely to be the previous one, so at most 1/i is right. The mean over i = 1 .. T-1 is
///   H(T-1) / (T-1),  H(n) = 1 + 1/2 + .. + 1/n
/// Precondition: T is at least 2.
double causal_previous_ceiling(Index T);

}  // namespace posenc
