#include "posenc/model/text.hpp"

#include <algorithm>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>

#include "../utf8.hpp"
#include "posenc/model/fnv1a.hpp"
#include "posenc/model/lower_case.hpp"
#include "posenc/portable.hpp"

namespace posenc {
namespace {

constexpr char32_t end_of_code_points = 0x110000;
constexpr char32_t byte_order_mark = 0xFEFF;

std::string to_utf8(char32_t c) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  const auto rest = [&](unsigned shift) { return byte(0x80U | (c >> shift & 0x3FU)); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0U | c >> 6U), rest(0)};
  if (c < 0x10000) return {byte(0xE0U | c >> 12U), rest(6), rest(0)};
  return {byte(0xF0U | c >> 18U), rest(12), rest(6), rest(0)};
}

bool is_control(char32_t c) { return (c < 0x20 && !(c >= '\t' && c <= '\r')) || c == 0x7F; }

/// White space, and characters without a shape of their own: they become spaces.
/// Source: White_Space and the general category Cf of the Unicode Character Database, and variation selectors. Signs
/// that are Cf but have a shape, such as U+0600, the Arabic number sign, are left out on purpose.
bool is_invisible(char32_t c) {
  constexpr std::pair<char32_t, char32_t> ranges[] = {
      {0x00, 0x20},     {0x7F, 0xA0},     {0xAD, 0xAD},     {0x061C, 0x061C},  {0x1680, 0x1680},
      {0x180B, 0x180F}, {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F},  {0x3000, 0x3000},
      {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};
  return std::ranges::any_of(
      ranges, [c](const auto& range) { return c >= range.first && c <= range.second; });
}

char32_t in_plain_quotes(char32_t c) {
  if (c == U'\u2019') return '\'';
  if (c == U'\u201C' || c == U'\u201D') return '"';
  if (c == U'\u2014') return '-';
  return c;
}

/// Calls each(code point) for the characters after steps 1 to 3 of normalization.
/// Errors: bytes that are not UTF-8, and control characters.
template <class Each>
std::optional<Error> for_characters(std::string_view utf8, const Each& each) {
  Utf8Decoder decoder(utf8);
  char32_t before = 0;
  bool is_open_dash = false;  // the last character was a dash, without one before it to go with
  while (!decoder.at_end()) {
    const std::size_t at = decoder.taken() + 1;
    const auto taken = decoder.take();
    if (!taken) {
      return invalid_argument({"[text] the text must be in UTF-8, but its byte ", at, " is not"});
    }
    if (is_control(*taken)) {
      return invalid_argument({"[text] the text must be plain text, but its byte ", at,
                               " is the control character ", static_cast<double>(*taken)});
    }
    const bool follows_return = std::exchange(before, *taken) == '\r' && *taken == '\n';
    const bool is_mark = *taken == byte_order_mark && at == 1;
    if (follows_return || is_mark) continue;
    const char32_t c = *taken == '\r' ? U'\n' : in_plain_quotes(lower_case(*taken));
    const bool is_second_dash = c == '-' && is_open_dash;
    is_open_dash = c == '-' && !is_second_dash;
    if (!is_second_dash) each(c);
  }
  return std::nullopt;
}

constexpr int no_symbol = -1;
constexpr auto space_token = static_cast<Token>(common_characters.find(' '));

/// Calls each(token) for the characters of a normalized text.
/// @param symbol_of   the token of a code point, or no_symbol
/// @param on_replaced called for each visible character without a token
template <class SymbolOf, class Each, class OnReplaced>
std::optional<Error> for_tokens(std::string_view utf8, const SymbolOf& symbol_of, const Each& each,
                                const OnReplaced& on_replaced) {
  bool follows_space = false;
  return for_characters(utf8, [&](char32_t c) {
    Token token = symbol_of(c);
    if (token == no_symbol) {
      if (!is_invisible(c)) on_replaced();
      token = space_token;
    }
    const bool is_space = token == space_token;
    if (!(is_space && follows_space)) each(token);
    follows_space = is_space;
  });
}

/// The code points of the alphabet. @param counts of each code point
std::vector<char32_t> alphabet_from(std::span<const std::uint32_t> counts, std::size_t total) {
  std::vector<char32_t> further;
  for (char32_t c = 0; c < end_of_code_points; ++c) {
    const bool is_common =
        c < 0x80 && common_characters.find(static_cast<char>(c)) != std::string_view::npos;
    // (In 64 bits: in WebAssembly a std::size_t has 32.)
    if (std::uint64_t{1000} * counts[c] > total && !is_common && !is_invisible(c)) {
      further.push_back(c);
    }
  }
  std::ranges::stable_sort(further, std::greater{}, [&](char32_t c) { return counts[c]; });
  further.resize(std::min(further.size(), max_alphabet - common_characters.size()));
  std::ranges::sort(further);
  std::vector<char32_t> alphabet(common_characters.begin(), common_characters.end());
  alphabet.insert(alphabet.end(), further.begin(), further.end());
  return alphabet;
}

double bits_of(double probability) { return -portable_log(probability) / std::numbers::ln2; }

}  // namespace

