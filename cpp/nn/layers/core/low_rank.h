// Owns LowRank: the adaptation of a weight by a product of two small matrices, which alone train
// from then on (LoRA; Hu et al., 2021). Knows no layer's arguments.
#pragma once
#include "nn/module/layer.h"

namespace pelton {

struct LowRankOptions {
  int64_t rank;
  std::optional<double> alpha;  // absent: the rank
  InitializerPtr a_initializer = get_initializer("he_uniform");
  InitializerPtr b_initializer = get_initializer("zeros");
  RegularizerPtr regularizer;
  bool is_constrained = false;  // whether the weight has a constraint, which is refused
};

class LowRank {
 public:
  // Makes a (..., rank) and b (rank, n) for the layer's `weight` (..., n), which is frozen. Raises
  // value_error for a layer that is not built or adapted already (`present`), for a constraint and
  // for a rank below 1.
  LowRank(Layer& layer, const VariableRef& weight, const LowRank* present,
          const LowRankOptions& options);
  const VariableRef& a() const { return a_; }
  const VariableRef& b() const { return b_; }
  int64_t rank() const { return rank_; }
  double alpha() const { return alpha_; }
  // weight + alpha / rank * a @ b, in the dtype of `weight`.
  Tensor merged(const Tensor& weight) const;

 private:
  int64_t rank_;
  double alpha_;
  VariableRef a_;
  VariableRef b_;
};
using LowRankPtr = std::shared_ptr<LowRank>;

}  // namespace pelton
