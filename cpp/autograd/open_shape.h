// Owns OpenShape: which shapes a variable's values may have. Knows no tensors.
#pragma once
#include <optional>
#include <string>

#include "core/shape.h"

namespace pelton {

struct OpenShape {
  // Absent: any rank. A size of -1 is open.
  std::optional<Shape> sizes;

  bool accepts(const Shape& shape) const {
    if (!sizes) return true;
    if (sizes->size() != shape.size()) return false;
    for (size_t i = 0; i < shape.size(); ++i)
      if (!may_equal((*sizes)[i], shape[i])) return false;
    return true;
  }
};

// "(None, 3)", as Python prints a tuple; "<unknown>" for any rank.
inline void append(std::string& out, const OpenShape& shape) {
  if (!shape.sizes) {
    out += "<unknown>";
    return;
  }
  out += '(';
  for (size_t i = 0; i < shape.sizes->size(); ++i) {
    if (i > 0) out += ", ";
    out += (*shape.sizes)[i] < 0 ? "None" : std::to_string((*shape.sizes)[i]);
  }
  out += shape.sizes->size() == 1 ? ",)" : ")";
}

}  // namespace pelton
