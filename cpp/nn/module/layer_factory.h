// Owns making a built-in layer from its class name and keyword arguments.
#pragma once
#include "nn/module/layer.h"

namespace pelton {

// A layer of the built-in class `class_name` (or its second name) from keyword arguments, as
// get_config gives them; null when there is no such class. Raises type_error or value_error for bad
// arguments.
LayerPtr make_layer(std::string_view class_name, const Dict& config);

}  // namespace pelton
