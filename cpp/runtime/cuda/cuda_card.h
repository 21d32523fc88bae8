// Owns CudaCard: one physical GPU as the process sees it: whether it works, what its kernels
// reported, which cards it can copy from. Its context is made at the first use.
#pragma once
#include <atomic>
#include <mutex>
#include <string>

#include "runtime/cuda/cuda_api.h"
#include "runtime/cuda/device_failure.h"
#include "runtime/devices/owning_process.h"

namespace pelton::cuda {

class CudaCard {
 public:
  // `is_only`: of the process, where it is every thread's current device by itself.
  CudaCard(CudaApi& api, int ordinal, bool is_only)
      : api_(api), ordinal_(ordinal), is_only_(is_only) {
    process_.claim();
  }
  ~CudaCard();
  CudaCard(const CudaCard&) = delete;
  CudaCard& operator=(const CudaCard&) = delete;

  CudaApi& api() const { return api_; }
  int ordinal() const { return ordinal_; }
  // Makes this the calling thread's current device. Raises device_lost where it no longer works.
  void use();
  // Raises what a failed call means, and remembers that the card is lost where it is; `call` names
  // what was attempted.
  void check(Status status, const char* call);
  // As use() and check(), for destructors: false instead of raising.
  bool can_use() noexcept;
  // Raises invalid_argument with what a kernel reported since the last time. Nothing may run.
  void raise_reported();

 private:
  void open();

  CudaApi& api_;
  const int ordinal_;
  const bool is_only_;
  std::mutex mutex_;
  std::atomic<bool> is_open_ = false;
  std::mutex lost_mutex_;
  std::atomic<bool> is_lost_ = false;
  std::string lost_;  // why
  OwningProcess process_;
  DeviceFailure* failure_ = nullptr;
};

}  // namespace pelton::cuda
