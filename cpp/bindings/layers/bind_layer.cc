// Owns the Python class Layer: what all layers offer, and the base that users derive from.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <set>

#include "bindings/held_object.h"
#include "bindings/layers/bind_layers.h"
#include "bindings/layers/keras_history.h"
#include "bindings/layers/layer_call.h"
#include "bindings/layers/layer_class.h"
#include "bindings/layers/layer_masks.h"
#include "bindings/layers/layer_weights.h"
#include "bindings/tensor/casters.h"
#include "nn/module/call_scope.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

using LayerClass = py::class_<Layer, PyLayer<PlainLayer>, py::smart_holder>;

constexpr const char* kLayerDoc =
    "Layer(*, activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None)\n\n"
    "The base of all layers. Derive from it: make weights with add_weight in "
    "`build(input_shape)`,\n"
    "compute in `call(inputs)`. Variables and layers among the attributes belong to the layer.";

void construct_plain(py::detail::value_and_holder& place, const py::args& args,
                     const py::kwargs& kwargs) {
  const ConstructedClass made = class_under_construction(place);
  naming(made.name, [&] {
    Dict values = all_arguments(made.name, {}, args, kwargs);
    auto* layer = new PyLayer<PlainLayer>(options_for(made, values));
    layer->attach(reinterpret_cast<PyObject*>(place.inst));
    place.value_ptr() = static_cast<Layer*>(layer);
  });
}

// Wraps a `build` written in Python, so that calling it by hand builds the layer as a call does.
void init_subclass(const py::handle& cls, const py::kwargs&) {
  const py::object own = py::getattr(cls, "__dict__");
  if (!own.contains("build")) return;
  cls.attr("build") =
      py::module_::import("pelton.keras.layers.build_method").attr("wrap")(own["build"]);
}

// Several shapes: a dictionary, or a sequence of sequences.
bool is_nest_of_shapes(const py::object& shape) {
  if (py::isinstance<py::dict>(shape)) return true;
  if (!py::isinstance<py::list>(shape) && !py::isinstance<py::tuple>(shape)) return false;
  const auto is_shape = [](const py::handle& item) {
    return py::isinstance<py::list>(item) || py::isinstance<py::tuple>(item);
  };
  const py::sequence items = shape;
  return std::any_of(items.begin(), items.end(), is_shape);
}

py::object keras_tensor(const Shape& shape, DType dtype) {
  return py::module_::import("pelton.keras.keras_tensor")
      .attr("KerasTensor")(shape, std::string(name(dtype)));
}

// (input, output) of the layer's first call on symbolic tensors that a graph still holds, or None.
py::object graph_ends(const py::object& layer) {
  return py::module_::import("pelton.keras.models.graph").attr("ends_of")(layer);
}

// The shape of what the layer was called with; raises attribute_error before the first call.
Shape called_shape(const Layer& layer, const char* what) {
  check(layer.input_shape().has_value(), Code::attribute_error, "The layer ", layer.name(),
        " has never been called and thus has no defined ", what, ".");
  return *layer.input_shape();
}

// keras.Variable: a copy of `value` with a path within the layers being built and `owner`, if any.
VariableRef keras_variable(const Tensor& value, const std::string& name, bool trainable,
                           const std::string& owner, bool autocast) {
  check_layer_name(name);
  auto variable =
      make_ref<Variable>(copy_to(value, place_variable(value.dtype())), name, trainable);
  std::string path;
  for (const std::string& part : {NameScope::path(), owner, name})
    if (!part.empty()) path += path.empty() ? part : "/" + part;
  variable->set_path(path);
  variable->set_autocasts(autocast);
  return variable;
}

py::object config_of_derived(const Layer& layer, const Dict& base) {
  const auto* side = dynamic_cast<const PythonSide*>(&layer);
  if (side == nullptr || !side->is_derived()) return to_python(base);
  return py::module_::import("pelton.keras.layers.init_config")
      .attr("merge")(side->self(), to_python(base), side->init_arguments());
}

