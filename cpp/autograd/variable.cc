#include "autograd/variable.h"

#include "autograd/tape.h"
#include "runtime/context.h"
#include "runtime/memory.h"

namespace pelton {

Variable::Variable(const Tensor& value, std::string name, bool trainable)
    : value_(copy(value)), name_(std::move(name)), trainable_(trainable) {}

Tensor Variable::read() const {
  if (trainable_) Tape::on_read(*this);
  return value_;
}

void Variable::assign(const Tensor& value) {
  check(value.shape() == shape(), Code::value_error, "Cannot assign value to variable '", name_,
        "': Shape mismatch. The variable shape ", shape(), ", and the assigned value shape ",
        value.shape(), " are incompatible.");
  check(value.dtype() == dtype(), "Trying to assign variable '", name_,
        "' with wrong dtype. Expected ", dtype(), " got ", value.dtype());
  for (Observer* observer : context().observers()) observer->on_assign(*this, value);
  // A copy even where the bytes could be shared: later in-place steps must not reach `value`.
  value_ = copy(copy_to(value, device()));
}

Tensor Variable::writable() {
  if (!value_.is_exclusive()) value_ = copy(value_);
  return value_;
}

}  // namespace pelton
