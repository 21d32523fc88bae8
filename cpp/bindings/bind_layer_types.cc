// Owns the Python classes of the built-in layers: one each for the types in layer_list.h.
#include <pybind11/stl.h>

#include "bindings/bind_layers.h"
#include "bindings/casters.h"
#include "bindings/layer_class.h"
#include "nn/layers/layer_list.h"

namespace pelton::bindings {
namespace {

// A weight by its name; raises attribute_error before the layer is built.
template <class L, class Class>
void add_weight_property(Class& cls, const char* name, const VariableRef& (L::*weight)() const) {
  cls.def_property_readonly(name, [name, weight](const L& layer) {
    check(layer.built(), Code::attribute_error, "You must build the layer before accessing `", name,
          "`.");
    return (layer.*weight)();
  });
}

template <class L>
void bind_type(py::module_& module) {
  auto cls = bind_layer_class<L>(module);
  if constexpr (requires { &L::kernel; }) add_weight_property<L>(cls, "kernel", &L::kernel);
  if constexpr (requires { &L::bias; }) add_weight_property<L>(cls, "bias", &L::bias);
  if constexpr (std::is_same_v<L, BatchNormalization>) {
    add_weight_property<L>(cls, "gamma", &L::gamma);
    add_weight_property<L>(cls, "beta", &L::beta);
    add_weight_property<L>(cls, "moving_mean", &L::moving_mean);
    add_weight_property<L>(cls, "moving_variance", &L::moving_variance);
  }
  if constexpr (std::is_same_v<L, InputLayer>) {
    cls.def_property_readonly("batch_shape", &L::batch_shape);
    cls.def_property_readonly("dtype",
                              [](const L& layer) { return std::string(name(layer.dtype())); });
  }
}

template <class... L>
void bind_all(py::module_& module, Types<L...>) {
  (bind_type<L>(module), ...);
}

}  // namespace

void bind_layer_types(py::module_& layers) {
  bind_all(layers, LayerTypes{});
  for (const LayerAlias& alias : kLayerAliases)
    layers.attr(alias.alias) = layers.attr(alias.class_name);
}

}  // namespace pelton::bindings
