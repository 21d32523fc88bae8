#include "runtime/cuda/cuda_card.h"

#include <new>

#include "runtime/cuda/cuda_status.h"

namespace pelton::cuda {

CudaCard::~CudaCard() {
  if (failure_ != nullptr && can_use()) api_.release_pinned(failure_);
}

void CudaCard::use() {
  process_.check_own();
  if (!is_open_) return open();
  if (is_lost_) raise(Code::device_lost, "the GPU is lost: ", lost_);
  if (!is_only_) check(api_.set_device(ordinal_), "choosing the device");
}

bool CudaCard::can_use() noexcept {
  if (!is_open_ || is_lost_ || process_.is_elsewhere()) return false;
  return is_only_ || api_.set_device(ordinal_) == kSuccess;
}

void CudaCard::open() {
  std::lock_guard lock(mutex_);
  check(api_.set_device(ordinal_), "choosing the device");
  if (is_open_) return;
  void* word = nullptr;
  check(api_.allocate_pinned(&word, sizeof(DeviceFailure)), "starting the device");
  failure_ = new (word) DeviceFailure{};
  if (const Status status = api_.bind_failure_word(word); status != kSuccess) {
    failure_ = nullptr;
    api_.release_pinned(word);
    check(status, "loading the kernels");
  }
  is_open_ = true;
}

void CudaCard::check(Status status, const char* call) {
  if (status == kSuccess) [[likely]]
    return;
  const std::string text = api_.text(status);
  if (is_sticky(status)) {
    std::lock_guard lock(lost_mutex_);
    if (!is_lost_) lost_ = cat("CUDA error ", status, " (", text, ") in ", call);
    is_lost_ = true;
  } else {
    api_.clear_error();
  }
  raise_status(status, text, call);
}

void CudaCard::raise_reported() {
  if (failure_ != nullptr) pelton::cuda::raise_reported(*failure_);
}

}  // namespace pelton::cuda
