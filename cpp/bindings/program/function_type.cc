#include "bindings/program/function_type.h"

#include "bindings/errors.h"
#include "bindings/gil.h"
#include "bindings/kept_object.h"
#include "bindings/program/function_traces.h"
#include "bindings/tensor/casters.h"
#include "bindings/text.h"
#include "runtime/threads/stack_room.h"

namespace pelton::bindings {
namespace {

bool run_eagerly = false;  // guarded by the GIL

// The parameters of a function that has plain ones only.
struct Parameters {
  std::vector<py::object> names;
  std::vector<py::object> defaults;  // null where there is none
  bool are_plain = false;
};

struct Function {
  FunctionTraces state;
  Parameters parameters;
};

struct PyFunction {
  PyObject_HEAD Function* function;
};

Function& function_of(PyObject* self) { return *reinterpret_cast<PyFunction*>(self)->function; }

Parameters read_parameters(PyObject* names, PyObject* defaults, PyObject* missing) {
  Parameters out;
  if (names == Py_None) return out;
  out.are_plain = true;
  for (py::handle name : py::iter(py::handle(names))) {
    PyObject* interned = Py_NewRef(name.ptr());
    PyUnicode_InternInPlace(&interned);
    out.names.push_back(py::reinterpret_steal<py::object>(interned));
  }
  for (py::handle value : py::iter(py::handle(defaults)))
    out.defaults.push_back(
        value.is(py::handle(missing)) ? py::object() : py::reinterpret_borrow<py::object>(value));
  return out;
}

// Function(function, names, defaults, missing): `names` of the parameters where all may be given by
// position or by name, else None; of `defaults` those that are `missing` do not exist.
PyObject* function_new(PyTypeObject* own_type, PyObject* args, PyObject*) {
  PyObject *function = nullptr, *names = nullptr, *defaults = nullptr, *missing = nullptr;
  if (!PyArg_ParseTuple(args, "OOOO:Function", &function, &names, &defaults, &missing))
    return nullptr;
  return guarded([&] {
    auto made = std::make_unique<Function>(Function{
        FunctionTraces(
            py::reinterpret_borrow<py::object>(function),
            py::cast<std::vector<std::string>>(names == Py_None ? py::list() : py::handle(names))),
        read_parameters(names, defaults, missing)});
    PyObject* self = own_type->tp_alloc(own_type, 0);
    if (self == nullptr) throw py::error_already_set();
    reinterpret_cast<PyFunction*>(self)->function = made.release();
    return self;
  });
}

// The arguments by position, or nothing where Python has to sort them out (or refuse them).
py::tuple by_position(const Parameters& parameters, PyObject* args, PyObject* kwargs) {
  const size_t given = static_cast<size_t>(PyTuple_GET_SIZE(args)), n = parameters.names.size();
  const Py_ssize_t named = kwargs == nullptr ? 0 : PyDict_GET_SIZE(kwargs);
  if (!parameters.are_plain || given > n) return py::reinterpret_steal<py::tuple>(py::handle());
  if (given == n && named == 0) return py::reinterpret_borrow<py::tuple>(args);
  py::tuple out(n);
  Py_ssize_t used = 0;
  for (size_t i = 0; i < n; ++i) {
    PyObject* value = i < given ? PyTuple_GET_ITEM(args, static_cast<Py_ssize_t>(i)) : nullptr;
    if (value == nullptr && named > 0) {
      value = PyDict_GetItemWithError(kwargs, parameters.names[i].ptr());
      used += value != nullptr ? 1 : 0;
    }
    if (value == nullptr) value = parameters.defaults[i].ptr();
    if (value == nullptr) return py::reinterpret_steal<py::tuple>(py::handle());
    out[i] = py::reinterpret_borrow<py::object>(value);
  }
  return used == named ? out : py::reinterpret_steal<py::tuple>(py::handle());
}

py::object call_canonical(PyObject* self, PyObject* args, PyObject* kwargs) {
  static PyObject* kept = nullptr;
  const py::handle nothing = keep_object(kept, [] { return py::dict(); });
  Function& function = function_of(self);
  if (const py::tuple plain = by_position(function.parameters, args, kwargs);
      plain.ptr() != nullptr)
    return function.state.call(plain, nothing);
  const py::object given =
      kwargs == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(kwargs);
  const py::tuple both = py::handle(self).attr("_canonical")(py::handle(args), given);
  return function.state.call(py::object(both[0]), py::object(both[1]));
}

PyObject* function_call(PyObject* self, PyObject* args, PyObject* kwargs) {
  FunctionTraces& state = function_of(self).state;
  if (run_eagerly) return PyObject_Call(state.function().ptr(), args, kwargs);
  const CalledByPython called;
  return guarded([&] {
    check_stack_room("while calling a tf.function");
    py::object result = call_canonical(self, args, kwargs);
    if (state.was_recorded()) {
      const py::object given =
          kwargs == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(kwargs);
      py::handle(self).attr("_note_call")(py::handle(args), given, result);
    }
    if (const auto [recordings, calls] = state.excess(); recordings > 0)
      py::handle(self).attr("_warn_of_recordings")(recordings, calls);
    return result.release().ptr();
  });
}

int function_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (reinterpret_cast<PyFunction*>(self)->function == nullptr) return 0;
  for (const py::object& value : function_of(self).parameters.defaults) Py_VISIT(value.ptr());
  return function_of(self).state.traverse(visit, arg);
}

int function_clear(PyObject* self) {
  if (reinterpret_cast<PyFunction*>(self)->function == nullptr) return 0;
  function_of(self).parameters = {};
  function_of(self).state.clear();
  return 0;
}

void function_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  delete reinterpret_cast<PyFunction*>(self)->function;
  PyTypeObject* own_type = Py_TYPE(self);
  own_type->tp_free(self);
  Py_DECREF(own_type);
}

