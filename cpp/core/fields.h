// Owns the field tables: one constexpr tuple per attribute or config struct, from which keyword
// arguments, defaults, log text, get_config and stubs follow.
#pragma once
#include <array>
#include <cstdint>
#include <tuple>

namespace pelton {

template <class Owner, class T>
struct TypedField {
  const char* name;
  T Owner::*member;
  bool required = false;
  bool derived = false;
};

// One row of a table: field("axis", &SoftmaxAttrs::axis). The default is the member's own.
template <class Owner, class T>
constexpr TypedField<Owner, T> field(const char* name, T Owner::*member) {
  return {name, member};
}

// A row whose value callers from Python must give.
template <class Owner, class T>
constexpr TypedField<Owner, T> required_field(const char* name, T Owner::*member) {
  return {name, member, true};
}

// A row, after those of arguments, that no caller gives: the op's `sizes` work it out.
template <class Owner>
constexpr TypedField<Owner, int64_t> derived_field(const char* name, int64_t Owner::*member) {
  return {name, member, false, true};
}

// The table of `Owner`; specialise it right after the struct:
//   template <> inline constexpr auto fields<SoftmaxAttrs> = std::tuple{field("axis", ...)};
template <class Owner>
inline constexpr auto fields = std::tuple<>{};

// The spelled values of an enum used in a table, in the order of the enumerators.
template <class Enum>
inline constexpr std::array<const char*, 0> enum_names{};

}  // namespace pelton
