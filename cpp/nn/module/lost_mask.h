// Owns the warning about a mask that a layer does not pass on.
#pragma once

namespace pelton {

class Layer;

void warn_of_lost_mask(const Layer& layer);

}  // namespace pelton
