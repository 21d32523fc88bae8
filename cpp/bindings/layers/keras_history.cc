#include "bindings/layers/keras_history.h"

#include <pybind11/stl.h>

#include "bindings/layers/node_origin.h"
#include "bindings/ops/op_signature.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/tensor/tensor_type.h"
#include "nn/module/call_scope.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

// Another symbolic tensor of the same kind, so that what an identity gives has a history too; its
// unknown sizes are named after itself, not after what is inside of the layer.
Tensor with_history(const Tensor& tensor, py::object node, int index, std::string name) {
  Tensor out = Tensor::symbolic(without_names(tensor.shape()), tensor.dtype(), tensor.device());
  const Ref<NodeOrigin> origin = make_ref<NodeOrigin>(std::move(node), std::move(name));
  out.set_origin(Ref<Origin>(origin.get()), index);
  return out;
}

py::object history(const Tensor& tensor) {
  if (!tensor.is_symbolic()) return py::none();
  const auto* origin = dynamic_cast<const NodeOrigin*>(tensor.origin().get());
  if (origin == nullptr) return py::none();
  return py::make_tuple(origin->node(), tensor.origin_index());
}

const CallOrigin* call_origin(const Tensor& tensor) {
  return tensor.is_symbolic() ? dynamic_cast<const CallOrigin*>(tensor.origin().get()) : nullptr;
}

py::list list_of(std::span<const Tensor> tensors) {
  py::list out;
  for (const Tensor& tensor : tensors) out.append(wrap_object(tensor));
  return out;
}

// (identity of the call, number of the output, op, inputs, tensors that sizes are named after).
py::object call_of(const Tensor& tensor) {
  const CallOrigin* origin = call_origin(tensor);
  if (origin == nullptr) return py::none();
  return py::make_tuple(reinterpret_cast<uintptr_t>(origin), tensor.origin_index(),
                        origin->op().name, list_of(origin->inputs()), list_of(origin->named()));
}

// (TensorFlow's name of the op, device scope of the call).
py::object call_place(const Tensor& tensor) {
  const CallOrigin* origin = call_origin(tensor);
  if (origin == nullptr) return py::none();
  return py::make_tuple(origin->op().tf_name, origin->device_scope());
}

// An integer as it is; a name as (the tensor's place among those that sizes are named after, axis
// or element, whether it is an element), where the first input comes at place -1.
py::object size_object(int64_t size, const CallOrigin& origin) {
  if (!is_name(size)) return py::int_(size);
  if (!origin.inputs().empty()) {
    const Shape& shape = origin.inputs()[0].shape();
    for (size_t axis = 0; axis < shape.size(); ++axis)
      if (shape[axis] == size) return py::make_tuple(-1, axis, false);
  }
  const SizeName name = SizeName::of(size);
  const std::span<const Tensor> named = origin.named();
  for (size_t i = 0; i < named.size(); ++i)
    if (named[i].id() == name.id) return py::make_tuple(i, name.index, name.is_element);
  return py::none();
}

py::object with_size_objects(const AttrField& field, py::object value, const CallOrigin& origin) {
  if (py::isinstance<py::int_>(value) && !py::isinstance<py::bool_>(value))
    return is_size_field(field) ? size_object(py::cast<int64_t>(value), origin) : value;
  const bool is_ints = field.kind == AttrKind::ints || field.kind == AttrKind::optional_ints;
  if (!is_ints || value.is_none()) return value;
  py::list sizes;
  for (py::handle size : value) sizes.append(size_object(py::cast<int64_t>(size), origin));
  return sizes;
}

// {name: value} of the attributes that the call was given.
py::dict call_attributes(const Tensor& tensor) {
  py::dict out;
  const CallOrigin* origin = call_origin(tensor);
  if (origin == nullptr || origin->attrs() == nullptr) return out;
  for (const AttrField& field : origin->op().attrs->fields)
    out[field.name] = with_size_objects(field, attr_object(field, origin->attrs()), *origin);
  return out;
}

// A size of `tensor`, or one of its elements.
int64_t size_in(const Tensor& tensor, const SizeName& name) {
  if (!name.is_element) return tensor.shape()[name.index];
  if (tensor.is_symbolic()) return SizeName{tensor.id(), true, name.index}.size();
  const Tensor host = contiguous(copy_to(tensor, Device{}));
  return host.dtype() == DType::int32 ? host.data_as<int32_t>()[name.index]
                                      : host.data_as<int64_t>()[name.index];
}

// The outputs of the call that gave `tensor`, on other inputs.
py::list run_call(const Tensor& tensor, const std::vector<Tensor>& inputs,
                  const std::vector<Tensor>& named) {
  const CallOrigin* origin = call_origin(tensor);
  check(origin != nullptr, Code::value_error, "not the output of an op on symbolic tensors");
  AttrBox attrs(origin->op().attrs, origin->attrs());
  resolve_sizes(origin->op().attrs, attrs.get(), [&](const SizeName& name) {
    for (size_t i = 0; i < origin->named().size(); ++i)
      if (origin->named()[i].id() == name.id) return size_in(named[i], name);
    raise(Code::internal, origin->op().name, ": a size is of no tensor of the graph");
  });
  return list_of(call_all(origin->op(), inputs, attrs.get()).span());
}

bool holds_symbolic(py::handle value) {
  for (const py::object& leaf : flatten(value))
    if (is_symbolic(leaf.ptr())) return true;
  return false;
}

}  // namespace

py::object note_layer_call(py::handle layer, const py::args& args, const py::dict& kwargs,
                           py::object outputs) {
  const bool is_eager = is_tensor(outputs.ptr()) && !is_symbolic(outputs.ptr());
  if (is_eager || CallScope::current() != nullptr || Tracer::current() != nullptr) return outputs;
  if (!holds_symbolic(outputs) || !(holds_symbolic(args) || holds_symbolic(kwargs))) return outputs;
  return py::module_::import("pelton.keras.models.graph")
      .attr("note_call")(layer, args, kwargs, outputs);
}

void bind_history(py::module_& layers) {
  layers.def("_with_history", &with_history, py::arg("tensor"), py::arg("node"), py::arg("index"),
             py::arg("name"));
  layers.def("_history", &history, py::arg("tensor"));
  layers.def("_call_of", &call_of, py::arg("tensor"));
  layers.def("_call_number", &Tensor::id, py::arg("tensor"));
  layers.def("_call_attributes", &call_attributes, py::arg("tensor"));
  layers.def("_call_place", &call_place, py::arg("tensor"));
  layers.def("_run_call", &run_call, py::arg("tensor"), py::arg("inputs"), py::arg("named"));
}

}  // namespace pelton::bindings
