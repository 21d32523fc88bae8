// Owns GivenAxes: one axis or several, written as it was given.
#pragma once
#include "nn/config/config.h"

namespace pelton {

struct GivenAxes {
  Axes axes{-1};
  bool is_single = true;
};
template <>
struct FieldType<GivenAxes> {
  static GivenAxes parse(const Value& value, const FieldSite& site) {
    return {FieldType<Axes>::parse(value, site), value.get_if<List>() == nullptr};
  }
  static Value write(const GivenAxes& value) {
    if (value.is_single) return value.axes[0];
    return FieldType<Axes>::write(value.axes);
  }
  static std::string text() { return FieldType<Axes>::text(); }
};

}  // namespace pelton
