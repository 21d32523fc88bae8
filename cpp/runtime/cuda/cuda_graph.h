// Owns CudaGraph: work of one device that was captured and can be launched again. It must not
// outlive the device.
#pragma once
#include "runtime/cuda/cuda_card.h"

namespace pelton::cuda {

class CudaGraph : public DeviceGraph {
 public:
  CudaGraph(CudaCard& card, void* graph, void* stream)
      : card_(card), graph_(graph), stream_(stream) {}
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;
  ~CudaGraph() override {
    if (card_.can_use()) card_.api().destroy_graph(graph_);
  }
  void launch() override {
    card_.use();
    card_.check(card_.api().launch_graph(graph_, stream_), "launching a recording");
  }

 private:
  CudaCard& card_;
  void* const graph_;
  void* const stream_;
};

}  // namespace pelton::cuda
