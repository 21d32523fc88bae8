// Owns Pooling: what max and average pooling over one to three spatial axes share.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/layer_of.h"
#include "ops/nn/convolution.h"

namespace pelton {

// C has pool_size, strides (absent: pool_size), padding and data_format.
template <class C, size_t kAxes>
class Pooling : public LayerOf<C> {
 public:
  Tensor call(const Tensor& input, bool) override {
    const DataFormat format = this->config_.data_format;
    if (input.is_symbolic()) compute_output_shape(without_names(input.shape()));
    const PoolAttrs attrs{axes_of(this->config_.pool_size), axes_of(strides()),
                          padding_of(this->config_.padding)};
    return from_channels_last(pool(to_channels_last(input, format), attrs), format);
  }
  Shape compute_output_shape(const Shape& input_shape) override {
    InputSpec{.ndim = kAxes + 2}.check(input_shape, this->name());
    const Window window{axes_of(this->config_.pool_size), axes_of(strides()), this->config_.padding,
                        Axes(kAxes, 1)};
    const Shape output = slide(input_shape, window, this->config_.data_format);
    check_pooled(output, input_shape, window);
    return output;
  }

 protected:
  Pooling(const char* class_name, C config, LayerOptions options)
      : LayerOf<C>(class_name, std::move(config), std::move(options)) {
    const std::string owner = this->class_name();
    parse_sizes(write_sizes(axes_of(this->config_.pool_size)), {owner, "pool_size"}, kAxes);
    parse_sizes(write_sizes(axes_of(strides())), {owner, "strides"}, kAxes);
    this->config_.strides = strides();
    this->set_input_spec({.ndim = kAxes + 2});
    this->set_built(true);
  }
  virtual Tensor pool(const Tensor& input, const PoolAttrs& attrs) const = 0;

 private:
  Extents<kAxes> strides() const { return this->config_.strides.value_or(this->config_.pool_size); }
};

}  // namespace pelton