void add_calls(LayerClass& cls) {
  cls.def("__init__", &construct_plain, py::detail::is_new_style_constructor());
  cls.def("__call__", [](const py::object& self, const py::args& args, const py::kwargs& kwargs) {
    return call_layer(self, args, kwargs);
  });
  cls.def("call", [](Layer& layer, const py::args&, const py::kwargs&) {
    raise(Code::unimplemented, "Layer ", layer.class_name(),
          " does not have a `call` method implemented.");
  });
  cls.def(
      "build",
      [](Layer& layer, const py::object& shape) {
        if (layer.is_building()) return;
        if (shape.is_none() || is_nest_of_shapes(shape)) return layer.build_by([] {}, std::nullopt);
        layer.build_once(to_shape(shape.ptr()));
      },
      py::arg("input_shape"));
  cls.def("_run_build", [](const py::object& self, const py::function& build,
                           const py::args& args) { build_layer(self, build, args); });
  cls.def(
      "_when_built",
      [](Layer& layer, py::function wake) {
        const auto held = HeldObject::share(std::move(wake));
        layer.when_built([held] {
          const GilTaken gil;
          held->get()();
        });
      },
      py::arg("wake"));
  cls.def(
      "compute_output_shape",
      [](Layer& layer, const Shape& shape) { return layer.Layer::compute_output_shape(shape); },
      py::arg("input_shape"));
  cls.def(
      "compute_output_spec",
      [](const py::object& self, const py::args& args, const py::kwargs& kwargs) {
        return output_spec(self, args, kwargs);
      },
      "Symbolic tensors like the outputs of a call on symbolic tensors, which no graph records.");
}

void add_tracking(LayerClass& cls) {
  cls.def("add_weight", &add_weight);
  cls.def("add_variable", &add_weight);  // Keras's second name
  cls.def("_track", py::overload_cast<const VariableRef&>(&Layer::track), py::arg("variable"));
  cls.def("_track_seed_state", &Layer::track_seed_state, py::arg("variable"));
  cls.def("_untrack", &Layer::untrack, py::arg("variable"));
  cls.def("_check_open", &Layer::check_open);
  cls.def("_note_parts", [](Layer& layer) {
    if (auto* side = dynamic_cast<PythonSide*>(&layer)) side->note_layers();
  });
  cls.def("add_loss", &Layer::add_loss, py::arg("loss"));
}

// The layers within, each once, a layer before those within it.
py::list flatten_layers(const py::object& self, bool include_self, bool recursive) {
  py::list out;
  if (include_self) out.append(self);
  const auto& root = py::cast<const Layer&>(self);
  std::set<const Layer*> seen{&root};
  std::vector<LayerPtr> ahead = root.sublayers();
  std::reverse(ahead.begin(), ahead.end());
  while (!ahead.empty()) {
    const LayerPtr layer = std::move(ahead.back());
    ahead.pop_back();
    if (!seen.insert(layer.get()).second) continue;
    out.append(layer);
    std::vector<LayerPtr> inner = recursive ? layer->sublayers() : std::vector<LayerPtr>();
    ahead.insert(ahead.end(), inner.rbegin(), inner.rend());
  }
  return out;
}

void add_weights(LayerClass& cls) {
  cls.def_property_readonly("weights", &Layer::weights);
  cls.def_property_readonly("variables", &Layer::variables);
  cls.def_property_readonly("trainable_weights", &Layer::trainable_variables);
  cls.def_property_readonly("trainable_variables", &Layer::trainable_variables);
  cls.def_property_readonly("non_trainable_weights", &Layer::non_trainable_weights);
  cls.def_property_readonly("non_trainable_variables", &Layer::non_trainable_variables);
  cls.def_property_readonly("losses", &Layer::losses);
  cls.def("get_weights", &get_weights, "NumPy copies of all weights.");
  cls.def("set_weights", &set_weights, py::arg("weights"));
  cls.def("count_params", &Layer::count_params);
  cls.def("_flatten_layers", &flatten_layers, py::arg("include_self") = true,
          py::arg("recursive") = true);
}

void add_state(LayerClass& cls) {
  cls.def_property("name", &Layer::name, &Layer::set_name);
  cls.def_property("supports_masking", &supports_masking, &Layer::set_supports_masking);
  cls.def(
      "compute_mask", [](Layer&, const py::object&, py::object mask) { return mask; },
      py::arg("inputs"), py::arg("previous_mask") = py::none(),
      "The mask of the outputs: previous_mask, unless a class has its own.");
  cls.def_property("trainable", &Layer::trainable, &Layer::set_trainable);
  cls.def_property("built", &Layer::built, &Layer::set_built);
  cls.def_property_readonly("path", [](const Layer& layer) -> std::optional<std::string> {
    if (!layer.built()) return std::nullopt;
    return layer.path();
  });
  const auto variable_dtype = [](const Layer& layer) {
    return std::string(name(layer.variable_dtype()));
  };
  cls.def_property_readonly("dtype", variable_dtype);
  cls.def_property_readonly("variable_dtype", variable_dtype);
  cls.def_property_readonly(
      "compute_dtype", [](const Layer& layer) { return std::string(name(layer.compute_dtype())); });
  cls.def_property(
      "dtype_policy",
      [](const Layer& layer) {
        return py::module_::import("pelton.keras.dtype_policies")
            .attr("DTypePolicy")(layer.dtype_policy().name);
      },
      [](Layer& layer, const py::object& policy) {
        layer.set_dtype_policy(
            FieldType<DTypePolicy>::parse(to_value(policy), {layer.class_name(), "dtype_policy"}));
      });
  cls.def_property("autocast", &Layer::autocast, &Layer::set_autocast);
}

