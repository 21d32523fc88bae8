// Owns the list of cuDNN functions that convolutions use.
#pragma once
#include <cudnn.h>

#include "kernels/cuda/libraries/library_functions.h"

namespace pelton::cuda {

// The members are in the order of the table's symbols.
struct Cudnn {
  decltype(&cudnnCreate) create;
  decltype(&cudnnSetStream) set_stream;
  decltype(&cudnnCreateTensorDescriptor) create_tensor;
  decltype(&cudnnDestroyTensorDescriptor) destroy_tensor;
  decltype(&cudnnSetTensor4dDescriptor) set_tensor;
  decltype(&cudnnCreateFilterDescriptor) create_filter;
  decltype(&cudnnDestroyFilterDescriptor) destroy_filter;
  decltype(&cudnnSetFilter4dDescriptor) set_filter;
  decltype(&cudnnCreateConvolutionDescriptor) create_convolution;
  decltype(&cudnnDestroyConvolutionDescriptor) destroy_convolution;
  decltype(&cudnnSetConvolution2dDescriptor) set_convolution;
  decltype(&cudnnSetConvolutionGroupCount) set_groups;
  decltype(&cudnnSetConvolutionMathType) set_math;
  decltype(&cudnnGetConvolutionForwardAlgorithm_v7) choose_forward;
  decltype(&cudnnGetConvolutionBackwardDataAlgorithm_v7) choose_input_grad;
  decltype(&cudnnGetConvolutionBackwardFilterAlgorithm_v7) choose_filter_grad;
  decltype(&cudnnConvolutionForward) forward;
  decltype(&cudnnConvolutionBackwardData) input_grad;
  decltype(&cudnnConvolutionBackwardFilter) filter_grad;

  static const LibraryTable& table();
};

}  // namespace pelton::cuda
