#include "autograd/variable.h"

#include "autograd/held_values.h"
#include "autograd/variable_births.h"
#include "autograd/variable_turn.h"
#include "ops/array/array.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/scoped_device.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton {

namespace {
thread_local VariableBirths* births = nullptr;
}  // namespace

VariableBirths::VariableBirths(const char* refusal, bool are_private)
    : outer_(births), refusal_(refusal), are_private_(are_private) {
  births = this;
}
// Python may end a scope after the one around it.
VariableBirths::~VariableBirths() {
  VariableBirths** link = &births;
  while (*link != nullptr && *link != this) link = &(*link)->outer_;
  if (*link == this) *link = outer_;
}

void VariableBirths::note() {
  for (VariableBirths* watch = births; watch != nullptr; watch = watch->outer_) {
    check(watch->refusal_ == nullptr, Code::value_error, watch->refusal_);
    ++watch->count_;
    if (watch->are_private_) return;
  }
}

namespace {

// A copy on `device` that shares no bytes with `value`.
Tensor copy_to_own(const Tensor& value, Device device) {
  return value.device() == device ? copy(value) : copy_to(value, device);
}

// Ops run on `device` while it lives, whatever the caller's scope: a variable is where it was made.
ScopedDevice pin(Device device) {
  const bool is_alone = runtime().devices().devices().size() == 1;
  return ScopedDevice(is_alone ? std::string() : full_name(device), !is_alone);
}

}  // namespace

Variable::Variable(const Tensor& value, std::string name, bool trainable)
    : value_(copy(value)),
      shape_(value_.shape()),
      dtype_(value_.dtype()),
      device_(value_.device()),
      name_(std::move(name)),
      trainable_(trainable) {
  VariableBirths::note();
  log_placement("VarHandleOp", device());
  log_placement("AssignVariableOp", device());
}

Tensor Variable::read() const {
  log_placement("ReadVariableOp", device());
  return context().observers().empty() ? value() : tell_read();
}

Tensor Variable::tell_read() const {
  Tensor value = untaped_value();  // first: a tracer may renew what tapes watch
  if (trainable_)
    for (Observer* observer : context().observers()) observer->on_trainable_read(*this, value);
  return value;
}

Tensor Variable::untaped_value() const {
  for (Observer* observer : context().observers()) observer->on_read(*this);
  return seen_value();
}

Tensor Variable::seen_value() const {
  if (context().symbolic_scope() != nullptr)
    for (Observer* observer : context().observers())
      if (const Tensor* other = observer->stand_in(*this)) return *other;
  return value();
}

bool Variable::lies_at(const void* data, bool is_alone) const {
  const std::lock_guard held(value_lock_);
  return value_.data() == data && value_.is_contiguous() && (!is_alone || value_.is_exclusive());
}

void Variable::check_dtype(const Tensor& value) const {
  check(value.dtype() == dtype(), "Trying to assign variable '", name_,
        "' with wrong dtype. Expected ", dtype(), " got ", value.dtype());
}

void Variable::assign(const Tensor& value) {
  const VariableTurn turn(*this);
  const OpenShape accepted = open_shape_ ? *open_shape_ : OpenShape{shape()};
  check(accepted.accepts(value.shape()), Code::value_error, "Cannot assign value to variable '",
        name_, "': Shape mismatch. The variable shape ", accepted,
        ", and the assigned value shape ", value.shape(), " are incompatible.");
  check_dtype(value);
  const bool is_traced = context().symbolic_scope() != nullptr;
  if (!is_traced) check_has_data(value, "an assignment");
  tell_assigned(value);
  if (is_traced) return;
  log_placement("AssignVariableOp", device());
  // A copy even where the bytes could be shared: later in-place steps must not reach `value`.
  replace(copy_to_own(value, device()));
}

// The old value goes when nobody waits for the lock any more.
void Variable::replace(Tensor value) {
  const std::lock_guard held(value_lock_);
  if (value.shape() != shape_) shape_ = value.shape();
  std::swap(value_, value);
}

void Variable::tell_assigned(const Tensor& value) const {
  for (Observer* observer : context().observers()) observer->on_assign(*this, value);
}

void Variable::update(const Tensor& delta, Update op) {
  const VariableTurn turn(*this);
  const ScopedDevice pinned = pin(device());
  const Tensor updated = op(untaped_value(), delta);
  if (context().symbolic_scope() == nullptr) check_has_data(updated, "an assignment");
  tell_assigned(updated);
  if (context().symbolic_scope() != nullptr) return;
  replace(copy_to(updated, device()));  // elsewhere when its device has no kernel for the op
}
void Variable::assign_add(const Tensor& delta) { update(delta, &pelton::assign_add); }
void Variable::assign_sub(const Tensor& delta) { update(delta, &pelton::assign_sub); }

void Variable::assign_slice(const Tensor& value, const SliceAttrs& slice) {
  check_dtype(value);
  check_has_data(value, "an assignment");
  const Tensor part = copy_to(value, device());
  const VariableTurn turn(*this);
  write_in_place([&](const Tensor& bytes) { strided_slice_assign(bytes, part, slice); });
}

const Tensor& Variable::writable() {
  if (!value_.is_exclusive()) value_ = copy(value_);
  if (value_.mirror().defined()) value_.set_mirror(Tensor());
  return value_;
}

void update_variables(const OpDef& op, std::span<const VariableRef> variables,
                      std::span<const Tensor> inputs, const void* attrs) {
  const VariableTurn turn(variables);
  const HeldValues held(variables);
  std::vector<Tensor> operands;
  operands.reserve(variables.size() + inputs.size());
  for (const VariableRef& variable : variables) operands.push_back(HeldValues::writable(*variable));
  operands.insert(operands.end(), inputs.begin(), inputs.end());
  if (!context().observers().empty()) {
    std::vector<const Counted*> targets;
    for (const VariableRef& variable : variables) targets.push_back(variable.get());
    for (Observer* observer : context().observers()) observer->on_update(targets);
  }
  call_all(op, operands, attrs);
}

void Variable::open_shape(OpenShape accepted) {
  check(accepted.accepts(shape()), Code::value_error,
        "In this `tf.Variable` creation, the initial value's shape (", shape(),
        ") is not compatible with the explicitly supplied `shape` argument (", accepted, ").");
  open_shape_ = std::make_unique<const OpenShape>(std::move(accepted));
}

}  // namespace pelton
