// Owns field types for arguments of Keras that are accepted only at the value that means "off".
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

// False only; written as False.
struct OnlyFalse {};
template <>
struct FieldType<OnlyFalse> {
  static OnlyFalse parse(const Value& value, const FieldSite& site) {
    check(!FieldType<bool>::parse(value, site), Code::unimplemented, site.owner, ": `", site.name,
          "` is not supported yet, only False. Received: ", site.name, "=", value);
    return {};
  }
  static Value write(OnlyFalse) { return false; }
  static std::string text() { return "bool"; }
};

}  // namespace pelton
