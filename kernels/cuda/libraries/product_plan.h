// Owns ProductPlan: a matrix product as cuBLASLt has prepared it: descriptors, and the algorithm
// that its heuristic chose. Plans are kept, since choosing takes longer than launching.
#pragma once
#include <compare>
#include <mutex>

#include "kernels/cuda/libraries/cublas_lt.h"
#include "kernels/cuda/libraries/product.h"

namespace pelton::cuda {

// Everything that a plan depends on.
struct ProductKey {
  int64_t m, n, k, batch;
  int64_t leading_a, leading_b, batch_a, batch_b;
  int32_t turned_a, turned_b;  // column-major
  int32_t dtype, tf32, deterministic, device;
  uint32_t align_a, align_b, align_out;
  int32_t epilogue;  // cublasLtEpilogue_t
  auto operator<=>(const ProductKey&) const = default;
};

class ProductPlan {
 public:
  // Asks the heuristic. A plan without an algorithm is not usable. `bias`: some one of the key's.
  ProductPlan(const CublasLt& lt, cublasLtHandle_t handle, const ProductKey& key, const void* bias);
  ~ProductPlan();
  ProductPlan(const ProductPlan&) = delete;
  ProductPlan& operator=(const ProductPlan&) = delete;
  bool is_usable() const { return usable_; }
  size_t workspace_bytes() const { return choice_.workspaceSize; }
  cublasStatus_t run(const Product& product, void* workspace, cudaStream_t stream) const;

 private:
  bool prepare(const ProductKey& key, const void* bias);
  bool set_bias(const void* bias) const;
  bool choose(const ProductKey& key);

  const CublasLt& lt_;
  const cublasLtHandle_t handle_;
  const bool is_double_;
  cublasLtMatmulDesc_t desc_ = nullptr;
  cublasLtMatrixLayout_t left_ = nullptr, right_ = nullptr, out_ = nullptr;
  cublasLtMatmulHeuristicResult_t choice_{};
  bool usable_ = false;
  mutable std::mutex bias_mutex_;  // the descriptor holds the bias of one run
};

}  // namespace pelton::cuda