std::optional<Error> check_text_bytes(double bytes) {
  if (bytes == 0) return invalid_argument({"[text] the text is empty"});
  if (!(bytes >= min_text_bytes && bytes <= max_text_bytes)) {
    return invalid_argument({"[text] the text must have from ", min_text_bytes, " to ",
                             max_text_bytes, " bytes but has ", bytes});
  }
  return std::nullopt;
}

Result<Text> Text::make(std::span<const std::uint8_t> utf8) {
  if (auto error = check_text_bytes(static_cast<double>(utf8.size()))) return *error;
  const std::string_view all(reinterpret_cast<const char*>(utf8.data()), utf8.size());
  // Once read, these are the tokens.
  std::vector<std::uint32_t> of_code_points(end_of_code_points);
  std::size_t total = 0;
  const auto count = [&](char32_t c) {
    ++of_code_points[c];
    ++total;
  };
  if (auto error = for_characters(all, count)) return *error;

  Text text;
  text.code_points_ = alphabet_from(of_code_points, total);
  std::ranges::fill(of_code_points, static_cast<std::uint32_t>(no_symbol));
  for (std::size_t n = 0; n < text.code_points_.size(); ++n) {
    of_code_points[text.code_points_[n]] = static_cast<std::uint32_t>(n);
    text.alphabet_.push_back(to_utf8(text.code_points_[n]));
  }
  text.tokens_.reserve(total);
  // The first pass has found all errors.
  static_cast<void>(for_tokens(
      all, [&](char32_t c) { return static_cast<Token>(of_code_points[c]); },
      [&](Token token) { text.tokens_.push_back(static_cast<std::uint8_t>(token)); },
      [&] { ++text.replaced_; }));
  text.tokens_.shrink_to_fit();
  if (text.characters() < min_characters) {
    return invalid_argument({"[text] the text must have at least ", min_characters,
                             " characters, with runs of spaces as one, but has ",
                             text.characters()});
  }
  if (std::ranges::count(text.tokens_, text.tokens_.front()) == text.characters()) {
    return invalid_argument(
        {"[text] the text must have at least 2 different characters but consists of ",
         std::string("\"") + text.alphabet_[text.tokens_.front()] + "\""});
  }
  text.checksum_ = text.hash();
  return text;
}

std::uint64_t Text::hash() const {
  Fnv1a hash;
  for (const char32_t c : code_points_) {
    for (const unsigned shift : {0U, 8U, 16U}) hash.add(static_cast<std::uint8_t>(c >> shift));
  }
  for (const std::uint8_t token : tokens_) hash.add(token);
  return hash.value();
}

TextLevels Text::levels() const {
  const auto V = static_cast<std::size_t>(symbols());
  std::vector<double> singles(V);
  std::vector<double> pairs(V * V);
  const auto known = training();
  for (std::size_t n = 0; n < known.size(); ++n) {
    ++singles[known[n]];
    if (n > 0) ++pairs[known[n - 1] * V + known[n]];
  }
  TextLevels levels;
  for (const double count : singles) {
    if (count == 0) continue;
    const double p = count / static_cast<double>(known.size());
    levels.single += p * bits_of(p);
  }
  constexpr double unseen = 0.01;
  for (std::size_t a = 0; a < V; ++a) {
    const auto row = std::span(pairs).subspan(a * V, V);
    double sum = 0;
    for (double& count : row) sum += count += unseen;
    for (double& count : row) count = bits_of(count / sum);
  }
  const auto tested = held_out();
  for (std::size_t n = 1; n < tested.size(); ++n) {
    levels.pair += pairs[tested[n - 1] * V + tested[n]];
  }
  levels.pair /= static_cast<double>(tested.size() - 1);
  return levels;
}

Result<std::vector<Token>> Text::encode(std::string_view utf8) const {
  std::vector<Token> tokens;
  const auto symbol_of = [this](char32_t c) {
    const auto found = std::ranges::find(code_points_, c);
    return found == code_points_.end() ? no_symbol
                                       : static_cast<Token>(found - code_points_.begin());
  };
  if (auto error = for_tokens(utf8, symbol_of, [&](Token t) { tokens.push_back(t); }, [] {})) {
    return *error;
  }
  return tokens;
}

std::string Text::decode(std::span<const Token> tokens) const {
  std::string characters;
  for (const Token token : tokens) characters += alphabet_[static_cast<std::size_t>(token)];
  return characters;
}

std::string in_hexadecimal(std::uint64_t hash) {
  std::string digits(16, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, hash >>= 4U) {
    *digit = "0123456789abcdef"[hash & 15U];
  }
  return digits;
}

}  // namespace posenc
