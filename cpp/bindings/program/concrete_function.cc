#include "bindings/program/concrete_function.h"

#include <algorithm>

#include "autograd/tape.h"
#include "bindings/gil.h"
#include "bindings/tensor/composite_parts.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/nested_list.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_type.h"
#include "bindings/text.h"
#include "ops/array/array.h"
#include "program/passes.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/symbolic.h"

namespace pelton::bindings {
namespace {

// A dataset, or a pass over one: a function that makes it makes another one in each call.
bool is_dataset(py::handle leaf) {
  return py::hasattr(leaf, "element_spec") && py::hasattr(leaf, "__iter__");
}

// The tensor of a leaf; undefined for None.
Tensor returned_tensor(py::handle leaf, py::handle function) {
  PyObject* const object = leaf.ptr();
  if (object == Py_None) return Tensor();
  const bool is_plain = PyBool_Check(object) || PyLong_Check(object) || PyFloat_Check(object) ||
                        PyComplex_Check(object) || is_text(object) || is_tensor_shape(object);
  if (has_own_dtype(object) || is_plain || is_tensor_argument(object)) return to_tensor(object);
  raise(Code::type_error,
        "To be compatible with tf.function, Python functions must return zero or more Tensors or "
        "ExtensionTypes or None values; in compilation of ",
        repr_text(function), ", found return value of type ", Py_TYPE(object)->tp_name,
        ", which is not a Tensor or ExtensionType.");
}

// A tensor of the same bytes that nobody else has, so that nobody who uses the argument itself is
// taken for a user of the parameter. Tapes and other tracers see where it comes from.
Tensor renewed(const Tensor& tensor) {
  if (context().observers().empty()) return tensor.view(tensor.layout());
  return reshape(tensor, {.shape = tensor.shape()});
}

// "the function f".
std::string name_of_function(py::handle function) {
  const py::object name = py::getattr(function, "__qualname__", py::none());
  return "the function " + (py::isinstance<py::str>(name) ? str_text(name) : repr_text(function));
}

std::string title_of(std::span<const Tensor> inputs) {
  std::string out;
  for (const Tensor& input : inputs) out += cat(out.empty() ? "" : ", ", input);
  return "(" + out + ")";
}

}  // namespace

ReturnedNest::ReturnedNest(py::handle returned, py::handle function, std::vector<Tensor>& tensors) {
  is_single_ = is_tensor(returned.ptr());
  std::vector<py::object> own = flatten(returned);
  const auto add = [&](Tensor tensor) {
    places_.push_back(leaves_.size());
    tensors.push_back(std::move(tensor));
    leaves_.push_back(py::none());
  };
  for (py::object& leaf : own) {
    if (has_parts(leaf.ptr())) {
      const py::object spec = parts_spec(leaf);
      for (const py::object& part : parts_of(spec, leaf)) add(to_tensor(part.ptr()));
      leaf = spec;
    } else if (!has_own_dtype(leaf.ptr()) && is_dataset(leaf)) {
      leaves_.push_back(std::exchange(leaf, py::none()));
      holds_datasets_ = true;
    } else if (Tensor tensor = returned_tensor(leaf, function); tensor.defined()) {
      add(std::move(tensor));
      leaf = py::none();
    } else {
      leaves_.push_back(leaf);
    }
  }
  skeleton_ = pack(returned, own);
}

py::object ReturnedNest::with(std::span<const Tensor> tensors) const {
  const auto wrapped = [](const Tensor& tensor) {
    if (!tensor.has_mask()) return wrap_object(tensor);
    return wrap_object(tensor.is_symbolic() ? tensor.view(tensor.layout()) : renewed(tensor));
  };
  if (is_single_) return wrapped(tensors[0]);
  std::vector<py::object> leaves = leaves_;
  for (size_t i = 0; i < places_.size(); ++i) leaves[places_[i]] = wrapped(tensors[i]);
  return pack(skeleton_, leaves, Composites::are_expanded);
}

void ReturnedNest::forget() {
  skeleton_ = py::none();
  leaves_.clear();
  places_.clear();
}

int ReturnedNest::traverse(visitproc visit, void* arg) const {
  Py_VISIT(skeleton_.ptr());
  for (const py::object& leaf : leaves_) Py_VISIT(leaf.ptr());
  return 0;
}

namespace {

// What `function` returns, as it is.
py::object call_raw(py::handle function, py::handle args, py::handle kwargs, const Signature& key,
                    std::span<const Tensor> tensors) {
  const py::tuple both = py::make_tuple(args, kwargs);
  std::vector<py::object> leaves = flatten(both);
  size_t next = 0, composite = 0;
  for (py::object& leaf : leaves) {
    if (is_tensor_argument(leaf.ptr())) {
      leaf = wrap_object(tensors[next++]);
    } else if (has_parts(leaf.ptr())) {
      const py::object& spec = key.specs[composite++];
      std::vector<py::object> parts(part_specs(spec).size());
      for (py::object& part : parts) part = wrap_object(tensors[next++]);
      leaf = of_parts(spec, parts);
    }
  }
  const py::tuple filled = pack(both, leaves);
  PyObject* result =
      PyObject_Call(function.ptr(), py::object(filled[0]).ptr(), py::object(filled[1]).ptr());
  if (result == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result);
}

}  // namespace

py::object call_with_tensors(py::handle function, py::handle args, py::handle kwargs,
                             const Signature& key) {
  const py::object result = call_raw(function, args, kwargs, key, key.tensors);
  std::vector<Tensor> outputs;
  const ReturnedNest nest(result, function, outputs);
  return nest.with(outputs);
}

ConcreteFunction::ConcreteFunction(ReturnedNest returned) : returned_(std::move(returned)) {}

template <class Note>
std::shared_ptr<ConcreteFunction> ConcreteFunction::of_call(py::handle function,
                                                            const Signature& key,
                                                            const py::object& result,
                                                            py::object& returned, Note&& note) {
  std::vector<Tensor> outputs;
  std::shared_ptr<ConcreteFunction> record(
      new ConcreteFunction(ReturnedNest(result, function, outputs)));
  note(*record, outputs);
  record->hold(key);
  returned = record->returned_.with(outputs);
  if (record->returned_.holds_datasets()) record->give_up("it returns a dataset");
  return record;
}

std::shared_ptr<ConcreteFunction> ConcreteFunction::make(py::handle function, py::handle args,
                                                         py::handle kwargs, const Signature& key,
                                                         std::vector<std::string> names,
                                                         GraphOps ops, py::object& returned) {
  std::vector<Tensor> inputs;
  for (const Tensor& tensor : key.tensors) {
    check_in_scope(tensor);
    inputs.push_back(renewed(tensor));
  }
  Tracer tracer(inputs, {}, Tracer::HostCallbacks::ignored);
  tracer.record_guards();
  tracer.begin_graph(Tracer::Graph::own, std::move(ops));
  tracer.hide_values(std::move(names));
  const py::object result = call_raw(function, args, kwargs, key, inputs);
  return of_call(function, key, result, returned,
                 [&](ConcreteFunction& record, std::span<const Tensor> outputs) {
                   record.take(tracer, inputs, outputs);
                 });
}

std::shared_ptr<ConcreteFunction> ConcreteFunction::make_unrecorded(
    py::handle function, py::handle args, py::handle kwargs, const Signature& key,
    std::string obstacle, py::object& returned) {
  const py::object result = call_raw(function, args, kwargs, key, key.tensors);
  return of_call(function, key, result, returned,
                 [&](ConcreteFunction& record, std::span<const Tensor>) {
                   record.obstacle = std::move(obstacle);
                   record.is_complete = false;
                   record.title = title_of(key.tensors);
                 });
}

std::shared_ptr<ConcreteFunction> ConcreteFunction::make_symbolic(
    py::handle function, py::handle args, py::handle kwargs, const Signature& key,
    std::vector<Tensor> inputs, py::object& returned) {
  Tracer tracer(name_of_function(function), inputs);
  tracer.begin_graph(Tracer::Graph::own, {});
  py::object result = py::none();
  try {
    result = call_raw(function, args, kwargs, key, inputs);
  } catch (const py::error_already_set& error) {
    // What reads values cannot go on without; other errors are the function's own.
    if (tracer.obstacle().empty() || error.matches(PyExc_RecursionError)) throw;
  } catch (const std::exception&) {
    if (tracer.obstacle().empty()) throw;
  }
  if (!tracer.obstacle().empty()) result = py::none();
  auto record = of_call(function, key, result, returned,
                        [&](ConcreteFunction& made, std::span<const Tensor> outputs) {
                          made.take(tracer, inputs, outputs);
                        });
  if (!record->is_recorded()) returned = {};
  return record;
}

void ConcreteFunction::take(Tracer& tracer, std::span<const Tensor> inputs,
                            std::span<const Tensor> outputs) {
  const std::vector<VariableRef> variables = tracer.variables();
  guarded_values = tracer.guarded_values();
  std::optional<Program> program = tracer.finish(outputs);
  graph_ops_ = tracer.take_graph_ops();
  obstacle = tracer.obstacle();
  is_complete = program.has_value();
  has_own_gradients_ = tracer.has_own_gradients();
  title = title_of(inputs);
  for (const Tensor& input : inputs)
    inputs_.push_back({input.dtype(), without_names(input.shape())});
  if (program) {
    apply_passes(*program);
    replay_ =
        std::make_unique<FunctionReplay>(std::make_shared<const Program>(std::move(*program)));
  }
  for (const Tensor& input : inputs) bytes_ += std::max<int64_t>(input.bytes(), 0);
  for (const VariableRef& variable : variables) {
    bytes_ += variable->value().bytes();
    guards_.push_back({variable, variable->trainable(), variable->shape()});
  }
}

void ConcreteFunction::give_up(std::string why) {
  obstacle = std::move(why);
  is_complete = false;
  replay_.reset();
  returned_.forget();
}

void ConcreteFunction::hold(const Signature& key) {
  arguments_ = key.variables;
  for (const py::object& object : key.objects) {
    PyObject* reference = PyWeakref_NewRef(object.ptr(), nullptr);
    if (reference == nullptr) PyErr_Clear();
    is_weak_.push_back(reference != nullptr);
    objects_.push_back(reference != nullptr ? py::reinterpret_steal<py::object>(reference)
                                            : object);
  }
}

bool ConcreteFunction::fits(const Signature& key) const {
  for (size_t i = 0; i < objects_.size(); ++i)
    if (is_weak_[i] && !objects_[i]().is(key.objects[i])) return false;
  for (const Guard& guard : guards_)
    if (guard.variable->trainable() != guard.trainable || guard.variable->shape() != guard.shape)
      return false;
  return true;
}

bool ConcreteFunction::is_dead() const {
  for (size_t i = 0; i < objects_.size(); ++i)
    if (is_weak_[i] && objects_[i]().is_none()) return true;
  return false;
}

bool ConcreteFunction::can_run() const {
  const auto is_tape = [](Observer* o) { return dynamic_cast<Tape*>(o) != nullptr; };
  const std::vector<Observer*>& observers = context().observers();
  const bool needs_code =
      has_own_gradients_ && std::any_of(observers.begin(), observers.end(), is_tape);
  return replay_ != nullptr && !needs_code;
}

py::object ConcreteFunction::run(std::span<const Tensor> inputs) const {
  if (has_own_gradients_) Tracer::note_own_gradients();
  return returned_.with(unlocked(bytes_, [&] { return replay_->run(inputs); }));
}

std::string ConcreteFunction::explain() const {
  const char* const note =
      replay_ && has_own_gradients_ ? "\nPython code under tapes: it has gradients of its own" : "";
  return cat(title, ": ", replay_ ? replay_->explain() : "not recorded, " + obstacle, note, "\n");
}

std::string ConcreteFunction::file_bytes(bool has_values) const {
  check(replay_ != nullptr, Code::failed_precondition, "the function is not recorded: ", obstacle);
  return write_program(replay_->program(), {inputs_, has_values, has_own_gradients_});
}

std::vector<VariableRef> ConcreteFunction::variables() const {
  check(replay_ != nullptr, Code::failed_precondition, "the function is not recorded: ", obstacle);
  return variables_of(replay_->program());
}

int ConcreteFunction::traverse(visitproc visit, void* arg) const {
  for (const py::object& object : objects_) Py_VISIT(object.ptr());
  return returned_.traverse(visit, arg);
}

}  // namespace pelton::bindings
