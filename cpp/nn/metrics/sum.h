// Owns Sum: the (weighted) sum of values over batches.
#pragma once
#include "nn/metrics/metric.h"
#include "nn/metrics/samplewise.h"

namespace pelton::metrics {

// sum(values * weight), the weight broadcast over trailing axes that it does not have.
class Sum : public Metric {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "Sum";
  static constexpr const char* kFunction = "sum";
  static constexpr bool kTakesValues = true;

  explicit Sum(const Config& config = {})
      : Metric(config, kFunction), total_(add_variable({}, "total")) {}

  // Raises invalid_argument unless the weight broadcasts to the values.
  void update(const Tensor& values, const Tensor& sample_weight = {}) {
    total_->assign_add(sum_of_products(values, sample_weight, dtype()));
  }
  void update_state(const Tensor& values, const Tensor& sample_weight, const Tensor&) override {
    update(values, sample_weight);
  }
  Tensor result() override { return total_->untaped_value(); }
  std::string class_name() const override { return kClass; }

 private:
  VariableRef total_;
};

}  // namespace pelton::metrics
