// Owns the list of all built-in layers: add a layer's class here and it is bound, named and tested.
#pragma once
#include "nn/layers/conv/conv2d.h"
#include "nn/layers/core/activation.h"
#include "nn/layers/core/dense.h"
#include "nn/layers/core/dropout.h"
#include "nn/layers/core/flatten.h"
#include "nn/layers/core/input_layer.h"
#include "nn/layers/core/relu.h"
#include "nn/layers/core/rescaling.h"
#include "nn/layers/core/reshape.h"
#include "nn/layers/core/softmax.h"
#include "nn/layers/norm/batch_normalization.h"
#include "nn/layers/norm/layer_normalization.h"
#include "nn/layers/pool/average_pooling2d.h"
#include "nn/layers/pool/global_average_pooling2d.h"
#include "nn/layers/pool/max_pooling2d.h"

namespace pelton {

using LayerTypes = Types<InputLayer, Dense, Conv2D, MaxPooling2D, AveragePooling2D,
                         GlobalAveragePooling2D, Flatten, Reshape, Dropout, Activation, ReLU,
                         Softmax, BatchNormalization, LayerNormalization, Rescaling>;

// Keras's second names.
struct LayerAlias {
  const char* alias;
  const char* class_name;
};
inline constexpr LayerAlias kLayerAliases[] = {
    {"Convolution2D", "Conv2D"},
    {"MaxPool2D", "MaxPooling2D"},
    {"AvgPool2D", "AveragePooling2D"},
    {"GlobalAvgPool2D", "GlobalAveragePooling2D"},
};

// A layer of type L from keyword arguments; raises type_error or value_error for bad ones.
template <class L>
std::shared_ptr<L> make_layer(Dict values, std::string_view class_name = L::kClassName) {
  auto config = take_config<typename L::Config>(values, class_name);
  return std::make_shared<L>(std::move(config), take_layer_options(values, class_name));
}

}  // namespace pelton
