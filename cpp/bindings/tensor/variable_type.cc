#include "bindings/tensor/variable_type.h"

#include <structmember.h>

#include <string_view>
#include <utility>

#include "bindings/errors.h"
#include "bindings/foreign_refusals.h"
#include "bindings/nn/value_object.h"
#include "bindings/ops/parameter_names.h"
#include "bindings/python_object.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/operators.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/text.h"
#include "nn/module/call_scope.h"
#include "nn/module/keras_version.h"
#include "ops/array/array.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

PyTypeObject* variable_class = nullptr;

// "outer/inner/" while this thread is in tf.name_scope("outer") and in another one inside.
std::string& name_scope() {
  thread_local std::string scope;
  return scope;
}

// An object of a class that scripts derive from Variable has no value of its own.
const VariableRef& self_of(PyObject* self) {
  check(is_variable(self), Code::type_error, "a ", Py_TYPE(self)->tp_name,
        " is no tf.Variable but of a class derived from it, which must define this itself");
  return unwrap_variable(self);
}

PyObject* allocate(const VariableRef& variable) {
  auto* object = PyObject_New(PyVariable, variable_class);
  if (object == nullptr) throw py::error_already_set();
  object->weak_references = nullptr;
  new (&object->variable) VariableRef(variable);
  variable->set_host_object(object);
  return reinterpret_cast<PyObject*>(object);
}

void variable_dealloc(PyObject* self) {
  auto* object = reinterpret_cast<PyVariable*>(self);
  if (object->weak_references != nullptr) PyObject_ClearWeakRefs(self);
  if (is_variable(self)) object->variable->set_host_object(nullptr);
  object->variable.~VariableRef();
  PyTypeObject* own_type = Py_TYPE(self);
  own_type->tp_free(self);
  Py_DECREF(own_type);
}

// Of a class derived from Variable: as in TensorFlow, all that it is its own __init__ sets.
PyObject* make_derived(PyTypeObject* type) {
  if (type->tp_init == variable_class->tp_init) {
    PyErr_Format(PyExc_NotImplementedError, "%s: a class derived from tf.Variable has an __init__",
                 type->tp_name);
    return nullptr;
  }
  PyObject* made = type->tp_alloc(type, 0);
  if (made != nullptr) new (&reinterpret_cast<PyVariable*>(made)->variable) VariableRef();
  return made;
}

// The shapes that `shape=` lets a variable have: sizes, of which None is open, or
// TensorShape(None).
OpenShape to_open_shape(PyObject* shape) {
  const py::object given =
      py::module_::import("pelton.tensor_shape").attr("TensorShape")(py::handle(shape));
  const py::object sizes = sizes_of_shape(given.ptr());
  if (sizes.is_none()) return {};
  return {to_shape(sizes.ptr())};
}

OpenShape shape_of(const Variable& variable) {
  const OpenShape* declared = variable.declared_shape();
  return declared != nullptr ? *declared : OpenShape{variable.shape()};
}

// What makes this thread's variables instead of tf.Variable, while it does not itself run.
PyObject*& creator() {
  thread_local PyObject* found = nullptr;
  return found;
}

PyObject* create(PyObject* args, PyObject* kwargs) {
  PyObject* const current = std::exchange(creator(), nullptr);
  PyObject* const made = PyObject_Call(current, args, kwargs);
  Py_XDECREF(std::exchange(creator(), current));  // of a scope that was not left
  return made;
}

