#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// Text that a person typed, character by character.
namespace posenc::typed_text {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// What keyboards and word processors write instead of ASCII, and how it is read.
struct Substitute {
  std::string_view typed;
  std::string_view read_as;
};
inline constexpr std::array substitutes{
    Substitute{"\u2212", "-"},   // minus sign
    Substitute{"\u2013", "-"},   // en dash
    Substitute{"\u00D7", "*"},   // multiplication sign
    Substitute{"\u00B7", "*"},   // middle dot
    Substitute{"\u00F7", "/"},   // division sign
    Substitute{"\u03C0", "pi"},  // the Greek letter
    Substitute{"\u00A0", " "},   // no-break space
    Substitute{"\u202F", " "},   // narrow no-break space
    Substitute{"\u2009", " "},   // thin space
};

/// The characters of a text, one at a time, each with its place in it.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  /// The next character in ASCII; 0 at the end; a first byte >= 0x80 where it has no reading.
  char peek() const { return read_as().empty() ? '\0' : read_as().front(); }
  std::string_view read_as() const {
    const auto rest = text_.substr(byte_);
    // Most characters are ASCII, and those with another spelling are not.
    if (rest.empty() || static_cast<unsigned char>(rest.front()) < 0x80) return rest.substr(0, 1);
    for (const Substitute& s : substitutes) {
      if (rest.starts_with(s.typed)) return s.read_as;
    }
    return rest.substr(0, 1);
  }
  /// The character after the next one, provided the next one is ASCII.
  char peek_second() const { return byte_ + 1 < text_.size() ? text_[byte_ + 1] : '\0'; }

  bool at_end() const { return byte_ >= text_.size(); }
  void advance() {
    ++byte_;
    while (byte_ < text_.size() && (static_cast<unsigned char>(text_[byte_]) & 0xC0) == 0x80) {
      ++byte_;
    }
    ++place_;
  }
  void skip_space() {
    while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) {
      advance();
    }
  }
  /// The character that comes next, whole, as it was typed.
  std::string_view typed() const {
    Cursor next = *this;
    next.advance();
    return text_.substr(byte_, next.byte_ - byte_);
  }
  /// Counted from 1.
  std::size_t place() const { return place_; }

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::size_t place_ = 1;
};

}  // namespace posenc::typed_text
