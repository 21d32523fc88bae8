// Owns what constructing a layer from Python needs besides its table.
#include "bindings/layers/layer_class.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "bindings/tensor/tensor_argument.h"
#include "bindings/text.h"
#include "ops/array/array.h"

namespace pelton::bindings {
namespace {

// inspect.signature reads the first line, as programs do that ask which arguments `call` takes.
constexpr const char* kCallDoc =
    "call(self, inputs, training=None)\n--\n\n"
    "call(self: object, inputs: object, training: object = None) -> object\n";

// Keeps plain constructor arguments of classes defined in Python, from which get_config is made.
void keep_init_arguments(PyObject* self, PyObject* args, PyObject* kwargs) {
  auto* side = dynamic_cast<PythonSide*>(py::cast<Layer*>(py::handle(self)));
  if (side == nullptr || !side->is_derived()) return;
  side->set_init_arguments(
      py::reinterpret_borrow<py::object>(args),
      kwargs == nullptr ? py::none() : py::reinterpret_borrow<py::object>(kwargs));
}

bool is_constructed(PyObject* self) {
  for (const auto& value : py::detail::values_and_holders(self))
    if (!value.holder_constructed()) return false;
  return true;
}

// Python's part of Model(inputs, outputs): whether arguments ask for it, and what makes it.
struct FunctionalHooks {
  py::object model;
  py::object is_asked;
  py::object make;
};
FunctionalHooks& functional_hooks() {
  static auto* const hooks = new FunctionalHooks;
  return *hooks;
}

// Model(inputs, outputs) itself, not of a class derived from Model; null otherwise.
py::object functional_model(PyObject* type, PyObject* args, PyObject* kwargs) {
  const FunctionalHooks& hooks = functional_hooks();
  if (type != hooks.model.ptr()) return {};
  const auto given = py::reinterpret_borrow<py::tuple>(args);
  const py::dict named = kwargs == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(kwargs);
  if (!py::cast<bool>(hooks.is_asked(given, named))) return {};
  return hooks.make(py::handle(type), *given, **named);
}

bool is_numpy_scalar(PyObject* object) {
  const std::string_view name = Py_TYPE(object)->tp_name;
  return name.starts_with("numpy.") && name != "numpy.ndarray" && PyNumber_Check(object) != 0;
}

template <class Body, class... Extra>
void def_method(const py::object& cls, const char* name, Body&& body, const Extra&... extra) {
  cls.attr(name) =
      py::cpp_function(std::forward<Body>(body), py::name(name), py::is_method(cls), extra...);
}

// `call(inputs, training=None, mask=None)` of a layer whose inputs' mask counts.
void def_masked_call(const py::object& cls, decltype(LayerMethods::call) call) {
  py::options texts;
  texts.disable_function_signatures();
  def_method(
      cls, "call",
      [call](Layer& layer, const Tensor& inputs, std::optional<bool> training, py::object mask) {
        if (mask.is_none()) return call(layer, inputs, training.value_or(false));
        const Tensor masked = identity(inputs);  // the caller's tensor keeps its own mask
        masked.set_mask(to_tensor_argument(layer.class_name(), "mask", {std::move(mask)}));
        return call(layer, masked, training.value_or(false));
      },
      py::arg("inputs"), py::arg("training") = py::none(), py::arg("mask") = py::none(),
      "call(self, inputs, training=None, mask=None)\n--\n\n"
      "call(self: object, inputs: object, training: object = None, mask: object = None) -> "
      "object\n");
}

void def_call(const py::object& cls, decltype(LayerMethods::call) call) {
  py::options texts;
  texts.disable_function_signatures();
  def_method(
      cls, "call",
      [call](Layer& layer, const Tensor& inputs, std::optional<bool> training) {
        return call(layer, inputs, training.value_or(false));
      },
      py::arg("inputs"), py::arg("training") = py::none(), kCallDoc);
}

// NumPy's scalars as numbers of Python, in what our own layers are made of; others take theirs as
// they come.
struct PlainArguments {
  PlainArguments(PyObject* type, PyObject* args, PyObject* kwargs)
      : positional(py::reinterpret_borrow<py::tuple>(args)),
        named(kwargs == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(kwargs)) {
    const std::string module = str_text(py::handle(type).attr("__module__"));
    if (!module.starts_with("pelton")) return;
    const auto is_scalar = [](py::handle value) { return is_numpy_scalar(value.ptr()); };
    if (std::any_of(positional.begin(), positional.end(), is_scalar)) {
      py::list plain;
      for (py::handle value : positional)
        plain.append(is_scalar(value) ? value.attr("item")()
                                      : py::reinterpret_borrow<py::object>(value));
      positional = py::tuple(plain);
    }
    py::dict plain;
    for (auto [key, value] : named)
      plain[key] =
          is_scalar(value) ? value.attr("item")() : py::reinterpret_borrow<py::object>(value);
    named = plain;
  }
  py::tuple positional;
  py::dict named;
};

PyObject* call_class(PyObject* type, PyObject* given, PyObject* keywords) {
  std::optional<PlainArguments> plain;
  try {
    plain.emplace(type, given, keywords);
    if (py::object made = functional_model(type, given, keywords)) return made.release().ptr();
  } catch (py::error_already_set& error) {
    error.restore();
    return nullptr;
  }
  PyObject* const args = plain->positional.ptr();
  PyObject* const kwargs = keywords == nullptr ? nullptr : plain->named.ptr();
  PyObject* self = PyType_Type.tp_call(type, args, kwargs);
  if (self == nullptr || !PyObject_TypeCheck(self, reinterpret_cast<PyTypeObject*>(type)))
    return self;
  if (!is_constructed(self)) {
    PyErr_Format(PyExc_RuntimeError,
                 "In layer '%s', you forgot to call `super().__init__()` as the first statement in "
                 "the `__init__()` method. Go add it!",
                 reinterpret_cast<PyTypeObject*>(type)->tp_name);
    Py_DECREF(self);
    return nullptr;
  }
  try {
    keep_init_arguments(self, args, kwargs);
  } catch (py::error_already_set& error) {
    error.restore();
    Py_CLEAR(self);
  }
  return self;
}

}  // namespace

py::handle layer_metaclass() {
  static const py::handle metaclass = [] {
    static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(&call_class)}, {0, nullptr}};
    static PyType_Spec spec = {"pelton.keras.layers.LayerType", 0, 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    PyObject* base = reinterpret_cast<PyObject*>(py::detail::get_internals().default_metaclass);
    PyObject* type = PyType_FromSpecWithBases(&spec, py::make_tuple(py::handle(base)).ptr());
    if (type == nullptr) throw py::error_already_set();
    return py::handle(type);
  }();
  return metaclass;
}

