#include "nn/module/model_structure.h"

#include "nn/module/walk_layers.h"

namespace pelton {

ModelStructure::ModelStructure(const Layer& model)
    : built(model.built()),
      variables(model.variables()),
      trainable(model.trainable_variables()),
      state(variables) {
  std::erase_if(state, [](const VariableRef& variable) { return variable->trainable(); });
  walk_layers(model, [&](const Layer& layer) {
    const uint64_t serial = layer.serial();
    key.append(reinterpret_cast<const char*>(&serial), sizeof(serial));
    key += layer.trainable() ? 't' : 'f';
    return true;
  });
}

}  // namespace pelton
