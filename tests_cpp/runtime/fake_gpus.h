// Fake GPUs for one test: asked for in its constructor, gone in its destructor.
#pragma once
#include <cstdlib>
#include <string>

#include "runtime/fake/fake_backend.h"
#include "runtime/runtime.h"

namespace pelton {

class FakeGpus {
 public:
  explicit FakeGpus(int count, const char* memory = "64M") {
    setenv("PELTON_FAKE_GPUS", std::to_string(count).c_str(), 1);
    setenv("PELTON_FAKE_GPU_MEMORY", memory, 1);
    setenv("PELTON_FAKE_GPU_LIBRARY", "", 0);  // none lies beside the program of tests
    unsetenv("TF_FORCE_GPU_ALLOW_GROWTH");     // as whoever runs the tests may have it
    runtime().devices().find_devices();
  }
  ~FakeGpus() {
    unsetenv("PELTON_FAKE_GPUS");
    unsetenv("PELTON_FAKE_GPU_MEMORY");
    runtime().devices().set_soft_placement(true);
    runtime().devices().find_devices();
  }
  FakeGpus(const FakeGpus&) = delete;
  FakeGpus& operator=(const FakeGpus&) = delete;
  fake::FakeBackend& backend() const {
    return dynamic_cast<fake::FakeBackend&>(*runtime().devices().gpus());
  }
};

inline constexpr Device kGpu0{DeviceType::gpu, 0}, kGpu1{DeviceType::gpu, 1};

}  // namespace pelton
