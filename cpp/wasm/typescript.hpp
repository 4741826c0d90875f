#pragma once

#include <string>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/grading/verdict.hpp"

/// The TypeScript types of what crosses into JavaScript, made from the core's own tables of names.
namespace posenc::wasm {

/// 'a' | 'b' | 'c'
template <class E, std::size_t N>
std::string union_of(const EnumNames<E, N>& names) {
  std::string text;
  for (const auto& [name, value] : names) {
    text += (text.empty() ? "'" : " | '") + std::string(name) + "'";
  }
  return text;
}

/// { value: T } | { error: .. }
inline std::string or_error(const std::string& type) {
  return "{ value: " + type + " } | { error: { code: " + union_of(error_code_names) +
         ", message: string } }";
}

// Registered types keep a pointer to their text.

inline const char* matrix_type() {
  static const std::string text =
      or_error("{ rows: number, cols: number, values: Float64Array<ArrayBuffer> }");
  return text.c_str();
}

inline const char* items_type() {
  static const std::string text =
      or_error("{ id: string, group: string, choices: string[], hint: string }[]");
  return text.c_str();
}

inline const char* grade_type() {
  static const std::string text = or_error(
      "{ score: number, max: number, items: { item: string, outcome: " + union_of(outcome_names) +
      ", reason: " + union_of(reason_names) +
      " | null, read: number | null, message: string | null }[] }");
  return text.c_str();
}

}  // namespace posenc::wasm
