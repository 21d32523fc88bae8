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

template <class L>
void bind_type(py::module_& module) {
  def_weights<L>(bind_layer_class<L>(module));
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
