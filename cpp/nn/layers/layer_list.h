// Owns the list of all built-in layers: add a layer's class here and it is bound, named and tested.
#pragma once
#include "nn/layers/conv/conv.h"
#include "nn/layers/conv/conv_transpose.h"
#include "nn/layers/conv/depthwise_conv.h"
#include "nn/layers/conv/separable_conv.h"
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
#include "nn/layers/pool/average_pooling.h"
#include "nn/layers/pool/global_average_pooling2d.h"
#include "nn/layers/pool/max_pooling.h"

namespace pelton {

using LayerTypes =
    Types<InputLayer, Dense, Conv1D, Conv2D, Conv3D, Conv1DTranspose, Conv2DTranspose,
          Conv3DTranspose, DepthwiseConv1D, DepthwiseConv2D, SeparableConv1D, SeparableConv2D,
          MaxPooling1D, MaxPooling2D, MaxPooling3D, AveragePooling1D, AveragePooling2D,
          AveragePooling3D, GlobalAveragePooling2D, Flatten, Reshape, Dropout, Activation, ReLU,
          Softmax, BatchNormalization, LayerNormalization, Rescaling>;

// Keras's second names.
struct LayerAlias {
  const char* alias;
  const char* class_name;
};
inline constexpr LayerAlias kLayerAliases[] = {
    {"Convolution1D", "Conv1D"},
    {"Convolution2D", "Conv2D"},
    {"Convolution3D", "Conv3D"},
    {"Convolution1DTranspose", "Conv1DTranspose"},
    {"Convolution2DTranspose", "Conv2DTranspose"},
    {"Convolution3DTranspose", "Conv3DTranspose"},
    {"SeparableConvolution1D", "SeparableConv1D"},
    {"SeparableConvolution2D", "SeparableConv2D"},
    {"MaxPool1D", "MaxPooling1D"},
    {"MaxPool2D", "MaxPooling2D"},
    {"MaxPool3D", "MaxPooling3D"},
    {"AvgPool1D", "AveragePooling1D"},
    {"AvgPool2D", "AveragePooling2D"},
    {"AvgPool3D", "AveragePooling3D"},
    {"GlobalAvgPool2D", "GlobalAveragePooling2D"},
};

// A layer of type L from keyword arguments; raises type_error or value_error for bad ones.
template <class L>
std::shared_ptr<L> make_layer(Dict values, std::string_view class_name = L::kClassName) {
  auto config = take_config<typename L::Config>(values, class_name);
  return std::make_shared<L>(std::move(config), take_layer_options(values, class_name));
}

}  // namespace pelton
