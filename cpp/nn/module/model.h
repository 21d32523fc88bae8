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
  // The shape, with the batch axis, of the one input that the model was made with; absent for
  // several and for models that are given any.
  virtual std::optional<Shape> declared_input() const { return declared_input_; }
  void declare_input(Shape shape) { declared_input_ = std::move(shape); }
  // Whether the running call may come from a record: nobody sees the layers' calls one by one.
  bool may_record_call(bool training) const;

 private:
  std::shared_ptr<Trainer> trainer_;
  std::optional<Shape> declared_input_;
};

}  // namespace pelton
