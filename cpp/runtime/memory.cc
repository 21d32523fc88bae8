#include "runtime/memory.h"

#include "runtime/context.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

Backend& backend_of(Device device) { return runtime().devices().backend(device); }

}  // namespace

Tensor empty(const Shape& shape, DType dtype, Device device) {
  const int64_t bytes = checked_multiply(element_count(shape), size_of(dtype));
  Allocator& allocator = backend_of(device).allocator(device.index);
  return Tensor(make_ref<Storage>(allocator, static_cast<size_t>(bytes), device),
                Layout::contiguous(shape), dtype, device);
}

Tensor copy(const Tensor& x) {
  Tensor out = empty(x.shape(), x.dtype(), x.device());
  backend_of(x.device()).copy_strided(x.device().index, view_of(x), view_of(out));
  return out;
}

Tensor contiguous(const Tensor& x) { return x.is_contiguous() ? x : copy(x); }

Tensor copy_to(const Tensor& x, Device device) {
  if (x.device() == device) return x;
  const Tensor source = contiguous(x);
  Tensor out = empty(x.shape(), x.dtype(), device);
  const auto bytes = static_cast<size_t>(x.bytes());
  if (x.device().type == DeviceType::cpu) {
    backend_of(device).copy_from_host(device.index, out.data(), source.data(), bytes);
  } else if (device.type == DeviceType::cpu) {
    backend_of(x.device()).copy_to_host(x.device().index, out.data(), source.data(), bytes);
  } else {
    const Tensor staged = copy_to(source, Device{});
    return copy_to(staged, device);
  }
  return out;
}

Tensor from_host(const void* data, const Shape& shape, DType dtype, Device device) {
  Tensor out = empty(shape, dtype, device);
  if (out.size() > 0)
    backend_of(device).copy_from_host(device.index, out.data(), data,
                                      static_cast<size_t>(out.bytes()));
  for (Observer* observer : context().observers()) observer->on_host_value(out);
  return out;
}

void to_host(const Tensor& x, void* data) {
  if (x.size() == 0) return;
  const Tensor source = contiguous(x);
  backend_of(x.device())
      .copy_to_host(x.device().index, data, source.data(), static_cast<size_t>(x.bytes()));
}

TensorView view_of(const Tensor& x) { return {x.data(), x.dtype(), x.size(), &x.layout()}; }

}  // namespace pelton
