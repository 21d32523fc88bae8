// Owns walk_layers, the one way to reach a layer and all layers inside of it.
#pragma once
#include <algorithm>
#include <iterator>
#include <vector>

#include "nn/module/layer.h"

namespace pelton {

// Calls visit(layer) for `root` and the layers inside of it, outer before inner, each once: layers
// may be shared, and attributes may lead back to an outer one. Where it answers false, the walk
// does not go into that layer.
template <class Root, class Visit>
void walk_layers(Root& root, const Visit& visit) {
  std::vector<const Layer*> seen;
  std::vector<LayerPtr> ahead;  // the next one is the last; no recursion, however deep they nest
  const auto enter = [&](auto& layer) {
    if (std::find(seen.begin(), seen.end(), &layer) != seen.end()) return;
    seen.push_back(&layer);
    if (!visit(layer)) return;
    std::vector<LayerPtr> inner = layer.sublayers();
    ahead.insert(ahead.end(), std::move_iterator(inner.rbegin()), std::move_iterator(inner.rend()));
  };
  enter(root);
  while (!ahead.empty()) {
    const LayerPtr layer = std::move(ahead.back());
    ahead.pop_back();
    enter(*layer);
  }
}

}  // namespace pelton
