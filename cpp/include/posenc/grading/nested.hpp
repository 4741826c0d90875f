#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The result of a program: nested lists of numbers. All lists of one level have the same length.
struct Nested {
  /// The length of the lists of each level, the outermost first; empty for a single number.
  std::vector<Index> shape;
  /// All numbers, row by row.
  Vector values;
};

/// How deep lists may be nested, and how many numbers there may be in all.
inline constexpr int max_levels = 3;
inline constexpr Index max_numbers = 100000;

/// Reads what Python's repr wrote: numbers (also inf, -inf, nan, True and False), lists and tuples of
/// them, lists and tuples of those.
///
/// Takes time in proportion to the length of the text, and does not recurse.
/// Errors: an element that is not a number; lists of one level with different lengths, or next to numbers; more
/// than max_levels or max_numbers; text after the end, or an end too early.
Result<Nested> parse_nested(std::string_view text);

/// "4 x 6", "4 numbers" or "a single number".
std::string shape_text(const std::vector<Index>& shape);

/// The place of a number in `values`, in words: "head 0, row 1, column 2", "row 1, column 2" or
/// "component 2"; empty for a single number.
std::string place_text(const std::vector<Index>& shape, Index place);

}  // namespace posenc