// tf.Variable(initial_value, trainable=True, ..., name=None, dtype=None): the arguments that
// concern graphs and distribution are accepted and have no effect on an eager variable.
PyObject* variable_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  if (type != variable_class) return make_derived(type);
  if (creator() != nullptr) return create(args, kwargs);
  PyObject *initial = Py_None, *trainable = Py_None, *name = Py_None, *dtype = Py_None,
           *ignored = nullptr, *constraint = Py_None, *shape = Py_None;
  const char* names[] = {"initial_value", "trainable",       "validate_shape", "caching_device",
                         "name",          "variable_def",    "dtype",          "import_scope",
                         "constraint",    "synchronization", "aggregation",    "shape",
                         nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OOOOOOOOOOOO:Variable",
                                   const_cast<char**>(names), &initial, &trainable, &ignored,
                                   &ignored, &name, &ignored, &dtype, &ignored, &constraint,
                                   &ignored, &ignored, &shape))
    return nullptr;
  return guarded([&] {
    py::object value = py::reinterpret_borrow<py::object>(initial);
    if (PyCallable_Check(initial) && !has_own_dtype(initial)) value = value();
    check(!value.is_none(), Code::value_error,
          "The `initial_value` arg to `tf.Variable` must be provided.");
    std::optional<DType> wanted;
    if (dtype != Py_None) wanted = to_dtype(dtype);
    Device home = place_variable(wanted.value_or(DType::float32));  // first: it may be refused
    const Tensor given = naming_argument("tf.Variable", "initial_value",
                                         [&] { return to_tensor(value.ptr(), wanted); });
    if (given.dtype() == DType::string) home = place_variable(DType::string);
    const Tensor tensor = copy_to(given, home);
    const int truth = trainable == Py_None ? 1 : PyObject_IsTrue(trainable);
    if (truth < 0) throw py::error_already_set();
    if (name != Py_None && !PyUnicode_Check(name))
      raise(Code::type_error, "tf.Variable: `name` must be a string, got ", repr_text(name));
    const std::string text = name_scope() + (name == Py_None ? "Variable" : text_of(name));
    auto variable = make_ref<Variable>(tensor, text, truth == 1);
    if (shape != Py_None) variable->open_shape(to_open_shape(shape));
    if (constraint != Py_None)
      variable->set_constraint(get_constraint(to_value(py::handle(constraint))));
    return wrap(variable);
  });
}

template <class Body>
PyObject* variable_attribute(PyObject* self, Body&& body) {
  return guarded([&] { return body(self_of(self)).release().ptr(); });
}

PyObject* variable_shape(PyObject* self, void*) {
  return variable_attribute(self, [](const VariableRef& v) { return tensor_shape(shape_of(*v)); });
}

PyObject* variable_device(PyObject* self, void*) {
  return variable_attribute(self,
                            [](const VariableRef& v) { return py::str(full_name(v->device())); });
}

PyObject* variable_ndim(PyObject* self, void*) {
  return variable_attribute(self, [](const VariableRef& v) { return py::int_(v->shape().size()); });
}

// One of Keras's has a path of its own.
bool is_weight(const Variable& variable) { return variable.has_path(); }

// A layer's weight names its dtype, as Keras's variables do; those of Keras 2 have a DType.
PyObject* variable_dtype(PyObject* self, void*) {
  return variable_attribute(self, [](const VariableRef& v) -> py::object {
    const DType dtype = dtype_here(*v);
    if (is_weight(*v) && !speaks_keras_2()) return py::str(name(dtype));
    return py::reinterpret_borrow<py::object>(dtype_object(dtype));
  });
}

// A layer's weight has Keras's plain name; a tf.Variable has TensorFlow's "name:0".
PyObject* variable_name(PyObject* self, void*) {
  return variable_attribute(self, [](const VariableRef& v) {
    if (!is_weight(*v)) return py::str(cat(v->name(), ":0"));
    return py::str(speaks_keras_2() ? cat(v->path(), ":0") : v->name());
  });
}

PyObject* variable_path(PyObject* self, void*) {
  return variable_attribute(self, [](const VariableRef& v) { return py::str(v->path()); });
}

PyObject* get_trainable(PyObject* self, void*) {
  return guarded([&] { return PyBool_FromLong(self_of(self)->trainable()); });
}

int set_trainable(PyObject* self, PyObject* value, void*) {
  const int truth = value == nullptr ? -1 : PyObject_IsTrue(value);
  if (truth < 0) return -1;
  return guarded(-1, [&] {
    self_of(self)->set_trainable(truth == 1);
    return 0;
  });
}

PyObject* variable_priority(PyObject*, void*) { return PyLong_FromLong(100); }

