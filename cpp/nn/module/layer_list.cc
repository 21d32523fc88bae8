#include "nn/module/layer_list.h"

#include <algorithm>
#include <iterator>

namespace pelton {

void drop_layers(std::vector<LayerPtr> layers) noexcept {
  static thread_local std::vector<LayerPtr>* waiting = nullptr;
  if (waiting != nullptr) {
    try {
      waiting->insert(waiting->end(), std::move_iterator(layers.begin()),
                      std::move_iterator(layers.end()));
    } catch (const std::bad_alloc&) {
      // They go at once, one call inside the other.
    }
    return;
  }
  waiting = &layers;
  while (!layers.empty()) {
    LayerPtr next = std::move(layers.back());
    layers.pop_back();
    next.reset();
  }
  waiting = nullptr;
}

std::shared_ptr<const LayerList::Layers> LayerList::held(Layers layers) {
  return {new Layers(std::move(layers)), [](Layers* all) {
            drop_layers(std::move(*all));
            delete all;
          }};
}

// The state before goes when the lock is free: with it may go layers that are written in Python.
template <class Change>
void LayerList::replace(const Change& change) {
  std::shared_ptr<const Layers> other;
  const std::lock_guard lock(mutex_);
  Layers layers = *layers_;
  change(layers);
  other = held(std::move(layers));
  layers_.swap(other);
}

void LayerList::add(const LayerPtr& layer) {
  replace([&](Layers& layers) { layers.push_back(layer); });
}

void LayerList::remove(const LayerPtr& layer) {
  replace([&](Layers& layers) {
    const auto found = std::find(layers.rbegin(), layers.rend(), layer);
    if (found != layers.rend()) layers.erase(std::next(found).base());
  });
}

LayerPtr LayerList::pop() {
  LayerPtr last;
  replace([&](Layers& layers) {
    if (layers.empty()) return;
    last = std::move(layers.back());
    layers.pop_back();
  });
  return last;
}

}  // namespace pelton
