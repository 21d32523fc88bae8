// Owns ConvolutionPlan: one pass of a convolution as cuDNN has prepared it: descriptors, and the
// algorithm that its heuristic chose.
#pragma once
#include <compare>

#include "kernels/cuda/libraries/convolution.h"
#include "kernels/cuda/libraries/cudnn.h"

namespace pelton::cuda {

// Everything that a plan depends on.
struct ConvolutionKey {
  struct Axis {
    int64_t in, out, window, stride, dilation, before;
    auto operator<=>(const Axis&) const = default;
  };
  ConvolutionPass pass;
  int64_t batch, groups, in_channels, out_channels;
  Axis y, x;
  DType dtype;
  bool tf32, deterministic;
  int device;
  auto operator<=>(const ConvolutionKey&) const = default;
};

class ConvolutionPlan {
 public:
  // Asks the heuristic. A plan without an algorithm is not usable.
  ConvolutionPlan(const Cudnn& dnn, cudnnHandle_t handle, const ConvolutionKey& key);
  ~ConvolutionPlan();
  ConvolutionPlan(const ConvolutionPlan&) = delete;
  ConvolutionPlan& operator=(const ConvolutionPlan&) = delete;
  bool is_usable() const { return usable_; }
  size_t workspace_bytes() const { return workspace_; }
  // With filters as OHWI, cuDNN's order for NHWC images.
  cudnnStatus_t run(cudnnHandle_t handle, void* images, void* filters, void* results,
                    void* workspace) const;

 private:
  bool prepare(const ConvolutionKey& key);
  bool choose(cudnnHandle_t handle, const ConvolutionKey& key);
  template <class Performance, class Choose>
  bool choose_from(const ConvolutionKey& key, Choose&& candidates);

  const Cudnn& dnn_;
  const ConvolutionPass pass_;
  const bool is_double_;
  cudnnTensorDescriptor_t images_ = nullptr, results_ = nullptr;
  cudnnFilterDescriptor_t filters_ = nullptr;
  cudnnConvolutionDescriptor_t convolution_ = nullptr;
  int algorithm_ = 0;
  size_t workspace_ = 0;
  bool usable_ = false;
};

}  // namespace pelton::cuda
