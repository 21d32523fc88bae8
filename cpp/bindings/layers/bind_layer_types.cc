// Owns the Python classes of the built-in layers: one each for the types in layer_list.h.
#include <pybind11/stl.h>

#include "bindings/layers/bind_layers.h"
#include "bindings/layers/bind_low_rank.h"
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

// enable_lora and what it makes, for a layer that can be adapted; its `kernel` is the merged one.
template <class L>
void def_adaptation(const py::object& cls) {
  if constexpr (requires(const L& layer) { layer.low_rank(); }) {
    def_low_rank(
        cls,
        [](Layer& layer, LowRankOptions options) {
          static_cast<L&>(layer).enable_low_rank(std::move(options));
        },
        [](const Layer& layer) { return static_cast<const L&>(layer).low_rank(); });
    def_property(cls, "kernel",
                 py::cpp_function(
                     [](const Layer& layer) {
                       check(layer.built(), Code::attribute_error,
                             "You must build the layer before accessing `kernel`.");
                       return static_cast<const L&>(layer).merged_kernel();
                     },
                     py::is_method(cls)));
  }
}

template <class L>
void bind_type(py::module_& module) {
  const py::object cls = bind_layer_class<L>(module);
  def_weights<L>(cls);
  def_properties<L>(cls);
  def_adaptation<L>(cls);
}

template <class... L>
void bind_types(py::module_& module, Types<L...>) {
  (bind_type<L>(module), ...);
}

}  // namespace

void bind_layer_types(py::module_& layers) {
  bind_low_rank(layers);
  bind_types(layers, LayerTypes{});
  for (const LayerAlias& alias : kLayerAliases)
    layers.attr(alias.alias) = layers.attr(alias.class_name);
}

}  // namespace pelton::bindings
