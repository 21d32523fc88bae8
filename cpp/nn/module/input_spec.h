// Owns InputSpec: what a layer demands of its input's rank, sizes and dtype, checked before build
// and call.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/dtype.h"
#include "core/shape.h"

namespace pelton {

struct InputSpec {
  std::optional<int64_t> ndim;
  std::optional<int64_t> min_ndim;
  std::optional<int64_t> max_ndim;
  std::optional<DType> dtype;
  // Axis (negative: from the end) and the size it must have.
  std::vector<std::pair<int64_t, int64_t>> axes;

  // Raises value_error with Keras's text ("Input 0 with name 'None' of layer 'dense' is
  // incompatible with the layer: ..."); unknown sizes (-1) fit everything.
  void check(const Shape& shape, const std::string& layer_name) const;
  // The same of the dtype.
  void check(DType found, const std::string& layer_name) const;
  // "InputSpec(min_ndim=2, axes={-1: 4})".
  std::string repr() const;
};

}  // namespace pelton