void bind_functional_hooks(py::module_& layers) {
  layers.def("_set_functional", [layers](py::object is_asked, py::object make) {
    functional_hooks() = {layers.attr("Model"), std::move(is_asked), std::move(make)};
  });
}

// How far out the caller's frame is, in PyErr_WarnEx's count: outside of the library, and of the
// __init__ of a class that the user derived.
int callers_level(bool is_derived) {
  int level = 1;
  py::object frame =
      py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  const auto module = [&] {
    return py::cast<std::string>(frame.attr("f_globals").attr("get")("__name__", ""));
  };
  for (; !frame.is_none() && module().starts_with("pelton."); ++level) frame = frame.attr("f_back");
  if (frame.is_none() || !is_derived) return level;
  const auto name = py::cast<std::string>(frame.attr("f_code").attr("co_name"));
  return name == "__init__" ? level + 1 : level;
}

void warn_of_input_shape(const LayerOptions& options, bool is_derived) {
  if (!options.input_shape) return;
  const int failed = PyErr_WarnEx(
      PyExc_UserWarning,
      "Do not pass an `input_shape`/`input_dim` argument to a layer. When using Sequential models, "
      "prefer using an `Input(shape)` object as the first layer in the model instead.",
      callers_level(is_derived));
  if (failed != 0) throw py::error_already_set();
}

std::string class_doc(const std::string& class_name, const std::vector<ConfigField>& fields,
                      const char* text) {
  std::string signature = signature_text(class_name, fields);
  signature.insert(signature.size() - 1, fields.empty() ? "**kwargs" : ", **kwargs");
  return signature + "\n\n" + text;
}

void def_layer_methods(const py::object& cls, const std::vector<ConfigField>& fields,
                       const LayerMethods& methods) {
  const auto def = [&](const char* name, auto&& body, const auto&... extra) {
    def_method(cls, name, std::forward<decltype(body)>(body), extra...);
  };
  if (methods.construct != nullptr)
    def(
        "__init__",
        [fields, construct = methods.construct](py::detail::value_and_holder& place,
                                                const py::args& args, const py::kwargs& kwargs) {
          const ConstructedClass made = class_under_construction(place);
          naming(made.name, [&] {
            Dict values = all_arguments(made.name, fields, args, kwargs);
            construct(place, made, values);
          });
        },
        py::detail::is_new_style_constructor());
  methods.takes_mask ? def_masked_call(cls, methods.call) : def_call(cls, methods.call);
  def(
      "compute_output_shape",
      [output_shape = methods.compute_output_shape](Layer& layer, const Shape& shape) {
        return output_shape(layer, shape);
      },
      py::arg("input_shape"));
  // While the layer is being built this is super().build(), after which its weights can be read;
  // else the user asks for it.
  def(
      "build",
      [build = methods.build](Layer& layer, const Shape& shape) {
        if (!layer.is_building()) return layer.build_once(shape);
        build(layer, shape);
        layer.set_built(true);
      },
      py::arg("input_shape"));
  def("get_config",
      [get_config = methods.get_config](const Layer& layer) { return get_config(layer); });
}

}  // namespace pelton::bindings
