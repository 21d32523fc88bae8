// Owns the Python function of every op, made by loops: one vectorcall builtin per OpDef and per
// CompositeOp. Where a composite has an op's name, which it widens by more attributes, the op
// itself is called unless one of these is given.
#include "bindings/ops/op_functions.h"

#include <algorithm>
#include <array>
#include <deque>

#include "bindings/errors.h"
#include "bindings/foreign_refusals.h"
#include "bindings/gil.h"
#include "bindings/ops/attr_parse.h"
#include "bindings/ops/composite_values.h"
#include "bindings/ops/op_signature.h"
#include "bindings/ops/parameter_names.h"
#include "bindings/parameter_types.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/text.h"
#include "core/held_tensor.h"
#include "ops/op_list.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/threads/interrupt.h"

namespace pelton::bindings {
namespace {

constexpr size_t kMostParameters = 24;

// An op with its parameters: inputs, then attributes, then `name`.
struct OpFunction {
  const OpDef* op;  // of a composite: its schema, or the op that it widens
  ParameterNames parameters;
  PyMethodDef method;
  const CompositeOp* composite = nullptr;
  size_t own_parameters = 0;  // inputs and attributes of the op that the composite widens
  std::string doc;
  bool has_required = false;  // among the attributes
  // Whether a call with the inputs alone is one of the op with its default attributes.
  bool takes_inputs_alone = false;
};

using Values = std::array<PyObject*, kMostParameters>;

size_t input_slots(const OpDef& op) { return op.inputs.size(); }

// Python values take the dtype of the first tensor among the inputs that share the op's dtype.
std::optional<DType> shared_dtype(const OpDef& op, PyObject* const* inputs, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const bool shares = op.variadic || op.inputs[i].dtypes.empty();
    if (shares && inputs[i] != nullptr && has_own_dtype(inputs[i])) return own_dtype(inputs[i]);
  }
  return std::nullopt;
}

// The tensor of one argument; an error names the op and the argument.
Tensor convert_input(const OpDef& op, const Arg& arg, PyObject* value, std::optional<DType> hint) {
  check(value != nullptr, Code::type_error, op.name, "() missing required argument: '", arg.name,
        "'");
  try {
    return to_tensor_like(value, hint);
  } catch (const Error& error) {
    throw Error(error.code(), cat(op.name, ": ", error.message(), "; argument '", arg.name, "'"));
  } catch (py::error_already_set& error) {
    raise_named(op.name, error, cat("; argument '", arg.name, "'"));
  }
}

// The dtype of an input that takes truth values only, which NumPy's arrays of others become.
std::optional<DType> only_dtype(const OpDef& op, const Arg& arg) {
  const DTypeSet dtypes = arg.dtypes.empty() ? op.dtypes : arg.dtypes;
  if (dtypes == kBoolean) return DType::boolean;
  return {};
}

void convert_inputs(const OpDef& op, PyObject* const* inputs, size_t count,
                    std::vector<Tensor>& out) {
  std::optional<DType> hint = shared_dtype(op, inputs, count);
  constexpr size_t kFew = 16;  // among more there may be any number of large arrays
  for (size_t i = 0; i < count; ++i) {
    if (i >= kFew) poll_interrupt();
    const bool shares = op.variadic || op.inputs[i].dtypes.empty();
    const Arg& arg = op.inputs[op.variadic ? 0 : i];
    out.push_back(convert_input(op, arg, inputs[i], shares && hint ? hint : only_dtype(op, arg)));
    if (shares && !hint) hint = out.back().dtype();
  }
}

std::vector<Tensor> read_inputs(const OpDef& op, const Values& values) {
  std::vector<Tensor> inputs;
  if (!op.variadic) {
    convert_inputs(op, values.data(), op.inputs.size(), inputs);
    return inputs;
  }
  check(values[0] != nullptr, Code::type_error, op.name, "() missing required argument: '",
        op.inputs[0].name, "'");
  // A lone tensor stands for a list of one, as in TensorFlow.
  if (has_own_dtype(values[0])) return {to_tensor(values[0])};
  const py::object list = py::reinterpret_steal<py::object>(PySequence_Fast(values[0], ""));
  if (!list) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) {
      py::error_already_set error;
      raise_named(op.name, error, cat("; argument '", op.inputs[0].name, "'"));
    }
    PyErr_Clear();
    raise(Code::type_error, op.name, "(): argument '", op.inputs[0].name,
          "' must be a list of tensors, got ", short_text(values[0]));
  }
  const auto count = static_cast<size_t>(PySequence_Fast_GET_SIZE(list.ptr()));
  check(count > 0, op.name, ": argument '", op.inputs[0].name, "' is empty");
  convert_inputs(op, PySequence_Fast_ITEMS(list.ptr()), count, inputs);
  return inputs;
}

using HeldInputs = HeldTensors<Args::kMost>;

