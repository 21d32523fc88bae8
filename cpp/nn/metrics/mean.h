// Owns Mean: the (weighted) mean of values over batches.
#pragma once
#include "nn/metrics/metric.h"
#include "nn/metrics/samplewise.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton::metrics {

// sum(values * weight) / sum(weight); 0 where nothing has been seen. A value per sample: trailing
// axes that the weight does not have are averaged first, as Keras does.
class Mean : public Metric {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "Mean";
  static constexpr const char* kFunction = "mean";
  static constexpr bool kTakesValues = true;

  explicit Mean(const Config& config = {}, const std::string& default_name = kFunction)
      : Metric(config, default_name),
        total_(add_variable({}, "total")),
        count_(add_variable({}, "count")) {}

  // Takes in `values`; raises invalid_argument unless the weight broadcasts to them.
  void update(const Tensor& values, const Tensor& sample_weight = {}) {
    const WeightedSum sum = sum_of_means(values, sample_weight, dtype());
    total_->assign_add(sum.total);
    count_->assign_add(sum.count);
  }
  // Takes in one value, 0-d, that stands for so many samples.
  void update_by(const Tensor& value, int64_t samples) {
    const Tensor weight = scalar(static_cast<double>(samples), dtype());
    total_->assign_add(multiply(cast(value, dtype()), weight));
    count_->assign_add(weight);
  }
  // Keras's positional call: the second argument is the weight.
  void update_state(const Tensor& values, const Tensor& sample_weight, const Tensor&) override {
    update(values, sample_weight);
  }
  void take_in_scores(const Tensor& scores, const Tensor& sample_weight) override {
    update(scores, sample_weight);
  }
  Tensor result() override { return mean(); }
  std::string class_name() const override { return kClass; }

 protected:
  // sum / count as they stand: 0-d.
  Tensor mean() const { return divide_no_nan(total_->untaped_value(), count_->untaped_value()); }

 private:
  VariableRef total_;
  VariableRef count_;
};

}  // namespace pelton::metrics
