// Owns losses that are written in Python: classes derived from a loss, and plain functions.
#pragma once
#include "bindings/gil.h"
#include "bindings/nn/python_class.h"
#include "bindings/tensor/casters.h"
#include "nn/losses/loss.h"

namespace pelton::bindings {

// A tensor from what a Python loss returned; raises type_error, naming `loss`, for None.
Tensor loss_values(const std::string& loss, const py::object& returned);

template <class Base>
class PythonLoss : public PythonClass<Base> {
 public:
  using PythonClass<Base>::PythonClass;
  Loss::Values call(const Tensor& y_true, const Tensor& y_pred) override {
    {
      const GilTaken gil;
      if (const py::function method = this->find_method("call"))
        return {loss_values(this->name(), method(y_true, y_pred)), {}};
    }
    if constexpr (std::is_same_v<Base, Loss>)
      raise(Code::unimplemented, this->class_name(), " does not implement call(y_true, y_pred)");
    else
      return Base::call(y_true, y_pred);
  }
};

// A function (y_true, y_pred) -> values per example; it gets both of one rank (`match_rank`).
class __attribute__((visibility("hidden"))) FunctionLoss : public Loss {
 public:
  FunctionLoss(py::function function, const LossConfig& config);
  ~FunctionLoss() override;
  Values call(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return "LossFunctionWrapper"; }
  const py::function& function() const { return function_; }

 private:
  py::function function_;
};

// None: null; a loss, the name of one, a serialized config, a loss class, or a function. Raises
// value_error for anything else.
std::shared_ptr<Loss> to_loss(py::handle identifier);

}  // namespace pelton::bindings
