#include "nn/module/model_structure.h"

#include "nn/module/walk_layers.h"

namespace pelton {

ModelStructure::ModelStructure(const Layer& model) : root(model), built(model.built()) {
  walk_layers(model, [&](const Layer& layer) {
    const uint64_t serial = layer.serial();
    key.append(reinterpret_cast<const char*>(&serial), sizeof(serial));
    key += layer.trainable() ? 't' : 'f';
    has_call_losses = has_call_losses || layer.has_call_losses();
    return true;
  });
}

TrainedVariables::TrainedVariables(const Layer& model)
    : trainable(model.trainable_variables()), state(model.variables()) {
  in_order = VariableOrder(state);
  std::erase_if(state, [](const VariableRef& variable) { return variable->trainable(); });
}

}  // namespace pelton
