// Owns bind_layer_class: one layer type's Python class, made from its field table.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/constructor_arguments.h"
#include "bindings/layer_cycles.h"
#include "bindings/python_layer.h"
#include "bindings/python_object.h"
#include "bindings/value_object.h"

namespace pelton::bindings {

// The metaclass of all layers: tells a forgotten super().__init__(), keeps constructor arguments.
py::handle layer_metaclass();

// Python's UserWarning about `input_shape` given to a layer, on the line that made the layer.
void warn_of_input_shape(const LayerOptions& options, bool is_derived);
// The name of the class of the object under construction, and whether it is derived in Python.
struct ConstructedClass {
  std::string name;
  bool is_derived;
};
ConstructedClass class_under_construction(const py::detail::value_and_holder& place);
// "Dense(units, activation=None, ...)\n\n" and the class's text.
std::string class_doc(const std::string& class_name, const std::vector<ConfigField>& fields,
                      const char* text);

// Reads the options common to all layers for the object under construction.
inline LayerOptions options_for(const ConstructedClass& made, Dict& values) {
  LayerOptions options = take_layer_options(values, made.name);
  if (made.is_derived) options.class_name = made.name;
  warn_of_input_shape(options, made.is_derived);
  return options;
}

// Puts a new layer into the Python object under construction.
template <class L>
void place_layer(py::detail::value_and_holder& place, PyLayer<L>* layer) {
  layer->attach(reinterpret_cast<PyObject*>(place.inst));
  place.value_ptr() = static_cast<L*>(layer);
}

template <class L>
void construct_layer(py::detail::value_and_holder& place, const py::args& args,
                     const py::kwargs& kwargs) {
  const ConstructedClass made = class_under_construction(place);
  naming(made.name, [&] {
    Dict values = all_arguments(made.name, config_fields<typename L::Config>(), args, kwargs);
    auto config = take_config<typename L::Config>(values, made.name);
    place_layer<L>(place, new PyLayer<L>(std::move(config), options_for(made, values)));
  });
}

// A config field as Python sees it on the layer.
template <class T>
py::object field_object(const T& value) {
  if constexpr (requires { part_object(value); })
    return part_object(value);
  else
    return to_python(FieldType<T>::write(value));
}

template <class L, class Class>
void add_field_properties(Class& cls) {
  if constexpr (requires(const L& layer) { layer.config(); })
    detail::for_each_field<typename L::Config>([&](const auto& row) {
      cls.def_property_readonly(
          row.name, [row](const L& layer) { return field_object(layer.config().*row.member); });
    });
}

template <class L, class Base = Layer>
auto bind_layer_class(py::module_& module) {
  py::class_<L, Base, PyLayer<L>, py::smart_holder> cls(
      module, L::kClassName, py::metaclass(layer_metaclass()), py::dynamic_attr(), collected<L>());
  const std::vector<ConfigField> fields = config_fields<typename L::Config>();
  cls.def("__init__", &construct_layer<L>, py::detail::is_new_style_constructor());
  // The class's own, not the virtual one: super().call(x) in Python ends here.
  cls.def(
      "call",
      [](L& layer, const Tensor& inputs, std::optional<bool> training) {
        return layer.L::call(inputs, training.value_or(false));
      },
      py::arg("inputs"), py::arg("training") = py::none());
  cls.def(
      "compute_output_shape",
      [](L& layer, const Shape& shape) { return layer.L::compute_output_shape(shape); },
      py::arg("input_shape"));
  // While the layer is being built this is super().build(); else the user asks for it.
  cls.def(
      "build",
      [](L& layer, const Shape& shape) {
        layer.is_building() ? layer.L::build(shape) : layer.build_once(shape);
      },
      py::arg("input_shape"));
  cls.def("get_config", [](const L& layer) { return layer.L::get_config(); });
  add_field_properties<L>(cls);
  cls.attr("_fields") = field_rows(fields);
  cls.attr("__doc__") = class_doc(L::kClassName, fields, L::kDoc);
  cls.attr("__module__") = "pelton.keras.layers";
  return cls;
}

}  // namespace pelton::bindings
