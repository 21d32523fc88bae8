// Owns how Mean and Sum bring values and weights together. Knows shapes, no metric.
#pragma once
#include "core/tensor.h"

namespace pelton::metrics {

struct WeightedSum {
  double total = 0;  // of values times weights
  double count = 0;  // of weights; without weights, of samples
};

// Values averaged over the axes that the weight lacks, weighted, and averaged per sample.
WeightedSum sum_of_means(const Tensor& values, const Tensor& sample_weight);
// sum(values * weight), the weight standing for all of its sample's values.
double sum_of_products(const Tensor& values, const Tensor& sample_weight);

}  // namespace pelton::metrics
