// Owns Model: a layer that can be trained as a whole. What trains it, the Trainer, is only held
// here, so that it lives as long as the model.
#pragma once
#include "nn/module/layer.h"

namespace pelton {

class Trainer;

class Model : public Layer {
 public:
  using Layer::Layer;
  std::string module() const override { return "keras"; }

  const std::shared_ptr<Trainer>& trainer() const { return trainer_; }  // null before compile
  void set_trainer(std::shared_ptr<Trainer> trainer) { trainer_ = std::move(trainer); }
  // Whether the running call may come from a record: nobody sees the layers' calls one by one.
  bool may_record_call(bool training) const;

 private:
  std::shared_ptr<Trainer> trainer_;
};

}  // namespace pelton
