// Owns PythonGradient: a gradient function written in Python; it may be called and dropped without
// the GIL.
#pragma once
#include "autograd/custom_gradient.h"
#include "bindings/gil.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/tensor_type.h"

namespace pelton::bindings {

class __attribute__((visibility("hidden"))) PythonGradient : public CustomGradient {
 public:
  explicit PythonGradient(py::function function) : function_(std::move(function)) {}
  ~PythonGradient() override {
    const GilTaken gil;
    function_ = py::function();
  }
  // Calls function([output gradients]), which gives one tensor or None per input.
  std::vector<Tensor> operator()(std::span<const Tensor> output_grads) override {
    const GilTaken gil;
    py::list grads;
    for (const Tensor& grad : output_grads)
      grads.append(grad.defined() ? wrap_object(grad) : py::none());
    std::vector<Tensor> out;
    for (py::handle grad : function_(grads))
      out.push_back(grad.is_none() ? Tensor() : to_tensor(grad.ptr()));
    return out;
  }

 private:
  py::function function_;
};

}  // namespace pelton::bindings
