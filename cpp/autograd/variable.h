// Owns Variable: a named tensor that is assigned in place. Reading one tells the thread's tapes.
#pragma once
#include <string>

#include "core/tensor.h"

namespace pelton {

class Variable : public Counted {
 public:
  // Copies `value`, so that nobody else sees the variable's bytes.
  Variable(const Tensor& value, std::string name, bool trainable = true);

  // The current value; tapes that watch accessed variables watch it when the variable is trainable.
  Tensor read() const;
  // The current value, unseen by tapes.
  const Tensor& value() const { return value_; }
  // Replaces the value. Raises value_error for another shape, invalid_argument for another dtype.
  void assign(const Tensor& value);
  // The value as bytes that only this variable sees, for kernels that write in place.
  Tensor writable();

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  // The name within the layers that own it: "sequential/dense/kernel"; the name when there is none.
  const std::string& path() const { return path_.empty() ? name_ : path_; }
  void set_path(std::string path) { path_ = std::move(path); }
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
  Tensor value_;
  std::string name_;
  std::string path_;
  bool trainable_;
  void* host_object_ = nullptr;
};

using VariableRef = Ref<Variable>;

}  // namespace pelton
