#include "json_fault.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "posenc/error.hpp"

namespace posenc {
namespace {

bool starts(std::string_view text, std::initializer_list<std::string_view> with) {
  return std::ranges::any_of(with, [&](std::string_view one) { return text.starts_with(one); });
}

/// Where the string that begins with a quotation mark at `start` ends, behind its last one.
std::size_t end_of_string(std::string_view text, std::size_t start) {
  for (std::size_t n = start + 1; n < text.size(); ++n) {
    if (text[n] == '\\') {
      ++n;
    } else if (text[n] == '"') {
      return n + 1;
    }
  }
  return text.size();
}

/// What is before the wrong part of a text, and that part with all that follows.
struct Context {
  enum class After { nothing, bracket, comma, name, colon, value };
  After after = After::nothing;
  /// The brackets that are open, the innermost last.
  std::string open;
  /// The last name or value, as it is written.
  std::string_view last;
  std::string_view rest;

  bool wants_name() const {
    return open.ends_with('{') && (after == After::bracket || after == After::comma);
  }
  void take(std::string_view part) {
    using enum After;
    const char one = part.front();
    if (one == '{' || one == '[') {
      open += one;
      after = bracket;
    } else if (one == '}' || one == ']') {
      if (!open.empty()) open.pop_back();
      after = value;
    } else if (one == ',' || one == ':') {
      after = one == ',' ? comma : colon;
    } else {
      after = one == '"' && wants_name() ? name : value;
      last = part;
    }
  }
};

constexpr std::string_view spaces = " \t\r\n";
constexpr std::string_view marks = " \t\r\n{}[]:,\"";

/// Where the part that begins at `start` ends: a string, a word, a number, or one character.
std::size_t end_of_part(std::string_view text, std::size_t start) {
  if (text[start] == '"') return end_of_string(text, start);
  if (marks.find(text[start]) != marks.npos) return start + 1;
  return std::min(text.find_first_of(marks, start), text.size());
}

Context context_at(std::string_view text, std::size_t wrong_at) {
  Context context;
  std::size_t start = text.find_first_not_of(spaces);
  while (start != text.npos) {
    const std::size_t end = end_of_part(text, start);
    const bool is_open = text[start] == '"' && (end == start + 1 || text[end - 1] != '"');
    if (end >= wrong_at || is_open) break;
    context.take(text.substr(start, end - start));
    start = text.find_first_not_of(spaces, end);
  }
  context.rest = text.substr(std::min(start, text.size()));
  return context;
}

/// The part that begins a text, for a sentence.
std::string part_of(std::string_view text) {
  constexpr std::size_t most = 40;
  const std::string_view part = text.substr(0, end_of_part(text, 0));
  const bool is_plain = std::ranges::all_of(part, [](char c) { return c >= ' ' && c <= '~'; });
  if (!is_plain) return "this";
  return part.size() <= most ? std::string(part) : std::string(part.substr(0, most)) + "...";
}

/// Of a text that does not even begin as JSON does.
std::string_view at_the_start(std::string_view rest) {
  if (starts(rest, {"<"})) return "this looks like a web page; open the file itself";
  if (starts(rest, {"http"})) return "this is an address; open it and take the file";
  return "it must begin with {";
}

/// Of a string where one may be.
std::string_view within_string(std::string_view rest) {
  const std::string_view string = rest.substr(0, end_of_string(rest, 0));
  const std::size_t line_end = string.find('\n');
  if (line_end != string.npos || string.size() < 2 || !string.ends_with('"')) {
    return "a quotation mark is missing at the end of this line";
  }
  return "these quotation marks contain a character, or an escape, that JSON does not have";
}

std::string at_closing(const Context& context) {
  using enum Context::After;
  const std::string part(context.rest.substr(0, 1));
  if (context.after == comma) return "a comma stands before the closing bracket";
  if (context.after == name || context.after == colon) {
    return "a value is missing after " + part_of(context.last);
  }
  if (context.open.empty()) return "there is one " + part + " too many";
  return std::string(context.open.ends_with('{') ? "} is missing" : "] is missing") + " before " +
         part;
}

std::string what(const Context& context) {
  using enum Context::After;
  const std::string_view rest = context.rest;
  if (rest.empty()) {
    const auto count = context.open.size();
    return joined({"the text ends with ", count, count == 1 ? " bracket" : " brackets",
                   " still open; copy all of it"});
  }
  if (starts(rest, {"'", "None", "True", "False"})) {
    return "this looks like Python; json.dumps writes JSON";
  }
  if (starts(rest, {"//", "/*", "#"})) return "JSON has no comments; delete this one";
  if (starts(rest, {"...", "\xE2\x80\xA6"})) {
    return "... stands for what was left out; put the rest of the file there";
  }
  if (starts(rest, {"\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9C", "\xE2\x80\x9D"})) {
    return "a curly quotation mark; JSON has straight ones";
  }
  if (context.after == nothing && !rest.starts_with('"')) {
    return std::string(at_the_start(rest));
  }
  if (starts(rest, {"}", "]"})) return at_closing(context);
  if (rest.starts_with(':')) {
    return context.open.empty() ? "the braces { } around the whole are missing"
                                : "a colon may only follow a name in quotation marks";
  }
  if (rest.starts_with(',')) {
    if (context.open.empty()) return "a comma follows the last closing bracket";
    if (context.after == comma) return "there are two commas";
    if (context.after == bracket) return "a comma stands before the first entry";
    return "a value is missing after " + part_of(context.last);
  }
  const std::string part = part_of(rest);
  if (context.after == value) {
    return context.open.empty() ? "the text goes on after its last closing bracket: " + part
                                : "a comma is missing before " + part;
  }
  if (context.after == name) return "a colon is missing before " + part;
  if (rest.starts_with('"')) return std::string(within_string(rest));
  if (context.wants_name()) return part + " must be a name in quotation marks";
  const bool is_number = std::string_view("0123456789+-.").find(rest[0]) != std::string_view::npos;
  return part +
         (is_number ? " is not a number of JSON" : " is not a value; text needs quotation marks");
}

}  // namespace

std::string json_fault(std::string_view text, std::size_t wrong_at) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) {
    text.remove_prefix(mark.size());
    wrong_at -= std::min(wrong_at, mark.size());
  }
  const Context context = context_at(text, wrong_at);
  const std::string_view before = text.substr(0, text.size() - context.rest.size());
  const auto line = 1 + std::ranges::count(before, '\n');
  // (Readers count characters, not bytes.)
  const auto column =
      1 + std::ranges::count_if(before.substr(before.rfind('\n') + 1), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80;
      });
  return joined({what(context), " (line ", line, ", column ", column, ")"});
}

}  // namespace posenc
