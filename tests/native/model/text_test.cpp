#include "posenc/model/text.hpp"

#include "model/sample_text.hpp"
#include "posenc/model/lower_case.hpp"
#include "test.hpp"

namespace {

std::string refused(std::string_view utf8) { return message(Text::make(bytes_of(utf8))); }

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t n = 0; n < times; ++n) text += part;
  return text;
}

/// The alphabet without the characters that each has.
std::string further(const Text& text) {
  std::string characters;
  for (std::size_t n = common_characters.size(); n < text.alphabet().size(); ++n) {
    characters += text.alphabet()[n];
  }
  return characters;
}

std::string normalized(std::string_view utf8) {
  return sample_text()->decode(*sample_text()->encode(utf8));
}

}  // namespace

TEST_CASE("text: normalization, step by step") {
  CHECK(normalized("Call me\r\nIshmael.\rSome\n\nyears") == "call me\nishmael.\nsome\n\nyears");
  CHECK(normalized("’“It”—") == "'\"it\"-");
  // As Python's replace does it: two dashes at a time, from the left.
  CHECK(normalized("a--b") == "a-b");
  CHECK(normalized("a---b") == "a--b");
  CHECK(normalized("a----b—-c") == "a--b-c");
  CHECK(normalized("a \t  b\xC2\xA0 1\xE2\x80\xA8 c") == "a b c");
  CHECK(normalized(" a \n b ") == " a \n b ");
  CHECK(normalized("\xEF\xBB\xBF"
                   "a\xEF\xBB\xBF"
                   "b") == "a b");
  CHECK(normalized("ÀΩ") == " ");
  CHECK(normalized("") == "");
}

TEST_CASE("text: the characters of its two parts") {
  const Text& text = *sample_text();
  CHECK(text.symbols() == 39);
  CHECK(further(text) == "");
  CHECK(text.replaced() == 0);
  const auto characters = static_cast<std::size_t>(text.characters());
  CHECK(text.training().size() == characters - text.held_out().size());
  CHECK(text.held_out().size() == characters - characters * 9 / 10);
  std::vector<Token> tokens(text.training().begin(), text.training().end());
  tokens.insert(tokens.end(), text.held_out().begin(), text.held_out().end());
  CHECK(tokens == *text.encode(sample_characters()));
  CHECK(text.decode(tokens) == normalized(sample_characters()));
}

