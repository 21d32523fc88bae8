// Owns finding Python overrides, and what a Python object tells of its layer.
#include "bindings/layers/python_layer.h"

#include "bindings/gil.h"
#include "bindings/half_made.h"
#include "bindings/layers/call_errors.h"
#include "bindings/layers/layer_masks.h"

#include <algorithm>

#include "bindings/nn/value_object.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/text.h"
#include "nn/module/call_scope.h"

namespace pelton::bindings {
namespace {

constexpr int kArgumentDepth = 8;  // of lists in lists among a constructor's arguments

bool is_plain(py::handle object, int depth = 0) {
  PyObject* p = object.ptr();
  if (object.is_none() || PyBool_Check(p) || PyLong_Check(p) || PyFloat_Check(p) ||
      PyUnicode_Check(p))
    return true;
  if (depth > kArgumentDepth) return false;
  if (is_tensor_shape(p)) return true;
  if (PyList_Check(p) || PyTuple_Check(p)) {
    for (py::handle item : object)
      if (!is_plain(item, depth + 1)) return false;
    return true;
  }
  if (!PyDict_Check(p)) return false;
  for (auto [key, item] : py::reinterpret_borrow<py::dict>(object))
    if (!is_plain(item, depth + 1)) return false;
  return true;
}

}  // namespace

PythonSide::~PythonSide() {
  const GilTaken gil;
  init_args_ = py::object();
  init_kwargs_ = py::object();
}

void PythonSide::attach(PyObject* self) {
  self_ = self;
  const py::detail::type_info* bound = py::detail::get_type_info(Py_TYPE(self));
  is_derived_ = bound == nullptr || bound->type != Py_TYPE(self);
}

py::object PythonSide::overridden(const char* name) const {
  const py::str key(name);
  // What the user has set on this one object goes before the class's.
  PyObject** dict = _PyObject_GetDictPtr(self_);
  if (dict != nullptr && *dict != nullptr && PyDict_Contains(*dict, key.ptr()) == 1)
    return py::getattr(self_, key);
  PyObject* found = _PyType_Lookup(Py_TYPE(self_), key.ptr());
  if (found == nullptr || PyInstanceMethod_Check(found)) return {};
  return py::getattr(self_, key);
}

py::object PythonSide::call_parameters() const {
  const py::object parameters =
      py::module_::import("pelton.keras.layers.call_signature").attr("parameters_of");
  return parameters(py::getattr(self_, "call"));
}

bool PythonSide::call_takes(const char* argument, size_t given) const {
  const py::object parameters = call_parameters();
  const py::list names(parameters);
  for (size_t i = 0; i < names.size(); ++i)
    if (str_text(names[i]) == argument) return i >= given;
  const py::object any_keyword =
      py::module_::import("inspect").attr("Parameter").attr("VAR_KEYWORD");
  for (py::handle parameter : parameters.attr("values")())
    if (py::object(parameter.attr("kind")).is(any_keyword)) return true;
  return false;
}

std::vector<LayerPtr> PythonSide::find_layers() const {
  const GilTaken gil;
  const auto dict = py::reinterpret_steal<py::object>(PyObject_GenericGetDict(self_, nullptr));
  if (!dict) throw py::error_already_set();
  PyObject* layers = PyDict_GetItemString(dict.ptr(), "_layers");
  if (layers == nullptr) return {};
  std::vector<LayerPtr> out;
  for (py::handle layer : py::reinterpret_borrow<py::list>(layers))
    out.push_back(made(py::cast<LayerPtr>(layer)));
  return out;
}

void PythonSide::set_init_arguments(py::object args, py::object kwargs) {
  if (!is_plain(args) || !(kwargs.is_none() || is_plain(kwargs))) return;
  init_args_ = std::move(args);
  init_kwargs_ = std::move(kwargs);
}

py::object PythonSide::init_arguments() const {
  if (!init_args_) return py::none();
  return py::make_tuple(init_args_, init_kwargs_);
}

std::string PythonSide::python_module() const {
  const GilTaken gil;
  return str_text(py::type::of(self_).attr("__module__"));
}

Shape PythonSide::call_shape_method(const py::object& method, const Shape& input_shape) const {
  return to_shape(method(shape_object(input_shape)).ptr());
}

Tensor PythonSide::call_method(const py::object& method, const Tensor& input, bool training) const {
  if (!call_takes_training_) call_takes_training_ = call_takes("training");
  const py::tuple inputs = py::make_tuple(input);
  py::dict keywords;
  const CallScope* const scope = CallScope::current();
  if (*call_takes_training_ && (scope == nullptr || scope->given()))
    keywords["training"] = training;
  const py::object masks = take_masks(*this, inputs, keywords);
  const py::object output = call_noting(self_, method, inputs, keywords);
  check(!output.is_none(), Code::value_error, "Layer ",
        py::cast<std::string>(py::type::of(self_).attr("__name__")), ": `call` returned None");
  note_output(output);
  set_output_masks(*this, inputs[0], output, masks);
  return to_tensor(output.ptr());
}

void PythonSide::note_output(py::handle output) const {
  gives_nest_ =
      PyDict_Check(output.ptr()) || PyTuple_Check(output.ptr()) || PyList_Check(output.ptr());
}

Tensor output_of_python(Layer& layer, const Tensor& input, bool tells_shape,
                        const std::function<Tensor(const Tensor&)>& symbolic_output) {
  try {
    return symbolic_output(input);
  } catch (const py::error_already_set&) {
  } catch (const Error&) {
  }
  const Shape shape = without_names(input.shape());
  return Tensor::symbolic(tells_shape ? layer.compute_output_shape(shape)
                                      : layer.output_shape_of_zeros(shape, input.dtype()),
                          input.dtype());
}

py::object shape_object(const Shape& shape) {
  return py::reinterpret_steal<py::object>(shape_tuple(shape));
}

Dict config_of_method(const py::object& method) { return to_dict(method()); }

}  // namespace pelton::bindings
