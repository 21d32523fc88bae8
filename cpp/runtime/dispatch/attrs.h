// Owns AttrSpec: a field table with its types erased, as bindings, logs and the tape read
// attributes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "core/dtype.h"
#include "core/fields.h"
#include "core/interned.h"
#include "core/shape.h"

namespace pelton {

enum class AttrKind : uint8_t {
  boolean,           // bool
  integer,           // int64_t
  optional_integer,  // std::optional<int64_t>
  real,              // double
  optional_real,     // std::optional<double>
  dtype,             // DType
  optional_dtype,    // std::optional<DType>
  ints,              // Axes or Shape
  optional_ints,     // std::optional<Axes>; Python also accepts one integer
  choice,            // an enum with enum_names
  text,              // Text
  optional_text,     // std::optional<Text>
  constant,          // Constant; Python gives any nest of lists
};

template <class T>
constexpr AttrKind attr_kind() {
  if constexpr (std::is_same_v<T, bool>)
    return AttrKind::boolean;
  else if constexpr (std::is_same_v<T, int64_t>)
    return AttrKind::integer;
  else if constexpr (std::is_same_v<T, std::optional<int64_t>>)
    return AttrKind::optional_integer;
  else if constexpr (std::is_same_v<T, double>)
    return AttrKind::real;
  else if constexpr (std::is_same_v<T, std::optional<double>>)
    return AttrKind::optional_real;
  else if constexpr (std::is_same_v<T, DType>)
    return AttrKind::dtype;
  else if constexpr (std::is_same_v<T, std::optional<DType>>)
    return AttrKind::optional_dtype;
  else if constexpr (std::is_same_v<T, Axes>)
    return AttrKind::ints;
  else if constexpr (std::is_same_v<T, std::optional<Axes>>)
    return AttrKind::optional_ints;
  else if constexpr (std::is_same_v<T, Text>)
    return AttrKind::text;
  else if constexpr (std::is_same_v<T, std::optional<Text>>)
    return AttrKind::optional_text;
  else if constexpr (std::is_same_v<T, Constant>)
    return AttrKind::constant;
  else {
    static_assert(std::is_enum_v<T> && sizeof(T) == 1, "not an attribute type");
    return AttrKind::choice;
  }
}

struct AttrField {
  const char* name;
  AttrKind kind;
  void* (*at)(void* attrs);  // address of the member
  std::span<const char* const> choices;
  bool required;
  bool derived;  // an integer that the op's `sizes` work out: no argument; kUnknown until then
};

// What no op's attributes exceed.
inline constexpr size_t kMostAttrBytes = 2048;

struct AttrSpec {
  size_t size;
  std::span<const AttrField> fields;
  size_t argument_count;  // fields that callers may give, the first ones
  const void* (*defaults)();
  void (*copy)(void* to, const void* from);  // constructs `to`; destructors are trivial

  std::span<const AttrField> arguments() const { return fields.first(argument_count); }
};

namespace detail {

template <class A, size_t I>
void* member_at(void* attrs) {
  return &(static_cast<A*>(attrs)->*std::get<I>(fields<A>).member);
}

template <class A, size_t I>
constexpr AttrField erase_field() {
  using T = std::remove_reference_t<decltype(std::declval<A>().*std::get<I>(fields<A>).member)>;
  constexpr AttrKind kind = attr_kind<T>();
  constexpr auto row = std::get<I>(fields<A>);
  AttrField out{row.name, kind, &member_at<A, I>, {}, row.required, row.derived};
  if constexpr (kind == AttrKind::choice) out.choices = enum_names<T>;
  return out;
}

template <class A>
inline constexpr auto erased_fields = []<size_t... I>(std::index_sequence<I...>) {
  return std::array<AttrField, sizeof...(I)>{erase_field<A, I>()...};
}
(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(fields<A>)>>>{});

// Does not compile where an argument comes after a field that is none.
constexpr size_t count_arguments(std::span<const AttrField> all) {
  size_t count = 0;
  while (count < all.size() && !all[count].derived) ++count;
  for (size_t i = count; i < all.size(); ++i)
    if (!all[i].derived) throw "derived fields come last";
  return count;
}

template <class A>
const void* default_attrs() {
  static const A defaults{};
  return &defaults;
}

}  // namespace detail

// The erased table of attribute struct A.
template <class A>
inline constexpr AttrSpec attrs_of{
    sizeof(A), detail::erased_fields<A>, detail::count_arguments(detail::erased_fields<A>),
    &detail::default_attrs<A>, [](void* to, const void* from) {
      static_assert(std::is_trivially_destructible_v<A> && sizeof(A) <= kMostAttrBytes);
      new (to) A(*static_cast<const A*>(from));
    }};

// "axis=-1, keepdims=False", in table order.
std::string to_string(const AttrSpec& spec, const void* attrs);

// An owned copy of some op's attributes.
class AttrBox {
 public:
  AttrBox() = default;
  AttrBox(const AttrSpec* spec, const void* attrs);
  AttrBox(AttrBox&& other) noexcept;
  AttrBox& operator=(AttrBox&& other) noexcept;
  const void* get() const { return spec_ == nullptr ? nullptr : heap_ ? heap_.get() : inline_; }
  void* get() { return const_cast<void*>(std::as_const(*this).get()); }

 private:
  const AttrSpec* spec_ = nullptr;
  std::unique_ptr<std::byte[]> heap_;
  alignas(16) std::byte inline_[64];
};

}  // namespace pelton
