#include "kernels/cuda/libraries/cublas_lt.h"

#include <cuda_runtime_api.h>

#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "kernels/cuda/libraries/product_plan.h"
#include "runtime/cuda/cuda_status.h"

namespace pelton::cuda {
namespace {

// The largest power of two up to 256, what the allocator gives, that divides the address.
uint32_t alignment_of(const void* data) {
  const auto address = reinterpret_cast<uintptr_t>(data);
  return uint32_t{1} << std::min(std::countr_zero(address | 256), 8);
}

cublasLtEpilogue_t epilogue_of(const Product& p) {
  if (p.bias == nullptr) return CUBLASLT_EPILOGUE_DEFAULT;
  return p.relu ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_BIAS;
}

std::optional<ProductKey> key_of(const Product& p) {
  BlasLayout a, b;
  constexpr int64_t kMost = int64_t{1} << 31;  // of what the library counts in 32 bits
  if (!blas_layout(p.a, p.m, p.k, a) || !blas_layout(p.b, p.k, p.n, b)) return {};
  // The epilogue reads the bias in vectors, and no heuristic is told where it lies.
  if (p.bias != nullptr && alignment_of(p.bias) < 16) return {};
  if (p.k == 0 || p.batch >= kMost || a.leading >= kMost || b.leading >= kMost) return {};
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return {};
  const bool tf32 = p.dtype == DType::float32 && engine().allows_tf32();
  return ProductKey{p.m,
                    p.n,
                    p.k,
                    p.batch,
                    a.leading,
                    b.leading,
                    p.a.batch_step,
                    p.b.batch_step,
                    a.column_major,
                    b.column_major,
                    static_cast<int32_t>(p.dtype),
                    tf32,
                    engine().is_deterministic(),
                    device,
                    alignment_of(p.a.data),
                    alignment_of(p.b.data),
                    alignment_of(p.out),
                    epilogue_of(p)};
}

// Handles of all devices and the plans made so far. Never destroyed: the driver may be gone first.
class Plans {
 public:
  static Plans& instance() {
    static auto* const plans = new Plans;
    return *plans;
  }
  // Null where the library takes no such product.
  std::shared_ptr<const ProductPlan> find(const CublasLt& lt, const ProductKey& key,
                                          const void* bias) {
    std::lock_guard lock(mutex_);
    const auto known = plans_.find(key);
    if (known != plans_.end()) return known->second;
    constexpr size_t kMost = 4096;  // shapes of a run; beyond, they are not worth keeping
    if (plans_.size() >= kMost) plans_.clear();
    auto plan = std::make_shared<const ProductPlan>(lt, handle_of(lt, key.device), key, bias);
    return plans_[key] = plan->is_usable() ? std::move(plan) : nullptr;
  }

 private:
  cublasLtHandle_t handle_of(const CublasLt& lt, int device) {
    cublasLtHandle_t& handle = handles_[device];
    if (handle == nullptr)
      check(lt.create(&handle) == CUBLAS_STATUS_SUCCESS, Code::internal,
            "cuBLASLt cannot start on GPU ", device);
    return handle;
  }
  std::mutex mutex_;
  std::map<int, cublasLtHandle_t> handles_;
  std::map<ProductKey, std::shared_ptr<const ProductPlan>> plans_;
};

bool multiply(const KernelContext& context, const Product& product) {
  if (!kFloating.contains(product.dtype)) return false;
  const CublasLt* const lt = LibraryFunctions<CublasLt>::get();
  if (lt == nullptr) return false;
  const auto key = key_of(product);
  if (!key) return false;
  const auto plan = Plans::instance().find(*lt, *key, product.bias);
  if (plan == nullptr) return false;
  const Workspace workspace = context.workspace(plan->workspace_bytes());
  const cublasStatus_t status =
      plan->run(product, workspace.data(), static_cast<cudaStream_t>(context.stream()));
  if (status != CUBLAS_STATUS_SUCCESS) {
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) raise_status(error, cudaGetErrorString(error), "a matrix product");
    raise(Code::internal, "cuBLASLt failed with status ", static_cast<int>(status));
  }
  return true;
}

[[maybe_unused]] const bool product_is_hooked = (library_product = &multiply, true);

}  // namespace

const LibraryTable& CublasLt::table() {
  static const LibraryTable kTable{
      .file_name = "libcublasLt.so.13",
      .requirement = "nvidia-cublas>=13,<14",
      .work = "matrix products",
      .version_symbol = "cublasLtGetVersion",
      .oldest = 130000,
      .too_new = 140000,
      .symbols = {"cublasLtCreate", "cublasLtMatmulDescCreate", "cublasLtMatmulDescDestroy",
                  "cublasLtMatmulDescSetAttribute", "cublasLtMatrixLayoutCreate",
                  "cublasLtMatrixLayoutDestroy", "cublasLtMatrixLayoutSetAttribute",
                  "cublasLtMatmulPreferenceCreate", "cublasLtMatmulPreferenceDestroy",
                  "cublasLtMatmulPreferenceSetAttribute", "cublasLtMatmulAlgoGetHeuristic",
                  "cublasLtMatmul"}};
  return kTable;
}

}  // namespace pelton::cuda
