#include "kernels/cuda/libraries/product_plan.h"

namespace pelton::cuda {
namespace {

cudaDataType_t cuda_data_type(DType dtype) {
  switch (dtype) {
    case DType::float16:
      return CUDA_R_16F;
    case DType::bfloat16:
      return CUDA_R_16BF;
    case DType::float64:
      return CUDA_R_64F;
    default:
      return CUDA_R_32F;
  }
}

cublasComputeType_t compute_type(const ProductKey& key) {
  const auto dtype = static_cast<DType>(key.dtype);
  if (dtype == DType::float64) return CUBLAS_COMPUTE_64F;
  if (dtype == DType::float32 && key.tf32 != 0) return CUBLAS_COMPUTE_32F_FAST_TF32;
  return CUBLAS_COMPUTE_32F;
}

}  // namespace

// cuBLASLt counts columns first: it is given the transposed product, out' = b' a', whose operands
// are what lies in memory without a move.
ProductPlan::ProductPlan(const CublasLt& lt, cublasLtHandle_t handle, const ProductKey& key,
                         const void* bias)
    : lt_(lt), handle_(handle), is_double_(static_cast<DType>(key.dtype) == DType::float64) {
  usable_ = prepare(key, bias) && choose(key);
}

ProductPlan::~ProductPlan() {
  for (cublasLtMatrixLayout_t layout : {left_, right_, out_})
    if (layout != nullptr) lt_.layout_destroy(layout);
  if (desc_ != nullptr) lt_.desc_destroy(desc_);
}

bool ProductPlan::prepare(const ProductKey& key, const void* bias) {
  const cudaDataType_t type = cuda_data_type(static_cast<DType>(key.dtype));
  const auto set_turned = [&](cublasLtMatmulDescAttributes_t attribute, bool turned) {
    const cublasOperation_t operation = turned ? CUBLAS_OP_T : CUBLAS_OP_N;
    return lt_.desc_set(desc_, attribute, &operation, sizeof operation) == CUBLAS_STATUS_SUCCESS;
  };
  const auto set_epilogue = [&] {
    const auto epilogue = static_cast<cublasLtEpilogue_t>(key.epilogue);
    return lt_.desc_set(desc_, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue) ==
           CUBLAS_STATUS_SUCCESS;
  };
  const auto make = [&](cublasLtMatrixLayout_t& layout, int64_t rows, int64_t columns, bool turned,
                        int64_t leading, int64_t step) {
    if (turned) std::swap(rows, columns);
    const auto batch = static_cast<int32_t>(key.batch);
    return lt_.layout_create(&layout, type, static_cast<uint64_t>(rows),
                             static_cast<uint64_t>(columns), leading) == CUBLAS_STATUS_SUCCESS &&
           lt_.layout_set(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch) ==
               CUBLAS_STATUS_SUCCESS &&
           lt_.layout_set(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &step,
                          sizeof step) == CUBLAS_STATUS_SUCCESS;
  };
  return lt_.desc_create(&desc_, compute_type(key), is_double_ ? CUDA_R_64F : CUDA_R_32F) ==
             CUBLAS_STATUS_SUCCESS &&
         set_turned(CUBLASLT_MATMUL_DESC_TRANSA, key.turned_b != 0) &&
         set_turned(CUBLASLT_MATMUL_DESC_TRANSB, key.turned_a != 0) &&
         (bias == nullptr || (set_epilogue() && set_bias(bias))) &&
         make(left_, key.n, key.k, key.turned_b != 0, key.leading_b, key.batch_b) &&
         make(right_, key.k, key.m, key.turned_a != 0, key.leading_a, key.batch_a) &&
         make(out_, key.n, key.m, false, key.n, key.m * key.n);
}

bool ProductPlan::set_bias(const void* bias) const {
  return lt_.desc_set(desc_, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias) ==
         CUBLAS_STATUS_SUCCESS;
}

bool ProductPlan::choose(const ProductKey& key) {
  // What the library's vendor recommends for GPUs since Hopper.
  constexpr size_t kMostWorkspace = size_t{32} << 20;
  cublasLtMatmulPreference_t preference = nullptr;
  if (lt_.preference_create(&preference) != CUBLAS_STATUS_SUCCESS) return false;
  const auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto value) {
    return lt_.preference_set(preference, attribute, &value, sizeof value) == CUBLAS_STATUS_SUCCESS;
  };
  // In-place sums of split products come in the order in which blocks end.
  const uint32_t schemes =
      key.deterministic != 0
          ? uint32_t{CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE | CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE}
          : uint32_t{CUBLASLT_REDUCTION_SCHEME_MASK};
  int found = 0;
  const bool is_chosen = set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kMostWorkspace) &&
                         set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, schemes) &&
                         set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, key.align_b) &&
                         set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, key.align_a) &&
                         set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, key.align_out) &&
                         set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, key.align_out) &&
                         lt_.heuristic(handle_, desc_, left_, right_, out_, out_, preference, 1,
                                       &choice_, &found) == CUBLAS_STATUS_SUCCESS &&
                         found == 1 && choice_.state == CUBLAS_STATUS_SUCCESS;
  lt_.preference_destroy(preference);
  return is_chosen;
}

cublasStatus_t ProductPlan::run(const Product& product, void* workspace,
                                cudaStream_t stream) const {
  const double one = 1, zero = 0;
  const float single_one = 1, single_zero = 0;
  const void* const alpha = is_double_ ? static_cast<const void*>(&one) : &single_one;
  const void* const beta = is_double_ ? static_cast<const void*>(&zero) : &single_zero;
  std::unique_lock<std::mutex> lock;
  if (product.bias != nullptr) {
    lock = std::unique_lock(bias_mutex_);
    if (!set_bias(product.bias)) return CUBLAS_STATUS_INVALID_VALUE;
  }
  return lt_.matmul(handle_, desc_, alpha, product.b.data, left_, product.a.data, right_, beta,
                    product.out, out_, product.out, out_, &choice_.algo, workspace,
                    choice_.workspaceSize, stream);
}

}  // namespace pelton::cuda
