#pragma once

#include <cstddef>
#include <string>

/// The text with spaces for control characters, whatever its length.
std::string without_controls(std::string text);

/// The text on one line: control characters, which could also change the terminal, become spaces, and the end of a
/// longer text is cut. @param longest in bytes
std::string one_line(std::string text, std::size_t longest = 500);

/// "1 run" or "2 runs".
std::string counted(std::size_t count, const std::string& one, const std::string& many);

/// How many characters of UTF-8 a text has.
std::size_t characters_in(const std::string& text);

/// At most that many characters of UTF-8, the last of which is … if some are cut.
std::string cut_to(const std::string& text, std::size_t most);
