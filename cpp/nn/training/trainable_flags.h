// Owns TrainableFlags: which layers and variables of a model were trainable at one moment.
#pragma once
#include <unordered_map>
#include <vector>

#include "nn/module/layer.h"

namespace pelton {

class TrainableFlags {
 public:
  // As they are now.
  explicit TrainableFlags(const Layer& model) { add_new(model); }
  // Takes in the layers and variables that the model has got since.
  void add_new(const Layer& model);
  // Whether all that both know has the same flags in `other`.
  bool agrees_with(const TrainableFlags& other) const;
  // Gives the model's layers and variables these flags, as far as they are known.
  void apply_to(Layer& model) const;

 private:
  std::unordered_map<uint64_t, bool> layers_;  // by serial number
  std::unordered_map<const Variable*, bool> variables_;
  std::vector<VariableRef> held_;  // so that no other variable comes to have an address of these
};

// Has the model these flags for as long as this lives.
class HeldFlags {
 public:
  HeldFlags(Layer& model, const TrainableFlags& flags);
  ~HeldFlags();
  HeldFlags(const HeldFlags&) = delete;
  HeldFlags& operator=(const HeldFlags&) = delete;

 private:
  Layer& model_;
  TrainableFlags before_;
};

}  // namespace pelton
