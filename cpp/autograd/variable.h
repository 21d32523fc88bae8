// Owns Variable: a named tensor that is assigned in place. Reading one tells the thread's tapes.
// Threads may read and write one at the same time.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "autograd/open_shape.h"
#include "core/tensor.h"
#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/op_def.h"
#include "runtime/threads/turn_lock.h"

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
  Tensor value() const {
    const std::lock_guard held(value_lock_);
    return value_;
  }
  // The current value, unseen by tapes alone.
  Tensor untaped_value() const;
  // The value, or in a symbolic trace of this thread what stands for it, unseen by both.
  Tensor seen_value() const;
  // Makes the value a tensor that nobody has: ids of earlier readings no longer stand for it.
  void renew_value() {
    const std::lock_guard held(value_lock_);
    value_ = value_.view(value_.layout());
  }
  // Replaces the value. Raises value_error for a shape that is not accepted, invalid_argument for
  // another dtype.
  void assign(const Tensor& value);
  // Adds or subtracts a delta of the value's shape and dtype, else invalid_argument.
  void assign_add(const Tensor& delta);
  void assign_sub(const Tensor& delta);
  // Replaces the elements of a slice by `value`, of the slice's shape.
  void assign_slice(const Tensor& value, const SliceAttrs& slice);
  // Whether the value is row-major and its bytes are these; seen by nobody else, if asked for.
  bool lies_at(const void* data, bool is_alone) const;
  // The result of write(value), with bytes that only this variable sees; nobody else reads or
  // writes them meanwhile, and `write` waits for nobody.
  template <class Write>
  auto write_in_place(Write&& write) {
    const std::lock_guard held(value_lock_);
    return write(writable());
  }

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
  // Whether layers that compute in another dtype read it in that one, as Keras's weights.
  bool autocasts() const { return autocasts_; }
  void set_autocasts(bool autocasts) { autocasts_ = autocasts; }
  const Shape& shape() const { return shape_; }
  DType dtype() const { return dtype_; }
  Device device() const { return device_; }
  int64_t size() const { return element_count(shape_); }
  // A note of the host language's object for this variable (not owned), so that it stays one.
  void* host_object() const { return host_object_; }
  void set_host_object(void* object) { host_object_ = object; }

 private:
  friend class VariableTurn;
  friend class HeldValues;
  // To be called under value_lock_.
  const Tensor& writable();
  void replace(Tensor value);
  void check_dtype(const Tensor& value) const;
  Tensor tell_read() const;
  void tell_assigned(const Tensor& value) const;
  using Update = Tensor (*)(const Tensor& value, const Tensor& delta);
  void update(const Tensor& delta, Update op);

  // Held while the value is read, replaced or written in place, by who waits for nothing else.
  mutable TurnLock value_lock_;
  TurnLock turn_;  // of those who read the value and then write it; see VariableTurn
  Tensor value_;
  Shape shape_;
  DType dtype_;
  Device device_;
  std::string name_;
  std::string path_;
  std::unique_ptr<const OpenShape> open_shape_;
  std::shared_ptr<const ValueConstraint> constraint_;
  bool autocasts_ = false;
  std::atomic<bool> trainable_;  // set by one thread while another one trains
  void* host_object_ = nullptr;
};

using VariableRef = Ref<Variable>;

// Calls an op that mutates: `variables` are its first operands, whose bytes it writes, and `inputs`
// those that follow. Tracers see one step of the variables.
void update_variables(const OpDef& op, std::span<const VariableRef> variables,
                      std::span<const Tensor> inputs, const void* attrs);

}  // namespace pelton
