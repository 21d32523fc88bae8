// Owns the Python classes of the built-in layers: one each for the types in layer_list.h.
#include <pybind11/stl.h>

#include "bindings/layers/bind_layers.h"
#include "bindings/layers/layer_class.h"
#include "bindings/tensor/casters.h"
#include "nn/layers/layer_list.h"

namespace pelton::bindings {
namespace {

// A weight by its name; raises attribute_error before the layer is built.
void def_weight(const py::object& cls, const char* name, VariableRef (*weight)(const Layer&)) {
  def_property(cls, name,
               py::cpp_function(
                   [name, weight](const Layer& layer) {
                     check(layer.built(), Code::attribute_error,
                           "You must build the layer before accessing `", name, "`.");
                     return weight(layer);
                   },
                   py::is_method(cls)));
}

template <class L, auto Weight>
VariableRef weight_of(const Layer& layer) {
  return (static_cast<const L&>(layer).*Weight)();
}

template <class L>
void bind_type(py::module_& module) {
  const py::object cls = bind_layer_class<L>(module);
  if constexpr (requires { &L::kernel; }) def_weight(cls, "kernel", &weight_of<L, &L::kernel>);
  if constexpr (requires { &L::bias; }) def_weight(cls, "bias", &weight_of<L, &L::bias>);
  if constexpr (requires { &L::gamma; }) def_weight(cls, "gamma", &weight_of<L, &L::gamma>);
  if constexpr (requires { &L::beta; }) def_weight(cls, "beta", &weight_of<L, &L::beta>);
  if constexpr (requires { &L::moving_mean; }) {
    def_weight(cls, "moving_mean", &weight_of<L, &L::moving_mean>);
    def_weight(cls, "moving_variance", &weight_of<L, &L::moving_variance>);
  }
}

void def_input_properties(const py::object& cls) {
  const auto def = [&](const char* name, auto&& read) {
    def_property(cls, name,
                 py::cpp_function(std::forward<decltype(read)>(read), py::is_method(cls)));
  };
  def("batch_shape", [](const InputLayer& layer) { return layer.batch_shape(); });
  def("dtype", [](const InputLayer& layer) { return std::string(name(layer.dtype())); });
}

template <class... L>
void bind_types(py::module_& module, Types<L...>) {
  (bind_type<L>(module), ...);
}

}  // namespace

void bind_layer_types(py::module_& layers) {
  bind_types(layers, LayerTypes{});
  def_input_properties(layers.attr(InputLayer::kClassName));
  for (const LayerAlias& alias : kLayerAliases)
    layers.attr(alias.alias) = layers.attr(alias.class_name);
}

}  // namespace pelton::bindings
