#include <optional>

#include "posenc/expression.hpp"
#include "typed_text.hpp"

namespace posenc {

using typed_text::Cursor;
using typed_text::is_digit;

std::optional<PlainDecimal> plain_decimal(std::string_view text) {
  Cursor cursor(text);
  cursor.skip_space();
  if (cursor.peek() == '-' || cursor.peek() == '+') cursor.advance();
  cursor.skip_space();
  PlainDecimal result{0, false};
  bool any_digit = false;
  const auto skip_digits = [&] {
    int count = 0;
    for (; is_digit(cursor.peek()); cursor.advance()) {
      ++count;
      any_digit = true;
      if (cursor.peek() != '0') result.has_nonzero_digit = true;
    }
    return count;
  };
  skip_digits();
  if (cursor.peek() == '.' || cursor.peek() == ',') {
    cursor.advance();
    result.decimals = skip_digits();
  }
  cursor.skip_space();
  if (!any_digit || !cursor.at_end()) return std::nullopt;
  return result;
}

bool is_blank(std::string_view text) {
  Cursor cursor(text);
  cursor.skip_space();
  return cursor.at_end();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const auto first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

}  // namespace posenc
