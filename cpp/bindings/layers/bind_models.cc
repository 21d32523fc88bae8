// Owns the Python classes Model and Sequential, but for training, which is bound elsewhere.
#include <pybind11/stl.h>

#include <optional>

#include "bindings/half_made.h"
#include "bindings/layers/bind_layers.h"
#include "bindings/layers/call_records.h"
#include "bindings/layers/layer_class.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/text.h"
#include "nn/module/sequential.h"

namespace pelton::bindings {
namespace {

// keras.Model, to be derived from.
class PlainModel : public Model {
 public:
  explicit PlainModel(LayerOptions options) : Model("Model", std::move(options)) {}
  Tensor call(const Tensor&, bool) override {
    raise(Code::unimplemented, "Model ", class_name(),
          " does not have a `call()` method implemented.");
  }
};

using ModelClass = py::class_<Model, Layer, PyLayer<PlainModel>, py::smart_holder>;
using SequentialClass = py::class_<Sequential, Model, PyLayer<Sequential>, py::smart_holder>;

void construct_model(py::detail::value_and_holder& place, const py::args& args,
                     const py::kwargs& kwargs) {
  const ConstructedClass made = class_under_construction(place);
  naming(made.name, [&] {
    Dict values = all_arguments(made.name, {}, args, kwargs);
    auto* model = new PyLayer<PlainModel>(options_for(made, values));
    model->attach(reinterpret_cast<PyObject*>(place.inst));
    place.value_ptr() = static_cast<Model*>(model);
  });
}

// Whether the object's class defines `name` in Python.
bool is_own(py::handle object, const char* name) {
  PyObject* found = _PyType_Lookup(Py_TYPE(object.ptr()), py::str(name).ptr());
  return found != nullptr && !PyInstanceMethod_Check(found);
}

// The layer that `object` stands for: a Layer, or what keras.Input() returned.
LayerPtr layer_of(const py::handle& object) {
  if (py::isinstance<Layer>(object)) {
    check(!is_own(object, "__call__"), Code::unimplemented,
          "A Sequential model does not run the `__call__` of ", type_text(object),
          ": write `call`, or call the layer in a functional or subclassed model");
    return made(py::cast<LayerPtr>(object));
  }
  if (is_symbolic(object.ptr())) {
    const py::object input =
        py::module_::import("pelton.keras.models.graph").attr("input_layer_of")(object);
    if (!input.is_none()) return py::cast<LayerPtr>(input);
  }
  raise(Code::value_error, "Only instances of `keras.Layer` can be added to a Sequential model. ",
        "Received: ", str_text(object), " (of type ", type_text(object), ")");
}

std::vector<LayerPtr> layers_of(const py::object& objects) {
  std::vector<LayerPtr> out;
  if (objects.is_none()) return out;
  if (!py::isinstance<py::iterable>(objects))
    raise(Code::type_error,
          "`layers` must be a sequence of layers. Received: layers=", str_text(objects),
          " (of type ", type_text(objects), ")");
  for (py::handle layer : objects) out.push_back(layer_of(layer));
  return out;
}

std::vector<ConfigField> sequential_fields() {
  return {{"layers", "Sequence[Layer | KerasTensor] | None", {}, false},
          {"trainable", "bool", true, false},
          {"name", "str | None", {}, false}};
}

void construct_sequential(py::detail::value_and_holder& place, const py::args& args,
                          const py::kwargs& kwargs) {
  const ConstructedClass made = class_under_construction(place);
  py::dict keywords(kwargs);
  py::object layers = py::none();
  if (!args.empty()) layers = args[0];
  if (keywords.contains("layers")) {
    layers = keywords["layers"];
    PyDict_DelItemString(keywords.ptr(), "layers");
  }
  const py::args rest = py::args(py::tuple(args[py::slice(1, args.size(), 1)]));
  std::vector<ConfigField> fields = sequential_fields();
  fields.erase(fields.begin());
  Dict values = all_arguments(made.name, fields, rest, py::kwargs(keywords));
  for (const Dict::Item& item : values)
    check(item.first == "name" || item.first == "trainable" || item.first == "dtype",
          Code::type_error, made.name, ".__init__() got an unexpected keyword argument '",
          item.first, "'");
  naming(made.name, [&] {
    const std::vector<LayerPtr> list = layers_of(layers);
    const py::handle self(reinterpret_cast<PyObject*>(place.inst));
    check(list.empty() || !is_own(self, "add"), Code::unimplemented, made.name,
          ": its constructor does not call the `add` of its class. Add the layers one by one");
    place_layer<Sequential>(place, new PyLayer<Sequential>(list, options_for(made, values)));
  });
}

Shape known(const Sequential& model, const std::optional<Shape>& shape, const char* what) {
  check(shape.has_value(), Code::attribute_error, "Sequential model '", model.name(),
        "' has no defined ", what, " shape yet.");
  return *shape;
}

void add_shapes(SequentialClass& cls) {
  cls.def_property_readonly("input_shape", [](const Sequential& model) {
    return known(model, model.input_shape(), "input");
  });
  cls.def_property_readonly("output_shape", [](Sequential& model) {
    return known(model, model.output_shape(), "output");
  });
  cls.def_property_readonly("_input_layer", &Sequential::input_layer);
}

bool has_python_call(const Model& model) {
  const auto* side = dynamic_cast<const PythonSide*>(&model);
  return side != nullptr && side->is_derived() && side->overridden("call");
}

void bind_model(py::module_& layers) {
  ModelClass cls(layers, "Model", py::metaclass(layer_metaclass()), py::dynamic_attr(),
                 collected<Model>());
  cls.def("__init__", &construct_model, py::detail::is_new_style_constructor());
  cls.def_property("layers", &Model::sublayers, [](const Model&, const py::object&) {
    raise(Code::attribute_error,
          "`Model.layers` attribute is reserved and should not be used. Please use another name.");
  });
  cls.def_property_readonly("_has_python_call", &has_python_call);
  cls.def("_declare_input", &Model::declare_input, py::arg("batch_shape"));
  cls.def_property_readonly("_gives_nest", [](const Model& model) -> std::optional<bool> {
    if (!has_python_call(model)) return false;
    return dynamic_cast<const PythonSide&>(model).gives_nest();
  });
  cls.attr("__doc__") =
      "Model(**kwargs)\n\nA layer that can be trained as a whole: derive from it and write `call`.";
  cls.attr("__module__") = "pelton.keras";
}

void add_stack_methods(SequentialClass& cls) {
  cls.def(
      "add",
      [](Sequential& model, const py::object& layer, const py::object&) {
        model.add(layer_of(layer));
      },
      py::arg("layer"), py::arg("rebuild") = true);
  cls.def(
      "pop", [](Sequential& model, const py::object&) { return model.pop(); },
      py::arg("rebuild") = true);
  cls.def_property("layers", &Sequential::layers, [](const Sequential&, const py::object&) {
    raise(Code::attribute_error,
          "`Sequential.layers` attribute is reserved and should not be used. Use `add()` and "
          "`pop()` to change the layers in this model.");
  });
}

void bind_sequential(py::module_& layers) {
  SequentialClass cls(layers, "Sequential", py::metaclass(layer_metaclass()), py::dynamic_attr(),
                      collected<Sequential>());
  cls.def("__init__", &construct_sequential, py::detail::is_new_style_constructor());
  add_stack_methods(cls);
  def_layer_methods(cls, {}, methods_of<Sequential>());
  cls.attr("build") = py::cpp_function(
      [](Sequential& model, const std::optional<Shape>& shape) {
        if (!shape) return;
        const std::optional<Shape> configured = model.input_shape();
        check(!configured || *configured == *shape, Code::value_error, "Sequential model '",
              model.name(), "' has already been configured to use input shape ",
              shape_text(configured.value_or(Shape{})), ". You cannot build it with input_shape ",
              shape_text(*shape));
        model.is_building() ? model.Sequential::build(*shape) : model.build_once(*shape);
      },
      py::name("build"), py::is_method(cls), py::arg("input_shape") = py::none());
  add_shapes(cls);
  cls.attr("__doc__") = class_doc("Sequential", sequential_fields(), Sequential::kDoc);
  cls.attr("_arguments") = field_rows(sequential_fields());
  cls.attr("__module__") = "pelton.keras";
}

}  // namespace

void bind_models(py::module_& layers) {
  bind_model(layers);
  bind_sequential(layers);
  bind_functional_hooks(layers);
  bind_call_records(layers);
}

}  // namespace pelton::bindings
