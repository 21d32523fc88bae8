// Owns the arguments of a layer's call: which are inputs, how they are converted, and what is
// refused.
#include "bindings/layers/layer_call.h"

#include "bindings/gil.h"
#include "bindings/layers/call_errors.h"
#include "bindings/layers/keras_history.h"
#include "bindings/layers/layer_masks.h"
#include "bindings/layers/python_layer.h"
#include "bindings/recursion.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/tensor/tensor_argument.h"
#include "bindings/text.h"
#include "nn/module/call_scope.h"
#include "nn/module/keras_version.h"
#include "nn/module/sequential.h"
#include "ops/array/array.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/symbolic.h"

namespace pelton::bindings {
namespace {

bool is_array_like(py::handle object) {
  return has_own_dtype(object.ptr()) || py::hasattr(object, "__array__") ||
         PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
}

[[noreturn]] void refuse_positional(const Layer& layer, py::handle argument) {
  raise(Code::value_error,
        "Only input tensors may be passed as positional arguments. The following argument value "
        "should be passed as a keyword argument: ",
        str_text(argument), " (of type ", type_text(argument), ") [", layer.class_name(), " '",
        layer.name(), "']");
}

// A setting, which is no input: a flag, a number or a text.
bool is_setting(py::handle argument) {
  PyObject* p = argument.ptr();
  return PyBool_Check(p) || PyLong_CheckExact(p) || PyFloat_CheckExact(p) || PyUnicode_Check(p);
}

// The first setting in a nest; null where there is none.
py::object setting_in(py::handle value) {
  const RecursionGuard level(" while looking through the inputs of a layer");
  if (is_setting(value)) return py::reinterpret_borrow<py::object>(value);
  const bool is_list = PyList_Check(value.ptr()) || PyTuple_Check(value.ptr());
  if (!is_list && !PyDict_Check(value.ptr())) return {};
  for (py::handle item : is_list ? value : py::handle(value.attr("values")()))
    if (py::object found = setting_in(item)) return found;
  return {};
}

// As Keras 3: Python's numbers and texts are inputs of those layers only that say so.
void refuse_settings(const Layer& layer, py::handle self, py::handle argument) {
  if (speaks_keras_2()) return;
  const py::object found = setting_in(argument);
  if (found &&
      !py::getattr(self, "_allow_non_tensor_positional_args", py::bool_(false)).cast<bool>())
    refuse_positional(layer, found);
}

// Several tensors are no batch of them: numbers in lists are.
bool holds_several(py::handle input) {
  if (!PyList_Check(input.ptr()) && !PyTuple_Check(input.ptr())) return false;
  const auto items = py::reinterpret_borrow<py::sequence>(input);
  if (items.size() < 2) return false;
  for (py::handle item : items)
    if (!is_tensor(item.ptr()) && !py::hasattr(item, "__array__")) return false;
  return true;
}

void refuse_several(const Layer& layer, py::handle input) {
  if (!holds_several(input)) return;
  raise(Code::value_error, "Layer \"", layer.name(), "\" expects 1 input(s), but it received ",
        py::len(input), " input tensors. Inputs received: ", repr_text(input));
}

// Whether a Sequential is called on several inputs, which one without an Input may take.
bool is_nest_for(const Layer& layer, const py::args& args) {
  const auto* model = dynamic_cast<const Sequential*>(&layer);
  return model != nullptr && !args.empty() && model->input_layer() == nullptr &&
         (PyDict_Check(args[0].ptr()) || holds_several(args[0]));
}

// The arguments of a Sequential with an Input, whose one tensor may stand in a list, as in Keras.
py::args without_list(const Layer& layer, const py::args& args) {
  const auto* model = dynamic_cast<const Sequential*>(&layer);
  if (model == nullptr || model->input_layer() == nullptr || args.empty()) return args;
  py::object one = args[0];
  while ((PyList_CheckExact(one.ptr()) || PyTuple_CheckExact(one.ptr())) && py::len(one) == 1)
    one = py::object(one[py::int_(0)]);
  if (one.is(args[0]) || !py::hasattr(one, "shape")) return args;
  py::list changed(args);
  changed[0] = one;
  return py::args(py::tuple(changed));
}

Tensor input_tensor(const Layer& layer, py::handle input) {
  check(!input.is_none(), Code::value_error,
        "Inputs to a layer should be tensors. Got 'None' (of type <class 'NoneType'>) as input for "
        "layer '",
        layer.name(), "'.");
  if (!is_array_like(input)) {
    const py::object dense =
        py::module_::import("pelton.keras.training.sparse_data").attr("dense")(input);
    if (dense.is(input)) refuse_positional(layer, input);
    return input_tensor(layer, dense);
  }
  refuse_several(layer, input);
  return to_tensor_argument(layer.class_name(), "inputs",
                            {py::reinterpret_borrow<py::object>(input)});
}

bool is_name(py::handle name, const char* wanted) {
  return PyUnicode_CompareWithASCIIString(name.ptr(), wanted) == 0;
}

// The flag as an argument; None or nothing: the enclosing call's.
std::optional<bool> training_flag(py::handle flag) {
  if (!flag || flag.is_none()) return std::nullopt;
  const int truth = PyObject_IsTrue(flag.ptr());
  if (truth < 0) throw py::error_already_set();
  return truth == 1;
}

// The arguments of a built-in layer's call, borrowed from the caller; null where not given.
struct BuiltInArguments {
  BuiltInArguments(const Layer& layer, const py::args& args, const py::kwargs& kwargs);
  py::handle inputs, training, mask;
};

BuiltInArguments::BuiltInArguments(const Layer& layer, const py::args& args,
                                   const py::kwargs& kwargs) {
  if (!args.empty()) inputs = PyTuple_GET_ITEM(args.ptr(), 0);
  py::handle unexpected;
  for (auto [name, value] : kwargs) {
    if (is_name(name, "training"))
      training = value;
    else if (is_name(name, "mask") && layer.takes_mask())
      mask = value;
    else if (is_name(name, "inputs") && args.empty())
      inputs = value;
    else if (!unexpected)
      unexpected = name;
  }
  if (!inputs)
    raise(Code::type_error, "missing a required argument: 'inputs' [", layer.class_name(),
          ".call()]");
  if (args.size() == 2 && !training && speaks_keras_2() && is_setting(args[1]))
    training = PyTuple_GET_ITEM(args.ptr(), 1);
  else if (args.size() > 2 || (args.size() == 2 && !args[1].is_none()))
    refuse_positional(layer, args[1]);
  if (unexpected)
    raise(Code::type_error, "got an unexpected keyword argument '", str_text(unexpected), "' [",
          layer.class_name(), ".call()]");
}

py::object call_built_in(Layer& layer, py::handle self, const py::args& args,
                         const py::kwargs& kwargs) {
  const BuiltInArguments given(layer, args, kwargs);
  if (!args.empty() && !is_tensor(args[0].ptr())) refuse_settings(layer, self, args[0]);
  const std::optional<bool> training = training_flag(given.training);
  Tensor x = input_tensor(layer, given.inputs);
  if (given.mask && !given.mask.is_none()) {
    const Tensor mask = to_tensor_argument(layer.class_name(), "mask",
                                           {py::reinterpret_borrow<py::object>(given.mask)});
    x = identity(x);  // the caller's tensor keeps its own mask
    x.set_mask(mask);
  }
  if (x.is_symbolic()) return wrap_object(layer(x, training));
  return wrap_object(unlocked(x.bytes(), [&] { return layer(x, training); }));
}

py::object as_input(const Layer& layer, py::handle value) {
  const Tensor given = to_tensor(value.ptr()), input = layer.cast_input(given);
  const bool is_same = is_tensor(value.ptr()) && input.id() == given.id();
  return is_same ? py::reinterpret_borrow<py::object>(value) : wrap_object(input);
}

// Tensors and arrays among `value` as tensors in the layer's dtype; all else as it is. Lists and
// dicts are copied, but for those that Keras 2 hands on: where nothing in them is another object.
py::object convert_inputs(const Layer& layer, py::handle value) {
  const RecursionGuard level(" while converting the inputs of a layer");
  PyObject* p = value.ptr();
  if (is_tensor(p) || (!PyList_Check(p) && !PyTuple_Check(p) && !PyDict_Check(p) &&
                       !is_variable(p) && py::hasattr(value, "__array__")))
    return as_input(layer, value);
  bool is_same = speaks_keras_2();
  const auto converted = [&](py::handle item) {
    py::object out = convert_inputs(layer, item);
    is_same = is_same && out.is(item);
    return out;
  };
  if (PyList_Check(p) || PyTuple_CheckExact(p)) {
    py::list out;
    for (py::handle item : value) out.append(converted(item));
    if (PyTuple_Check(p)) return py::tuple(out);
    if (!is_same) return out;
  } else if (PyDict_Check(p)) {
    py::dict out;
    for (auto [key, item] : py::reinterpret_borrow<py::dict>(value)) out[key] = converted(item);
    if (!is_same) return out;
  }
  return py::reinterpret_borrow<py::object>(value);
}

// The shape of a tensor, or a structure of shapes like the structure of tensors.
py::object shapes_of(py::handle value) {
  const RecursionGuard level(" while reading the shapes of a layer's inputs");
  PyObject* p = value.ptr();
  if (is_tensor(p)) return shape_object(without_names(unwrap(p).shape()));
  if (PyList_Check(p) || PyTuple_Check(p)) {
    py::list out;
    for (py::handle item : value) out.append(shapes_of(item));
    if (PyTuple_Check(p)) return py::tuple(out);
    return out;
  }
  if (PyDict_Check(p)) {
    py::dict out;
    for (auto [key, item] : py::reinterpret_borrow<py::dict>(value)) out[key] = shapes_of(item);
    return out;
  }
  // Variables, ragged and sparse tensors.
  const py::object shape = py::getattr(value, "shape", py::none());
  return is_tensor_shape(shape.ptr()) ? sizes_of_shape(shape.ptr()) : py::none();
}

// {argument of `method`: shape} where a user's `method` has several of them, named after the call's
// arguments; null for a method of one argument.
py::object named_shapes(const PythonSide& side, const py::object& method, const py::tuple& inputs,
                        const py::dict& keywords) {
  const py::object named =
      py::module_::import("pelton.keras.layers.call_shapes")
          .attr("named_shapes")(side.self(), method, inputs, keywords, py::cpp_function(shapes_of));
  return named.is_none() ? py::object() : named;
}

void build_for(Layer& layer, const PythonSide& side, py::handle first, const py::tuple& inputs,
               const py::dict& keywords) {
  std::optional<Shape> shape;
  if (is_tensor(first.ptr())) {
    shape = without_names(unwrap(first.ptr()).shape());
    layer.input_spec().check(*shape, layer.name());
    layer.input_spec().check(unwrap(first.ptr()).dtype(), layer.name());
    if (layer.built()) return layer.build_once(*shape);
  }
  if (layer.built()) return;
  const py::object build = side.overridden("build");
  const py::object named = build ? named_shapes(side, build, inputs, keywords) : py::object();
  if (shape && !named) return layer.build_once(*shape);
  const auto make_weights = [&] {
    if (named)
      build(**py::dict(named));
    else if (build)
      build(shapes_of(first));
  };
  layer.build_by(make_weights, std::nullopt);
}

// What a user's class says of its outputs instead of calling `call`: its compute_output_spec, or
// compute_output_shape; null for other classes.
py::object own_output_spec(const PythonSide& side) {
  const py::object found =
      py::module_::import("pelton.keras.layers.call_shapes").attr("own_output_spec")(side.self());
  return found.is_none() ? py::object() : found;
}

bool may_hold_tensors(py::handle value) {
  PyObject* p = value.ptr();
  return PyList_Check(p) || PyTuple_Check(p) || PyDict_Check(p) || py::hasattr(value, "shape");
}

// The argument of `call` that comes first among the tensors and nests that were given; None without
// any.
py::object first_argument(const PythonSide& side, const py::tuple& inputs,
                          const py::dict& keywords) {
  if (!inputs.empty()) return inputs[0];
  if (keywords.size() > 1)
    for (py::handle name : py::list(side.call_parameters()))
      if (keywords.contains(name) && may_hold_tensors(keywords[name])) return keywords[name];
  for (auto [name, value] : keywords) return py::reinterpret_borrow<py::object>(value);
  return py::none();
}

// `call` is Python code: it gets the arguments as they are, but for conversion.
py::object call_python(Layer& layer, const PythonSide& side, const py::object& call,
                       const py::args& args, const py::kwargs& kwargs, bool is_symbolic) {
  std::optional<bool> training;
  for (py::handle argument : args) refuse_settings(layer, side.self(), argument);
  const py::tuple inputs = py::tuple(convert_inputs(layer, args));
  py::dict keywords;
  for (auto [name, value] : kwargs)
    if (is_name(name, "training"))
      training = training_flag(value);
    else
      keywords[name] = convert_inputs(layer, value);
  const py::object first = first_argument(side, inputs, keywords);
  const NameScope names(layer.name(), &layer);
  build_for(layer, side, first, inputs, keywords);
  const CallScope scope(training, layer.dtype_policy(), layer.autocast());
  layer.begin_call(scope);
  if (scope.given() && side.call_takes("training", args.size()))
    keywords["training"] = *scope.given();
  const py::object masks = take_masks(side, inputs, keywords);
  const py::object spec = is_symbolic ? own_output_spec(side) : py::object();
  const py::object output =
      call_noting(side.self(), spec ? spec : call, inputs, keywords, is_symbolic);
  set_output_masks(side, first, output, masks);
  side.note_output(output);
  if (layer.activity_regularizer())
    for (const py::object& leaf : flatten(output))
      if (is_tensor(leaf.ptr())) layer.add_activity_loss(unwrap(leaf.ptr()));
  return output;
}

// Whether a call is on symbolic tensors that no trace and no other layer is about.
bool begins_symbolic_call(const py::args& args, const py::kwargs& kwargs) {
  if (CallScope::current() != nullptr || context().symbolic_scope() != nullptr) return false;
  const py::object given = args.empty() ? py::object(kwargs) : py::object(args[0]);
  if (is_tensor(given.ptr())) return is_symbolic(given.ptr());
  if (Tracer::current() != nullptr) return false;
  const std::vector<py::object> leaves = flatten(given);
  return std::any_of(leaves.begin(), leaves.end(),
                     [](const py::object& leaf) { return is_symbolic(leaf.ptr()); });
}

}  // namespace

namespace {

py::object outputs_of(py::handle self, const py::args& args, const py::kwargs& kwargs) {
  auto& layer = py::cast<Layer&>(self);
  const auto* side = dynamic_cast<const PythonSide*>(&layer);
  // Nothing is run, drawn or assigned.
  std::optional<SymbolicScope> symbolic;
  if (begins_symbolic_call(args, kwargs)) symbolic.emplace();
  if (side != nullptr && side->is_derived())
    if (const py::object call = side->overridden("call"))
      return call_python(layer, *side, call, args, kwargs, symbolic.has_value());
  if (is_nest_for(layer, args))
    return py::module_::import("pelton.keras.models.sequential_nests")
        .attr("call")(self, *args, **kwargs);
  return call_built_in(layer, self, without_list(layer, args), kwargs);
}

// The symbolic tensors among `value` without what made them; all else as it is.
py::object bare(const py::object& value) {
  return py::module_::import("pelton.keras.keras_tensor").attr("bare")(value);
}

}  // namespace

py::object call_layer(py::handle self, const py::args& args, const py::kwargs& kwargs) {
  return note_layer_call(self, args, kwargs, outputs_of(self, args, kwargs));
}

py::object output_spec(py::handle self, const py::args& args, const py::kwargs& kwargs) {
  return bare(outputs_of(self, bare(args), bare(kwargs)));
}

void build_layer(py::handle self, const py::function& build, const py::args& args) {
  auto& layer = py::cast<Layer&>(self);
  if (layer.is_building() || layer.built()) {
    build(self, *args);
    return;
  }
  std::optional<Shape> shape;
  if (args.size() == 1 && (PyTuple_Check(args[0].ptr()) || PyList_Check(args[0].ptr()))) {
    const py::tuple sizes = py::reinterpret_borrow<py::object>(args[0]);
    bool is_shape = true;
    for (py::handle size : sizes)
      is_shape = is_shape && (size.is_none() || PyIndex_Check(size.ptr()));
    if (is_shape) shape = to_shape(args[0].ptr());
  }
  layer.build_by([&] { build(self, *args); }, shape);
}

}  // namespace pelton::bindings
