// Owns UploadMarks: for each block of upload memory, the point of the compute stream from which on
// nothing uses it, so that the copy stream can fill it while later work runs.
#pragma once
#include <memory>
#include <mutex>
#include <unordered_map>

#include "runtime/cuda/cuda_handles.h"

namespace pelton::cuda {

// Safe to call from any thread.
class UploadMarks {
 public:
  explicit UploadMarks(CudaCard& card) : card_(card) {}
  // The block was taken to be filled.
  void take(void* data);
  // Whether the block was taken and not filled yet; from now on it counts as filled. `mark`: what a
  // copy to it must wait for; null: all work until now.
  bool begin_fill(void* data, Event*& mark);
  // The block was freed behind all work that `stream` has; false where that cannot be marked.
  bool release(void* data, const Stream& stream) noexcept;
  void forget(void* data) noexcept;

 private:
  struct Mark {
    std::unique_ptr<Event> last_use;
    bool is_empty = true;
  };
  CudaCard& card_;
  std::mutex mutex_;
  std::unordered_map<void*, Mark> marks_;
};

}  // namespace pelton::cuda
