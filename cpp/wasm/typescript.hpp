#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/wording.hpp"
#include "results.hpp"

/// The TypeScript types of arguments and results, made from the lists of fields and the core's tables of names.
namespace posenc::wasm {

// Each function appends to a text and is not inlined: there are about a hundred types.

[[gnu::noinline]] inline void put(std::string& text, std::string_view part) { text += part; }

[[gnu::noinline]] inline void put_choice(std::string& text, bool is_first, std::string_view name) {
  put(text, is_first ? "'" : " | '");
  put(text, name);
  put(text, "'");
}

[[gnu::noinline]] inline void put_field(std::string& text, bool is_first, std::string_view name) {
  put(text, is_first ? "{ " : ", ");
  put(text, name);
  put(text, ": ");
}

/// 'a' | 'b' | 'c'
template <class E, std::size_t N>
void put_union(std::string& text, const EnumNames<E, N>& names) {
  for (const auto& one : names) put_choice(text, &one == &names[0], one.first);
}

// One for each to_js in convert.hpp. Declarations of the templates first, because they call each other.

template <class T>
void describe(std::string& text, std::type_identity<std::optional<T>>);
template <Named E>
void describe(std::string& text, std::type_identity<E>);
template <HasFields T>
void describe(std::string& text, std::type_identity<T>);
template <HasFields T>
void describe(std::string& text, std::type_identity<std::vector<T>>);
template <Named E>
void describe(std::string& text, std::type_identity<std::vector<E>>);

inline void describe(std::string& text, std::type_identity<double>) { put(text, "number"); }

inline void describe(std::string& text, std::type_identity<Index>) { put(text, "number"); }

inline void describe(std::string& text, std::type_identity<int>) { put(text, "number"); }

inline void describe(std::string& text, std::type_identity<std::vector<double>>) {
  put(text, "Float64Array<ArrayBuffer>");
}

inline void describe(std::string& text, std::type_identity<bool>) { put(text, "boolean"); }

inline void describe(std::string& text, std::type_identity<std::string>) { put(text, "string"); }

inline void describe(std::string& text, std::type_identity<std::string_view>) {
  put(text, "string");
}

inline void describe(std::string& text, std::type_identity<std::vector<std::string>>) {
  put(text, "string[]");
}

inline void describe(std::string& text, std::type_identity<std::vector<Index>>) {
  put(text, "number[]");
}

inline void describe(std::string& text, std::type_identity<std::vector<std::uint8_t>>) {
  put(text, "Uint8Array<ArrayBuffer>");
}

inline void describe(std::string& text, std::type_identity<Vector>) {
  put(text, "Float64Array<ArrayBuffer>");
}

inline void describe(std::string& text, std::type_identity<Matrix>) {
  put(text, "{ rows: number, cols: number, values: Float64Array<ArrayBuffer> }");
}

inline void describe(std::string& text, std::type_identity<PerHead>) {
  put(text, "{ heads: number, rows: number, cols: number, values: Float64Array<ArrayBuffer> }");
}

inline void describe(std::string& text, std::type_identity<ByLayer>) {
  describe(text, std::type_identity<Matrix>());
  put(text, "[]");
}

inline void describe(std::string& text, std::type_identity<std::vector<PerHead>>) {
  describe(text, std::type_identity<PerHead>());
  put(text, "[]");
}

template <class T>
void describe(std::string& text, std::type_identity<std::optional<T>>) {
  describe(text, std::type_identity<T>());
  put(text, " | null");
}

template <Named E>
void describe(std::string& text, std::type_identity<E>) {
  put_union(text, names_of(std::type_identity<E>()));
}

template <HasFields T>
void describe(std::string& text, std::type_identity<std::vector<T>>) {
  describe(text, std::type_identity<T>());
  put(text, "[]");
}

template <Named E>
void describe(std::string& text, std::type_identity<std::vector<E>>) {
  put(text, "(");
  describe(text, std::type_identity<E>());
  put(text, ")[]");
}

template <HasFields T>
void describe(std::string& text, std::type_identity<T>) {
  bool is_first = true;
  const auto add = [&]<class Member>(const Field<T, Member>& field) {
    put_field(text, std::exchange(is_first, false), in_camel_case(field.name));
    describe(text, std::type_identity<Member>());
  };
  std::apply([&add](const auto&... field) { (add(field), ...); },
             fields_of(std::type_identity<T>()));
  put(text, " }");
}

/// The type of a result in JavaScript, as for returned_to_js in convert.hpp:
/// { value: T } | { error: .. }
template <class T>
struct Unwrapped {
  using type = T;
};
template <class T>
struct Unwrapped<Result<T>> : Unwrapped<T> {};
template <>
struct Unwrapped<Vector> {
  using type = Values;
};

[[gnu::noinline]] inline void put_error(std::string& text) {
  put(text, " } | { error: { code: ");
  put_union(text, error_code_names);
  put(text, ", parameter: string, message: string } }");
}

template <class T>
std::string returned_type_of() {
  std::string text = "{ value: ";
  describe(text, std::type_identity<typename Unwrapped<T>::type>());
  put_error(text);
  return text;
}

}  // namespace posenc::wasm
