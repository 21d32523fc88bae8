#include "nn/training/trainable_flags.h"

#include <algorithm>

#include "nn/module/walk_layers.h"

namespace pelton {
namespace {

template <class Map>
bool agree(const Map& a, const Map& b) {
  return std::all_of(a.begin(), a.end(), [&](const auto& entry) {
    const auto found = b.find(entry.first);
    return found == b.end() || found->second == entry.second;
  });
}

}  // namespace

void TrainableFlags::add_new(const Layer& model) {
  walk_layers(model, [&](const Layer& layer) {
    layers_.try_emplace(layer.serial(), layer.trainable());
    return true;
  });
  for (VariableRef& variable : model.variables())
    if (variables_.try_emplace(variable.get(), variable->trainable()).second)
      held_.push_back(std::move(variable));
}

bool TrainableFlags::agrees_with(const TrainableFlags& other) const {
  return agree(layers_, other.layers_) && agree(variables_, other.variables_);
}

// Layers first, outer before inner: setting one sets all that is inside of it.
void TrainableFlags::apply_to(Layer& model) const {
  const TrainableFlags now(model);
  walk_layers(model, [&](Layer& layer) {
    const auto found = layers_.find(layer.serial());
    layer.set_trainable(
        (found != layers_.end() ? *found : *now.layers_.find(layer.serial())).second);
    return true;
  });
  for (const VariableRef& variable : now.held_) {
    const auto found = variables_.find(variable.get());
    variable->set_trainable(
        (found != variables_.end() ? *found : *now.variables_.find(variable.get())).second);
  }
}

HeldFlags::HeldFlags(Layer& model, const TrainableFlags& flags) : model_(model), before_(model) {
  flags.apply_to(model_);
}

HeldFlags::~HeldFlags() {
  try {
    before_.apply_to(model_);
  } catch (...) {  // a layer written in Python that does not tell its sublayers
  }
}

}  // namespace pelton
