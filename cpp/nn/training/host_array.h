// Owns HostArray: a tensor's values as one C++ type in host memory, for plain loops.
// Calls no ops, so no tape or tracer sees the reading.
#pragma once
#include <vector>

#include "core/tensor.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"

namespace pelton {

// Row-major values of `x` as T: the tensor's own bytes where they fit, else a converted copy.
// Raises type_error for complex and symbolic tensors.
template <class T>
class HostArray {
 public:
  explicit HostArray(const Tensor& x) : tensor_(contiguous(copy_to(x, Device{}))) {
    if (tensor_.is_symbolic()) raise_without_data(x, "a loop over values");
    if (tensor_.dtype() == dtype_of<T>) {
      data_ = tensor_.data_as<T>();
      return;
    }
    check(!is_complex(tensor_.dtype()) && !kString.contains(tensor_.dtype()), Code::type_error,
          "expected real values, got ", x);
    converted_.resize(static_cast<size_t>(x.size()));
    visit(Join<Types<bool>, RealTypes>{}, tensor_.dtype(), [&]<class From>() {
      const From* from = tensor_.data_as<From>();
      T* to = converted_.data();
      interruptible_for(x.size(), [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) to[i] = convert(from[i]);
      });
    });
    data_ = converted_.data();
  }
  HostArray(const HostArray&) = delete;
  HostArray& operator=(const HostArray&) = delete;

  const T& operator[](int64_t i) const { return data_[i]; }
  const T* data() const { return data_; }
  int64_t size() const { return tensor_.size(); }
  const Shape& shape() const { return tensor_.shape(); }

 private:
  template <class From>
  static T convert(From value) {
    if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>)
      return static_cast<T>(static_cast<float>(value));
    else
      return static_cast<T>(value);
  }

  Tensor tensor_;
  std::vector<T> converted_;
  const T* data_ = nullptr;
};

}  // namespace pelton
