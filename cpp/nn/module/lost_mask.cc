#include "nn/module/lost_mask.h"

#include "nn/module/layer.h"
#include "nn/training/warning.h"

namespace pelton {

void warn_of_lost_mask(const Layer& layer) {
  warn(cat("Layer '", layer.name(), "' (of type ", layer.class_name(),
           ") was passed an input with a mask attached to it. However, this layer does not support "
           "masking and will therefore destroy the mask information. Downstream layers will not "
           "see the mask."));
}

}  // namespace pelton
