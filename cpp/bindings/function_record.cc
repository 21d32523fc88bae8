#include "bindings/function_record.h"

#include <algorithm>

#include "autograd/tape.h"
#include "bindings/convert.h"
#include "bindings/nest.h"
#include "bindings/tensor_type.h"
#include "bindings/text.h"
#include "bindings/unlock.h"
#include "bindings/variable_type.h"
#include "ops/ops.h"
#include "program/passes.h"
#include "program/recorder.h"
#include "runtime/context.h"

namespace pelton::bindings {
namespace {

// The tensor of a leaf; undefined for None and for strings, which are returned as they are.
Tensor returned_tensor(py::handle leaf, py::handle function) {
  PyObject* const object = leaf.ptr();
  if (object == Py_None || PyUnicode_Check(object) || PyBytes_Check(object)) return Tensor();
  const bool is_number = PyBool_Check(object) || PyLong_Check(object) || PyFloat_Check(object) ||
                         PyComplex_Check(object);
  if (has_own_dtype(object) || is_number || is_tensor_argument(object)) return to_tensor(object);
  raise(Code::type_error,
        "To be compatible with tf.function, Python functions must return zero or more Tensors or "
        "ExtensionTypes or None values; in compilation of ",
        repr_text(function), ", found return value of type ", Py_TYPE(object)->tp_name,
        ", which is not a Tensor or ExtensionType.");
}

// A tensor of the same bytes that nobody else has, so that nobody who uses the argument itself is
// taken for a user of the parameter. Tapes and other recorders see where it comes from.
Tensor renewed(const Tensor& tensor) {
  if (context().observers().empty()) return tensor.view(tensor.layout());
  return reshape(tensor, {.shape = tensor.shape()});
}

std::string title_of(std::span<const Tensor> inputs) {
  std::string out;
  for (const Tensor& input : inputs) out += cat(out.empty() ? "" : ", ", input);
  return "(" + out + ")";
}

}  // namespace

ReturnedNest::ReturnedNest(py::handle returned, py::handle function, std::vector<Tensor>& tensors) {
  is_single_ = is_tensor(returned.ptr());
  leaves_ = flatten(returned);
  for (size_t i = 0; i < leaves_.size(); ++i) {
    Tensor tensor = returned_tensor(leaves_[i], function);
    if (!tensor.defined()) continue;
    places_.push_back(i);
    tensors.push_back(std::move(tensor));
    leaves_[i] = py::none();
  }
  skeleton_ = pack(returned, leaves_);
}

py::object ReturnedNest::with(std::span<const Tensor> tensors) const {
  if (is_single_) return wrap_object(tensors[0]);
  std::vector<py::object> leaves = leaves_;
  for (size_t i = 0; i < places_.size(); ++i) leaves[places_[i]] = wrap_object(tensors[i]);
  return pack(skeleton_, leaves);
}

int ReturnedNest::traverse(visitproc visit, void* arg) const {
  Py_VISIT(skeleton_.ptr());
  for (const py::object& leaf : leaves_) Py_VISIT(leaf.ptr());
  return 0;
}

namespace {

// What `function` returns, as it is.
py::object call_raw(py::handle function, py::handle args, py::handle kwargs,
                    std::span<const Tensor> tensors) {
  const py::tuple both = py::make_tuple(args, kwargs);
  std::vector<py::object> leaves = flatten(both);
  size_t next = 0;
  for (py::object& leaf : leaves)
    if (is_tensor_argument(leaf.ptr())) leaf = wrap_object(tensors[next++]);
  const py::tuple filled = pack(both, leaves);
  PyObject* result =
      PyObject_Call(function.ptr(), py::object(filled[0]).ptr(), py::object(filled[1]).ptr());
  if (result == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result);
}

}  // namespace

py::object call_with_tensors(py::handle function, py::handle args, py::handle kwargs,
                             std::span<const Tensor> tensors) {
  const py::object result = call_raw(function, args, kwargs, tensors);
  std::vector<Tensor> outputs;
  const ReturnedNest nest(result, function, outputs);
  return nest.with(outputs);
}

FunctionRecord::FunctionRecord(ReturnedNest returned) : returned_(std::move(returned)) {
  static int64_t made = 0;  // guarded by the GIL
  number_ = ++made;
}

std::shared_ptr<FunctionRecord> FunctionRecord::make(py::handle function, py::handle args,
                                                     py::handle kwargs, const FunctionKey& key,
                                                     py::object& returned) {
  std::vector<Tensor> inputs;
  for (const Tensor& tensor : key.tensors) inputs.push_back(renewed(tensor));
  Recorder recorder(inputs, {}, Recorder::Foreign::ignored);
  const py::object result = call_raw(function, args, kwargs, inputs);
  std::vector<Tensor> outputs;
  std::shared_ptr<FunctionRecord> record(
      new FunctionRecord(ReturnedNest(result, function, outputs)));
  const std::vector<VariableRef> variables = recorder.variables();
  std::optional<Program> program = recorder.finish(outputs);
  record->obstacle_ = recorder.obstacle();
  record->has_own_gradients_ = recorder.has_own_gradients();
  record->title_ = title_of(inputs);
  if (program) {
    apply_passes(*program);
    record->replay_ =
        std::make_unique<Replay>(std::make_shared<const Program>(std::move(*program)));
  }
  for (const Tensor& input : inputs) record->bytes_ += input.bytes();
  for (const VariableRef& variable : variables) {
    record->bytes_ += variable->value().bytes();
    record->guards_.push_back({variable, variable->trainable(), variable->shape()});
  }
  record->hold(key);
  returned = record->returned_.with(outputs);
  return record;
}

void FunctionRecord::hold(const FunctionKey& key) {
  arguments_ = key.variables;
  for (const py::object& object : key.objects) {
    PyObject* reference = PyWeakref_NewRef(object.ptr(), nullptr);
    if (reference == nullptr) PyErr_Clear();
    is_weak_.push_back(reference != nullptr);
    objects_.push_back(reference != nullptr ? py::reinterpret_steal<py::object>(reference)
                                            : object);
  }
}

bool FunctionRecord::fits(const FunctionKey& key) const {
  for (size_t i = 0; i < objects_.size(); ++i)
    if (is_weak_[i] && !objects_[i]().is(key.objects[i])) return false;
  for (const Guard& guard : guards_)
    if (guard.variable->trainable() != guard.trainable || guard.variable->shape() != guard.shape)
      return false;
  return true;
}

bool FunctionRecord::is_dead() const {
  for (size_t i = 0; i < objects_.size(); ++i)
    if (is_weak_[i] && objects_[i]().is_none()) return true;
  return false;
}

bool FunctionRecord::can_run() const {
  const auto is_tape = [](Observer* o) { return dynamic_cast<Tape*>(o) != nullptr; };
  const std::vector<Observer*>& observers = context().observers();
  const bool needs_code =
      has_own_gradients_ && std::any_of(observers.begin(), observers.end(), is_tape);
  return replay_ != nullptr && !needs_code;
}

py::object FunctionRecord::run(std::span<const Tensor> inputs) const {
  if (has_own_gradients_) Recorder::note_own_gradients();
  const std::vector<Tensor> outputs = unlocked(bytes_, [&] { return replay_->run(inputs); });
  return returned_.with(outputs);
}

std::string FunctionRecord::explain() const {
  const char* const note =
      replay_ && has_own_gradients_ ? "\nPython code under tapes: it has gradients of its own" : "";
  return cat(title_, ": ", replay_ ? replay_->explain() : "not recorded, " + obstacle_, note, "\n");
}

int FunctionRecord::traverse(visitproc visit, void* arg) const {
  for (const py::object& object : objects_) Py_VISIT(object.ptr());
  return returned_.traverse(visit, arg);
}

}  // namespace pelton::bindings
