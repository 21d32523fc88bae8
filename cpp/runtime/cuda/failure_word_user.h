// Owns FailureWordUser: how each file of CUDA kernels is told, on each device, where its kernels
// report bad values. Includes no CUDA header.
#pragma once

namespace pelton::cuda {

// One per file of kernels, which makes it a static object: the file's own variable on each device.
class FailureWordUser {
 public:
  // Sets the variable on the current device; returns a cudaError_t.
  using Bind = int (*)(void* word);
  explicit FailureWordUser(Bind bind) : bind_(bind), next_(first_) { first_ = this; }
  // Binds all of them; returns the first error.
  static int bind_all(void* word) {
    for (const FailureWordUser* user = first_; user != nullptr; user = user->next_)
      if (const int status = user->bind_(word); status != 0) return status;
    return 0;
  }

 private:
  static inline constinit const FailureWordUser* first_ = nullptr;
  const Bind bind_;
  const FailureWordUser* const next_;
};

}  // namespace pelton::cuda
