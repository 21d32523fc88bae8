// Owns CudaCapture: work of one device that is being recorded on a stream of its own. It must not
// outlive the device.
#pragma once
#include "runtime/cuda/cuda_device.h"
#include "runtime/cuda/cuda_graph.h"

namespace pelton::cuda {

class CudaCapture : public DeviceCapture {
 public:
  // `compute`: the stream on which the graph is launched.
  CudaCapture(CudaDevice& device, CudaCard& card, void* compute)
      : device_(device), card_(card), compute_(compute), stream_(card) {
    card_.check(card_.api().begin_capture(stream_.get()), "beginning a recording");
  }
  ~CudaCapture() override {
    void* graph = nullptr;
    if (is_finished_ || !card_.can_use()) return;
    if (card_.api().end_capture(stream_.get(), &graph) == kSuccess)
      card_.api().destroy_graph(graph);
    else
      card_.api().clear_error();
  }
  CudaCapture(const CudaCapture&) = delete;
  CudaCapture& operator=(const CudaCapture&) = delete;

  void* stream() override {
    card_.use();
    return stream_.get();
  }
  void copy_strided(const TensorView& from, const TensorView& to) override {
    device_.copy_strided(from, to, stream());
  }
  std::unique_ptr<DeviceGraph> finish() override {
    card_.use();
    is_finished_ = true;
    void* graph = nullptr;
    card_.check(card_.api().end_capture(stream_.get(), &graph), "ending a recording");
    return std::make_unique<CudaGraph>(card_, graph, compute_);
  }

 private:
  CudaDevice& device_;
  CudaCard& card_;
  void* const compute_;
  const Stream stream_;
  bool is_finished_ = false;
};

}  // namespace pelton::cuda
