// Owns bind_layer_class: one layer type's Python class, made from its field table.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/layers/layer_cycles.h"
#include "bindings/layers/python_layer.h"
#include "bindings/nn/part_class.h"

namespace pelton::bindings {

// The metaclass of all layers: tells a forgotten super().__init__(), keeps constructor arguments.
py::handle layer_metaclass();

// _set_functional of `layers`: what Model(inputs, outputs) makes.
void bind_functional_hooks(py::module_& layers);

// Python's UserWarning about `input_shape` given to a layer, on the line that made the layer.
void warn_of_input_shape(const LayerOptions& options, bool is_derived);
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
  if (layer->built() && layer->is_derived() && layer->overridden("build")) layer->set_built(false);
}

// What differs between the Python classes of two layer types. The methods are the class's own, not
// the virtual ones: super().call(x) in Python ends here.
struct LayerMethods {
  void (*construct)(py::detail::value_and_holder& place, const ConstructedClass& made,
                    Dict& values);
  Tensor (*call)(Layer& layer, const Tensor& inputs, bool training);
  Shape (*compute_output_shape)(Layer& layer, const Shape& input_shape);
  void (*build)(Layer& layer, const Shape& input_shape);
  Dict (*get_config)(const Layer& layer);
  bool takes_mask;  // `call`, as an argument of its own
};

template <class L>
void construct_layer(py::detail::value_and_holder& place, const ConstructedClass& made,
                     Dict& values) {
  auto config = take_config<typename L::Config>(values, made.name);
  place_layer<L>(place, new PyLayer<L>(std::move(config), options_for(made, values)));
}

template <class L>
LayerMethods methods_of() {
  return {
      nullptr,
      [](Layer& layer, const Tensor& inputs, bool training) {
        return static_cast<L&>(layer).L::call(inputs, training);
      },
      [](Layer& layer, const Shape& shape) {
        return static_cast<L&>(layer).L::compute_output_shape(shape);
      },
      [](Layer& layer, const Shape& shape) { static_cast<L&>(layer).L::build(shape); },
      [](const Layer& layer) { return static_cast<const L&>(layer).L::get_config(); },
      std::is_same_v<decltype(&L::takes_mask), bool (L::*)() const>,
  };
}

// call, compute_output_shape, build and get_config; and __init__ from `fields` where `methods` has
// a constructor.
void def_layer_methods(const py::object& cls, const std::vector<ConfigField>& fields,
                       const LayerMethods& methods);

// Gives `layer`, an L, the value for its field `name`. Raises what the constructor would raise.
template <class L>
void write_field(Layer& layer, const char* name, const py::object& value) {
  auto& own = static_cast<L&>(layer);
  typename L::Config changed = own.config();
  set_field<typename L::Config>(changed, layer.class_name(), name, to_value(value));
  const L checked(changed, {.name = layer.name()});
  own.set_config(std::move(changed));
}

template <class L>
void def_settable(const py::object& cls) {
  for (const char* name : L::kSettable)
    def_property(
        cls, name,
        py::cpp_function([name](const Layer& layer) { return read_field<L, Layer>(layer, name); },
                         py::is_method(cls)),
        py::cpp_function(
            [name](Layer& layer, const py::object& value) { write_field<L>(layer, name, value); },
            py::is_method(cls)));
}

// The layer's own penalty beside its configured one: the two stay the same.
template <class L>
void def_penalty(const py::object& cls) {
  constexpr const char* kName = "activity_regularizer";
  def_property(
      cls, kName,
      py::cpp_function([](const Layer& layer) { return read_field<L, Layer>(layer, kName); },
                       py::is_method(cls)),
      py::cpp_function(
          [](Layer& layer, const py::object& value) {
            write_field<L>(layer, kName, value);
            layer.set_activity_regularizer(static_cast<L&>(layer).config().activity_regularizer);
          },
          py::is_method(cls)));
}

template <class L>
py::object bind_layer_class(py::module_& module) {
  const py::class_<L, Layer, PyLayer<L>, py::smart_holder> cls(
      module, L::kClassName, py::metaclass(layer_metaclass()), py::dynamic_attr(), collected<L>());
  const std::vector<ConfigField> fields = config_fields<typename L::Config>();
  LayerMethods methods = methods_of<L>();
  methods.construct = &construct_layer<L>;
  def_layer_methods(cls, fields, methods);
  if constexpr (requires(const L& layer) { layer.config(); })
    def_fields<Layer>(cls, fields, &read_field<L, Layer>);
  if constexpr (!L::kSettable.empty()) def_settable<L>(cls);
  if constexpr (requires(const L& layer) { layer.config().activity_regularizer; })
    def_penalty<L>(cls);
  cls.attr("_fields") = field_rows(fields);
  cls.attr("__doc__") = class_doc(L::kClassName, fields, L::kDoc);
  cls.attr("__module__") = "pelton.keras.layers";
  return cls;
}

}  // namespace pelton::bindings
