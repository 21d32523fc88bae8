// Owns the real CudaApi: each call is one of the CUDA runtime's, which is linked statically and
// opens the driver by itself when it is first called.
#pragma once
#include "runtime/cuda/cuda_api.h"

namespace pelton::cuda {

std::unique_ptr<CudaApi> make_cuda_api();

}  // namespace pelton::cuda
