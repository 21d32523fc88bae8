// Owns the Python side of traced branches and loops, under tf.cond, tf.while_loop and their like.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/tensor/casters.h"
#include "program/control/branches.h"
#include "program/control/loop.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

// A Python function that takes tensors and gives a sequence of some; called with the GIL alone.
TensorFunction tensor_function(py::handle function) {
  if (function.is_none()) return {};
  return [function](std::span<const Tensor> arguments) {
    py::tuple given(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i) given[i] = py::cast(arguments[i]);
    PyObject* const result = PyObject_Call(function.ptr(), given.ptr(), nullptr);
    if (result == nullptr) throw py::error_already_set();
    std::vector<Tensor> out;
    for (py::handle value : py::reinterpret_steal<py::sequence>(result))
      out.push_back(to_tensor(value.ptr()));
    return out;
  };
}

std::optional<std::vector<Tensor>> trace_branches(const std::string& name, const Tensor& index,
                                                  const py::list& functions) {
  std::vector<TensorFunction> branches;
  for (py::handle function : functions) branches.push_back(tensor_function(function));
  return perform_branches(name, index, branches);
}

std::optional<std::vector<Tensor>> trace_loop(const std::string& name, py::handle condition,
                                              const py::function& body,
                                              const std::vector<Tensor>& carried,
                                              const std::vector<Tensor>& rows,
                                              const std::vector<Shape>& shapes, bool is_reversed,
                                              int64_t most_steps) {
  return perform_loop({.name = name, .is_reversed = is_reversed, .most_steps = most_steps},
                      tensor_function(condition), tensor_function(body), carried, rows, shapes);
}

bool trace_probe(const py::function& function, const std::vector<Tensor>& arguments) {
  std::vector<TensorKind> kinds;
  for (const Tensor& argument : arguments) kinds.push_back(kind_of(argument));
  return trace_function(tensor_function(function), kinds).has_value();
}

}  // namespace

void bind_control_flow(py::module_& functions) {
  using py::arg;
  functions.def(
      "is_tracing",
      [] {
        const Tracer* const tracer = Tracer::current();
        return tracer != nullptr && !tracer->is_aside();
      },
      "Whether this thread's ops are recorded now.");
  functions.def(
      "is_in_symbolic_call", [] { return context().symbolic_scope() != nullptr; },
      "Whether what is called now is not run: in a layer's call on a model's symbolic tensors.");
  functions.def("trace_branches", &trace_branches, arg("name"), arg("index"), arg("functions"),
                "What the function of this number gives, as one step of the trace; None where a "
                "function reads values.");
  functions.def(
      "trace_probe", &trace_probe, arg("function"), arg("arguments"),
      "Calls a function on symbolic tensors like these and forgets the trace; False where "
      "it reads values.");
  functions.def("trace_loop", &trace_loop, arg("name"), arg("condition"), arg("body"),
                arg("carried"), arg("rows"), arg("shapes"), arg("is_reversed") = false,
                arg("most_steps") = -1,
                "What the tensors become that `body` is carried over, and its other results "
                "stacked, as one step of the trace; None where a function reads values.");
}

}  // namespace pelton::bindings
