#include "nn/metrics/sum.h"

#include "nn/metrics/samplewise.h"

namespace pelton::metrics {

Sum::Sum(const Config& config) : Metric(config, kFunction), total_(add_variable({}, "total")) {}

void Sum::update(const Tensor& values, const Tensor& sample_weight) {
  total_->assign_add(sum_of_products(values, sample_weight, dtype()));
}

Tensor Sum::result() { return total_->untaped_value(); }

}  // namespace pelton::metrics
