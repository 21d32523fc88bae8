// Owns HeldTensor and HeldTensors: tensors as the arguments of one call, which the caller holds
// meanwhile, so that no reference is counted.
#pragma once
#include <initializer_list>
#include <new>
#include <span>

#include "core/tensor.h"

namespace pelton {

// What a list of arguments is made of; tensors_of() reads it as the list of tensors that it is.
class HeldTensor {
 public:
  HeldTensor() noexcept : tensor_() {}
  HeldTensor(const Tensor& held) : tensor_(Tensor::borrowed(held)) {}
  void hold(const Tensor& held) { new (&tensor_) Tensor(Tensor::borrowed(held)); }
  ~HeldTensor() {}

 private:
  union {
    Tensor tensor_;  // in a union, so that it is not destroyed
  };
};
static_assert(sizeof(HeldTensor) == sizeof(Tensor));

inline std::span<const Tensor> tensors_of(std::span<const HeldTensor> arguments) {
  return {reinterpret_cast<const Tensor*>(arguments.data()), arguments.size()};
}
inline std::span<const Tensor> tensors_of(std::initializer_list<HeldTensor> arguments) {
  return tensors_of(std::span(arguments.begin(), arguments.size()));
}

// Up to `n` of them, put in one by one.
template <size_t n>
class HeldTensors {
 public:
  HeldTensors() {}
  ~HeldTensors() {}
  void push_back(const Tensor& held) { new (&tensors_[count_++]) Tensor(Tensor::borrowed(held)); }
  std::span<const Tensor> span() const { return {tensors_, count_}; }

 private:
  size_t count_ = 0;
  union {
    Tensor tensors_[n];
  };
};

}  // namespace pelton
