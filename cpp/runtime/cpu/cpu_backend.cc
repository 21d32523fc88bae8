#include "runtime/cpu/cpu_backend.h"

#include <cstring>

namespace pelton {
namespace {

// Copies one row of `count` elements of `width` bytes whose source step is `step` bytes.
void copy_row(char* to, const char* from, int64_t count, int64_t step, int64_t width) {
  if (step == width) {
    std::memcpy(to, from, static_cast<size_t>(count * width));
    return;
  }
  const auto strided = [&]<size_t W>() {
    for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * W, from + i * step, W);
  };
  switch (width) {
    case 1:
      return strided.template operator()<1>();
    case 2:
      return strided.template operator()<2>();
    case 4:
      return strided.template operator()<4>();
    case 8:
      return strided.template operator()<8>();
    default:
      return strided.template operator()<16>();
  }
}

}  // namespace

size_t CpuBackend::checked(int index) {
  check(index >= 0 && index < kMost, Code::not_found, "no device CPU:", index);
  return static_cast<size_t>(index);
}

void CpuBackend::copy_strided(int, const TensorView& from, const TensorView& to) {
  if (from.size == 0) return;
  const int64_t width = size_of(from.dtype);
  const int64_t rank = from.rank();
  const int64_t row = rank == 0 ? 1 : from.dim(static_cast<size_t>(rank - 1));
  const int64_t step = rank == 0 ? width : from.strides().back() * width;
  const char* source = from.as<const char>();
  char* target = to.as<char>();
  Strides index(static_cast<size_t>(rank), 0);
  for (int64_t done = 0; done < from.size; done += row) {
    copy_row(target + done * width, source, row, step, width);
    // Advance the odometer over all axes but the last.
    for (int64_t axis = rank - 1; axis-- > 0;) {
      const auto a = static_cast<size_t>(axis);
      source += from.strides()[a] * width;
      if (++index[a] < from.dim(a)) break;
      source -= from.strides()[a] * width * from.dim(a);
      index[a] = 0;
    }
  }
}

void CpuBackend::copy_from_host(int, void* to, const void* from, size_t bytes) {
  std::memcpy(to, from, bytes);
}

void CpuBackend::copy_to_host(int, void* to, const void* from, size_t bytes) {
  std::memcpy(to, from, bytes);
}

}  // namespace pelton
