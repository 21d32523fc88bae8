// Owns _core.Tape, under tf.GradientTape, which adds nested structures and warnings in Python.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "autograd/tape.h"
#include "bindings/bind.h"
#include "bindings/casters.h"
#include "bindings/errors.h"

namespace pelton::bindings {
namespace {

// A gradient function written in Python; it may be called and dropped without the GIL.
class PythonGradient : public Tape::CustomGradient {
 public:
  explicit PythonGradient(py::function function) : function_(std::move(function)) {}
  ~PythonGradient() override {
    py::gil_scoped_acquire locked;
    function_ = py::function();
  }
  std::vector<Tensor> operator()(std::span<const Tensor> output_grads) override {
    py::gil_scoped_acquire locked;
    py::list grads;
    for (const Tensor& grad : output_grads) grads.append(py::cast(grad));
    std::vector<Tensor> out;
    for (py::handle grad : function_(grads))
      out.push_back(grad.is_none() ? Tensor() : grad.cast<Tensor>());
    return out;
  }

 private:
  py::function function_;
};

void watch(Tape& tape, py::handle object) {
  if (is_variable(object.ptr()))
    tape.watch(*unwrap_variable(object.ptr()));
  else
    tape.watch(object.cast<Tensor>());
}

Tape::Source source_of(const Tape& tape, py::handle object) {
  if (is_variable(object.ptr())) return tape.source_of(*unwrap_variable(object.ptr()));
  check(is_tensor(object.ptr()), Code::type_error,
        "gradient: a source must be a Tensor or a Variable, got ",
        py::cast<std::string>(py::repr(object)));
  return Tape::source_of(unwrap(object.ptr()));
}

std::vector<Tensor> gradient(Tape& tape, const std::vector<Tensor>& targets,
                             const py::list& sources, const py::list& output_grads) {
  std::vector<Tape::Source> ids;
  for (py::handle source : sources) ids.push_back(source_of(tape, source));
  std::vector<Tensor> grads;
  for (py::handle grad : output_grads)
    grads.push_back(grad.is_none() ? Tensor() : grad.cast<Tensor>());
  py::gil_scoped_release unlocked;
  return tape.gradient(targets, ids, grads);
}

py::list watched_variables(const Tape& tape) {
  py::list out;
  for (const auto& variable : tape.watched_variables())
    out.append(py::cast(VariableRef(const_cast<Variable*>(variable.get()))));
  return out;
}

}  // namespace

void bind_tape(py::module_& module) {
  py::class_<Tape>(module, "Tape", "Records op calls and walks them backwards.")
      .def(py::init<bool, bool>(), py::arg("persistent") = false,
           py::arg("watch_accessed_variables") = true)
      .def("start", &Tape::start)
      .def("stop", &Tape::stop)
      .def("reset", &Tape::reset)
      .def("watch", &watch)
      .def("gradient", &gradient, py::arg("targets"), py::arg("sources"),
           py::arg("output_gradients") = py::list())
      .def("record_custom",
           [](Tape& tape, const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
              py::function function) {
             tape.record_custom(inputs, outputs, std::make_shared<PythonGradient>(function));
           })
      .def("watched_variables", &watched_variables)
      .def_property_readonly("is_recording", &Tape::is_recording)
      .def_property_readonly("is_persistent", &Tape::is_persistent);
}

}  // namespace pelton::bindings
