// Owns the field type of an argument of Keras that is accepted only at the value that means "off".
#pragma once
#include "nn/config/config.h"

namespace pelton {

// None only; written as None.
struct OnlyNone {};
template <>
struct FieldType<OnlyNone> {
  static OnlyNone parse(const Value& value, const FieldSite& site) {
    check(value.is_none(), Code::unimplemented, site.owner, ": `", site.name,
          "` is not supported yet, only None. Received: ", site.name, "=", value);
    return {};
  }
  static Value write(OnlyNone) { return {}; }
  static std::string text() { return "None"; }
};

}  // namespace pelton