// Puts the inputs into `held` where all are tensors, whose objects the caller holds: the usual
// call, which needs no conversion. False where they are not.
[[gnu::always_inline]] inline bool hold_inputs(const OpDef& op, PyObject* const* values,
                                               HeldInputs& held) {
  if (op.variadic) return false;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (values[i] == nullptr || !is_tensor(values[i])) return false;
    held.push_back(unwrap(values[i]));
  }
  return true;
}

bool has_attrs(const OpDef& op, const Values& values) {
  const PyObject* const* const first = values.data() + input_slots(op);
  return std::any_of(first, first + op.attrs->arguments().size(),
                     [](const PyObject* value) { return value != nullptr; });
}

// The one item of a list or array, which may be nested as deeply as tensors are.
py::object only_item(const AttrField& field, PyObject* value) {
  auto item = py::reinterpret_borrow<py::object>(value);
  for (int64_t axis = 0; axis < kMaxRank; ++axis) {
    if (!PySequence_Check(item.ptr()) || PyUnicode_Check(item.ptr())) break;
    const Py_ssize_t size = PyObject_Length(item.ptr());
    if (size < 0) PyErr_Clear();
    if (size < 0) break;
    check(size == 1, Code::invalid_argument, "argument '", field.name, "' must be an integer, got ",
          repr_text(value));
    item = py::reinterpret_steal<py::object>(PySequence_GetItem(item.ptr(), 0));
    if (!item) throw py::error_already_set();
  }
  return item;
}

// The attributes: the defaults where none is given or required, else written to `room`. `named`
// must live as long as they do.
const void* read_attrs(const OpDef& op, bool has_required, const Values& values, void* room,
                       std::vector<Tensor>& named) {
  if (op.attrs == nullptr) return nullptr;
  if (!has_required && !has_attrs(op, values)) return op.attrs->defaults();
  op.attrs->copy(room, op.attrs->defaults());
  const size_t first = input_slots(op);
  for (size_t i = 0; i < op.attrs->arguments().size(); ++i) {
    const AttrField& field = op.attrs->arguments()[i];
    PyObject* const value = values[first + i];
    if (value == nullptr)
      check(!field.required, Code::type_error, "missing required argument: '", field.name, "'");
    else if (op.axis_is_operand && !PyLong_CheckExact(value))
      parse_attr(field, only_item(field, value).ptr(), room, named);
    else
      parse_attr(field, value, room, named);
  }
  return room;
}

PyObject* wrap_outputs(Outputs outputs) {
  if (outputs.count == 1) return wrap(std::move(outputs.tensors[0]));
  py::tuple all(outputs.count);
  for (size_t i = 0; i < outputs.count; ++i) all[i] = wrap_object(outputs.tensors[i]);
  return all.release().ptr();
}

// The outputs as the schema counts them: a tensor, a tuple, or a list of any number.
PyObject* wrap_composed(const OpDef& schema, std::vector<Tensor> outputs) {
  if (schema.outputs == 1) return wrap(std::move(outputs[0]));
  py::list all(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) all[i] = wrap_object(outputs[i]);
  return schema.outputs == 0 ? all.release().ptr() : py::tuple(all).release().ptr();
}

// Whether the call is the composite's: it widens no op, or gives what the op does not take.
bool is_composed(const OpFunction& function, const Values& values) {
  if (function.composite == nullptr || function.own_parameters == 0)
    return function.composite != nullptr;
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(function.own_parameters);
  const auto last = values.begin() + static_cast<std::ptrdiff_t>(function.parameters.size()) - 1;
  return std::any_of(first, last, [](const PyObject* value) { return value != nullptr; });
}

PyObject* run_op(const OpDef& op, std::span<const Tensor> inputs, const void* attrs) {
  int64_t bytes = inputs.empty() ? kUnlockBytes : 0;
  for (const Tensor& input : inputs) bytes += input.bytes();
  return wrap_outputs(unlocked(bytes, [&] { return call_all(op, inputs, attrs); }));
}

PyObject* run_on(const OpFunction& function, const Values& values, std::span<const Tensor> inputs) {
  const bool composes = is_composed(function, values);
  const OpDef& op = composes ? function.composite->schema : *function.op;
  alignas(16) std::byte room[kMostAttrBytes];
  std::vector<Tensor> named;
  const void* attrs;
  try {
    attrs = read_attrs(op, function.has_required, values, room, named);
  } catch (const Error& error) {
    throw Error(error.code(), cat(op.name, ": ", error.message()));
  } catch (py::error_already_set& error) {
    raise_named(op.name, error, "");
  }
  if (composes) return wrap_composed(op, call_all(*function.composite, inputs, attrs));
  return run_op(op, inputs, attrs);
}

// Whose values are among the inputs and made of several tensors; null where none is.
PyObject* handler_among(const OpDef& op, const Values& values) {
  for (size_t i = 0; i < input_slots(op); ++i)
    if (PyObject* const handler = composite_handler(values[i])) return handler;
  return nullptr;
}

