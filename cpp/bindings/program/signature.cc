#include "bindings/program/signature.h"

#include "bindings/recursion.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/composite_parts.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/nested_list.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_type.h"
#include "bindings/text.h"
#include "nn/config/dtype_policy.h"
#include "nn/module/call_scope.h"
#include "program/trace/trace_key.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {
namespace {

bool is_plain_number(PyObject* object) {
  return PyBool_Check(object) || PyLong_CheckExact(object) || PyFloat_CheckExact(object) ||
         PyComplex_CheckExact(object);
}

// NumPy's types, once NumPy is loaded: who has no NumPy has no arrays.
struct NumpyTypes {
  PyObject* array = nullptr;
  PyObject* scalar = nullptr;
};

const NumpyTypes& numpy_types() {
  static NumpyTypes types;
  if (types.array != nullptr) return types;
  PyObject* module = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
  if (module == nullptr || !PyObject_HasAttrString(module, "generic")) return types;
  types.scalar = PyObject_GetAttrString(module, "generic");
  types.array = PyObject_GetAttrString(module, "ndarray");
  return types;
}

// NumPy's texts, which are Python's too, are none: there are no tensors of texts.
bool is_numpy_value(PyObject* object) {
  if (is_text(object)) return false;
  const NumpyTypes& types = numpy_types();
  const auto is = [&](PyObject* type) {
    return PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(type)) != 0;
  };
  return types.array != nullptr && (is(types.array) || is(types.scalar));
}

}  // namespace

bool is_tensor_argument(PyObject* object) { return is_tensor(object) || is_numpy_value(object); }

void Signature::add_context() {
  append_value(bytes, floatx());
  const CallScope* call = CallScope::current();
  if (call != nullptr && call->given()) bytes += *call->given() ? 'T' : 'F';
  if (context().has_scope()) bytes += context().scope().to_string();
  bytes += '|';
}

void Signature::add_call(py::handle args, py::handle kwargs) {
  add_context();
  add(args.ptr());
  if (PyDict_GET_SIZE(kwargs.ptr()) > 0) add(kwargs.ptr());
}

void Signature::add_tensor(const Tensor& tensor) {
  const bool is_given = open_shapes != nullptr && tensors.size() < open_shapes->size();
  if (!is_given) return add_tensor(tensor, tensor.shape());
  const Shape& shape = (*open_shapes)[tensors.size()];
  is_open |= !is_fully_known(shape);
  add_tensor(tensor, shape);
}

void Signature::add_tensor(const Tensor& tensor, const Shape& shape) {
  bytes += 't';
  append_value(bytes, tensor.dtype());
  append_value(bytes, tensor.device().type);
  append_value(bytes, tensor.device().index);
  append_value(bytes, static_cast<uint8_t>(tensor.rank()));
  for (int64_t size : shape) append_value(bytes, is_known(size) ? size : kUnknown);
  tensors.push_back(tensor);
  shapes.push_back(shape);
}

void Signature::add_composite(PyObject* value) {
  const size_t place = specs.size();
  const bool is_given = open_specs != nullptr && place < open_specs->size();
  specs.push_back(is_given ? (*open_specs)[place] : parts_spec(value));
  const py::object spec = specs.back();
  bytes += 'x';
  append_value(bytes, Py_TYPE(value));
  add(spec.attr("static_parts")().ptr());
  const std::vector<py::object> parts = parts_of(spec, value), kinds = part_specs(spec);
  for (size_t i = 0; i < parts.size(); ++i) {
    const Tensor part = to_tensor(parts[i].ptr());
    const bool is_listed = open_shapes != nullptr && tensors.size() < open_shapes->size();
    const py::object shape = kinds[i].attr("shape");
    const bool has_rank = !shape.attr("rank").is_none();
    const Shape own = has_rank ? to_shape(shape.ptr()) : part.shape();
    const Shape& counted = is_listed ? (*open_shapes)[tensors.size()] : own;
    is_open |= !is_fully_known(counted);
    add_tensor(part, counted);
  }
}

void Signature::add_number(PyObject* number) {
  if (PyBool_Check(number)) {
    bytes += number == Py_True ? "b1" : "b0";
  } else if (PyFloat_CheckExact(number)) {
    bytes += 'f';
    append_value(bytes, PyFloat_AS_DOUBLE(number));
  } else {
    bytes += PyLong_CheckExact(number) ? 'i' : 'c';
    bytes += repr_text(number) + ';';
  }
}

void Signature::add_text(PyObject* text) {
  const bool is_bytes = PyBytes_Check(text) != 0;
  const auto value = is_bytes ? py::cast<std::string>(py::handle(text)) : text_of(text);
  bytes += is_bytes ? 'y' : 's';
  append_value(bytes, value.size());
  bytes += value;
}

void Signature::add_items(PyObject* sequence) {
  const RecursionGuard level(" in an argument of a function");
  const bool is_list = PyList_Check(sequence) != 0;
  const auto size = [&] {
    return is_list ? PyList_GET_SIZE(sequence) : PyTuple_GET_SIZE(sequence);
  };
  bytes += '(';
  append_value(bytes, Py_TYPE(sequence));
  for (Py_ssize_t i = 0; i < size(); ++i)
    add(is_list ? PyList_GET_ITEM(sequence, i) : PyTuple_GET_ITEM(sequence, i));
  bytes += ')';
}

void Signature::add_dict(PyObject* dict) {
  const RecursionGuard level(" in an argument of a function");
  bytes += '{';
  append_value(bytes, Py_TYPE(dict));
  const py::list keys = py::reinterpret_steal<py::list>(PyDict_Keys(dict));
  if (PyList_Sort(keys.ptr()) != 0) throw py::error_already_set();
  for (py::handle key : keys) {
    if (is_numpy_value(key.ptr()) || has_parts(key.ptr()))
      add_object(key.ptr());  // no leaf of the dict
    else
      add(key.ptr());
    const py::object value = py::handle(dict)[key];
    add(value.ptr());
  }
  bytes += '}';
}

void Signature::add(PyObject* argument) {
  if (is_tensor(argument)) return add_tensor(unwrap(argument));
  if (argument == Py_None) {
    bytes += 'n';
  } else if (is_variable(argument)) {
    bytes += 'v';
    append_value(bytes, unwrap_variable(argument).get());
    variables.push_back(unwrap_variable(argument));
  } else if (is_plain_number(argument)) {
    add_number(argument);
  } else if (is_text(argument)) {
    add_text(argument);
  } else if (PyList_Check(argument) || PyTuple_Check(argument)) {
    add_items(argument);
  } else if (is_tensor_shape(argument)) {
    bytes += 's';
    add(sizes_of_shape(argument).ptr());
  } else if (PyDict_Check(argument)) {
    add_dict(argument);
  } else if (is_numpy_value(argument)) {
    add_tensor(to_tensor(argument));
  } else if (has_parts(argument)) {
    add_composite(argument);
  } else {
    add_object(argument);
  }
}

void Signature::add_object(PyObject* object) {
  bytes += 'o';
  append_value(bytes, object);
  objects.push_back(py::reinterpret_borrow<py::object>(object));
}

}  // namespace pelton::bindings
