#pragma once

#include <string>
#include <string_view>

/// Texts of HTML and SVG.
namespace markup {

/// Shown as it is written, in an element or in a quoted attribute.
std::string escaped(std::string_view text);

/// `<name attributes>content</name>`. @param content markup, not text
std::string element(std::string_view name, std::string_view attributes, std::string_view content);

/// ` name="value"`, with the value escaped.
std::string attribute(std::string_view name, std::string_view value);
std::string attribute(std::string_view name, double value);

/// A part that scrolls sideways where the window is narrow, also by keyboard. @param label what it is, as text
std::string scrolling(std::string_view label, std::string_view content);

}  // namespace markup
