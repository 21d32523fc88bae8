// Owns InputLayer: the declared shape and dtype of a model's input.
#pragma once
#include "nn/module/layer.h"

namespace pelton {

struct InputLayerConfig {
  Value shape;  // without the batch
  std::optional<int64_t> batch_size;
  std::optional<DType> dtype;  // absent: floatx
  Value sparse;
  Value ragged;
  Value batch_shape;
  Value input_tensor;
  bool optional = false;
  Value input_shape;        // `shape` by its older name
  Value batch_input_shape;  // `batch_shape` by its older name
};
template <>
inline constexpr auto fields<InputLayerConfig> =
    std::tuple{field("shape", &InputLayerConfig::shape),
               field("batch_size", &InputLayerConfig::batch_size),
               field("dtype", &InputLayerConfig::dtype),
               field("sparse", &InputLayerConfig::sparse),
               field("ragged", &InputLayerConfig::ragged),
               field("batch_shape", &InputLayerConfig::batch_shape),
               field("input_tensor", &InputLayerConfig::input_tensor),
               field("optional", &InputLayerConfig::optional),
               field("input_shape", &InputLayerConfig::input_shape),
               field("batch_input_shape", &InputLayerConfig::batch_input_shape)};

class InputLayer : public Layer {
 public:
  static constexpr const char* kClassName = "InputLayer";
  static constexpr const char* kDoc =
      "Declares a model's input. Give `shape` without the batch axis (None where a size is open),\n"
      "or `batch_shape` with it.";
  using Config = InputLayerConfig;

  // Raises value_error without a shape, with both shapes, or with a bad size.
  explicit InputLayer(const InputLayerConfig& config, LayerOptions options = {});
  // Passes its input on.
  Tensor call(const Tensor& input, bool) override { return input; }
  Shape compute_output_shape(const Shape&) override { return batch_shape_; }
  Dict get_config() const override;

  const Shape& batch_shape() const { return batch_shape_; }
  DType dtype() const { return dtype_; }
  bool sparse() const { return sparse_; }  // sparse tensors are made dense before the first layer
  bool ragged() const { return ragged_; }  // ragged ones stay so for layers of the user's own
  std::string dtype_name() const { return std::string(pelton::name(dtype_)); }
  // What Python can read by name besides weights.
  static constexpr std::tuple kProperties{std::pair{"batch_shape", &InputLayer::batch_shape},
                                          std::pair{"dtype", &InputLayer::dtype_name},
                                          std::pair{"sparse", &InputLayer::sparse},
                                          std::pair{"ragged", &InputLayer::ragged}};
  // `input` in the declared dtype and rank: a last axis of size 1 is added or dropped, as Keras
  // does. Raises value_error for any other rank.
  Tensor conform(const Tensor& input) const;

 private:
  Shape batch_shape_;
  DType dtype_;
  bool sparse_;
  bool ragged_;
  bool optional_;
};

}  // namespace pelton
