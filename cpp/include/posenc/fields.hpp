#pragma once

#include <tuple>
#include <type_traits>

#include "posenc/enum_names.hpp"

/// The members of a struct by name, in one list beside it: the command writes such results as JSON, and the page gets
/// them as objects with TypeScript types.
namespace posenc {

template <class Struct, class Member>
struct Field {
  const char* name;
  Member Struct::* member;
};

// clang before 17 deduces none for an aggregate by itself.
template <class Struct, class Member>
Field(const char*, Member Struct::*) -> Field<Struct, Member>;

/// A struct whose members fields_of(std::type_identity<T>()) lists.
template <class T>
concept HasFields = requires { fields_of(std::type_identity<T>()); };

/// Calls visit(name, value) for each member.
template <HasFields T, class Visit>
void visit_fields(const T& object, const Visit& visit) {
  std::apply([&](const auto&... field) { (visit(field.name, object.*field.member), ...); },
             fields_of(std::type_identity<T>()));
}

}  // namespace posenc

/// Lists members of a struct: POSENC_FIELDS(BaseChoice, steps, longest)
#define POSENC_FIELDS(Struct, ...)                                     \
  constexpr auto fields_of(std::type_identity<Struct>) {               \
    return std::tuple{POSENC_EACH(POSENC_FIELD, Struct, __VA_ARGS__)}; \
  }
#define POSENC_FIELD(Struct, member) posenc::Field{#member, &Struct::member},
