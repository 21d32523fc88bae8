// Owns how tensors get memory and move: empty(), contiguous(), copy_to(), copies from and to the
// host.
#pragma once
#include "core/tensor.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

class Backend;

// A new row-major tensor with undefined contents; raises resource_exhausted, which names the
// tensor, the device and what fills it.
Tensor empty(const Shape& shape, DType dtype, Device device = {});
// The same for who knows the device's backend and allocator already.
Tensor empty_from(Allocator& allocator, Backend& backend, const Shape& shape, DType dtype,
                  Device device);
// `x` itself when row-major, else a row-major copy on the same device.
Tensor contiguous(const Tensor& x);
// A row-major copy on the same device, always with bytes of its own.
Tensor copy(const Tensor& x);
// `x` itself when it is on `device`, else a copy there.
Tensor copy_to(const Tensor& x, Device device);
// A new tensor with `bytes` of row-major host data copied in.
Tensor from_host(const void* data, const Shape& shape, DType dtype, Device device = {});
// Row-major bytes of `x` written to host memory of x.bytes() bytes.
void to_host(const Tensor& x, void* data);
// Writes the bytes of `host`, row-major on a CPU, over those of `to`, row-major and as large.
void overwrite(const Tensor& to, const Tensor& host);
// The view that kernels get.
inline TensorView view_of(const Tensor& x) {
  return {x.data(), x.dtype(), x.size(), &x.layout(), x.is_contiguous(), x.storage().get()};
}

}  // namespace pelton
