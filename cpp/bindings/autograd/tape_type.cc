#include "bindings/autograd/tape_type.h"

#include "autograd/tape.h"
#include "bindings/errors.h"
#include "bindings/foreign_refusals.h"
#include "bindings/gil.h"
#include "bindings/ops/parameter_names.h"
#include "bindings/tensor/composite_parts.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_type.h"
#include "bindings/text.h"
#include "core/held_tensor.h"
#include "core/inline_array.h"
#include "ops/array/slices.h"
#include "program/trace/tracer.h"

namespace pelton::bindings {
namespace {

struct PyTape {
  PyObject_HEAD Tape tape;
  uint64_t tracer;   // the one in which the tape was started last
  bool was_entered;  // its `with` block began
};

void start_tape(PyObject* self) {
  const uint64_t tracer = Tracer::current_number();
  reinterpret_cast<PyTape*>(self)->tape.start();
  reinterpret_cast<PyTape*>(self)->tracer = tracer;
}

// What the tape saw before a recording began is no part of the record.
void check_tracer(PyObject* self) {
  const uint64_t now = Tracer::current_number();
  if (now != 0 && now != reinterpret_cast<PyTape*>(self)->tracer)
    Tracer::refuse_all("the gradient of a tape that began outside is taken");
}

void check_entered(PyObject* self) {
  check(reinterpret_cast<PyTape*>(self)->was_entered, Code::runtime_error,
        "A non-persistent GradientTape can only be used to compute one set of gradients (or "
        "jacobians), and only after its `with` block, which this one never had");
}

Tape& tape_of(PyObject* self) { return reinterpret_cast<PyTape*>(self)->tape; }

// Whether an argument of the constructor is true.
bool truth(const char* argument, PyObject* given) {
  return naming_argument("GradientTape", argument, [&] {
    const int is_true = PyObject_IsTrue(given);
    if (is_true < 0) throw py::error_already_set();
    return is_true != 0;
  });
}

PyObject* tape_new(PyTypeObject* own_type, PyObject* args, PyObject* kwargs) {
  PyObject *persistent = Py_False, *watch_accessed = Py_True;
  const char* names[] = {"persistent", "watch_accessed_variables", nullptr};
  const bool plain = PyTuple_GET_SIZE(args) == 0 && kwargs == nullptr;
  if (!plain &&
      !PyArg_ParseTupleAndKeywords(args, kwargs, "|OO:GradientTape", const_cast<char**>(names),
                                   &persistent, &watch_accessed))
    return nullptr;
  return guarded([&] {
    const bool is_persistent = !plain && truth("persistent", persistent);
    const bool watches = plain || truth("watch_accessed_variables", watch_accessed);
    PyObject* self = own_type->tp_alloc(own_type, 0);
    if (self == nullptr) return self;
    new (&tape_of(self)) Tape(is_persistent, watches);
    reinterpret_cast<PyTape*>(self)->was_entered = false;
    return self;
  });
}

void tape_dealloc(PyObject* self) {
  tape_of(self).~Tape();
  PyTypeObject* own_type = Py_TYPE(self);
  own_type->tp_free(self);
  Py_DECREF(own_type);
}

template <class Body>
PyObject* none_after(Body&& body) {
  return guarded([&]() -> PyObject* {
    body();
    Py_RETURN_NONE;
  });
}

PyObject* start(PyObject* self, PyObject*) {
  return none_after([&] { start_tape(self); });
}

PyObject* stop(PyObject* self, PyObject*) {
  return none_after([&] { tape_of(self).stop(); });
}

PyObject* enter(PyObject* self, PyObject*) {
  return guarded([&] {
    start_tape(self);
    reinterpret_cast<PyTape*>(self)->was_entered = true;
    return Py_NewRef(self);
  });
}

PyObject* leave(PyObject* self, PyObject* const*, Py_ssize_t) {
  return none_after([&] {
    if (tape_of(self).is_recording()) tape_of(self).stop();
  });
}

PyObject* reset(PyObject* self, PyObject*) {
  return none_after([&] { tape_of(self).reset(); });
}

PyObject* watch_all(PyObject* self, PyObject*) {
  return none_after([&] { tape_of(self).watch_all(); });
}

void warn(const std::string& text) {
  py::module_::import("logging").attr("getLogger")("tensorflow").attr("warning")(text);
}

// Warns unless tensors of `dtype` have gradients; `role` and `moment` say whose dtype it is.
bool is_differentiable(DType dtype, const char* role, const char* moment) {
  if (is_floating(dtype) || is_complex(dtype)) return true;
  warn(cat("The dtype of the ", role, " tensor must be floating (e.g. tf.float32)", moment,
           ", got tf.", dtype));
  return false;
}

constexpr const char* kWhenAsked = " when calling GradientTape.gradient";

// The engine's variable in which a variable of stock Keras lies, of a value made of several tensors
// the one that has gradients; any other object itself.
py::object tensor_within(py::handle leaf) {
  const bool is_plain = is_tensor(leaf.ptr()) || is_variable(leaf.ptr());
  if (!is_plain && has_parts(leaf.ptr())) return leaf.attr("_gradient_part")();
  if (!is_plain && py::hasattr(leaf, "__pelton_variable__"))
    return leaf.attr("__pelton_variable__");
  return py::reinterpret_borrow<py::object>(leaf);
}

PyObject* watch(PyObject* self, PyObject* structure) {
  return none_after([&] {
    for (const py::object& given : flatten(structure, Composites::are_expanded)) {
      const py::object leaf = tensor_within(given);
      if (!has_own_dtype(leaf.ptr()))
        raise(Code::value_error, "Passed in object ", repr_text(leaf), " of type '",
              Py_TYPE(leaf.ptr())->tp_name, "', not tf.Tensor or tf.Variable or ExtensionType.");
      if (!is_differentiable(own_dtype(leaf.ptr()), "watched", "")) continue;
      if (is_variable(leaf.ptr()))
        tape_of(self).watch(*unwrap_variable(leaf.ptr()));
      else
        tape_of(self).watch(unwrap(leaf.ptr()));
    }
  });
}

PyObject* watched_variables(PyObject* self, PyObject*) {
  return guarded([&] {
    py::list out;
    for (const auto& variable : tape_of(self).watched_variables())
      out.append(py::reinterpret_steal<py::object>(
          wrap(VariableRef(const_cast<Variable*>(variable.get())))));
    return py::tuple(out).release().ptr();
  });
}

// Of what tensor_within() gave.
Tape::Source source_of(PyObject* leaf) {
  if (is_variable(leaf)) return Tape::source_of(*unwrap_variable(leaf));
  if (!is_tensor(leaf))  // the text of a tensor is not worked out unless it is wanted
    raise(Code::type_error,
          "GradientTape.gradient: argument 'sources' must hold tensors and variables, got ",
          repr_text(leaf));
  return Tape::source_of(unwrap(leaf));
}

constexpr size_t kFew = 8;

// The targets of a gradient, tensors of which somebody else holds those that were tensors before.
class Targets {
 public:
  explicit Targets(const Leaves& leaves) : made_(leaves.size()), held_(leaves.size()) {
    for (size_t i = 0; i < leaves.size(); ++i) {
      if (!is_tensor(leaves[i])) made_[i] = to_tensor(tensor_within(leaves[i]).ptr());
      held_[i].hold(is_tensor(leaves[i]) ? unwrap(leaves[i]) : made_[i]);
      if (!is_differentiable(span()[i].dtype(), "target", kWhenAsked)) return;
    }
    has_gradients_ = leaves.size() > 0;
  }
  // False, after a warning, when one has none.
  bool has_gradients() const { return has_gradients_; }
  std::span<const Tensor> span() const { return tensors_of({held_.data(), held_.size()}); }

