// Owns CudaApi: the calls of the CUDA runtime that the backend makes, as one table, so that tests
// can put a recorded one in its place. Includes no CUDA header.
#pragma once
#include <memory>
#include <string>

#include "runtime/devices/backend.h"

namespace pelton::cuda {

// A cudaError_t; the values that the backend treats in their own way.
using Status = int;
inline constexpr Status kSuccess = 0, kOutOfMemory = 2, kInsufficientDriver = 35,
                        kInvalidImage = 200, kNoKernelImage = 209, kInvalidPtx = 218,
                        kNoPtxCompiler = 221, kUnsupportedPtx = 222, kPtxCompilerOff = 223,
                        kNotReady = 600;

// Handles (streams, events, graphs) are CUDA's own pointers. Calls that take no device work on the
// calling thread's current one.
class CudaApi {
 public:
  virtual ~CudaApi() = default;
  // These two make no context.
  virtual Status device_count(int* count) = 0;
  virtual Status device_properties(int device, DeviceProperties* properties) = 0;
  virtual Status set_device(int device) = 0;

  virtual Status allocate(void** data, size_t bytes) = 0;
  // Waits for the device's work.
  virtual Status release(void* data) = 0;
  virtual Status memory_info(size_t* free, size_t* total) = 0;
  // Host memory that stays in place and that kernels see at the same address.
  virtual Status allocate_pinned(void** data, size_t bytes) = 0;
  virtual Status release_pinned(void* data) = 0;

  virtual Status create_stream(void** stream) = 0;
  virtual Status destroy_stream(void* stream) = 0;
  virtual Status synchronize_stream(void* stream) = 0;
  // What is queued on `stream` after this waits for what `event` was last recorded behind.
  virtual Status wait_event(void* stream, void* event) = 0;
  virtual Status create_event(void** event) = 0;
  virtual Status destroy_event(void* event) = 0;
  virtual Status record_event(void* event, void* stream) = 0;
  virtual Status synchronize_event(void* event) = 0;

  // Queues a copy between any memories of the host and one device.
  virtual Status copy(void* to, const void* from, size_t bytes, void* stream) = 0;
  virtual Status copy_peer(void* to, int to_device, const void* from, int from_device, size_t bytes,
                           void* stream) = 0;

  virtual Status begin_capture(void* stream) = 0;
  // A graph that is ready to launch.
  virtual Status end_capture(void* stream, void** graph) = 0;
  virtual Status launch_graph(void* graph, void* stream) = 0;
  virtual Status destroy_graph(void* graph) = 0;

  // Tells the kernels on the current device where they report bad values: a DeviceFailure.
  virtual Status bind_failure_word(void* word) = 0;
  virtual std::string text(Status status) = 0;
  // Forgets the thread's last error, which CUDA would report again.
  virtual void clear_error() = 0;
};

}  // namespace pelton::cuda
