#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace posenc {

/// Reads UTF-8, a code point at a time.
class Utf8Decoder {
 public:
  explicit Utf8Decoder(std::string_view utf8) : utf8_(utf8) {}

  bool at_end() const { return next_ == utf8_.size(); }

  /// Nothing for bytes that are no character: overlong forms and surrogates are none either.
  /// Source: RFC 3629, section 4.
  std::optional<char32_t> take() {
    const auto byte = [this](std::size_t n) {
      return next_ + n < utf8_.size() ? static_cast<std::uint8_t>(utf8_[next_ + n]) : 0U;
    };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) {
      ++next_;
      return lead;
    }
    const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    char32_t code_point = lead & (0x3FU >> more);
    for (std::size_t n = 1; n <= more; ++n) {
      if ((byte(n) & 0xC0U) != 0x80) return std::nullopt;
      code_point = code_point << 6U | (byte(n) & 0x3FU);
    }
    constexpr std::array<char32_t, 4> smallest{0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
    if (lead < 0xC0 || lead > 0xF4 || code_point < smallest[more] || is_surrogate ||
        code_point >= 0x110000) {
      return std::nullopt;
    }
    next_ += more + 1;
    return code_point;
  }

  /// The number of bytes taken.
  std::size_t taken() const { return next_; }

 private:
  std::string_view utf8_;
  std::size_t next_ = 0;
};

}  // namespace posenc