 private:
  InlineArray<Tensor, kFew> made_;
  InlineArray<HeldTensor, kFew> held_;
  bool has_gradients_ = false;
};

// The tensor that a list holds for one target; numbers in lists stay what they are.
PyObject* of_one(PyObject* output_gradients) {
  const bool is_list = PyList_Check(output_gradients) || PyTuple_Check(output_gradients);
  if (!is_list || PySequence_Fast_GET_SIZE(output_gradients) != 1) return output_gradients;
  PyObject* const item = PySequence_Fast_GET_ITEM(output_gradients, 0);
  return has_own_dtype(item) ? item : output_gradients;
}

// One weight per target; None (undefined) gives that target none. For a lone target a list weighs
// its elements.
std::vector<Tensor> read_weights(py::handle output_gradients, py::handle target,
                                 std::span<const Tensor> targets) {
  std::vector<Tensor> weights;
  if (output_gradients.is_none()) return weights;
  if (has_own_dtype(target.ptr()))
    return {to_tensor_like(of_one(output_gradients.ptr()), targets[0].dtype())};
  for (const py::object& leaf : flatten(output_gradients)) {
    const size_t i = weights.size();
    check(i < targets.size(), Code::value_error, "GradientTape.gradient: ", targets.size(),
          " targets but more output_gradients");
    weights.push_back(leaf.is_none() ? Tensor() : to_tensor_like(leaf.ptr(), targets[i].dtype()));
  }
  return weights;
}

// Whether `unconnected_gradients` asks for zeros; value_error for an unknown choice.
bool wants_zeros(PyObject* choice) {
  if (choice == nullptr || choice == Py_None) return false;
  if (PyUnicode_Check(choice) && PyUnicode_CompareWithASCIIString(choice, "none") == 0)
    return false;  // asking the class would cost more than small gradients
  const py::object known =
      py::module_::import("pelton.gradient_tape").attr("UnconnectedGradients")(py::handle(choice));
  return py::cast<std::string>(known.attr("value")) == "zero";
}

// An IndexedSlices, as TensorFlow gives one.
py::object slices_object(const Tensor& grad) {
  const Slices slices = slices_of(grad);
  return py::module_::import("pelton.tensors.indexed_slices")
      .attr("IndexedSlices")
      .attr("_of_gradient")(slices.values, slices.indices, grad);
}

// Of tensors the gradient is dense: many ops pick rows, unlike TensorFlow's.
PyObject* gradient_object(Tensor& grad, PyObject* leaf, bool zeros_for_none) {
  if (grad.defined() && is_variable(leaf) && is_in_slices(grad) && is_fully_known(grad.shape()))
    return slices_object(grad).release().ptr();
  if (grad.defined()) return wrap(std::move(grad));
  if (!zeros_for_none) Py_RETURN_NONE;
  return wrap(zeros_like(is_variable(leaf) ? unwrap_variable(leaf)->seen_value() : unwrap(leaf)));
}

void warn_if_recording(const Tape& tape) {
  if (tape.is_recording() && tape.is_persistent())
    warn(
        "Calling GradientTape.gradient on a persistent tape inside its context is significantly "
        "less efficient than calling it outside the context: the gradient's own ops are recorded "
        "too.");
}

struct GradientCall {
  py::handle target, sources, output_gradients;
  PyObject* unconnected;  // null where it is not given
};

PyObject* compute_gradient(Tape& tape, const GradientCall& call, const Leaves& target_leaves) {
  warn_if_recording(tape);
  const bool zeros_for_none = wants_zeros(call.unconnected);
  const Leaves leaves(call.sources);
  const Targets targets(target_leaves);
  InlineArray<Tensor, kFew> grads(leaves.size());
  InlineArray<Tape::Source, kFew> ids(leaves.size());
  for (size_t i = 0; i < leaves.size(); ++i) {
    const py::object leaf = tensor_within(leaves[i]);
    ids[i] = source_of(leaf.ptr());
    is_differentiable(own_dtype(leaf.ptr()), "source", kWhenAsked);
  }
  if (targets.has_gradients()) {
    const std::vector<Tensor> weights =
        read_weights(call.output_gradients, call.target, targets.span());
    unlocked(tape.recorded_bytes(),
             [&] { tape.gradient(targets.span(), ids, weights, false, grads); });
  }
  if (leaves.is_lone())
    return gradient_object(grads[0], tensor_within(leaves[0]).ptr(), zeros_for_none);
  std::vector<py::object> out;
  out.reserve(leaves.size());
  for (size_t i = 0; i < leaves.size(); ++i) {
    out.push_back(py::reinterpret_steal<py::object>(
        gradient_object(grads[i], tensor_within(leaves[i]).ptr(), zeros_for_none)));
    if (has_parts(leaves[i]) && !out.back().is_none())
      out.back() = py::handle(leaves[i]).attr("_with_gradient")(out.back());
  }
  return pack(call.sources, out).release().ptr();
}

bool has_variables(const Leaves& leaves) {
  for (size_t i = 0; i < leaves.size(); ++i)
    if (is_variable(leaves[i])) return true;
  return false;
}

// `of_tensors`: variables among the targets are their values, whose gradients by themselves are
// none.
PyObject* checked_gradient(PyObject* self, const GradientCall& call, bool of_tensors) {
  check_entered(self);
  check_tracer(self);
  check(!call.target.is_none(), Code::type_error,
        "Argument `target` should be a list or nested structure of Tensors, Variables or "
        "CompositeTensors to be differentiated, but received None.");
  const Leaves targets(call.target);
  if (of_tensors || !has_variables(targets)) return compute_gradient(tape_of(self), call, targets);
  const py::object unconnected = call.unconnected == nullptr
                                     ? py::none()
                                     : py::reinterpret_borrow<py::object>(call.unconnected);
  return py::module_::import("pelton.autograd.variable_targets")
      .attr("gradients")(py::handle(self), call.target, call.sources, call.output_gradients,
                         unconnected)
      .release()
      .ptr();
}

template <bool of_tensors>
PyObject* gradient(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&] {
    static const ParameterNames parameters(
        "GradientTape.gradient",
        {"target", "sources", "output_gradients", "unconnected_gradients"});
    PyObject* values[4];
    parameters.bind(args, count, keywords, values);
    const auto [target, sources, weights, unconnected] = values;
    check(target != nullptr && sources != nullptr, Code::type_error,
          "GradientTape.gradient() missing 1 required positional argument: '",
          target == nullptr ? "target" : "sources", "'");
    return checked_gradient(self, {target, sources, weights ? weights : Py_None, unconnected},
                            of_tensors);
  });
}

