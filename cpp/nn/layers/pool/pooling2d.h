// Owns Pooling2D: what max and average pooling share.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/layer_of.h"

namespace pelton {

// C has pool_size, strides (absent: pool_size), padding and data_format.
template <class C>
class Pooling2D : public LayerOf<C> {
 public:
  Tensor call(const Tensor& input, bool) override {
    const DataFormat format = this->config_.data_format;
    const Tensor y = pool(to_channels_last(input, format), attrs());
    return from_channels_last(y, format);
  }
  Shape compute_output_shape(const Shape& input_shape) override {
    InputSpec{.ndim = 4}.check(input_shape, this->name());
    const Window window{this->config_.pool_size, strides(), this->config_.padding};
    return slide(input_shape, window, this->config_.data_format);
  }
  Dict get_config() const override {
    Dict out = LayerOf<C>::get_config();
    out.set("strides", FieldType<Pair>::write(strides()));
    return out;
  }

 protected:
  Pooling2D(const char* class_name, C config, LayerOptions options)
      : LayerOf<C>(class_name, std::move(config), std::move(options)) {
    const std::string owner = this->class_name();
    const auto check_pair = [&](const Pair& pair, const char* name) {
      FieldType<Pair>::parse(FieldType<Pair>::write(pair), {owner, name});
    };
    check_pair(this->config_.pool_size, "pool_size");
    check_pair(strides(), "strides");
    this->set_input_spec({.ndim = 4});
    this->set_built(true);
  }
  virtual Tensor pool(const Tensor& images, const Pool2dAttrs& attrs) const = 0;

 private:
  Pair strides() const { return this->config_.strides.value_or(this->config_.pool_size); }
  Pool2dAttrs attrs() const {
    return {.ksize = axes_of(this->config_.pool_size),
            .strides = axes_of(strides()),
            .padding = padding_of(this->config_.padding)};
  }
};

}  // namespace pelton
