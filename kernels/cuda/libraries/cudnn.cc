#include "kernels/cuda/libraries/cudnn.h"

#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <mutex>

#include "kernels/cuda/elementwise/elementwise.h"
#include "kernels/cuda/libraries/convolution_plan.h"
#include "kernels/cuda/libraries/cublas_lt.h"
#include "runtime/cuda/cuda_status.h"

namespace pelton::cuda {
namespace {

ConvolutionKey key_of(const ConvolutionCall& call) {
  const Conv2dShape& s = call.shape;
  const auto axis = [](const WindowAxis& a) {
    return ConvolutionKey::Axis{a.in, a.out, a.window, a.stride, a.dilation, a.before};
  };
  int device = 0;
  cudaGetDevice(&device);
  const bool tf32 = call.dtype == DType::float32 && engine().allows_tf32();
  return {call.pass, s.batch,   s.groups,   s.in_channels, s.out_channels,
          axis(s.y), axis(s.x), call.dtype, tf32,          engine().is_deterministic(),
          device};
}

// Handles of all devices and the plans made so far. Never destroyed: the driver may be gone first.
// A handle serves one call at a time.
class Convolutions {
 public:
  static Convolutions& instance() {
    static auto* const convolutions = new Convolutions;
    return *convolutions;
  }
  bool run(const Cudnn& dnn, const KernelContext& context, const ConvolutionCall& call) {
    std::lock_guard lock(mutex_);
    const ConvolutionKey key = key_of(call);
    const cudnnHandle_t handle = handle_of(dnn, key.device);
    const ConvolutionPlan* const plan = find(dnn, handle, key);
    if (plan == nullptr) return false;
    check_status(dnn.set_stream(handle, static_cast<cudaStream_t>(context.stream())));
    run_plan(*plan, handle, context, call);
    return true;
  }

 private:
  static void check_status(cudnnStatus_t status) {
    if (status == CUDNN_STATUS_SUCCESS) return;
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) raise_status(error, cudaGetErrorString(error), "a convolution");
    raise(Code::internal, "cuDNN failed with status ", static_cast<int>(status));
  }
  // The filters travel through a copy in cuDNN's order.
  static void run_plan(const ConvolutionPlan& plan, cudnnHandle_t handle,
                       const KernelContext& context, const ConvolutionCall& call) {
    const Conv2dShape& s = call.shape;
    const Shape ohwi{s.out_channels, s.y.window, s.x.window, s.group_in()};
    const Shape hwio{s.y.window, s.x.window, s.group_in(), s.out_channels};
    const int64_t count = element_count(hwio);
    const Layout own{hwio, row_major_strides(hwio)}, theirs{ohwi, row_major_strides(ohwi)};
    const Strides &o = own.strides, &t = theirs.strides;
    const Layout own_turned{ohwi, {o[3], o[0], o[1], o[2]}};
    const Layout theirs_turned{hwio, {t[1], t[2], t[3], t[0]}};
    const auto bytes = static_cast<size_t>(count * size_of(call.dtype));
    const Workspace turned = context.workspace(bytes),
                    scratch = context.workspace(plan.workspace_bytes());
    const auto view = [&](void* data, const Layout& layout) {
      return TensorView{data, call.dtype, count, &layout};
    };
    const auto turn = [&](const TensorView& from, const TensorView& to) {
      identity(context.with({&from, 1}, {&to, 1}));
    };
    if (call.pass != ConvolutionPass::filter_grad)
      turn(view(call.filters, own_turned), view(turned.data(), theirs));
    check_status(plan.run(handle, call.images, turned.data(), call.results, scratch.data()));
    if (call.pass == ConvolutionPass::filter_grad)
      turn(view(turned.data(), theirs_turned), view(call.filters, own));
  }
  // Null where the library takes no such convolution.
  const ConvolutionPlan* find(const Cudnn& dnn, cudnnHandle_t handle, const ConvolutionKey& key) {
    const auto known = plans_.find(key);
    if (known != plans_.end()) return known->second.get();
    constexpr size_t kMost = 4096;  // shapes of a run; beyond, they are not worth keeping
    if (plans_.size() >= kMost) plans_.clear();
    auto plan = std::make_unique<const ConvolutionPlan>(dnn, handle, key);
    if (!plan->is_usable()) plan = nullptr;
    return (plans_[key] = std::move(plan)).get();
  }
  cudnnHandle_t handle_of(const Cudnn& dnn, int device) {
    cudnnHandle_t& handle = handles_[device];
    if (handle == nullptr) {
      LibraryFunctions<CublasLt>::get();  // cuDNN opens it by name, and finds it if it is open
      check_status(dnn.create(&handle));
    }
    return handle;
  }
  std::mutex mutex_;
  std::map<int, cudnnHandle_t> handles_;
  std::map<ConvolutionKey, std::unique_ptr<const ConvolutionPlan>> plans_;
};

bool convolve(const KernelContext& context, const ConvolutionCall& call) {
  constexpr int64_t kMost = int64_t{1} << 31;  // of what the library counts in 32 bits
  const Conv2dShape& s = call.shape;
  if (!is_symmetric(s.y) || !is_symmetric(s.x) || s.batch == 0) return false;
  if (s.batch * s.y.in * s.x.in * s.in_channels >= kMost ||
      s.batch * s.y.out * s.x.out * s.out_channels >= kMost)
    return false;
  const Cudnn* const dnn = LibraryFunctions<Cudnn>::get();
  return dnn != nullptr && Convolutions::instance().run(*dnn, context, call);
}

[[maybe_unused]] const bool convolution_is_hooked = (library_convolution = &convolve, true);

}  // namespace

const LibraryTable& Cudnn::table() {
  static const LibraryTable kTable{
      .file_name = "libcudnn.so.9",
      .requirement = "nvidia-cudnn-cu13>=9.11,<10",
      .work = "convolutions",
      .version_symbol = "cudnnGetVersion",
      .oldest = 91100,  // 9.10 broke its own interface
      .too_new = 100000,
      .symbols = {"cudnnCreate", "cudnnSetStream", "cudnnCreateTensorDescriptor",
                  "cudnnDestroyTensorDescriptor", "cudnnSetTensor4dDescriptor",
                  "cudnnCreateFilterDescriptor", "cudnnDestroyFilterDescriptor",
                  "cudnnSetFilter4dDescriptor", "cudnnCreateConvolutionDescriptor",
                  "cudnnDestroyConvolutionDescriptor", "cudnnSetConvolution2dDescriptor",
                  "cudnnSetConvolutionGroupCount", "cudnnSetConvolutionMathType",
                  "cudnnGetConvolutionForwardAlgorithm_v7",
                  "cudnnGetConvolutionBackwardDataAlgorithm_v7",
                  "cudnnGetConvolutionBackwardFilterAlgorithm_v7", "cudnnConvolutionForward",
                  "cudnnConvolutionBackwardData", "cudnnConvolutionBackwardFilter"}};
  return kTable;
}

}  // namespace pelton::cuda