constexpr const char* kRows = "GradientTape.gradient_rows";

// gradient_rows(target, sources, weights): for each of `weights` the list of the sources'
// gradients, walking the same records again and again; as one call of gradient for the tape.
PyObject* gradient_rows(PyObject* self, PyObject* args) {
  PyObject *target = nullptr, *sources = nullptr, *weights = nullptr;
  if (!PyArg_ParseTuple(args, "OOO:gradient_rows", &target, &sources, &weights)) return nullptr;
  return guarded([&] {
    check_entered(self);
    check_tracer(self);
    Tape& tape = tape_of(self);
    const Tensor value = naming_argument(kRows, "target", [&] { return to_tensor(target); });
    std::vector<Tape::Source> ids;
    naming_argument(kRows, "sources", [&] {
      for (py::handle leaf : py::iter(py::handle(sources)))
        ids.push_back(source_of(tensor_within(leaf).ptr()));
    });
    std::vector<Tensor> seeds;
    naming_argument(kRows, "weights", [&] {
      for (py::handle weight : py::iter(py::handle(weights)))
        seeds.push_back(to_tensor(weight.ptr()));
    });
    py::list rows;
    for (size_t i = 0; i < seeds.size(); ++i) {
      py::list row;
      for (const Tensor& grad :
           tape.gradient({&value, 1}, ids, {&seeds[i], 1}, i + 1 < seeds.size()))
        row.append(grad.defined() ? wrap_object(grad) : py::none());
      rows.append(row);
    }
    return rows.release().ptr();
  });
}

