// Owns what the library with CUDA knows of the engine that opened it.
#pragma once
#include "runtime/cuda/plugin.h"

namespace pelton::cuda {

// Set before anything else of the library is called.
inline constinit EngineServices engine_services{};
inline const EngineServices& engine() { return engine_services; }

}  // namespace pelton::cuda
