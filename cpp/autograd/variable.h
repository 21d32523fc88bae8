// Owns Variable: a named tensor that is assigned in place. Reading one tells the thread's tapes.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "autograd/open_shape.h"
#include "core/tensor.h"
#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/op_def.h"

namespace pelton {

// What an optimizer makes of a variable's value after each of its steps.
class ValueConstraint {
 public:
  virtual ~ValueConstraint() = default;
  // A value of the same shape and dtype.
  virtual Tensor operator()(const Tensor& value) const = 0;
};

class Variable : public Counted {
 public:
  // Copies `value`, so that nobody else sees the variable's bytes.
  Variable(const Tensor& value, std::string name, bool trainable = true);

  // The current value; tapes that watch accessed variables watch it when the variable is trainable.
  Tensor read() const;
  // The current value, unseen by tapes and tracers.
  const Tensor& value() const { return value_; }
  // The current value, unseen by tapes alone.
  const Tensor& untaped_value() const;
  // The value, or in a symbolic trace of this thread what stands for it, unseen by both.
  const Tensor& seen_value() const;
  // Makes the value a tensor that nobody has: ids of earlier readings no longer stand for it.
  void renew_value() { value_ = value_.view(value_.layout()); }
  // Replaces the value. Raises value_error for a shape that is not accepted, invalid_argument for
  // another dtype.
  void assign(const Tensor& value);
  // Adds or subtracts a delta of the value's shape and dtype, else invalid_argument.
  void assign_add(const Tensor& delta);
  void assign_sub(const Tensor& delta);
  // Replaces the elements of a slice by `value`, of the slice's shape.
  void assign_slice(const Tensor& value, const SliceAttrs& slice);
  // The value as bytes that only this variable sees, for kernels that write in place.
  Tensor writable();

  // Lets later values have any shape that `shape` accepts; raises value_error unless the current
  // one does.
  void open_shape(OpenShape shape);
  // What open_shape said; null where later values must have the first one's shape.
  const OpenShape* declared_shape() const { return open_shape_.get(); }

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  // The name within the layers that own it: "sequential/dense/kernel"; the name when there is none.
  const std::string& path() const { return path_.empty() ? name_ : path_; }
  void set_path(std::string path) { path_ = std::move(path); }
  // Whether it is one of Keras's, which has a path of its own.
  bool has_path() const { return !path_.empty(); }
  // Null: the variable may have any value.
  const std::shared_ptr<const ValueConstraint>& constraint() const { return constraint_; }
  void set_constraint(std::shared_ptr<const ValueConstraint> constraint) {
    constraint_ = std::move(constraint);
  }
  bool trainable() const { return trainable_; }
  void set_trainable(bool trainable) { trainable_ = trainable; }
  const Shape& shape() const { return value_.shape(); }
  DType dtype() const { return value_.dtype(); }
  Device device() const { return value_.device(); }
  int64_t size() const { return value_.size(); }
  // A note of the host language's object for this variable (not owned), so that it stays one.
  void* host_object() const { return host_object_; }
  void set_host_object(void* object) { host_object_ = object; }

 private:
  void check_dtype(const Tensor& value) const;
  const Tensor& tell_read() const;
  void tell_assigned(const Tensor& value) const;
  using Update = Tensor (*)(const Tensor& value, const Tensor& delta);
  void update(const Tensor& delta, Update op);

  Tensor value_;
  std::string name_;
  std::string path_;
  std::unique_ptr<const OpenShape> open_shape_;
  std::shared_ptr<const ValueConstraint> constraint_;
  bool trainable_;
  void* host_object_ = nullptr;
};

using VariableRef = Ref<Variable>;

// Calls an op that mutates: `variables` are its first operands, whose bytes it writes, and `inputs`
// those that follow. Tracers see one step of the variables.
void update_variables(const OpDef& op, std::span<const VariableRef> variables,
                      std::span<const Tensor> inputs, const void* attrs);

}  // namespace pelton
