#include "nn/metrics/mean.h"

#include "nn/metrics/samplewise.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton::metrics {
Mean::Mean(const Config& config, const std::string& default_name)
    : Metric(config, default_name),
      total_(add_variable({}, "total")),
      count_(add_variable({}, "count")) {}

void Mean::update(const Tensor& values, const Tensor& sample_weight) {
  const WeightedSum sum = sum_of_means(values, sample_weight, dtype());
  total_->assign_add(sum.total);
  count_->assign_add(sum.count);
}

void Mean::update_by(const Tensor& value, int64_t samples) {
  const Tensor weight = scalar(static_cast<double>(samples), dtype());
  total_->assign_add(multiply(cast(value, dtype()), weight));
  count_->assign_add(weight);
}

Tensor Mean::mean() const {
  return divide_no_nan(total_->untaped_value(), count_->untaped_value());
}

Tensor Mean::result() { return mean(); }

}  // namespace pelton::metrics