PyObject* get_python_function(PyObject* self, void*) {
  return Py_NewRef(function_of(self).state.function().ptr());
}

// (trace, what the function returns, symbolic), or None where the function reads values.
PyObject* trace(PyObject* self, PyObject* args) {
  PyObject *given = nullptr, *named = nullptr;
  if (!PyArg_ParseTuple(args, "O!O!:_trace", &PyTuple_Type, &given, &PyDict_Type, &named))
    return nullptr;
  return guarded([&] {
    auto [record, returned] = function_of(self).state.trace(given, named);
    if (!record->is_recorded()) return py::object(py::none()).release().ptr();
    return py::make_tuple(py::cast(ConcreteTrace{std::move(record)}), returned).release().ptr();
  });
}

// What (args, kwargs) are run from, or None.
PyObject* record(PyObject* self, PyObject* args) {
  PyObject *given = nullptr, *named = nullptr;
  if (!PyArg_ParseTuple(args, "O!O!:_record", &PyTuple_Type, &given, &PyDict_Type, &named))
    return nullptr;
  return guarded([&] {
    auto found = function_of(self).state.record_of(given, named);
    if (found == nullptr) return py::object(py::none()).release().ptr();
    return py::cast(ConcreteTrace{std::move(found)}).release().ptr();
  });
}

PyObject* open_shapes(PyObject* self, PyObject* args) {
  PyObject *shapes = nullptr, *specs = nullptr;
  if (!PyArg_ParseTuple(args, "OO:_open_shapes", &shapes, &specs)) return nullptr;
  return guarded([&] {
    std::vector<Shape> out;
    for (py::handle shape : py::iter(py::handle(shapes))) out.push_back(to_shape(shape.ptr()));
    std::vector<py::object> composites;
    for (py::handle spec : py::iter(py::handle(specs)))
      composites.push_back(py::reinterpret_borrow<py::object>(spec));
    function_of(self).state.open_shapes(std::move(out), std::move(composites));
    return Py_NewRef(Py_None);
  });
}

PyObject* reduce_retracing(PyObject* self, PyObject*) {
  function_of(self).state.reduce_retracing();
  Py_RETURN_NONE;
}

PyObject* tracing_count(PyObject* self, PyObject*) {
  return PyLong_FromLongLong(function_of(self).state.tracing_count());
}

PyObject* explain(PyObject* self, PyObject*) {
  return guarded([&] { return py::str(function_of(self).state.explain()).release().ptr(); });
}

PyGetSetDef function_attributes[] = {
    {"python_function", &get_python_function, nullptr, "The Python function.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyMethodDef function_methods[] = {
    {"experimental_get_tracing_count", &tracing_count, METH_NOARGS,
     "How often the function was recorded."},
    {"_trace", &trace, METH_VARARGS,
     "The trace for (args, kwargs) with symbolic tensors, and what it returns, or None."},
    {"_record", &record, METH_VARARGS,
     "The record that calls of (args, kwargs) run, the path last taken, or None."},
    {"_open_shapes", &open_shapes, METH_VARARGS,
     "Sets the shapes and the specs of composites by which calls count."},
    {"_reduce_retracing", &reduce_retracing, METH_NOARGS,
     "Traces for sizes in which calls differ."},
    {"_explain", &explain, METH_NOARGS, "The records, or why there are none, as text."},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void bind_function_type(py::module_& module) {
  PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void*>(&function_new)},
      {Py_tp_dealloc, reinterpret_cast<void*>(&function_dealloc)},
      {Py_tp_traverse, reinterpret_cast<void*>(&function_traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(&function_clear)},
      {Py_tp_call, reinterpret_cast<void*>(&function_call)},
      {Py_tp_getset, function_attributes},
      {Py_tp_methods, function_methods},
      {Py_tp_doc, const_cast<char*>("Calls a Python function by the record of an earlier call.")},
      {0, nullptr}};
  PyType_Spec spec{"pelton._core.Function", sizeof(PyFunction), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr) throw py::error_already_set();
  module.attr("Function") = py::reinterpret_steal<py::object>(type);
  py::class_<ConcreteTrace>(module, "ConcreteTrace", "What was recorded of a function.")
      .def("run", [](const ConcreteTrace& trace,
                     const std::vector<Tensor>& tensors) { return trace.record->run(tensors); })
      .def_property_readonly("variables",
                             [](const ConcreteTrace& trace) { return trace.record->variables(); })
      .def("explain", [](const ConcreteTrace& trace) { return trace.record->explain(); });
  module.def("functions_run_eagerly", [] { return run_eagerly; });
  module.def(
      "run_functions_eagerly", [](bool eagerly) { run_eagerly = eagerly; }, py::arg("eagerly"));
}

}  // namespace pelton::bindings
