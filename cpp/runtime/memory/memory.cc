#include "runtime/memory/memory.h"

#include <algorithm>

#include "runtime/dispatch/context.h"
#include "runtime/runtime.h"
#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

Backend& backend_of(Device device) { return runtime().devices().backend(device); }

// Calls copy(first byte, how many) for pieces of `bytes`, between which the user may interrupt.
template <class Copy>
void in_pieces(int64_t bytes, Copy&& copy) {
  constexpr int64_t kPiece = 64 << 20;
  for (int64_t at = 0; at < bytes; at += kPiece) {
    if (at > 0) poll_interrupt();
    copy(static_cast<size_t>(at), static_cast<size_t>(std::min(kPiece, bytes - at)));
  }
}

}  // namespace

namespace {

// TensorFlow's first clause, then the allocator's own report.
[[noreturn, gnu::noinline, gnu::cold]] void raise_exhausted(const Error& error, const Shape& shape,
                                                            DType dtype, Device device) {
  raise(error.code(), "OOM when allocating tensor with shape", bracketed(shape), " and type ",
        kernel_name(dtype), " on ", device, " by allocator ", name(device.type), "_", device.index,
        ": ", error.message());
}

}  // namespace

Tensor empty_from(Allocator& allocator, Backend& backend, const Shape& shape, DType dtype,
                  Device device) {
  try {
    Tensor out = Tensor::allocate(allocator, shape, dtype, device);
    if (device.type != DeviceType::cpu) [[unlikely]]
      backend.describe(device.index, out.data(), dtype, shape);
    return out;
  } catch (const Error& error) {
    if (error.code() == Code::resource_exhausted) raise_exhausted(error, shape, dtype, device);
    throw;
  }
}

namespace {

// For bytes that are copied from the host next.
Tensor empty_for_upload(const Shape& shape, DType dtype, Device device) {
  Backend& backend = backend_of(device);
  return empty_from(backend.upload_allocator(device.index), backend, shape, dtype, device);
}

}  // namespace

Tensor empty(const Shape& shape, DType dtype, Device device) {
  Backend& backend = backend_of(device);
  return empty_from(backend.allocator(device.index), backend, shape, dtype, device);
}

Tensor copy(const Tensor& x) {
  check_has_data(x, "a copy");
  Tensor out = empty(x.shape(), x.dtype(), x.device());
  backend_of(x.device()).copy_strided(x.device().index, view_of(x), view_of(out));
  if (x.dtype() == DType::string) out.storage()->set_strings(x.storage()->strings());
  return out;
}

Tensor contiguous(const Tensor& x) { return x.is_contiguous() ? x : copy(x); }

namespace {

void check_home(DType dtype, Device device) {
  check(dtype != DType::string || device.type == DeviceType::cpu, Code::unimplemented,
        "strings are on hosts only: ", device, " cannot have them");
}

}  // namespace

Tensor copy_to(const Tensor& x, Device device) {
  if (x.device() == device) return x;
  check_has_data(x, "a copy");
  check_home(x.dtype(), device);
  const Tensor source = contiguous(x);
  const bool is_upload = x.device().type == DeviceType::cpu;
  Tensor out = is_upload ? empty_for_upload(x.shape(), x.dtype(), device)
                         : empty(x.shape(), x.dtype(), device);
  const auto bytes = static_cast<size_t>(x.bytes());
  if (is_upload) {
    backend_of(device).copy_from_host(device.index, out.data(), source.data(), bytes);
  } else if (device.type == DeviceType::cpu) {
    backend_of(x.device()).copy_to_host(x.device().index, out.data(), source.data(), bytes);
  } else {
    backend_of(device).copy_peer(device.index, out.data(), x.device().index, source.data(), bytes);
  }
  if (x.dtype() == DType::string) out.storage()->set_strings(x.storage()->strings());
  return out;
}

Tensor from_host(const void* data, const Shape& shape, DType dtype, Device device) {
  Tensor out = empty_for_upload(shape, dtype, device);
  in_pieces(out.bytes(), [&](size_t at, size_t bytes) {
    backend_of(device).copy_from_host(device.index, static_cast<char*>(out.data()) + at,
                                      static_cast<const char*>(data) + at, bytes);
  });
  notify_host_value(out);
  return out;
}

void to_host(const Tensor& x, void* data) {
  check_has_data(x, "the host");
  if (x.size() == 0) return;
  const Tensor source = contiguous(x);
  in_pieces(x.bytes(), [&](size_t at, size_t bytes) {
    backend_of(x.device())
        .copy_to_host(x.device().index, static_cast<char*>(data) + at,
                      static_cast<const char*>(source.data()) + at, bytes);
  });
}

void overwrite(const Tensor& to, const Tensor& host) {
  const Device device = to.device();
  backend_of(device).copy_from_host(device.index, to.data(), host.data(),
                                    static_cast<size_t>(to.bytes()));
  if (to.dtype() == DType::string) to.storage()->set_strings(host.storage()->strings());
}

}  // namespace pelton
