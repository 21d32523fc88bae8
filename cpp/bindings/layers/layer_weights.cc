// Owns reading the arguments of add_weight, and copying weights from and to NumPy.
#include "bindings/layers/layer_weights.h"

#include "autograd/variable_turn.h"
#include "bindings/nn/value_object.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/tensor_argument.h"
#include "bindings/tensor/variable_type.h"
#include "bindings/text.h"
#include "ops/array/array.h"

namespace pelton::bindings {
namespace {

constexpr const char* kPositional[] = {"shape", "initializer", "dtype", "trainable"};

// All arguments by name; Keras ignores some of them here.
py::dict named_arguments(const Layer& layer, const py::args& args, const py::kwargs& kwargs) {
  py::dict named(kwargs);
  const size_t skip = !args.empty() && PyUnicode_Check(args[0].ptr()) ? 1 : 0;
  if (skip == 1) named["name"] = args[0];
  check(args.size() <= skip + std::size(kPositional), Code::type_error, layer.class_name(),
        ".add_weight() takes at most ", std::size(kPositional) + 1, " positional arguments, got ",
        args.size());
  for (size_t i = skip; i < args.size(); ++i) named[kPositional[i - skip]] = args[i];
  return named;
}

void check_count(const Layer& layer, size_t given, size_t wanted) {
  check(given == wanted, Code::value_error, "You called `set_weights(weights)` on layer '",
        layer.name(), "' with a weight list of length ", given, ", but the layer was expecting ",
        wanted, " weights.");
}

DType weight_dtype(const std::string& owner, py::handle dtype) {
  try {
    return to_dtype(dtype.ptr());
  } catch (const Error&) {
    raise(Code::value_error, "Invalid dtype: ", str_text(dtype), " [", owner, "]");
  }
}

}  // namespace

VariableRef add_weight(Layer& layer, const py::args& args, const py::kwargs& kwargs) {
  const py::dict named = named_arguments(layer, args, kwargs);
  const std::string owner = layer.class_name() + ".add_weight";
  WeightOptions options;
  for (auto [key, value] : named) {
    const auto name = py::cast<std::string>(key);
    if (value.is_none()) continue;
    if (name == "name")
      options.name = FieldType<std::string>::parse(to_value(value), {owner, name});
    else if (name == "shape")
      options.shape = to_shape(value.ptr());
    else if (name == "initializer")
      options.initializer = FieldType<InitializerPtr>::parse(to_value(value), {owner, name});
    else if (name == "regularizer")
      options.regularizer = FieldType<RegularizerPtr>::parse(to_value(value), {owner, name});
    else if (name == "constraint")
      options.constraint = FieldType<ConstraintPtr>::parse(to_value(value), {owner, name});
    else if (name == "trainable")
      options.trainable = FieldType<bool>::parse(to_value(value), {owner, name});
    else if (name == "dtype")
      options.dtype = weight_dtype(owner, value);
    else if (name == "autocast")
      options.autocast = FieldType<bool>::parse(to_value(value), {owner, name});
    else
      check(name == "aggregation" || name == "synchronization" || name == "overwrite_with_gradient",
            Code::type_error, owner, "() got an unexpected keyword argument '", name, "'");
  }
  const VariableRef weight = layer.add_weight(options);
  name_as_in_keras_2(*weight);
  return weight;
}

// Of one moment: between two steps where another thread trains.
py::list get_weights(const Layer& layer) {
  const std::vector<VariableRef> variables = layer.weights();
  std::vector<Tensor> values;
  {
    const VariableTurn turn(variables);
    for (const VariableRef& variable : variables) values.push_back(variable->untaped_value());
  }
  py::list out;
  for (const Tensor& value : values) out.append(to_numpy(value));
  return out;
}

void set_weights(Layer& layer, const py::iterable& values) {
  const std::vector<VariableRef> variables = layer.weights();
  // Before what may be huge, or have no end, is read.
  const Py_ssize_t known = PyObject_LengthHint(values.ptr(), 0);
  if (known < 0) throw py::error_already_set();
  check_count(layer, static_cast<size_t>(known), known > 0 ? variables.size() : 0);
  std::vector<Tensor> tensors;
  for (py::handle value : values) {
    if (tensors.size() == variables.size())
      check_count(layer, tensors.size() + 1, variables.size());
    tensors.push_back(to_tensor_argument(cat("Layer ", layer.name()),
                                         cat("weights[", tensors.size(), "]"),
                                         {py::reinterpret_borrow<py::object>(value)}));
  }
  check_count(layer, tensors.size(), variables.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    check(tensors[i].shape() == variables[i]->shape(), Code::value_error, "Layer ", layer.name(),
          " weight shape ", variables[i]->shape(), " is not compatible with provided weight shape ",
          tensors[i].shape(), ".");
    if (tensors[i].dtype() != variables[i]->dtype())
      tensors[i] = pelton::cast(tensors[i], variables[i]->dtype());
  }
  const VariableTurn turn(variables);
  for (size_t i = 0; i < tensors.size(); ++i) variables[i]->assign(tensors[i]);
}

void set_input_spec(Layer& layer, const py::object& spec) {
  InputSpec out;
  if (!spec.is_none()) {
    const auto optional_integer = [&](const char* name) -> std::optional<int64_t> {
      const py::object value = py::getattr(spec, name, py::none());
      if (value.is_none()) return std::nullopt;
      return py::cast<int64_t>(value);
    };
    out.ndim = optional_integer("ndim");
    out.min_ndim = optional_integer("min_ndim");
    out.max_ndim = optional_integer("max_ndim");
    const py::object dtype = py::getattr(spec, "dtype", py::none());
    if (!dtype.is_none()) out.dtype = to_dtype(dtype.ptr());
    const py::object axes = py::getattr(spec, "axes", py::none());
    if (!axes.is_none())
      for (auto [axis, size] : py::cast<py::dict>(axes))
        if (!size.is_none())
          out.axes.emplace_back(py::cast<int64_t>(axis), py::cast<int64_t>(size));
  }
  layer.set_input_spec(std::move(out));
}

}  // namespace pelton::bindings
