// Owns Value: configuration in dynamic form (None, bool, int, float, text, list, dictionary,
// object), as keyword arguments come in and as get_config goes out. Knows no Python.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/shape.h"

namespace pelton {

class Configured;
class Value;

// A Python list, or a tuple.
struct List {
  std::vector<Value> items;
  bool is_tuple = false;
};

// Keys in the order they were set.
class Dict {
 public:
  using Item = std::pair<std::string, Value>;
  Dict() = default;
  Dict(std::initializer_list<Item> items);
  const Value* find(std::string_view key) const;
  // The value at `key`; raises lookup_error when absent.
  const Value& at(std::string_view key) const;
  void set(std::string key, Value value);  // replaces in place, else appends
  // Removes `key` and returns its value; None when absent.
  Value take(std::string_view key);
  void merge(const Dict& other);  // other's keys win
  bool empty() const;
  size_t size() const;
  const Item* begin() const;
  const Item* end() const;

 private:
  std::vector<Item> items_;
};

class Value {
 public:
  using Object = std::shared_ptr<Configured>;

  // Defined in value.cc: inlined, they make GCC 12 warn of members that are not there.
  Value();  // None
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  Value(std::nullptr_t) : Value() {}
  Value(bool value) : data_(value) {}
  Value(int value) : data_(static_cast<int64_t>(value)) {}
  Value(int64_t value) : data_(value) {}
  Value(double value) : data_(value) {}
  Value(const char* value) : data_(std::string(value)) {}
  Value(std::string value) : data_(std::move(value)) {}
  Value(List value) : data_(std::move(value)) {}
  Value(Dict value) : data_(std::move(value)) {}
  // An object; null is None.
  Value(Object value) : Value() {
    if (value != nullptr) data_ = std::move(value);
  }

  bool is_none() const { return std::holds_alternative<std::monostate>(data_); }
  // The content when it has exactly this type, else null.
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&data_);
  }

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, List, Dict, Object> data_;
};

// As Python's str() prints it: nope, 0.5, (3, 3), {'a': 1}.
std::string to_text(const Value& value);
// As Python's repr() prints it: text is quoted.
std::string to_repr(const Value& value);
// As Python's str(type(value)) prints it: "<class 'int'>".
std::string type_text(const Value& value);
// A float as Python prints it: shortest text that reads back, "1.0", "1e-07", "nan".
std::string float_text(double value);

inline void append(std::string& out, const Value& value) { out += to_text(value); }

// A tuple of sizes; -1 becomes None.
Value shape_value(const Shape& shape);
// The reverse of shape_value; raises value_error ("Cannot convert '3' to a shape.") for anything
// but a sequence of None and integers >= 0.
Shape parse_shape(const Value& value);
// A shape as Keras prints it: "(None, 28, 28, 1)".
std::string shape_text(const Shape& shape);

}  // namespace pelton
