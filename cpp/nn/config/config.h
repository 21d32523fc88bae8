// Owns how config structs are read from keyword arguments and written by get_config, both by
// looping over the struct's field table. Knows no layer and no Python.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/dtype.h"
#include "core/fields.h"
#include "nn/config/value.h"

namespace pelton {

// Anything that Keras describes by a class name and a config: layers, initializers, losses, ...
class Configured {
 public:
  Configured() = default;
  virtual ~Configured() = default;
  virtual std::string class_name() const = 0;  // "Dense"
  virtual std::string module() const = 0;      // "keras.layers"
  // "package>Class" of a class that a user registered; empty for built-in ones.
  virtual std::string registered_name() const { return {}; }
  virtual Dict get_config() const = 0;
  // As Python's repr() prints the object.
  virtual std::string repr() const;
  // {"module", "class_name", "config", "registered_name"}, as Keras stores objects.
  virtual Value serialized() const;

 protected:
  Configured(const Configured&) = default;
  Configured& operator=(const Configured&) = default;
};

// Where a value belongs, for messages: field `name` of class `owner`.
struct FieldSite {
  std::string_view owner;
  std::string_view name;
};

// Raises value_error: "Received an invalid value for `units`, expected an integer. Received:
// units=a [Dense]".
[[noreturn]] void raise_bad_field(const FieldSite& site, std::string_view expected,
                                  const Value& value);

// find(value); its errors say where the value belongs: " [Dense, argument `activation`]".
template <class Find>
auto found_for(const FieldSite& site, const Value& value, Find&& find) {
  try {
    return find(value);
  } catch (const Error& error) {
    raise(error.code(), error.message(), " [", site.owner, ", argument `", site.name, "`]");
  }
}

// How one C++ type is read, written and named in stubs; specialise it for further types.
template <class T>
struct FieldType;

template <>
struct FieldType<bool> {
  static bool parse(const Value& value, const FieldSite& site);
  static Value write(bool value) { return value; }
  static std::string text() { return "bool"; }
};
template <>
struct FieldType<int64_t> {
  static int64_t parse(const Value& value, const FieldSite& site);
  static Value write(int64_t value) { return value; }
  static std::string text() { return "int"; }
};
template <>
struct FieldType<double> {
  static double parse(const Value& value, const FieldSite& site);
  static Value write(double value) { return value; }
  static std::string text() { return "float"; }
};
template <>
struct FieldType<std::string> {
  static std::string parse(const Value& value, const FieldSite& site);
  static Value write(const std::string& value) { return value; }
  static std::string text() { return "str"; }
};
template <>
struct FieldType<DType> {
  static DType parse(const Value& value, const FieldSite& site);
  static Value write(DType value) { return std::string(name(value)); }
  static std::string text() { return "str | DType"; }
};
// One integer or a sequence of them, written as a tuple.
template <>
struct FieldType<Axes> {
  static Axes parse(const Value& value, const FieldSite& site);
  static Value write(const Axes& value);
  static std::string text() { return "int | Sequence[int]"; }
};
// Kept as given.
template <>
struct FieldType<Value> {
  static Value parse(const Value& value, const FieldSite&) { return value; }
  static Value write(const Value& value) { return value; }
  static std::string text() { return "Any"; }
};
template <class T>
struct FieldType<std::optional<T>> {
  static std::optional<T> parse(const Value& value, const FieldSite& site) {
    if (value.is_none()) return std::nullopt;
    return FieldType<T>::parse(value, site);
  }
  static Value write(const std::optional<T>& value) {
    return value ? FieldType<T>::write(*value) : Value();
  }
  static std::string text() { return FieldType<T>::text() + " | None"; }
};

// Index of `value` among `choices`, ignoring case; absent when it is none of them.
std::optional<size_t> find_choice(const Value& value, const char* const* choices, size_t count);
// Index of `value` among `choices`, ignoring case; raises value_error listing them.
size_t parse_choice(const Value& value, const FieldSite& site, const char* const* choices,
                    size_t count);
// An enum with enum_names; None is its first enumerator.
template <class T>
requires std::is_enum_v<T>
struct FieldType<T> {
  static T parse(const Value& value, const FieldSite& site) {
    if (value.is_none()) return T{};
    return static_cast<T>(parse_choice(value, site, enum_names<T>.data(), enum_names<T>.size()));
  }
  static Value write(T value) { return enum_names<T>[static_cast<size_t>(value)]; }
  static std::string text() { return "str | None"; }
};

// Raises type_error as Python does for missing arguments; none missing: returns.
void check_required(std::string_view owner, const std::vector<std::string>& missing);
// Raises value_error when keyword arguments are left over.
void check_all_used(std::string_view owner, const Dict& left);

namespace detail {
template <class C, class F>
void for_each_field(F&& f) {
  std::apply([&](const auto&... row) { (f(row), ...); }, fields<C>);
}
template <class C, class T>
T member_type(T C::*);
}  // namespace detail

// Takes the fields of C out of `values`; what is left belongs to others. Raises type_error for a
// missing required one, value_error for a bad one.
template <class C>
C take_config(Dict& values, std::string_view owner) {
  C config{};
  std::vector<std::string> missing;
  detail::for_each_field<C>([&](const auto& row) {
    using T = std::remove_reference_t<decltype(config.*row.member)>;
    if (values.find(row.name) != nullptr)
      config.*row.member = FieldType<T>::parse(values.take(row.name), {owner, row.name});
    else if (row.required)
      missing.push_back(row.name);
  });
  check_required(owner, missing);
  return config;
}

// Sets one field of C by its name; raises value_error for a bad value. Others change nothing.
template <class C, class Whole>
void set_field(Whole& config, std::string_view owner, std::string_view name, const Value& value) {
  detail::for_each_field<C>([&](const auto& row) {
    using T = std::remove_reference_t<decltype(config.*row.member)>;
    if (name == row.name) config.*row.member = FieldType<T>::parse(value, {owner, row.name});
  });
}

// Appends the fields of `config` in table order.
template <class C>
void write_config(const C& config, Dict& out) {
  detail::for_each_field<C>([&](const auto& row) {
    using T = std::remove_cvref_t<decltype(config.*row.member)>;
    out.set(row.name, FieldType<T>::write(config.*row.member));
  });
}

// One row of a table with its type erased: for signatures, positional arguments and stubs.
struct ConfigField {
  const char* name;
  std::string type;
  Value default_value;
  bool required;
};

template <class C>
std::vector<ConfigField> config_fields() {
  std::vector<ConfigField> out;
  const C defaults{};
  detail::for_each_field<C>([&](const auto& row) {
    using T = std::remove_cvref_t<decltype(defaults.*row.member)>;
    out.push_back({row.name, FieldType<T>::text(),
                   row.required ? Value() : FieldType<T>::write(defaults.*row.member),
                   row.required});
  });
  return out;
}

}  // namespace pelton
