// Owns the check of an input against a layer's demands.
#include "nn/input_spec.h"

#include "nn/value.h"

namespace pelton {

void InputSpec::check(const Shape& shape, const std::string& layer_name) const {
  const auto demand = [&](bool ok, const auto&... parts) {
    pelton::check(ok, Code::value_error, "Input 0 with name 'None' of layer '", layer_name,
                  "' is incompatible with the layer: expected ", parts...);
  };
  const auto rank = static_cast<int64_t>(shape.size());
  demand(!ndim || rank == *ndim, "ndim=", ndim.value_or(0), ", found ndim=", rank,
         ". Full shape received: ", shape_text(shape));
  demand(!min_ndim || rank >= *min_ndim, "min_ndim=", min_ndim.value_or(0), ", found ndim=", rank,
         ". Full shape received: ", shape_text(shape));
  for (const auto& [axis, size] : axes) {
    const int64_t at = axis < 0 ? axis + rank : axis;
    const bool fits =
        at >= 0 && at < rank &&
        (shape[static_cast<size_t>(at)] == size || shape[static_cast<size_t>(at)] < 0);
    demand(fits, "axis ", axis, " of input shape to have value ", size,
           ", but received input with shape ", shape_text(shape));
  }
}

std::string InputSpec::repr() const {
  std::string out;
  const auto part = [&out](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (ndim) part(cat("ndim=", *ndim));
  if (min_ndim) part(cat("min_ndim=", *min_ndim));
  std::string sizes;
  for (const auto& [axis, size] : axes) sizes += cat(sizes.empty() ? "" : ", ", axis, ": ", size);
  if (!sizes.empty()) part("axes={" + sizes + "}");
  return "InputSpec(" + out + ")";
}

}  // namespace pelton