TEST_CASE("text: the alphabet gets what is more than a thousandth of it") {
  // 30,000 characters, of which 30 are a thousandth.
  const auto with = [](std::size_t times) {
    std::string text = repeated("ж", times) + repeated("Ä", 40);
    text += repeated("ab ", (30'000 - times - 40) / 3);
    return *Text::make(bytes_of(text + std::string((30'000 - times - 40) % 3, 'c')));
  };
  CHECK(further(with(30)) == "ä");
  CHECK(with(30).replaced() == 30);
  CHECK(further(with(31)) == "äж");
  CHECK(with(31).replaced() == 0);

  // The most frequent ones, if more would fit: 57 of 80, in the order of their code points.
  std::string many;
  std::string expected;
  for (int n = 79; n >= 0; --n) {
    const std::string letter{static_cast<char>(0xD7), static_cast<char>(0x90 + n % 27)};
    const std::string other{static_cast<char>(0xE3), static_cast<char>(0x81 + n / 27),
                            static_cast<char>(0x90 + n % 27)};
    many += repeated(n < 27 ? letter : other, n < 57 ? 120 : 100);
    if (n < 57) expected.insert(0, n < 27 ? letter : other);
  }
  const auto text = *Text::make(bytes_of(many));
  CHECK(text.symbols() == max_alphabet);
  CHECK(further(text) == expected);
  CHECK(text.replaced() == 23 * 100);
}

TEST_CASE("text: other scripts, from right to left, and emoji") {
  const auto of = [](std::string_view part) {
    return *Text::make(bytes_of(repeated(part, 30'000 / part.size())));
  };
  CHECK(further(of("Съешь ещё этих булок. ")) == "беиклостухшщъьэё");
  CHECK(further(of("שלום עולם\n")) == "ולםעש");
  // An emoji of several code points: its parts count, what joins them does not.
  CHECK(further(of("a 👩‍🚀 b ❤️ ")) == "❤👩🚀");
  // Mongolian selectors and marks of annotations are invisible; the Arabic number sign is not.
  CHECK(further(of("ᠠ\u180B\u180F \uFFF9\uFFFB \u0600 ")) == "\u0600ᠠ");
}

TEST_CASE("text: letters become lower case, other characters do not") {
  CHECK(lower_case(U'A') == U'a');
  CHECK(lower_case(U'z') == U'z');
  CHECK(lower_case(U'@') == U'@');
  CHECK(lower_case(U'[') == U'[');
  CHECK(lower_case(U'×') == U'×');
  CHECK(lower_case(U'Σ') == U'σ');
  CHECK(lower_case(U'Ё') == U'ё');
  CHECK(lower_case(U'Ő') == U'ő');
  CHECK(lower_case(U'ő') == U'ő');
  CHECK(lower_case(U'Ÿ') == U'ÿ');
  CHECK(lower_case(U'Ֆ') == U'ֆ');
  CHECK(lower_case(U'ẞ') == U'ß');
  CHECK(lower_case(U'İ') == U'i');
  CHECK(lower_case(0x10FFFF) == 0x10FFFF);
}

TEST_CASE("text: the levels of single characters and of pairs, counted another way") {
  const Text& text = *sample_text();
  const auto known = text.training();
  const auto tested = text.held_out();
  double single = 0;
  std::map<int, double> singles;
  std::map<std::pair<int, int>, double> pairs;
  for (const std::uint8_t c : known) ++singles[c];
  for (std::size_t n = 1; n < known.size(); ++n) ++pairs[{known[n - 1], known[n]}];
  for (const std::uint8_t c : known) {
    single -= std::log2(singles[c] / static_cast<double>(known.size()));
  }
  CHECK(text.levels().single ==
        doctest::Approx(single / static_cast<double>(known.size())).epsilon(1e-12));
  // The last character of the part begins no pair.
  --singles[known.back()];
  double pair = 0;
  for (std::size_t n = 1; n < tested.size(); ++n) {
    const int before = tested[n - 1];
    pair -= std::log2((pairs[{before, tested[n]}] + 0.01) / (singles[before] + 0.39));
  }
  CHECK(text.levels().pair ==
        doctest::Approx(pair / static_cast<double>(tested.size() - 1)).epsilon(1e-12));
}

TEST_CASE("text: its checksum is that of what it comes to") {
  const auto checksum = [](const std::string& text) {
    return Text::make(bytes_of(text))->checksum();
  };
  const std::string plain = sample_characters();
  CHECK(in_hexadecimal(checksum(plain)) == in_hexadecimal(sample_text()->checksum()));
  std::string shouted = plain;
  for (char& c : shouted) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  CHECK(checksum(shouted) == checksum(plain));
  std::string other = plain;
  other[23'000] = 'q';
  CHECK(checksum(other) != checksum(plain));
  CHECK(in_hexadecimal(0xFEDCBA9876543210U) == "fedcba9876543210");
  CHECK(in_hexadecimal(5) == "0000000000000005");
}

TEST_CASE("text: bad files are refused in a sentence") {
  CHECK(refused("") == "[text] the text is empty");
  CHECK(refused(repeated("a b", 6'000)) ==
        "[text] the text must have from 20000 to 5000000 bytes but has 18000");
  CHECK(refused(repeated("a b ", 1'250'001)) ==
        "[text] the text must have from 20000 to 5000000 bytes but has 5000004");
  CHECK(refused(repeated("a", 20'000)) ==
        "[text] the text must have at least 2 different characters but consists of \"a\"");
  CHECK(refused(repeated(" ", 20'000)) ==
        "[text] the text must have at least 5121 characters, with runs of spaces as one, but has "
        "1");
  const std::string good = repeated("abc ", 5'000);
  const auto with = [&](std::string_view bytes) {
    return refused(good.substr(0, 16) + std::string(bytes) + good);
  };
  CHECK(with({"\0", 1}) ==
        "[text] the text must be plain text, but its byte 17 is the control character 0");
  CHECK(with("\x1B") ==
        "[text] the text must be plain text, but its byte 17 is the control character 27");
  CHECK(Text::make(bytes_of("\t\f\v" + good)));
  // A lone continuation byte, a cut character, overlong forms, a surrogate, past the last code point, UTF-16.
  for (const std::string_view bytes : {"\x80", "\xC3 ", "\xE2\x82 ", "\xF0\x9F\x98 ", "\xC0\xAF",
                                       "\xE0\x80\xAF", "\xF0\x80\x80\xAF", "\xED\xA0\x80",
                                       "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF\xFE"}) {
    CAPTURE_BOUND(bytes);
    CHECK(with(bytes) == "[text] the text must be in UTF-8, but its byte 17 is not");
  }
  CHECK(refused(good + "\xE2\x82") ==
        "[text] the text must be in UTF-8, but its byte 20001 is not");
  CHECK(Text::make(bytes_of("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF\xC2\x80" + good)));
}
