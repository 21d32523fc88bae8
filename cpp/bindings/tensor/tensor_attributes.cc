// Owns Tensor's attributes, methods and text.
#include <unordered_set>

#include "bindings/errors.h"
#include "bindings/foreign_refusals.h"
#include "bindings/layers/node_origin.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/text.h"
#include "ops/array/array.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton::bindings {
namespace {

constexpr const char* kMaskName = "_keras_mask";

template <class Body>
PyObject* tensor_attribute(PyObject* self, Body&& body) {
  return guarded([&] { return body(unwrap(self)).release().ptr(); });
}

// The node that gave it, or one that gave what an op made it of; null: none.
const NodeOrigin* node_before(const Tensor& x) {
  std::vector<const Origin*> ahead{x.origin().get()};
  std::unordered_set<const Origin*> seen;
  while (!ahead.empty()) {
    const Origin* origin = ahead.back();
    ahead.pop_back();
    if (origin == nullptr || !seen.insert(origin).second) continue;
    if (const auto* node = dynamic_cast<const NodeOrigin*>(origin)) return node;
    if (const auto* call = dynamic_cast<const CallOrigin*>(origin))
      for (const Tensor& input : call->inputs()) ahead.push_back(input.origin().get());
  }
  return nullptr;
}

// Whether a layer gave it, or an op what follows from a layer's output.
bool is_of_layers(const Tensor& x) { return node_before(x) != nullptr; }

// Whether it is one of Keras's symbolic tensors; what a layer's call sees is TensorFlow's.
bool is_keras_tensor(const Tensor& x) {
  if (!x.is_symbolic() || context().symbolic_scope() != nullptr) return false;
  const NodeOrigin* const node = node_before(x);
  return node != nullptr && node->is_of_keras();
}

// A shape and a dtype as Keras's symbolic tensors have them: a tuple, and the dtype's name.
PyObject* keras_form(const char* maker, const py::object& value) {
  const py::object make = py::module_::import("pelton.keras.symbolic_attributes").attr(maker);
  return make(value).release().ptr();
}

PyObject* get_static_shape(PyObject* self, PyObject*) {
  return tensor_attribute(self, [](const Tensor& x) { return tensor_shape(x.shape()); });
}

PyObject* get_shape(PyObject* self, void*) {
  if (!unwrap(self).is_symbolic()) return get_static_shape(self, nullptr);
  return guarded([&] {
    const Tensor& x = unwrap(self);
    const py::object shape = tensor_shape(x.shape());
    return is_keras_tensor(x) ? keras_form("SymbolicShape", shape) : shape.inc_ref().ptr();
  });
}

PyObject* get_dtype(PyObject* self, void*) {
  const Tensor& x = unwrap(self);
  if (!x.is_symbolic()) return Py_NewRef(dtype_object(x.dtype()));
  return guarded([&] {
    return is_keras_tensor(x) ? keras_form("DTypeName", py::str(std::string(name(x.dtype()))))
                              : Py_NewRef(dtype_object(x.dtype()));
  });
}

PyObject* get_device(PyObject* self, void*) {
  return tensor_attribute(self, [](const Tensor& x) { return py::str(full_name(x.device())); });
}

PyObject* get_ndim(PyObject* self, void*) {
  return tensor_attribute(self, [](const Tensor& x) { return py::int_(x.rank()); });
}

// The object that was set as the mask, where it still is; null: none.
PyObject* mask_as_set(PyObject* self) {
  PyObject* attributes = reinterpret_cast<PyTensor*>(self)->attributes;
  PyObject* found = attributes == nullptr ? nullptr : PyDict_GetItemString(attributes, kMaskName);
  const bool is_it = found != nullptr && is_tensor(found) && unwrap(self).has_mask() &&
                     unwrap(found).is_same(unwrap(self).mask());
  return is_it ? found : nullptr;
}

PyObject* get_mask(PyObject* self, void*) {
  if (PyObject* found = mask_as_set(self)) return Py_NewRef(found);
  return tensor_attribute(self, [](const Tensor& x) -> py::object {
    return x.has_mask() ? wrap_object(x.mask()) : py::none();
  });
}

int set_mask(PyObject* self, PyObject* value, void*) {
  PyObject* done = guarded([&] {
    const bool is_none = value == nullptr || value == Py_None;
    unwrap(self).set_mask(is_none ? Tensor() : to_tensor(value));
    PyObject*& attributes = reinterpret_cast<PyTensor*>(self)->attributes;
    if (attributes == nullptr) attributes = py::dict().release().ptr();
    if (PyDict_SetItemString(attributes, kMaskName, is_none ? Py_None : value) != 0)
      throw py::error_already_set();
    return Py_NewRef(Py_None);
  });
  Py_XDECREF(done);
  return done == nullptr ? -1 : 0;
}

// Of a symbolic tensor that a layer or an operation gave.
PyObject* get_history(PyObject* self, void*) {
  return tensor_attribute(self, [self](const Tensor& x) -> py::object {
    const py::object found =
        x.is_symbolic()
            ? py::module_::import("pelton.keras.models.graph").attr("history_of")(py::handle(self))
            : py::none();
    check(!found.is_none(), Code::attribute_error,
          "'pelton.Tensor' object has no attribute '_keras_history'");
    return found;
  });
}

// Whether it is an Input that was declared as `kind`, sparse or ragged; what layers give is dense.
bool is_input_of(const char* kind, PyObject* self) {
  const py::object asked = py::module_::import("pelton.keras.models.graph").attr("is_input_of");
  return asked(kind, py::handle(self)).cast<bool>();
}

// Whether a tensor of layers is `kind`, which other tensors don't say.
PyObject* get_kind(PyObject* self, const char* kind) {
  return tensor_attribute(self, [&](const Tensor& x) {
    check(x.is_symbolic() && is_of_layers(x), Code::attribute_error,
          "'pelton.Tensor' object has no attribute '", kind, "'");
    return py::bool_(is_input_of(kind, self));
  });
}

PyObject* get_sparse(PyObject* self, void*) { return get_kind(self, "sparse"); }

PyObject* get_ragged(PyObject* self, void*) { return get_kind(self, "ragged"); }

PyObject* get_name(PyObject* self, void*) {
  if (unwrap(self).is_symbolic())
    return tensor_attribute(self, [](const Tensor& x) {
      const auto* node = dynamic_cast<const NodeOrigin*>(x.origin().get());
      return py::str(node != nullptr ? node->name() : symbolic_name(x));
    });
  PyErr_SetString(PyExc_AttributeError,
                  "Tensor.name is undefined when eager execution is enabled.");
  return nullptr;
}

PyObject* get_priority(PyObject*, void*) { return PyLong_FromLong(100); }

PyObject* numpy(PyObject* self, PyObject*) {
  return tensor_attribute(self, [](const Tensor& x) {
    if (x.is_symbolic()) refuse_symbolic(x, SymbolicUse::numpy);
    return to_numpy(x, true);
  });
}

// NumPy's protocol: __array__(dtype=None, copy=None).
PyObject* array(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject *dtype = Py_None, *copy = Py_None;
  const char* names[] = {"dtype", "copy", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO", const_cast<char**>(names), &dtype, &copy))
    return nullptr;
  return tensor_attribute(self, [&](const Tensor& x) -> py::object {
    if (x.is_symbolic()) refuse_symbolic(x, SymbolicUse::array);
    check(copy != Py_False, Code::value_error, "a tensor's array is always a copy: copy=False");
    py::object values = to_numpy(x);
    return dtype == Py_None ? values : values.attr("astype")(py::handle(dtype));
  });
}

PyObject* format(PyObject* self, PyObject* spec) {
  return tensor_attribute(self, [&](const Tensor& x) -> py::object {
    const bool is_plain = PyUnicode_Check(spec) && PyUnicode_GetLength(spec) == 0;
    if (is_plain && (x.is_symbolic() || !Tracer::shown_name(x).empty()))
      return py::str(py::handle(self));
    if (x.is_symbolic()) refuse_symbolic(x, SymbolicUse::text);
    return py::reinterpret_steal<py::object>(PyObject_Format(to_numpy(x, true).ptr(), spec));
  });
}

PyObject* to_cpu(PyObject* self, PyObject*) {
  return tensor_attribute(self, [](const Tensor& x) { return wrap_object(copy_to(x, Device{})); });
}

PyObject* to_gpu(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject* given = nullptr;
  const char* names[] = {"gpu_index", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:gpu", const_cast<char**>(names), &given))
    return nullptr;
  return tensor_attribute(self, [&](const Tensor& x) {
    const long long index = given == nullptr ? 0 : naming_argument("Tensor.gpu", "gpu_index", [&] {
      const long long number = PyLong_AsLongLong(given);
      if (number == -1 && PyErr_Occurred()) throw py::error_already_set();
      return number;
    });
    const Device device{DeviceType::gpu, static_cast<int16_t>(index)};
    check(index == device.index && runtime().devices().has(device), Code::runtime_error,
          "GPU:", index, " unknown device.");
    return wrap_object(copy_to(x, device));
  });
}

PyObject* ref(PyObject* self, PyObject*) {
  return guarded([&] {
    return py::module_::import("pelton.tensors.reference")
        .attr("Reference")(py::handle(self))
        .release()
        .ptr();
  });
}

PyObject* same(PyObject* self, PyObject*) { return Py_NewRef(self); }

PyObject* reduce(PyObject* self, PyObject*) {
  return tensor_attribute(self, [](const Tensor& x) {
    if (x.is_symbolic()) refuse_symbolic(x, SymbolicUse::array);
    return py::make_tuple(py::module_::import("pelton").attr("constant"),
                          py::make_tuple(to_numpy(x)));
  });
}

// The layer's node knows it; of an op's output, the op's.
std::string keras_name(const Tensor& x) {
  if (const auto* node = dynamic_cast<const NodeOrigin*>(x.origin().get())) return node->name();
  const std::string name = symbolic_name(x);
  return name.substr(0, name.find(':'));
}

// Tensors of graphs as TensorFlow prints them.
std::string graph_repr(const std::string& name, const Tensor& x) {
  return cat("<tf.Tensor '", name, "' shape=", x.shape(), " dtype=", x.dtype(), ">");
}

std::string graph_text(const std::string& name, const Tensor& x) {
  return cat("Tensor(\"", name, "\", shape=", x.shape(), ", dtype=", x.dtype(), ")");
}

// As TensorFlow prints them: repr with the type's name in front, str as Tensor("add:0", ...).
std::string symbolic_repr(PyObject* self, const Tensor& x) {
  if (is_of_layers(x))
    return cat("<KerasTensor shape=", x.shape(), ", dtype=", x.dtype(),
               ", sparse=", is_input_of("sparse", self) ? "True" : "False",
               ", ragged=", is_input_of("ragged", self) ? "True" : "False",
               ", name=", keras_name(x), ">");
  return graph_repr(symbolic_name(x), x);
}

std::string symbolic_text(PyObject* self, const Tensor& x) {
  if (is_of_layers(x)) return symbolic_repr(self, x);
  return graph_text(symbolic_name(x), x);
}

// What is known of the shape of a symbolic tensor; of others it must be true. None says nothing.
PyObject* set_shape(PyObject* self, PyObject* shape) {
  return guarded([&] {
    if (shape == Py_None) return Py_NewRef(Py_None);
    const Tensor& x = unwrap(self);
    const Shape wanted =
        naming_argument("Tensor.set_shape", "shape", [&] { return to_shape(shape); });
    check(may_equal(x.shape(), wanted), Code::value_error, "Tensor's shape ", x.shape(),
          " is not compatible with supplied shape ", wanted, ".");
    if (x.is_symbolic()) x.learn_shape(wanted);
    return Py_NewRef(Py_None);
  });
}

PyObject* repr(PyObject* self) {
  return tensor_attribute(self, [self](const Tensor& x) {
    if (x.is_symbolic()) return py::str(symbolic_repr(self, x));
    if (const std::string name = Tracer::shown_name(x); !name.empty())
      return py::str(graph_repr(name, x));
    return py::str(cat("<tf.Tensor: shape=", x.shape(), ", dtype=", x.dtype(),
                       ", numpy=", numpy_repr(x), ">"));
  });
}

PyObject* str(PyObject* self) {
  return tensor_attribute(self, [self](const Tensor& x) {
    if (x.is_symbolic()) return py::str(symbolic_text(self, x));
    if (const std::string name = Tracer::shown_name(x); !name.empty())
      return py::str(graph_text(name, x));
    std::string values = str_text(to_numpy_for_text(x, true));
    if (values.find('\n') != std::string::npos) values = '\n' + values;
    return py::str(cat("tf.Tensor(", values, ", shape=", x.shape(), ", dtype=", x.dtype(), ")"));
  });
}

PyGetSetDef tensor_attributes[] = {
    {"shape", &get_shape, nullptr,
     "The sizes, as a TensorShape; of what layers give symbolically as a tuple.", nullptr},
    {"dtype", &get_dtype, nullptr, "The DType of the elements.", nullptr},
    {"device", &get_device, nullptr, "Full name of the device that made the tensor.", nullptr},
    {"backing_device", &get_device, nullptr, "Full name of the device that holds it.", nullptr},
    {"__dict__", &PyObject_GenericGetDict, &PyObject_GenericSetDict, nullptr, nullptr},
    {kMaskName, &get_mask, &set_mask, "The mask that layers pass on, or None.", nullptr},
    {"_keras_history", &get_history, nullptr, "Which call of a layer gave it.", nullptr},
    {"sparse", &get_sparse, nullptr, "Whether a model's input is declared as sparse.", nullptr},
    {"ragged", &get_ragged, nullptr, "Whether a model's input is ragged.", nullptr},
    {"ndim", &get_ndim, nullptr, "Number of axes.", nullptr},
    {"name", &get_name, nullptr, "Of a symbolic tensor; undefined for eager ones.", nullptr},
    {"__array_priority__", &get_priority, nullptr, "NumPy lets our operators go first.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyMethodDef tensor_methods[] = {
    {"numpy", &numpy, METH_NOARGS, "A NumPy copy; a NumPy scalar for a 0-d tensor."},
    {"__array__", reinterpret_cast<PyCFunction>(&array), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"__format__", &format, METH_O, nullptr},
    {"__reduce__", &reduce, METH_NOARGS, nullptr},
    {"__copy__", &same, METH_NOARGS, nullptr},
    {"__deepcopy__", &same, METH_O, nullptr},
    {"set_shape", &set_shape, METH_O, "Says more of a symbolic tensor's shape."},
    {"get_shape", &get_static_shape, METH_NOARGS, "The same as `shape`."},
    {"cpu", &to_cpu, METH_NOARGS, "This tensor, or a copy, on CPU:0."},
    {"gpu", reinterpret_cast<PyCFunction>(&to_gpu), METH_VARARGS | METH_KEYWORDS,
     "This tensor, or a copy, on a GPU."},
    {"ref", &ref, METH_NOARGS, "A hashable reference to this tensor."},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

std::vector<PyType_Slot> attribute_slots() {
  return {{Py_tp_getset, tensor_attributes},
          {Py_tp_methods, tensor_methods},
          {Py_tp_repr, reinterpret_cast<void*>(&repr)},
          {Py_tp_str, reinterpret_cast<void*>(&str)}};
}

}  // namespace pelton::bindings
