#include "runtime/cpu/cpu_backend.h"

#include <cstring>

#include "runtime/cpu/strided_copy.h"

namespace pelton {

size_t CpuBackend::checked(int index) {
  check(index >= 0 && index < kMost, Code::not_found, "no device CPU:", index);
  return static_cast<size_t>(index);
}

void CpuBackend::copy_strided(int, const TensorView& from, const TensorView& to) {
  pelton::copy_strided(from.shape(), size_of(from.dtype), {to.data, to.strides()},
                       {from.data, from.strides()});
}

void CpuBackend::copy_from_host(int, void* to, const void* from, size_t bytes) {
  std::memcpy(to, from, bytes);
}

void CpuBackend::copy_to_host(int, void* to, const void* from, size_t bytes) {
  std::memcpy(to, from, bytes);
}

void CpuBackend::copy_peer(int, void* to, int, const void* from, size_t bytes) {
  std::memcpy(to, from, bytes);
}

}  // namespace pelton
