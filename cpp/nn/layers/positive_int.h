// Owns PositiveInt: a field type for counts of units.
#pragma once
#include "nn/config/config.h"

namespace pelton {

// An integer > 0.
struct PositiveInt {
  int64_t value = 1;
  PositiveInt() = default;
  PositiveInt(int64_t number) : value(number) {}
  operator int64_t() const { return value; }
};
template <>
struct FieldType<PositiveInt> {
  static PositiveInt parse(const Value& value, const FieldSite& site) {
    const int64_t* number = value.get_if<int64_t>();
    if (number == nullptr || *number <= 0) raise_bad_field(site, "a positive integer", value);
    return *number;
  }
  static Value write(PositiveInt number) { return number.value; }
  static std::string text() { return "int"; }
};

}  // namespace pelton