PyObject* variable_numpy(PyObject* self, PyObject*) {
  return variable_attribute(
      self, [](const VariableRef& v) { return to_numpy(v->untaped_value(), true); });
}

PyObject* variable_array(PyObject* self, PyObject* args, PyObject* kwargs) {
  return variable_attribute(self, [&](const VariableRef& v) {
    const py::object values = to_numpy(v->untaped_value());
    PyObject* dtype = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0)
                      : kwargs != nullptr        ? PyDict_GetItemString(kwargs, "dtype")
                                                 : nullptr;
    return dtype == nullptr || dtype == Py_None ? values : values.attr("astype")(py::handle(dtype));
  });
}

PyObject* value_of(PyObject* self, PyObject*) {
  return variable_attribute(self,
                            [](const VariableRef& v) { return wrap_object(read_variable(*v)); });
}

PyMethodDef value_method = {"value", &value_of, METH_NOARGS,
                            "The value as a tensor; tapes see the read."};

// A layer's weight has its value as an attribute, as Keras's variables; a tf.Variable, which Keras
// 2's weights are, has a method.
PyObject* variable_value(PyObject* self, void*) {
  return guarded([&] {
    return is_weight(*self_of(self)) && !speaks_keras_2() ? value_of(self, nullptr)
                                                          : PyCFunction_New(&value_method, self);
  });
}

// TensorFlow's read_value ends in an Identity that copies no bytes.
PyObject* variable_read_value(PyObject* self, PyObject*) {
  return variable_attribute(self, [](const VariableRef& v) {
    const Tensor value = read_variable(*v);
    log_placement("Identity", value.device());
    return wrap_object(value);
  });
}

// assign, assign_add and assign_sub return the variable itself, as TensorFlow's do, or None without
// `read_value`; whether to lock, and a name, are accepted and have no effect.
enum class Assignment : uint8_t { whole, sum, difference };

// What a variable of `dtype` is assigned; numbers of another one only where it `casts` them.
Tensor assigned_value(PyObject* value, DType dtype, bool casts) {
  try {
    return to_tensor_like(value, dtype);
  } catch (const Error&) {
    if (!casts) throw;
    return to_tensor_like(value, std::nullopt);
  }
}

template <Assignment kind>
PyObject* assign_with(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  constexpr bool is_whole = kind == Assignment::whole;
  constexpr const char* kMethod = is_whole                  ? "Variable.assign"
                                  : kind == Assignment::sum ? "Variable.assign_add"
                                                            : "Variable.assign_sub";
  constexpr const char* kValue = is_whole ? "value" : "delta";
  constexpr void (Variable::*kUpdate)(const Tensor&) = is_whole ? &Variable::assign
                                                       : kind == Assignment::sum
                                                           ? &Variable::assign_add
                                                           : &Variable::assign_sub;
  return guarded([&] {
    static const ParameterNames parameters(kMethod, {kValue, "use_locking", "name", "read_value"});
    PyObject* values[4];
    parameters.bind(args, count, keywords, values);
    PyObject* const value = values[0];
    check(value != nullptr, Code::type_error, kMethod, "() missing required argument: '", kValue,
          "'");
    const VariableRef& variable = self_of(self);
    const DType dtype = variable->dtype();
    // Keras's variables take values of any dtype, and what broadcasts to them.
    const bool casts = is_weight(*variable) && !speaks_keras_2();
    Tensor given =
        naming_argument(kMethod, kValue, [&] { return assigned_value(value, dtype, casts); });
    if (casts && given.dtype() != dtype) given = cast(given, dtype);
    if (!is_whole && given.shape().size() < variable->shape().size() && is_weight(*variable))
      given = broadcast_to(given, {.shape = variable->shape()});
    ((*variable).*kUpdate)(given);
    return Py_NewRef(values[3] == Py_False ? Py_None : self);
  });
}

PyObject* variable_ref(PyObject* self, PyObject*) {
  return guarded([&] {
    return py::module_::import("pelton.tensors.reference")
        .attr("Reference")(py::handle(self))
        .release()
        .ptr();
  });
}