void add_penalty(LayerClass& cls) {
  cls.def_property(
      "activity_regularizer",
      [](const Layer& layer) {
        return layer.activity_regularizer() ? part_object(layer.activity_regularizer())
                                            : py::object(py::none());
      },
      [](Layer& layer, const py::object& penalty) {
        layer.set_activity_regularizer(FieldType<RegularizerPtr>::parse(
            to_value(penalty), {layer.class_name(), "activity_regularizer"}));
      });
}

void add_shapes(LayerClass& cls) {
  cls.def_property_readonly("input_shape",
                            [](const Layer& layer) { return called_shape(layer, "input shape"); });
  cls.def_property_readonly("output_shape", [](Layer& layer) {
    return layer.compute_output_shape(called_shape(layer, "output shape"));
  });
  cls.def_property_readonly("input", [](const py::object& self) -> py::object {
    if (const py::object ends = graph_ends(self); !ends.is_none()) return ends[py::int_(0)];
    const auto& layer = py::cast<const Layer&>(self);
    return keras_tensor(called_shape(layer, "input"), layer.compute_dtype());
  });
  cls.def_property_readonly("output", [](const py::object& self) -> py::object {
    if (const py::object ends = graph_ends(self); !ends.is_none()) return ends[py::int_(1)];
    auto& layer = py::cast<Layer&>(self);
    return keras_tensor(layer.compute_output_shape(called_shape(layer, "output")),
                        layer.compute_dtype());
  });
  cls.def_property(
      "input_spec",
      [](const Layer& layer) {
        const InputSpec& spec = layer.input_spec();
        const auto dtype =
            spec.dtype ? std::optional(std::string(name(*spec.dtype))) : std::nullopt;
        return py::module_::import("pelton.keras.layers.input_spec")
            .attr("from_core")(dtype, spec.ndim, spec.max_ndim, spec.min_ndim, spec.axes);
      },
      &set_input_spec);
}

void add_config(LayerClass& cls) {
  cls.def("get_config",
          [](const Layer& layer) { return config_of_derived(layer, layer.Layer::get_config()); });
  cls.def("get_build_config", [](const Layer& layer) -> py::object {
    if (!layer.input_shape()) return py::none();
    py::dict config;
    config["input_shape"] = shape_object(*layer.input_shape());
    return config;
  });
  cls.def("build_from_config", [](const py::object& self, const py::dict& config) {
    if (config.contains("input_shape")) self.attr("build")(config["input_shape"]);
  });
  cls.def("_serialized", [](const Layer& layer) { return to_python(layer.serialized()); });
  def_class_method(cls, "from_config", [](const py::object& cls_object, const py::dict& config) {
    return cls_object(**config);
  });
  def_class_method(cls, "__init_subclass__", &init_subclass);
  cls.def("__repr__", [](const Layer& layer) { return layer.repr(); });
}

// keras.name_scope: a part of the paths of variables that are made while it is entered.
class EnteredName {
 public:
  explicit EnteredName(std::string name) : name_(std::move(name)) {}
  void enter() { scope_.emplace(name_, this); }
  void leave() { scope_.reset(); }

 private:
  std::string name_;
  std::optional<NameScope> scope_;
};

void bind_name_scope(py::module_& layers) {
  py::class_<EnteredName>(layers, "_NameScope")
      .def(py::init<std::string>(), py::arg("name"))
      .def("enter", &EnteredName::enter)
      .def("leave", &EnteredName::leave);
}

}  // namespace

void bind_layers(py::module_& module) {
  py::module_ layers = module.def_submodule("layers", "Layers and models of pelton.keras.");
  LayerClass cls(layers, "Layer", py::metaclass(layer_metaclass()), py::dynamic_attr());
  add_calls(cls);
  add_tracking(cls);
  add_weights(cls);
  add_state(cls);
  add_penalty(cls);
  add_shapes(cls);
  add_config(cls);
  cls.attr("__doc__") = kLayerDoc;
  cls.attr("_options") = field_rows(config_fields<LayerOptions>());
  cls.attr("__module__") = "pelton.keras.layers";
  layers.def("_variable", &keras_variable, py::arg("value"), py::arg("name"), py::arg("trainable"),
             py::arg("owner") = "", py::arg("autocast") = true);
  layers.def(
      "_set_path",
      [](const VariableRef& variable, std::string path) { variable->set_path(std::move(path)); },
      py::arg("variable"), py::arg("path"));
  bind_name_scope(layers);
  bind_history(layers);
  bind_layer_types(layers);
  bind_models(layers);
}

}  // namespace pelton::bindings
