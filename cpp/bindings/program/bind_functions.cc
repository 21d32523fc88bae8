// Owns the Python side of public functions that are no single op: creation, splitting, random
// draws, nested structures.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "autograd/variable_turn.h"
#include "bindings/bind.h"
#include "bindings/errors.h"
#include "bindings/gil.h"
#include "bindings/held_object.h"
#include "bindings/ops/composite_values.h"
#include "bindings/program/call_back.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/composite_parts.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/nested_list.h"
#include "bindings/tensor/symbolic_use.h"
#include "ops/array/slices.h"
#include "ops/nn/nn.h"
#include "ops/random/random.h"
#include "program/trace/host_callback.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

using Seed = std::optional<int64_t>;

void bind_creation(py::module_& m) {
  using py::arg;
  m.def("add_composite_class", &add_composite_class, arg("cls"), arg("handler"),
        "Has handler(op, {parameter: value}) take the ops that get instances of the class.");
  m.def("zeros", &zeros, arg("shape"), arg("dtype") = DType::float32);
  m.def("ones", &ones, arg("shape"), arg("dtype") = DType::float32);
  m.def(
      "zeros_like",
      [](const Tensor& input, std::optional<DType> dtype) {
        return dtype ? zeros(input.shape(), *dtype) : zeros_like(input);
      },
      arg("input"), arg("dtype") = py::none());
  m.def(
      "ones_like",
      [](const Tensor& input, std::optional<DType> dtype) {
        return dtype ? ones(input.shape(), *dtype) : ones_like(input);
      },
      arg("input"), arg("dtype") = py::none());
  m.def("eye", &eye, arg("num_rows"), arg("num_columns"), arg("dtype") = DType::float32);
  m.def("add_up_slices", &add_up_slices, arg("values"), arg("indices"), arg("shape"),
        "The sum, of `shape`, of rows at indices (n), which optimizers know as a gradient in "
        "slices.");
  m.def(
      "is_indexed_slices", [](py::handle value) { return is_gradient_in_slices(value.ptr()); },
      arg("value"), "True for a tf.IndexedSlices, whose module may not be loaded.");
  m.def(
      "slices_of",
      [](const Tensor& gradient) -> std::optional<std::pair<Tensor, Tensor>> {
        if (!is_in_slices(gradient)) return std::nullopt;
        const Slices slices = slices_of(gradient);
        return std::pair(slices.values, slices.indices);
      },
      arg("gradient"), "Rows and indices of a gradient in slices; None of another.");
  m.def("range", &range, arg("start"), arg("limit"), arg("delta"), arg("dtype"));
}

void bind_symbolic(py::module_& module) {
  module.def(
      "symbolic",
      [](const Shape& shape, DType dtype, const std::string& name) {
        Tensor made = Tensor::symbolic(shape, dtype, Device{});
        made.set_origin(Ref<Origin>::first(new NamedOrigin(name)), 0);
        return made;
      },
      py::arg("shape"), py::arg("dtype"), py::arg("name") = "Placeholder",
      "A tensor without data, of which None among the sizes is not known: what ops give for it is\n"
      "symbolic too, and nothing is run.");
  module.def(
      "is_symbolic", [](py::handle value) { return is_symbolic(value.ptr()); }, py::arg("value"),
      "Whether the value is a tensor without data.");
}

void bind_random(py::module_& m) {
  using py::arg;
  m.def("random_uniform", &random_uniform, arg("shape"), arg("minval"), arg("maxval"), arg("dtype"),
        arg("seed") = py::none());
  m.def("random_normal", &random_normal, arg("shape"), arg("mean"), arg("stddev"), arg("dtype"),
        arg("seed") = py::none());
  m.def("truncated_normal", &truncated_normal, arg("shape"), arg("mean"), arg("stddev"),
        arg("dtype"), arg("seed") = py::none());
  m.def("random_categorical", &random_categorical, arg("logits"), arg("num_samples"),
        arg("dtype") = DType::int64, arg("seed") = py::none());
}

Composites as_composites(bool expand) {
  return expand ? Composites::are_expanded : Composites::are_leaves;
}

void bind_nesting(py::module_& m) {
  m.def("set_composite_classes", &set_composite_classes, py::arg("value"), py::arg("spec"),
        "Says of which classes values made of several tensors, and their specs, are.");
  m.def(
      "flatten",
      [](py::handle structure, bool expand_composites) {
        py::list leaves;
        for (py::object& leaf : flatten(structure, as_composites(expand_composites)))
          leaves.append(std::move(leaf));
        return leaves;
      },
      py::arg("structure"), py::arg("expand_composites") = false,
      "The leaves of nested lists, tuples and dicts in order; with `expand_composites` the parts\n"
      "of values that are made of several tensors.");
  m.def(
      "pack",
      [](py::handle structure, const py::list& leaves, bool expand_composites) {
        std::vector<py::object> values;
        for (py::handle leaf : leaves) values.push_back(py::reinterpret_borrow<py::object>(leaf));
        return pack(structure, values, as_composites(expand_composites));
      },
      py::arg("structure"), py::arg("leaves"), py::arg("expand_composites") = false,
      "The same nesting with as many other leaves, in the order of flatten.");
  m.def(
      "check_nesting", [](py::handle value) { check_nesting(value.ptr()); }, py::arg("value"),
      "Raises ValueError for lists that contain themselves or nest too deeply for a tensor.");
}

}  // namespace

