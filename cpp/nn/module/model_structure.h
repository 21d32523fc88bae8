// Owns ModelStructure and TrainedVariables: what a step asks of all layers of a model. Layers that
// are written in Python are searched for it attribute by attribute, which costs more than a small
// step.
#pragma once
#include <string>
#include <vector>

#include "autograd/variable_turn.h"
#include "nn/module/layer.h"

namespace pelton {

// What decides which recorded step fits. Holds the model by reference.
struct ModelStructure {
  explicit ModelStructure(const Layer& model);
  std::vector<VariableRef> variables() const { return root.variables(); }
  const Layer& root;
  bool built;
  // Whether a layer has got losses by add_loss, which a recorded call would not add.
  bool has_call_losses = false;
  // Which layers there are and which of them are trainable, as bytes.
  std::string key;
};

// The variables that a training step is about.
struct TrainedVariables {
  explicit TrainedVariables(const Layer& model);
  std::vector<VariableRef> trainable;
  std::vector<VariableRef> state;  // variables that no gradient changes, such as moving averages
  VariableOrder in_order;          // all of them
};

}  // namespace pelton
