#include "kernels/cuda/libraries/convolution_plan.h"

namespace pelton::cuda {
namespace {

constexpr cudnnStatus_t kDone = CUDNN_STATUS_SUCCESS;

cudnnDataType_t cudnn_data_type(DType dtype) {
  switch (dtype) {
    case DType::float16:
      return CUDNN_DATA_HALF;
    case DType::bfloat16:
      return CUDNN_DATA_BFLOAT16;
    case DType::float64:
      return CUDNN_DATA_DOUBLE;
    default:
      return CUDNN_DATA_FLOAT;
  }
}

}  // namespace

ConvolutionPlan::ConvolutionPlan(const Cudnn& dnn, cudnnHandle_t handle, const ConvolutionKey& key)
    : dnn_(dnn), pass_(key.pass), is_double_(key.dtype == DType::float64) {
  usable_ = prepare(key) && choose(handle, key);
}

ConvolutionPlan::~ConvolutionPlan() {
  if (images_ != nullptr) dnn_.destroy_tensor(images_);
  if (results_ != nullptr) dnn_.destroy_tensor(results_);
  if (filters_ != nullptr) dnn_.destroy_filter(filters_);
  if (convolution_ != nullptr) dnn_.destroy_convolution(convolution_);
}

bool ConvolutionPlan::prepare(const ConvolutionKey& key) {
  const cudnnDataType_t type = cudnn_data_type(key.dtype);
  const auto size = [](int64_t n) { return static_cast<int>(n); };
  const auto set_images = [&](cudnnTensorDescriptor_t& at, int64_t channels, int64_t height,
                              int64_t width) {
    return dnn_.create_tensor(&at) == kDone &&
           dnn_.set_tensor(at, CUDNN_TENSOR_NHWC, type, size(key.batch), size(channels),
                           size(height), size(width)) == kDone;
  };
  const bool takes_tensor_cores = key.dtype != DType::float32 || key.tf32;
  return set_images(images_, key.in_channels, key.y.in, key.x.in) &&
         set_images(results_, key.out_channels, key.y.out, key.x.out) &&
         dnn_.create_filter(&filters_) == kDone &&
         dnn_.set_filter(filters_, type, CUDNN_TENSOR_NHWC, size(key.out_channels),
                         size(key.in_channels / key.groups), size(key.y.window),
                         size(key.x.window)) == kDone &&
         dnn_.create_convolution(&convolution_) == kDone &&
         dnn_.set_convolution(convolution_, size(key.y.before), size(key.x.before),
                              size(key.y.stride), size(key.x.stride), size(key.y.dilation),
                              size(key.x.dilation), CUDNN_CROSS_CORRELATION,
                              is_double_ ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT) == kDone &&
         dnn_.set_groups(convolution_, size(key.groups)) == kDone &&
         dnn_.set_math(convolution_, takes_tensor_cores ? CUDNN_DEFAULT_MATH : CUDNN_FMA_MATH) ==
             kDone;
}

// The fastest candidate that keeps to the rules; `candidates` fills an array of them, best first.
template <class Performance, class Choose>
bool ConvolutionPlan::choose_from(const ConvolutionKey& key, Choose&& candidates) {
  constexpr int kMost = 8;
  constexpr size_t kMostWorkspace = size_t{512} << 20;
  const bool refuses_tensor_cores = key.dtype == DType::float32 && !key.tf32;
  Performance found[kMost];
  int count = 0;
  if (candidates(kMost, &count, found) != kDone) return false;
  for (int i = 0; i < count; ++i) {
    if (found[i].status != kDone || found[i].memory > kMostWorkspace) continue;
    if (key.deterministic && found[i].determinism != CUDNN_DETERMINISTIC) continue;
    if (refuses_tensor_cores && found[i].mathType != CUDNN_FMA_MATH &&
        found[i].mathType != CUDNN_DEFAULT_MATH)
      continue;
    algorithm_ = found[i].algo;
    workspace_ = found[i].memory;
    return refuses_tensor_cores || dnn_.set_math(convolution_, found[i].mathType) == kDone;
  }
  return false;
}

bool ConvolutionPlan::choose(cudnnHandle_t handle, const ConvolutionKey& key) {
  switch (pass_) {
    case ConvolutionPass::forward:
      return choose_from<cudnnConvolutionFwdAlgoPerf_t>(
          key, [&](int most, int* count, auto* found) {
            return dnn_.choose_forward(handle, images_, filters_, convolution_, results_, most,
                                       count, found);
          });
    case ConvolutionPass::input_grad:
      return choose_from<cudnnConvolutionBwdDataAlgoPerf_t>(
          key, [&](int most, int* count, auto* found) {
            return dnn_.choose_input_grad(handle, filters_, results_, convolution_, images_, most,
                                          count, found);
          });
    case ConvolutionPass::filter_grad:
      return choose_from<cudnnConvolutionBwdFilterAlgoPerf_t>(
          key, [&](int most, int* count, auto* found) {
            return dnn_.choose_filter_grad(handle, images_, results_, convolution_, filters_, most,
                                           count, found);
          });
  }
  return false;
}

cudnnStatus_t ConvolutionPlan::run(cudnnHandle_t handle, void* images, void* filters, void* results,
                                   void* workspace) const {
  const double one = 1, zero = 0;
  const float single_one = 1, single_zero = 0;
  const void* const alpha = is_double_ ? static_cast<const void*>(&one) : &single_one;
  const void* const beta = is_double_ ? static_cast<const void*>(&zero) : &single_zero;
  switch (pass_) {
    case ConvolutionPass::forward:
      return dnn_.forward(handle, alpha, images_, images, filters_, filters, convolution_,
                          static_cast<cudnnConvolutionFwdAlgo_t>(algorithm_), workspace, workspace_,
                          beta, results_, results);
    case ConvolutionPass::input_grad:
      return dnn_.input_grad(handle, alpha, filters_, filters, results_, results, convolution_,
                             static_cast<cudnnConvolutionBwdDataAlgo_t>(algorithm_), workspace,
                             workspace_, beta, images_, images);
    case ConvolutionPass::filter_grad:
      return dnn_.filter_grad(handle, alpha, images_, images, results_, results, convolution_,
                              static_cast<cudnnConvolutionBwdFilterAlgo_t>(algorithm_), workspace,
                              workspace_, beta, filters_, filters);
  }
  return CUDNN_STATUS_BAD_PARAM;
}

}  // namespace pelton::cuda