PyObject* hand_over(const OpFunction& function, const Values& values, PyObject* handler) {
  py::dict given;
  for (size_t i = 0; i < function.parameters.size(); ++i)
    if (values[i] != nullptr) given[function.parameters.name(i)] = py::handle(values[i]);
  return py::handle(handler)(function.method.ml_name, given).release().ptr();
}

PyObject* run(const OpFunction& function, const Values& values) {
  HeldInputs held;
  if (hold_inputs(*function.op, values.data(), held)) return run_on(function, values, held.span());
  if (PyObject* const handler = handler_among(*function.op, values))
    return hand_over(function, values, handler);
  return run_on(function, values, read_inputs(*function.op, values));
}

// What a builtin is a method of, as Python pickles builtins: to pickles it is the module of ops.
struct OpOwner {
  PyObject_HEAD const OpFunction* function;
};

constexpr const char* kModule = "pelton._core.ops";

PyObject* reduce_owner(PyObject*, PyObject*) {
  return guarded([] {
    const py::object import = py::module_::import("importlib").attr("import_module");
    return py::make_tuple(import, py::make_tuple(kModule)).release().ptr();
  });
}

PyObject* make_owner(const OpFunction& function) {
  static PyMethodDef methods[] = {{"__reduce__", &reduce_owner, METH_NOARGS, nullptr}, {}};
  static PyType_Slot slots[] = {{Py_tp_methods, methods}, {0, nullptr}};
  static PyType_Spec spec = {"pelton.Op", sizeof(OpOwner), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  static auto* const type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (type == nullptr) throw py::error_already_set();
  auto* const owner = PyObject_New(OpOwner, type);
  if (owner == nullptr) throw py::error_already_set();
  owner->function = &function;
  return reinterpret_cast<PyObject*>(owner);
}

// Kept out of call_op(): its frame would make every call dearer.
[[gnu::noinline]] PyObject* bind_and_run(const OpFunction& function, PyObject* const* args,
                                         Py_ssize_t count, PyObject* keywords) {
  Values values;
  function.parameters.bind(args, count, keywords, values.data());
  return run(function, values);
}

PyObject* call_op(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&] {
    const OpFunction* function = reinterpret_cast<OpOwner*>(self)->function;
    const OpDef& op = *function->op;
    const bool has_inputs_alone =
        keywords == nullptr && static_cast<size_t>(count) == input_slots(op);
    HeldInputs held;
    if (has_inputs_alone && function->takes_inputs_alone && hold_inputs(op, args, held))
      return run_op(op, held.span(), op.attrs == nullptr ? nullptr : op.attrs->defaults());
    return bind_and_run(*function, args, count, keywords);
  });
}

OpFunction make_function(const OpDef& op) {
  OpFunction function{&op, ParameterNames(op.name), {}};
  ParameterNames& parameters = function.parameters;
  for (const Arg& arg : op.inputs) parameters.add(arg.name);
  if (op.attrs != nullptr)
    for (const AttrField& field : op.attrs->arguments()) {
      parameters.add(field.name);
      function.has_required |= field.required;
    }
  parameters.add("name");
  check(parameters.size() <= kMostParameters, Code::internal, op.name, " has too many parameters");
  function.takes_inputs_alone = !function.has_required && !op.variadic;
  function.method = {op.name, reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&call_op)),
                     METH_FASTCALL | METH_KEYWORDS, nullptr};
  return function;
}

OpFunction& add_function(py::module_& ops, const OpDef& op) {
  static std::deque<OpFunction> functions;  // the builtins point into it
  OpFunction& function = functions.emplace_back(make_function(op));
  function.doc = signature_text(op) + "\n--\n\n";  // Python makes the signature of it
  function.method.ml_doc = function.doc.c_str();
  const auto self = py::reinterpret_steal<py::object>(make_owner(function));
  ops.attr(op.name) = py::reinterpret_steal<py::object>(
      PyCFunction_NewEx(&function.method, self.ptr(), ops.attr("__name__").ptr()));
  return function;
}

}  // namespace

void bind_op_functions(py::module_& module) {
  py::module_ ops = module.def_submodule("ops", "One function per op of the engine.");
  for (const OpDef* op : op_list()) add_function(ops, *op);
  for (const CompositeOp* op : composite_list()) {
    OpFunction& function = add_function(ops, op->schema);
    function.composite = op;
    const OpDef* const own = find_op(op->schema.name);
    function.takes_inputs_alone &= own != nullptr && !own->variadic;
    if (own != nullptr) {
      function.op = own;
      function.own_parameters = input_slots(*own);
      if (own->attrs != nullptr) function.own_parameters += own->attrs->arguments().size();
    }
    function.doc += op->doc;
    function.method.ml_doc = function.doc.c_str();
  }
}

}  // namespace pelton::bindings
