#pragma once

namespace posenc {

/// The lower-case letter of a code point, or the code point itself if it has none: Latin, Greek, Cyrillic and
/// Armenian letters from U+0041 to U+0556 and from U+1E00 to U+1FFC. Our own table, because the C library's depends on
/// the locale. Every letter becomes a single one: U+0130, the capital I with a dot, becomes i without the combining dot
/// that Unicode adds, and a capital sigma becomes σ at the end of a word, too.
/// Source: Simple_Lowercase_Mapping of the Unicode Character Database, version 15.
char32_t lower_case(char32_t code_point);

}  // namespace posenc
