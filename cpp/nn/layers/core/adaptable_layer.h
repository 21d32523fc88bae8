// Owns AdaptableLayer: the base of layers whose kernel can be adapted by low rank (LoRA).
#pragma once
#include <variant>

#include "nn/layers/core/kernel_layer.h"
#include "nn/layers/core/low_rank.h"

namespace pelton {

// The rows about adaptation in the config C.
template <class C>
constexpr auto low_rank_fields() {
  return std::tuple{field("lora_rank", &C::lora_rank), field("lora_alpha", &C::lora_alpha)};
}

template <class C>
class AdaptableLayer : public KernelLayer<C> {
 public:
  // Trains the kernel by low rank from now on. Raises what LowRank does.
  void enable_low_rank(LowRankOptions options) {
    options.regularizer = this->config_.kernel_regularizer;
    options.is_constrained = this->config_.kernel_constraint != nullptr;
    low_rank_ =
        std::make_shared<LowRank>(*this, this->kernel_, low_rank_.get(), std::move(options));
    this->config_.lora_rank = low_rank_->rank();
    this->config_.lora_alpha = low_rank_->alpha();
  }
  const LowRankPtr& low_rank() const { return low_rank_; }  // null where it is not enabled
  // The kernel's variable, or the tensor that stands for it where it is adapted.
  std::variant<VariableRef, Tensor> merged_kernel() const {
    if (low_rank_ == nullptr) return this->kernel_;
    return read_kernel();
  }
  Dict get_config() const override {
    Dict out = KernelLayer<C>::get_config();
    if (this->config_.lora_rank) return out;
    out.take("lora_rank");
    out.take("lora_alpha");
    return out;
  }
  void unbuild() override {
    KernelLayer<C>::unbuild();
    low_rank_ = nullptr;
  }

 protected:
  using KernelLayer<C>::KernelLayer;

  // The weights, and those of the adaptation that the config asks for.
  void make_adaptable_weights(const Shape& shape) {
    this->make_weights(shape);
    const C& config = this->config_;
    if (config.lora_rank.value_or(0) != 0)
      enable_low_rank({.rank = *config.lora_rank, .alpha = config.lora_alpha});
  }

  // The kernel in the compute dtype, adapted.
  Tensor read_kernel() const {
    const Tensor kernel = this->read(this->kernel_);
    return low_rank_ == nullptr ? kernel : low_rank_->merged(kernel);
  }

 private:
  LowRankPtr low_rank_;
};

}  // namespace pelton