// The value as Keras formats it: a floating scalar as the number that it is exactly.
std::string value_text(const Tensor& value) {
  const py::object array = to_numpy_for_text(value);
  return str_text(value.rank() == 0 && is_floating(value.dtype()) ? array.attr("item")() : array);
}

PyObject* variable_repr(PyObject* self) {
  return variable_attribute(self, [](const VariableRef& v) {
    if (is_weight(*v))
      return py::str(cat("<Variable path=", v->path(), ", shape=", v->shape(),
                         ", dtype=", v->dtype(), ", value=", value_text(v->value()), ">"));
    const bool is_hidden = Tracer::current() != nullptr && Tracer::current()->hides_values();
    const std::string values = is_hidden ? "" : cat(", numpy=", numpy_repr(v->value()));
    return py::str(cat("<tf.Variable '", v->name(), ":0' shape=", shape_of(*v),
                       " dtype=", v->dtype(), values, ">"));
  });
}

// What optimizers put the value through after each step; None without it.
PyObject* get_variable_constraint(PyObject* self, void*) {
  return variable_attribute(self, [](const VariableRef& v) {
    const auto found = std::dynamic_pointer_cast<const Constraint>(v->constraint());
    return found ? part_object(found) : py::object(py::none());
  });
}

int set_variable_constraint(PyObject* self, PyObject* value, void*) {
  return guarded(-1, [&] {
    self_of(self)->set_constraint(
        get_constraint(value == nullptr ? Value() : to_value(py::handle(value))));
    return 0;
  });
}

PyObject* variable_reduce(PyObject* self, PyObject*) {
  return guarded([&] {
    const py::object reduce = py::module_::import("pelton.variables.pickling").attr("reduce");
    return reduce(py::handle(self)).release().ptr();
  });
}

// A shallow copy is the variable itself, as in TensorFlow.
PyObject* variable_same(PyObject* self, PyObject*) { return Py_NewRef(self); }

PyGetSetDef variable_attributes[] = {
    {"shape", &variable_shape, nullptr, "The sizes, as a TensorShape.", nullptr},
    {"dtype", &variable_dtype, nullptr, "The DType of the elements; its name for a layer's weight.",
     nullptr},
    {"device", &variable_device, nullptr, "Full name of the device that holds it.", nullptr},
    {"ndim", &variable_ndim, nullptr, "Number of axes.", nullptr},
    {"name", &variable_name, nullptr, "The name given at creation.", nullptr},
    {"path", &variable_path, nullptr, "Layer path and name, for a layer's weight.", nullptr},
    {"value", &variable_value, nullptr,
     "The value as a tensor; tapes see the read. A method of a tf.Variable.", nullptr},
    {"trainable", &get_trainable, &set_trainable, "Whether tapes watch reads.", nullptr},
    {"constraint", &get_variable_constraint, &set_variable_constraint,
     "What optimizers put the value through after each step, or None.", nullptr},
    {"__array_priority__", &variable_priority, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

constexpr int kFlexible = METH_VARARGS | METH_KEYWORDS;
constexpr int kFastFlexible = METH_FASTCALL | METH_KEYWORDS;
PyCFunction as_method(PyObject* (*method)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*)) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(method));
}

PyMethodDef variable_methods[] = {
    {"numpy", &variable_numpy, METH_NOARGS, "A NumPy copy of the value."},
    {"__array__", reinterpret_cast<PyCFunction>(&variable_array), kFlexible, nullptr},
    {"read_value", &variable_read_value, METH_NOARGS, "The value as a tensor; tapes see the read."},
    {"assign", as_method(&assign_with<Assignment::whole>), kFastFlexible, "Replaces the value."},
    {"assign_add", as_method(&assign_with<Assignment::sum>), kFastFlexible, "Adds to the value."},
    {"assign_sub", as_method(&assign_with<Assignment::difference>), kFastFlexible,
     "Subtracts from the value."},
    {"ref", &variable_ref, METH_NOARGS, "A hashable reference to this variable."},
    {"__reduce__", &variable_reduce, METH_NOARGS, nullptr},
    {"__copy__", &variable_same, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

PyMemberDef variable_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyVariable, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr}};

