#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace posenc {

/// Why a text is not JSON, as a person would say it, and where: "a comma is missing before "b" (line 3, column 5)".
/// @param wrong_at the byte where a parser stops, from 1; beyond the end if something is missing there
std::string json_fault(std::string_view text, std::size_t wrong_at);

}  // namespace posenc
