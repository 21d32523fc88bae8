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

// What the user can do, where kernels cannot be loaded.
std::string_view remedy(Status status) {
  switch (status) {
    case kNoKernelImage:
      return "; this build of Pelton has no kernels for this kind of GPU";
    case kInvalidImage:
    case kInvalidPtx:
      return "; the CUDA kernels of this installation are damaged: install Pelton again";
    case kUnsupportedPtx:
      return "; the driver is too old for these kernels: install a newer driver of NVIDIA";
    case kNoPtxCompiler:
    case kPtxCompilerOff:
      return "; this build has these kernels only as PTX, and the driver cannot compile it: "
             "install "
             "NVIDIA's driver with its PTX compiler, and unset CUDA_DISABLE_PTX_JIT";
    default:
      return "";
  }
}

Code code_of(Status status) {
  if (is_sticky(status)) return Code::device_lost;
  if (status == kOutOfMemory) return Code::resource_exhausted;
  if (status == kNoKernelImage) return Code::unimplemented;
  return remedy(status).empty() ? Code::internal : Code::failed_precondition;
}

}  // namespace

bool is_sticky(Status status) {
  return std::find(std::begin(kSticky), std::end(kSticky), status) != std::end(kSticky);
}

void raise_status(Status status, std::string_view text, std::string_view call) {
  raise(code_of(status), "CUDA error ", status, " (", text, ") in ", call, remedy(status));
}

}  // namespace pelton::cuda
