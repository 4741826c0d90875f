#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "results.hpp"

/// The TypeScript types of what crosses into JavaScript, made from the lists of fields and the core's own
/// tables of names.
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
         ", parameter: string, message: string } }";
}

// One for each to_js in convert.hpp. Templates first, so that each knows all the others.

template <class T>
std::string type_of(std::type_identity<std::optional<T>>);
template <Named E>
std::string type_of(std::type_identity<E>);
template <Object T>
std::string type_of(std::type_identity<T>);
template <Object T>
std::string type_of(std::type_identity<std::vector<T>>);

inline std::string type_of(std::type_identity<double>) { return "number"; }

inline std::string type_of(std::type_identity<Index>) { return "number"; }

inline std::string type_of(std::type_identity<int>) { return "number"; }

inline std::string type_of(std::type_identity<std::vector<double>>) {
  return "Float64Array<ArrayBuffer>";
}

inline std::string type_of(std::type_identity<bool>) { return "boolean"; }

inline std::string type_of(std::type_identity<std::string>) { return "string"; }

inline std::string type_of(std::type_identity<std::string_view>) { return "string"; }

inline std::string type_of(std::type_identity<std::vector<std::string>>) { return "string[]"; }

inline std::string type_of(std::type_identity<std::vector<std::uint8_t>>) {
  return "Uint8Array<ArrayBuffer>";
}

inline std::string type_of(std::type_identity<Vector>) { return "Float64Array<ArrayBuffer>"; }

inline std::string type_of(std::type_identity<Matrix>) {
  return "{ rows: number, cols: number, values: Float64Array<ArrayBuffer> }";
}

inline std::string type_of(std::type_identity<PerHead>) {
  return "{ heads: number, rows: number, cols: number, values: Float64Array<ArrayBuffer> }";
}

inline std::string type_of(std::type_identity<ByLayer>) {
  return type_of(std::type_identity<Matrix>()) + "[]";
}

inline std::string type_of(std::type_identity<std::vector<PerHead>>) {
  return type_of(std::type_identity<PerHead>()) + "[]";
}

template <class T>
std::string type_of(std::type_identity<std::optional<T>>) {
  return type_of(std::type_identity<T>()) + " | null";
}

template <Named E>
std::string type_of(std::type_identity<E>) {
  return union_of(names_of<E>);
}

template <Object T>
std::string type_of(std::type_identity<std::vector<T>>) {
  return type_of(std::type_identity<T>()) + "[]";
}

template <Object T>
std::string type_of(std::type_identity<T>) {
  std::string text;
  const auto add = [&text]<class Member>(const Field<T, Member>& field) {
    text += (text.empty() ? "{ " : ", ") + std::string(field.name) + ": " +
            type_of(std::type_identity<Member>());
  };
  std::apply([&add](const auto&... field) { (add(field), ...); }, fields<T>);
  return text + " }";
}

// As returned_to_js in convert.hpp.

template <class T>
std::string returned_type_of(std::type_identity<T> type) {
  return or_error(type_of(type));
}

inline std::string returned_type_of(std::type_identity<Vector>) {
  return or_error(type_of(std::type_identity<Values>()));
}

template <class T>
std::string returned_type_of(std::type_identity<Result<T>>) {
  return returned_type_of(std::type_identity<T>());
}

}  // namespace posenc::wasm
