// Owns Stream and Event: CUDA handles that are destroyed with their owner, unless the device is
// lost or belongs to another process.
#pragma once
#include <utility>

#include "runtime/cuda/cuda_card.h"

namespace pelton::cuda {

template <Status (CudaApi::*create)(void**), Status (CudaApi::*destroy)(void*)>
class CardHandle {
 public:
  explicit CardHandle(CudaCard& card) : card_(card) {
    card.use();
    card.check((card.api().*create)(&handle_), "making a stream or an event");
  }
  CardHandle(const CardHandle&) = delete;
  CardHandle& operator=(const CardHandle&) = delete;
  ~CardHandle() {
    if (card_.can_use()) (card_.api().*destroy)(handle_);
  }
  void* get() const { return handle_; }

 private:
  CudaCard& card_;
  void* handle_ = nullptr;
};

using Stream = CardHandle<&CudaApi::create_stream, &CudaApi::destroy_stream>;
using Event = CardHandle<&CudaApi::create_event, &CudaApi::destroy_event>;

}  // namespace pelton::cuda
