// Owns Mean: the (weighted) mean of values over batches.
#pragma once
#include "nn/metrics/metric.h"

namespace pelton::metrics {

// sum(values * weight) / sum(weight); 0 where nothing has been seen. A value per sample: trailing
// axes that the weight does not have are averaged first, as Keras does.
class Mean : public Metric {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "Mean";
  static constexpr const char* kFunction = "mean";
  static constexpr bool kTakesValues = true;

  explicit Mean(const Config& config = {}, const std::string& default_name = kFunction);

  // Takes in `values`; raises invalid_argument unless the weight broadcasts to them.
  void update(const Tensor& values, const Tensor& sample_weight = {});
  // Takes in one value, 0-d, that stands for so many samples.
  void update_by(const Tensor& value, int64_t samples);
  // Keras's positional call: the second argument is the weight.
  void update_state(const Tensor& values, const Tensor& sample_weight, const Tensor&) override {
    update(values, sample_weight);
  }
  void take_in_scores(const Tensor& scores, const Tensor& sample_weight) override {
    update(scores, sample_weight);
  }
  Tensor result() override;
  std::string class_name() const override { return kClass; }

 protected:
  // sum / count as they stand: 0-d.
  Tensor mean() const;

 private:
  VariableRef total_;
  VariableRef count_;
};

}  // namespace pelton::metrics
