#include "runtime/cuda/cuda_status.h"

#include <algorithm>

#include "core/error.h"

namespace pelton::cuda {
namespace {

// By cudaError_t's names: CudartUnloading, ECCUncorrectable, NvlinkUncorrectable, Contained,
// IllegalAddress, LaunchTimeout, ContextIsDestroyed, Assert, HardwareStackError,
// IllegalInstruction, MisalignedAddress, InvalidAddressSpace, InvalidPc, LaunchFailure,
// TensorMemoryLeak, Unknown.
constexpr Status kSticky[] = {4,   214, 220, 226, 700, 702, 709, 710,
                              714, 715, 716, 717, 718, 719, 721, 999};

Code code_of(Status status) {
  if (is_sticky(status)) return Code::device_lost;
  if (status == kOutOfMemory) return Code::resource_exhausted;
  return status == kNoKernelImage ? Code::unimplemented : Code::internal;
}

}  // namespace

bool is_sticky(Status status) {
  return std::find(std::begin(kSticky), std::end(kSticky), status) != std::end(kSticky);
}

void raise_status(Status status, std::string_view text, std::string_view call) {
  raise(
      code_of(status), "CUDA error ", status, " (", text, ") in ", call,
      status == kNoKernelImage ? "; this build of Pelton has no kernels for this kind of GPU" : "");
}

}  // namespace pelton::cuda
