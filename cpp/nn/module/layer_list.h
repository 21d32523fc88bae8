// Owns LayerList: the layers of a Sequential, which code that they call may change while it runs,
// and drop_layers, the way in which layers inside layers go.
#pragma once
#include <mutex>

#include "nn/module/layer.h"

namespace pelton {

// Drops layers and what is inside of them one after the other, however deep they nest.
void drop_layers(std::vector<LayerPtr> layers) noexcept;

// A walk holds the list of its time; each change makes another list. Safe to use from several
// threads.
class LayerList {
 public:
  using Layers = std::vector<LayerPtr>;

  LayerList() : layers_(held({})) {}
  LayerList(const LayerList&) = delete;
  LayerList& operator=(const LayerList&) = delete;

  std::shared_ptr<const Layers> now() const {
    const std::lock_guard lock(mutex_);
    return layers_;
  }
  void add(const LayerPtr& layer);
  // Takes the last place of `layer`, if it has one.
  void remove(const LayerPtr& layer);
  // Takes the last one, null where there is none.
  LayerPtr pop();

 private:
  static std::shared_ptr<const Layers> held(Layers layers);
  // Gives the list another state; `change` calls no code of the user's.
  template <class Change>
  void replace(const Change& change);

  mutable std::mutex mutex_;
  std::shared_ptr<const Layers> layers_;
};

}  // namespace pelton
