// Owns the Python classes of the built-in layers: one each for the types in layer_list.h.
#include <pybind11/stl.h>

#include "bindings/layers/bind_layers.h"
#include "bindings/layers/layer_class.h"
#include "bindings/tensor/casters.h"
#include "nn/layers/layer_list.h"

namespace pelton::bindings {
namespace {

// A layer's weights by their names; each raises attribute_error before the layer is built.
template <class L>
void def_weights(const py::object& cls) {
  for (const auto& weight : L::kWeights)
    def_property(cls, weight.name,
                 py::cpp_function(
                     [weight](const Layer& layer) -> VariableRef {
                       check(layer.built(), Code::attribute_error,
                             "You must build the layer before accessing `", weight.name, "`.");
                       return (static_cast<const L&>(layer).*weight.read)();
                     },
                     py::is_method(cls)));
}

// What a layer has to read by name besides weights and the fields of its config.
template <class L>
void def_properties(const py::object& cls) {
  if constexpr (requires { L::kProperties; })
    std::apply(
        [&](const auto&... row) {
          (def_property(cls, row.first, py::cpp_function(row.second, py::is_method(cls))), ...);
        },
        L::kProperties);
}

template <class L>
void bind_type(py::module_& module) {
  const py::object cls = bind_layer_class<L>(module);
  def_weights<L>(cls);
  def_properties<L>(cls);
}

template <class... L>
void bind_types(py::module_& module, Types<L...>) {
  (bind_type<L>(module), ...);
}

}  // namespace

void bind_layer_types(py::module_& layers) {
  bind_types(layers, LayerTypes{});
  for (const LayerAlias& alias : kLayerAliases)
    layers.attr(alias.alias) = layers.attr(alias.class_name);
}

}  // namespace pelton::bindings
