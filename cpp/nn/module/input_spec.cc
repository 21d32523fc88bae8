// Owns the check of an input against a layer's demands.
#include "nn/module/input_spec.h"

#include "nn/config/value.h"

namespace pelton {

namespace {

template <class... Parts>
[[noreturn]] void refuse(const std::string& layer_name, const Parts&... parts) {
  raise(Code::value_error, "Input 0 with name 'None' of layer '", layer_name,
        "' is incompatible with the layer: expected ", parts...);
}

}  // namespace

void InputSpec::check(const Shape& shape, const std::string& layer_name) const {
  const auto rank = static_cast<int64_t>(shape.size());
  if (ndim && rank != *ndim)
    refuse(layer_name, "ndim=", *ndim, ", found ndim=", rank,
           ". Full shape received: ", shape_text(shape));
  if (min_ndim && rank < *min_ndim)
    refuse(layer_name, "min_ndim=", *min_ndim, ", found ndim=", rank,
           ". Full shape received: ", shape_text(shape));
  if (max_ndim && rank > *max_ndim)
    refuse(layer_name, "max_ndim=", *max_ndim, ", found ndim=", rank);
  for (const auto& [axis, size] : axes) {
    const int64_t at = axis < 0 ? axis + rank : axis;
    const int64_t found = at >= 0 && at < rank ? shape[static_cast<size_t>(at)] : -2;
    if (found != size && found != -1)
      refuse(layer_name, "axis ", axis, " of input shape to have value ", size,
             ", but received input with shape ", shape_text(shape));
  }
}

void InputSpec::check(DType found, const std::string& layer_name) const {
  if (dtype && found != *dtype)
    refuse(layer_name, "dtype=", name(*dtype), ", found dtype=", name(found));
}

std::string InputSpec::repr() const {
  std::string out;
  const auto part = [&out](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (ndim) part(cat("ndim=", *ndim));
  if (min_ndim) part(cat("min_ndim=", *min_ndim));
  if (max_ndim) part(cat("max_ndim=", *max_ndim));
  if (dtype) part(cat("dtype=", name(*dtype)));
  std::string sizes;
  for (const auto& [axis, size] : axes) sizes += cat(sizes.empty() ? "" : ", ", axis, ": ", size);
  if (!sizes.empty()) part("axes={" + sizes + "}");
  return "InputSpec(" + out + ")";
}

}  // namespace pelton