PyObject* has_gradients(PyObject*, PyObject* target) {
  return guarded([&] {
    const Tensor value =
        naming_argument("GradientTape.has_gradients", "target", [&] { return to_tensor(target); });
    return PyBool_FromLong(is_differentiable(value.dtype(), "target", kWhenAsked));
  });
}

PyObject* is_recording(PyObject* self, void*) {
  return PyBool_FromLong(tape_of(self).is_recording());
}

PyObject* is_persistent(PyObject* self, void*) {
  return PyBool_FromLong(tape_of(self).is_persistent());
}

PyObject* was_entered(PyObject* self, void*) {
  return PyBool_FromLong(reinterpret_cast<PyTape*>(self)->was_entered);
}

PyGetSetDef tape_attributes[] = {
    {"was_entered", &was_entered, nullptr, "Whether its `with` block ever began.", nullptr},
    {"is_recording", &is_recording, nullptr, "Whether ops are being recorded.", nullptr},
    {"is_persistent", &is_persistent, nullptr, "Whether gradient may be asked again.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyMethodDef tape_methods[] = {
    {"start", &start, METH_NOARGS, "Begins recording."},
    {"stop", &stop, METH_NOARGS, "Ends recording."},
    {"__enter__", &enter, METH_NOARGS, nullptr},
    {"__exit__", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&leave)), METH_FASTCALL,
     nullptr},
    {"reset", &reset, METH_NOARGS, "Forgets everything recorded so far."},
    {"_watch_all", &watch_all, METH_NOARGS, "From now on all that is computed counts as watched."},
    {"watch", &watch, METH_O,
     "Records what is computed from a tensor, a variable or a nest of them.\n\nRaises ValueError "
     "for anything else; an integer tensor is refused with a warning."},
    {"watched_variables", &watched_variables, METH_NOARGS,
     "The variables that were read, in that order."},
    {"gradient", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&gradient<false>)),
     METH_FASTCALL | METH_KEYWORDS,
     "gradient($self, target, sources, output_gradients=None, unconnected_gradients='none')\n"
     "--\n\nd sum(target) / d source for every leaf of `sources`, in its structure.\n\n"
     "`output_gradients` weighs the target's elements. Unconnected sources give None, or zeros "
     "with\n`UnconnectedGradients.ZERO`. Raises RuntimeError on a second call unless persistent, "
     "LookupError\nwhen an op on the way has no gradient."},
    {"gradient_of_tensors", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&gradient<true>)),
     METH_FASTCALL | METH_KEYWORDS,
     "gradient() that takes variables among the targets for their values."},
    {"gradient_rows", &gradient_rows, METH_VARARGS,
     "gradient_rows(target, sources, weights): gradients of all sources for each weight."},
    {"has_gradients", &has_gradients, METH_O | METH_STATIC,
     "has_gradients(target): whether its dtype has gradients; warns where it has none."},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void bind_tape_type(py::module_& module) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(&tape_dealloc)},
      {Py_tp_new, reinterpret_cast<void*>(&tape_new)},
      {Py_tp_getset, tape_attributes},
      {Py_tp_methods, tape_methods},
      {Py_tp_doc, const_cast<char*>("Records op calls and walks them backwards.")},
      {0, nullptr}};
  PyType_Spec spec{"pelton._core.Tape", sizeof(PyTape), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                   slots};
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr) throw py::error_already_set();
  module.attr("Tape") = py::reinterpret_steal<py::object>(type);
}

}  // namespace pelton::bindings
