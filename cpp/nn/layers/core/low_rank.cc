// Owns what adaptation by low rank makes, refuses and computes.
#include "nn/layers/core/low_rank.h"

#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"

namespace pelton {

LowRank::LowRank(Layer& layer, const VariableRef& weight, const LowRank* present,
                 const LowRankOptions& options)
    : rank_(options.rank), alpha_(options.alpha.value_or(static_cast<double>(options.rank))) {
  const std::string owner = cat(" [", layer.class_name(), " '", layer.name(), "']");
  check(weight != nullptr, Code::value_error, "Cannot enable lora on a layer that isn't yet built.",
        owner);
  const std::string& name = weight->name();
  const std::string noun = name == "embeddings" ? "embedding" : name;
  check(!options.is_constrained, Code::value_error, "Lora is incompatible with ", noun,
        " constraints. In order to enable lora on this layer, remove the `", name,
        "_constraint` argument.", owner);
  check(present == nullptr, Code::value_error,
        "lora is already enabled. This can only be done once per layer.", owner);
  check(rank_ > 0, Code::value_error,
        "`lora_rank` must be a positive integer. Received: lora_rank=", rank_, owner);
  Shape rows = weight->shape();
  const int64_t columns = rows.back();
  rows.back() = rank_;
  layer.build_more([&] {
    a_ = layer.add_weight({.name = cat("lora_", name, "_a"),
                           .shape = rows,
                           .initializer = options.a_initializer,
                           .regularizer = options.regularizer,
                           .constraint = nullptr});
    b_ = layer.add_weight({.name = cat("lora_", name, "_b"),
                           .shape = {rank_, columns},
                           .initializer = options.b_initializer,
                           .regularizer = options.regularizer,
                           .constraint = nullptr});
  });
  weight->set_trainable(false);
}

Tensor LowRank::merged(const Tensor& weight) const {
  const Tensor a = a_->read(), b = b_->read();
  const Shape matrix{-1, rank_};
  const Tensor product = matmul(a.rank() == 2 ? a : reshape(a, {.shape = matrix}), b);
  const double scale = alpha_ / static_cast<double>(rank_);
  const Tensor change =
      reshape(multiply(product, scalar(scale, product.dtype())), {.shape = weight.shape()});
  return add(weight, change.dtype() == weight.dtype() ? change : cast(change, weight.dtype()));
}

}  // namespace pelton
