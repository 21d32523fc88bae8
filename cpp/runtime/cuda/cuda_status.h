// Owns what a failed CUDA call means to the user. Includes no CUDA header.
#pragma once
#include <string_view>

#include "runtime/cuda/cuda_api.h"

namespace pelton::cuda {

// Whether the device's context is gone for good: every later call would fail too.
bool is_sticky(Status status);

// Raises device_lost for a sticky status, resource_exhausted for exhausted memory, unimplemented
// for a card that the build has no kernels for, else internal; `call` says what was attempted.
[[noreturn]] void raise_status(Status status, std::string_view text, std::string_view call);

}  // namespace pelton::cuda