void bind_keras_version(py::module_& module) {
  module.def("_speaks_keras_2", &speaks_keras_2, "Whether layers have Keras 2's habits.");
  module.def(
      "_speak_keras_2", &speak_keras_2,
      "From now on layers' weights have Keras 2's names, dtypes and values, \"dense/kernel:0\", a "
      "DType and `value()`; layers take flags by position, weights after they were built and names "
      "of several parts, and their `build` gets TensorShapes.");
}

}  // namespace

PyTypeObject* variable_type() { return variable_class; }

DType dtype_here(const Variable& variable) {
  const CallScope* const scope = variable.autocasts() ? CallScope::current() : nullptr;
  const bool casts = scope != nullptr && is_floating(variable.dtype());
  return casts ? scope->autocast_dtype().value_or(variable.dtype()) : variable.dtype();
}

Tensor read_variable(const Variable& variable) {
  const DType dtype = dtype_here(variable);
  const Tensor value = variable.read();
  return dtype == variable.dtype() ? value : cast(value, dtype);
}

void name_as_in_keras_2(Variable& weight) {
  if (!speaks_keras_2() || name_scope().empty()) return;
  const std::string scope = name_scope().substr(0, name_scope().size() - 1);  // without its "/"
  const std::string path = weight.path();
  const std::string layer = path.substr(0, path.rfind('/'));
  if (layer.starts_with(scope)) return;
  // Where layers' `build` is called in scopes of their names, the scopes repeat the layer's path.
  for (size_t at = 0; at < layer.size(); at = layer.find('/', at) + 1) {
    if (cat(scope, '/').starts_with(cat(std::string_view(layer).substr(at), '/')))
      return weight.set_path(cat(layer.substr(0, at), scope, '/', weight.name()));
    if (layer.find('/', at) == std::string::npos) break;
  }
  weight.set_path(cat(scope, '/', path));
}

PyObject* wrap(const VariableRef& variable) {
  if (void* alive = variable->host_object()) return Py_NewRef(static_cast<PyObject*>(alive));
  return allocate(variable);
}

void bind_variable_type(py::module_& module) {
  std::vector<PyType_Slot> slots{
      {Py_tp_dealloc, reinterpret_cast<void*>(&variable_dealloc)},
      {Py_tp_new, reinterpret_cast<void*>(&variable_new)},
      {Py_tp_getset, variable_attributes},
      {Py_tp_methods, variable_methods},
      {Py_tp_members, variable_members},
      {Py_tp_repr, reinterpret_cast<void*>(&variable_repr)},
      {Py_tp_doc,
       const_cast<char*>("A tensor that is assigned in place; behaves as tf.Variable.")}};
  for (auto more : {operator_slots(), subscript_slots()})
    slots.insert(slots.end(), more.begin(), more.end());
  slots.push_back({0, nullptr});
  PyType_Spec spec{"pelton.Variable", sizeof(PyVariable), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots.data()};
  variable_class = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (variable_class == nullptr) throw py::error_already_set();
  module.def(
      "_enter_name_scope",
      [](std::string scope) { return std::exchange(name_scope(), std::move(scope)); },
      py::arg("scope"), "Names of variables that are made begin with this; gives what was before.");
  bind_keras_version(module);
  module.def(
      "_exchange_variable_creator",
      [](py::object next) {
        check(next.is_none() || PyCallable_Check(next.ptr()), Code::type_error,
              "what makes variables must be callable");
        PyObject* const before = creator();
        creator() = next.is_none() ? nullptr : next.release().ptr();
        return before == nullptr ? py::object(py::none())
                                 : py::reinterpret_steal<py::object>(before);
      },
      py::arg("creator"), "Sets what makes this thread's variables, or None; gives what did.");
  module.attr("Variable") = py::handle(reinterpret_cast<PyObject*>(variable_class));
}

}  // namespace pelton::bindings
