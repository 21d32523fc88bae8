#include "nn/metrics/mean.h"

#include "nn/metrics/samplewise.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"

namespace pelton::metrics {
Mean::Mean(const Config& config, const std::string& default_name)
    : Metric(config, default_name),
      total_(add_variable({}, "total")),
      count_(add_variable({}, "count")) {}

void Mean::update(const Tensor& values, const Tensor& sample_weight) {
  const WeightedSum sum = sum_of_means(values, sample_weight);
  increase(*total_, sum.total);
  increase(*count_, sum.count);
}

void Mean::update(double value, double weight) {
  increase(*total_, value * weight);
  increase(*count_, weight);
}

double Mean::mean() const {
  const double count = item(count_->value());
  return count == 0 ? 0.0 : item(total_->value()) / count;
}

Tensor Mean::result() { return scalar(mean(), dtype()); }

}  // namespace pelton::metrics
