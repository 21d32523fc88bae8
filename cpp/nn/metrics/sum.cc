#include "nn/metrics/sum.h"

#include "nn/metrics/samplewise.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"

namespace pelton::metrics {

Sum::Sum(const Config& config) : Metric(config, kFunction), total_(add_variable({}, "total")) {}

void Sum::update(const Tensor& values, const Tensor& sample_weight) {
  increase(*total_, sum_of_products(values, sample_weight));
}

Tensor Sum::result() { return scalar(item(total_->value()), dtype()); }

}  // namespace pelton::metrics
