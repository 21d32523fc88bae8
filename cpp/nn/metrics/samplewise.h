// Owns how Mean and Sum bring values and weights together, by ops. Knows shapes, no metric.
#pragma once
#include "core/tensor.h"

namespace pelton::metrics {

struct WeightedSum {
  Tensor total;  // of values times weights: 0-d
  Tensor count;  // of weights; without weights, of samples: 0-d
};

// Values averaged over the axes that the weight lacks, weighted, and averaged per sample; computed
// in `dtype`, a floating one. Raises invalid_argument unless the weight broadcasts to the values.
WeightedSum sum_of_means(const Tensor& values, const Tensor& sample_weight, DType dtype);
// sum(values * weight), the weight standing for all of its sample's values.
Tensor sum_of_products(const Tensor& values, const Tensor& sample_weight, DType dtype);

}  // namespace pelton::metrics
