// Owns ModelStructure: what a step asks of all layers of a model, gathered in one walk. Layers that
// are written in Python are searched for it attribute by attribute, which costs more than a small
// step.
#pragma once
#include <string>
#include <vector>

#include "nn/module/layer.h"

namespace pelton {

struct ModelStructure {
  explicit ModelStructure(const Layer& model);
  bool built;
  std::vector<VariableRef> variables;
  std::vector<VariableRef> trainable;
  std::vector<VariableRef> state;  // variables that no gradient changes, such as moving averages
  // Which layers there are and which of them are trainable, as bytes.
  std::string key;
};

}  // namespace pelton
