#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// A text to train a model of characters on: each token is a character, and its target is the next one.
/// Source: illustrations of this lesson; the normalization is that of its PyTorch reference.
namespace posenc {

using Token = std::int32_t;

/// The characters of English text, which every alphabet begins with.
inline constexpr std::string_view common_characters = "\n abcdefghijklmnopqrstuvwxyz.,;:!?'\"-()";

/// The largest alphabet.
inline constexpr Index max_alphabet = 96;

/// The size of a text in bytes of UTF-8.
inline constexpr Index min_text_bytes = 20'000;
inline constexpr Index max_text_bytes = 5'000'000;

/// The longest sequence that the task's own options test: every text has one for testing.
inline constexpr Index max_default_length = 512;

/// Errors: a number of bytes that no text may have.
std::optional<Error> check_text_bytes(double bytes);

/// How well the frequencies of a text predict it, in bits per character. With natural logarithms divided by ln 2:
///   single  the entropy of single characters in the training part: -sum over c of p(c) log2 p(c), with p counted there
///   pair    what pairs of neighbors, counted in the training part, cost on the held-out part: the mean of
///           -log2 p(b | a) over all its pairs a, b of neighbors, with
///           p(b | a) = (n(a, b) + 0.01) / sum over c of (n(a, c) + 0.01), and n counted in the training part
struct TextLevels {
  double single = 0;
  double pair = 0;
};

/// A text, normalized:
///   1. A byte order mark at the start is dropped; CR LF and CR become LF.
///   2. Letters become lower case (lower_case.hpp).
///   3. ’ becomes ', “ and ” become ", — becomes -, and then each -- becomes -.
///   4. Characters that are not in the alphabet become spaces, and runs of spaces become one.
/// The alphabet is common_characters and, in the order of their code points, all further characters that make up more
/// than 0.1 % of the text after step 3; if it would have more than max_alphabet, the most frequent of them. White
/// space and invisible characters, such as those that join emoji, never belong to it.
///
/// The last tenth of the text is held out; it is for testing.
class Text {
 public:
  /// Takes up to 14 MB while it works (4.5 MB of counts, and up to 5 MB of tokens twice, when the spare memory is
  /// returned), and keeps a byte for each character.
  /// @param utf8 the bytes of a file
  /// Errors: fewer than min_text_bytes or more than max_text_bytes; bytes that are not UTF-8; control characters,
  /// which only binary files have; fewer than min_characters characters, or a single one, once normalized.
  static Result<Text> make(std::span<const std::uint8_t> utf8);

  /// The fewest characters of a normalized text: its held-out tenth must be longer than max_default_length.
  static constexpr Index min_characters = 10 * max_default_length + 1;

  /// The number of tokens that there are.
  Index symbols() const { return static_cast<Index>(alphabet_.size()); }
  /// The character of each token, in UTF-8.
  const std::vector<std::string>& alphabet() const { return alphabet_; }
  /// The number of characters.
  Index characters() const { return static_cast<Index>(tokens_.size()); }
  /// The number of visible characters that are not in the alphabet and became spaces.
  Index replaced() const { return replaced_; }

  /// The tokens of the first nine tenths, and of the others.
  std::span<const std::uint8_t> training() const {
    return std::span(tokens_).first(tokens_.size() - held_out().size());
  }
  std::span<const std::uint8_t> held_out() const {
    return std::span(tokens_).subspan(tokens_.size() * 9 / 10);
  }

  TextLevels levels() const;

  /// A hash of alphabet and tokens: equal for texts that are equal once normalized.
  std::uint64_t checksum() const { return checksum_; }

  /// The tokens of other characters, normalized in the same way; none for none.
  /// Errors: bytes that are not UTF-8, and control characters.
  Result<std::vector<Token>> encode(std::string_view utf8) const;

  /// The characters of tokens, in UTF-8. Precondition: each is from 0 to symbols() - 1.
  std::string decode(std::span<const Token> tokens) const;

  /// Of the memory of the tokens; the alphabet takes next to none.
  std::size_t bytes() const { return tokens_.capacity(); }

 private:
  Text() = default;
  std::uint64_t hash() const;

  std::vector<char32_t> code_points_;  // of the alphabet
  std::vector<std::string> alphabet_;
  std::vector<std::uint8_t> tokens_;
  Index replaced_ = 0;
  std::uint64_t checksum_ = 0;
};

/// A hash as 16 hexadecimal digits.
std::string in_hexadecimal(std::uint64_t hash);

}  // namespace posenc