std::vector<Tensor> call_back(const HeldObject& function, std::span<const Tensor> tensors) {
  const GilTaken gil;
  py::list given;
  for (const Tensor& tensor : tensors) given.append(tensor);
  const py::object returned = function.get()(given);
  std::vector<Tensor> results;
  if (returned.is_none()) return results;
  for (py::handle value : returned) results.push_back(to_tensor(value.ptr(), std::nullopt));
  return results;
}

namespace {

void bind_effects(py::module_& m) {
  m.def(
      "perform",
      [](const std::string& name, const std::vector<Tensor>& tensors, py::function effect,
         std::string stored) {
        const auto held = HeldObject::share(std::move(effect));
        perform(
            name, tensors,
            [held](std::span<const Tensor> given) {
              call_back(*held, given);
              return std::vector<Tensor>();
            },
            kNoOutputs, std::move(stored));
      },
      py::arg("name"), py::arg("tensors"), py::arg("effect"), py::arg("stored") = "",
      "Calls effect(tensors); the record of a function calls it again. `stored`: what files say "
      "of\n"
      "it, see pelton.host.stored_works.");
  m.def(
      "compute",
      [](const std::string& name, const std::vector<Tensor>& tensors, py::function function,
         std::optional<std::vector<std::pair<DType, Shape>>> outputs, std::string stored) {
        const auto held = HeldObject::share(std::move(function));
        return perform(
            name, tensors,
            [held](std::span<const Tensor> given) { return call_back(*held, given); },
            std::move(outputs), std::move(stored));
      },
      py::arg("name"), py::arg("tensors"), py::arg("function"), py::arg("outputs") = py::none(),
      py::arg("stored") = "",
      "The tensors that function(tensors) returns; the record of a function calls it again.\n"
      "`outputs`: their dtypes and shapes, for traces without values. `stored`: what files say of\n"
      "it, see pelton.host.stored_works.");
}

// Bytes of a tensor for Python to write; who keeps them after its end has them for good.
class LentBytes {
 public:
  explicit LentBytes(Tensor tensor)
      : tensor_(std::move(tensor)),
        view_(py::memoryview::from_memory(tensor_.data(), tensor_.bytes())) {}
  ~LentBytes() {
    const py::error_scope raised;
    const auto released = PyObject_CallMethod(view_.ptr(), "release", nullptr);
    if (released == nullptr) new Tensor(tensor_);
    Py_XDECREF(released);
  }
  LentBytes(const LentBytes&) = delete;
  LentBytes& operator=(const LentBytes&) = delete;
  const py::memoryview& view() const { return view_; }

 private:
  const Tensor tensor_;
  const py::memoryview view_;
};

void bind_written(py::module_& m) {
  m.def(
      "written",
      [](DType dtype, const Shape& shape, const py::function& write) -> std::optional<Tensor> {
        check(dtype != DType::string, Code::type_error, "written: strings are no bytes");
        const Tensor out = empty(shape, dtype);
        const LentBytes bytes(out);
        return py::cast<bool>(write(bytes.view())) ? std::optional(out) : std::nullopt;
      },
      py::arg("dtype"), py::arg("shape"), py::arg("write"),
      "A tensor whose bytes write(memoryview) has written; None where it says that it has not.");
}

void bind_turns(py::module_& m) {
  m.def(
      "in_turn",
      [](const std::vector<VariableRef>& variables, const py::function& body) {
        const VariableTurn turn(variables);
        return body();
      },
      py::arg("variables"), py::arg("body"),
      "What body() returns; no other thread writes to the variables meanwhile.");
}

}  // namespace

void bind_functions(py::module_& module) {
  py::module_ m = module.def_submodule("functions", "Public functions that are no single op.");
  m.def(
      "convert",
      [](py::handle value, std::optional<DType> dtype) { return to_tensor(value.ptr(), dtype); },
      py::arg("value"), py::arg("dtype") = py::none(),
      "A tensor of any value that stands for one.");
  m.def(
      "convert_like",
      [](py::handle value, std::optional<DType> hint) { return to_tensor_like(value.ptr(), hint); },
      py::arg("value"), py::arg("hint") = py::none());
  bind_symbolic(m);
  bind_creation(m);
  bind_random(m);
  bind_nesting(m);
  bind_effects(m);
  bind_written(m);
  bind_turns(m);
  bind_control_flow(m);
}

}  // namespace pelton::bindings
