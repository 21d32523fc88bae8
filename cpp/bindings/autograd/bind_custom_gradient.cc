// Owns _core.record_custom, under tf.custom_gradient.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "autograd/tape.h"
#include "bindings/autograd/python_gradient.h"
#include "bindings/bind.h"
#include "bindings/tensor/casters.h"
#include "program/trace/tracer.h"

namespace pelton::bindings {
namespace {

// The results as new tensors, so that what made them inside the function is not what a tape finds.
std::vector<Tensor> record_custom(const std::vector<Tensor>& inputs,
                                  const std::vector<Tensor>& results,
                                  const py::function& gradient) {
  std::vector<Tensor> outputs;
  for (const Tensor& result : results) {
    outputs.push_back(result.view(result.layout()));
    Tracer::note_own_gradient(result, outputs.back());
  }
  Tape::record_custom(inputs, outputs, std::make_shared<PythonGradient>(gradient));
  return outputs;
}

}  // namespace

void bind_custom_gradient(py::module_& module) {
  module.def("record_custom", &record_custom, py::arg("inputs"), py::arg("results"),
             py::arg("gradient"),
             "The results under a gradient of their own, on every tape that sees an input.");
}

}  // namespace pelton::bindings
