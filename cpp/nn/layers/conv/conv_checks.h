// Declares what the layers of convolutions refuse, in Keras's words.
#pragma once
#include "nn/layers/conv/spatial.h"

namespace pelton {

// Raises value_error unless `value`, that of argument `name`, is above 0.
void check_above_0(const char* name, int64_t value, const std::string& owner);
// Raises value_error unless all of both are positive and one of them is all 1.
void check_window(const Window& window, bool takes_both, const std::string& owner);
// The size of the channel axis; raises value_error where it is unknown or `groups` do not divide
// it.
int64_t defined_channels(const Shape& shape, DataFormat format, int64_t groups,
                         const std::string& owner);
// Raises value_error, naming the layer, unless the input has the kernel's dtype.
void check_dtypes(const Tensor& input, const Tensor& kernel, const std::string& owner,
                  const std::string& name);

}  // namespace pelton
