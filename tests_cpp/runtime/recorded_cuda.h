// Owns RecordedCuda: a CUDA runtime made of host memory that writes down its calls and fails where
// a test says so. Streams do their work at once.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "runtime/cuda/cuda_backend.h"
#include "runtime/cuda/device_failure.h"

namespace pelton {

class RecordedCuda : public cuda::CudaApi {
 public:
  using Status = cuda::Status;
  explicit RecordedCuda(int devices, size_t memory = size_t{64} << 20)
      : devices_(devices), memory_(memory) {}
  ~RecordedCuda() override {
    for (const auto& [data, bytes] : live_) std::free(data);
  }

  // The n-th call named `name` from now on, and later ones, give `status`; 0 ends that.
  void fail(const std::string& name, Status status, int n = 1) { failures_[name] = {status, n}; }
  // Calls since the last clear, as "name" or "name:argument".
  std::vector<std::string> calls;
  int count(const std::string& name) const {
    return static_cast<int>(std::count_if(calls.begin(), calls.end(), [&](const auto& call) {
      return call.substr(0, call.find(':')) == name;
    }));
  }
  cuda::DeviceFailure* word = nullptr;
  size_t used = 0;
  size_t pinned = 0;
  int handles = 0;  // streams, events and graphs that live

  Status device_count(int* n) override { return *n = devices_, note("device_count"); }
  Status device_properties(int device, DeviceProperties* properties) override {
    *properties = {.name = "Recorded GPU",
                   .compute_capability = {9, 0},
                   .total_memory = static_cast<int64_t>(memory_),
                   .pci_bus_id = cat("0000:0", device, ":00.0")};
    return note("device_properties");
  }
  Status set_device(int device) override { return note(cat("set_device:", device)); }
  Status allocate(void** data, size_t bytes) override {
    if (const Status status = note("allocate"); status != 0) return status;
    if (used + bytes > memory_) return cuda::kOutOfMemory;
    used += bytes;
    return take(data, bytes);
  }
  Status release(void* data) override {
    used -= live_.at(data);
    return give(data), note("release");
  }
  Status memory_info(size_t* free, size_t* total) override {
    *free = memory_ - used;
    *total = memory_;
    return note("memory_info");
  }
  Status allocate_pinned(void** data, size_t bytes) override {
    if (const Status status = note("allocate_pinned"); status != 0) return status;
    pinned += bytes;
    return take(data, bytes);
  }
  Status release_pinned(void* data) override {
    pinned -= live_.at(data);
    return give(data), note("release_pinned");
  }
  Status create_stream(void** stream) override { return make(stream, "create_stream"); }
  Status destroy_stream(void*) override { return --handles, note("destroy_stream"); }
  Status synchronize_stream(void* stream) override { return note("synchronize_stream", stream); }
  Status wait_event(void* stream, void* event) override {
    return note(cat("wait_event:", number(stream), "<-", number(event)));
  }
  Status create_event(void** event) override { return make(event, "create_event"); }
  Status destroy_event(void*) override { return --handles, note("destroy_event"); }
  Status record_event(void* event, void* stream) override {
    return note(cat("record_event:", number(event), "@", number(stream)));
  }
  Status synchronize_event(void* event) override { return note("synchronize_event", event); }
  Status copy(void* to, const void* from, size_t bytes, void* stream) override {
    if (const Status status = note("copy", stream); status != 0) return status;
    std::memmove(to, from, bytes);
    return 0;
  }
  Status copy_peer(void* to, int to_device, const void* from, int from_device, size_t bytes,
                   void* stream) override {
    std::memcpy(to, from, bytes);
    return note(cat("copy_peer:", to_device, "<-", from_device, "@", number(stream)));
  }
  Status begin_capture(void*) override { return note("begin_capture"); }
  Status end_capture(void*, void** graph) override { return make(graph, "end_capture"); }
  Status launch_graph(void*, void*) override { return note("launch_graph"); }
  Status destroy_graph(void*) override { return --handles, note("destroy_graph"); }
  Status bind_failure_word(void* bound) override {
    word = static_cast<cuda::DeviceFailure*>(bound);
    return note("bind_failure_word");
  }
  std::string text(Status status) override { return cat("text of ", status); }
  void clear_error() override { note("clear_error"); }

 private:
  struct Failure {
    Status status = 0;
    int left = 0;
  };
  static intptr_t number(void* handle) { return reinterpret_cast<intptr_t>(handle); }
  Status note(const std::string& call) {
    calls.push_back(call);
    const auto found = failures_.find(call.substr(0, call.find(':')));
    if (found == failures_.end() || --found->second.left > 0) return 0;
    return found->second.status;
  }
  Status note(const char* name, void* handle) { return note(cat(name, ":", number(handle))); }
  Status make(void** handle, const char* name) {
    if (const Status status = note(name); status != 0) return status;
    ++handles;
    *handle = reinterpret_cast<void*>(++last_handle_);
    return 0;
  }
  Status take(void** data, size_t bytes) {
    *data = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    live_[*data] = bytes;
    return 0;
  }
  void give(void* data) {
    live_.erase(data);
    std::free(data);
  }

  const int devices_;
  const size_t memory_;
  std::map<std::string, Failure> failures_;
  std::map<void*, size_t> live_;
  intptr_t last_handle_ = 0;
};

}  // namespace pelton
