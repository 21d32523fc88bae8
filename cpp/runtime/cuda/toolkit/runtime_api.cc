#include "runtime/cuda/toolkit/runtime_api.h"

#include <cuda_runtime.h>

#include "runtime/cuda/failure_word_user.h"

namespace pelton::cuda {
namespace {

static_assert(kSuccess == cudaSuccess && kOutOfMemory == cudaErrorMemoryAllocation &&
              kInsufficientDriver == cudaErrorInsufficientDriver &&
              kInvalidImage == cudaErrorInvalidKernelImage &&
              kNoKernelImage == cudaErrorNoKernelImageForDevice &&
              kInvalidPtx == cudaErrorInvalidPtx &&
              kNoPtxCompiler == cudaErrorJitCompilerNotFound &&
              kUnsupportedPtx == cudaErrorUnsupportedPtxVersion &&
              kPtxCompilerOff == cudaErrorJitCompilationDisabled && kNotReady == cudaErrorNotReady);

cudaStream_t stream_of(void* handle) { return static_cast<cudaStream_t>(handle); }
cudaEvent_t event_of(void* handle) { return static_cast<cudaEvent_t>(handle); }

class RuntimeApi : public CudaApi {
 public:
  Status device_count(int* count) override { return cudaGetDeviceCount(count); }
  Status device_properties(int device, DeviceProperties* properties) override;
  Status set_device(int device) override { return cudaSetDevice(device); }

  Status allocate(void** data, size_t bytes) override { return cudaMalloc(data, bytes); }
  Status release(void* data) override { return cudaFree(data); }
  Status memory_info(size_t* free, size_t* total) override { return cudaMemGetInfo(free, total); }
  Status allocate_pinned(void** data, size_t bytes) override {
    return cudaHostAlloc(data, bytes, cudaHostAllocMapped | cudaHostAllocPortable);
  }
  Status release_pinned(void* data) override { return cudaFreeHost(data); }

  Status create_stream(void** stream) override {
    return cudaStreamCreateWithFlags(reinterpret_cast<cudaStream_t*>(stream),
                                     cudaStreamNonBlocking);
  }
  Status destroy_stream(void* stream) override { return cudaStreamDestroy(stream_of(stream)); }
  Status synchronize_stream(void* stream) override {
    return cudaStreamSynchronize(stream_of(stream));
  }
  Status wait_event(void* stream, void* event) override {
    return cudaStreamWaitEvent(stream_of(stream), event_of(event), 0);
  }
  Status create_event(void** event) override {
    return cudaEventCreateWithFlags(reinterpret_cast<cudaEvent_t*>(event), cudaEventDisableTiming);
  }
  Status destroy_event(void* event) override { return cudaEventDestroy(event_of(event)); }
  Status record_event(void* event, void* stream) override {
    return cudaEventRecord(event_of(event), stream_of(stream));
  }
  Status synchronize_event(void* event) override { return cudaEventSynchronize(event_of(event)); }

  Status copy(void* to, const void* from, size_t bytes, void* stream) override {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_of(stream));
  }
  Status copy_peer(void* to, int to_device, const void* from, int from_device, size_t bytes,
                   void* stream) override {
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream_of(stream));
  }

  Status begin_capture(void* stream) override {
    // Relaxed: the allocator may take memory while work is recorded.
    return cudaStreamBeginCapture(stream_of(stream), cudaStreamCaptureModeRelaxed);
  }
  Status end_capture(void* stream, void** graph) override;
  Status launch_graph(void* graph, void* stream) override {
    return cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph), stream_of(stream));
  }
  Status destroy_graph(void* graph) override {
    return cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph));
  }

  Status bind_failure_word(void* word) override { return FailureWordUser::bind_all(word); }
  std::string text(Status status) override {
    return cudaGetErrorString(static_cast<cudaError_t>(status));
  }
  void clear_error() override { cudaGetLastError(); }
};

Status RuntimeApi::device_properties(int device, DeviceProperties* properties) {
  cudaDeviceProp found;
  if (const cudaError_t status = cudaGetDeviceProperties(&found, device); status != cudaSuccess)
    return status;
  char bus_id[32] = {};
  if (const cudaError_t status = cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, device);
      status != cudaSuccess)
    return status;
  *properties = {.name = found.name,
                 .compute_capability = {found.major, found.minor},
                 .total_memory = static_cast<int64_t>(found.totalGlobalMem),
                 .pci_bus_id = bus_id};
  return kSuccess;
}

Status RuntimeApi::end_capture(void* stream, void** graph) {
  cudaGraph_t captured = nullptr;
  if (const cudaError_t status = cudaStreamEndCapture(stream_of(stream), &captured);
      status != cudaSuccess)
    return status;
  const cudaError_t status =
      cudaGraphInstantiate(reinterpret_cast<cudaGraphExec_t*>(graph), captured, 0);
  cudaGraphDestroy(captured);
  return status;
}

}  // namespace

std::unique_ptr<CudaApi> make_cuda_api() { return std::make_unique<RuntimeApi>(); }

}  // namespace pelton::cuda
