// Owns the metric BinaryAccuracy: how often predictions, rounded by a threshold, equal 0/1 targets.
#pragma once
#include "nn/metrics/compare.h"
#include "nn/metrics/mean_of_scores.h"
#include "ops/math/math.h"

namespace pelton {

struct BinaryAccuracyConfig : MetricConfig {
  double threshold = 0.5;
};
template <>
inline constexpr auto fields<BinaryAccuracyConfig> = std::tuple_cat(
    fields<MetricConfig>, std::tuple{field("threshold", &BinaryAccuracyConfig::threshold)});

namespace metrics {

// 1 where (prediction > threshold) equals the target. Raises invalid_argument unless the shapes
// broadcast.
class BinaryAccuracy : public MeanOfScores {
 public:
  using Config = BinaryAccuracyConfig;
  static constexpr const char* kClass = "BinaryAccuracy";
  static constexpr const char* kFunction = "binary_accuracy";

  explicit BinaryAccuracy(const Config& config = {})
      : MeanOfScores(config, kFunction), config_(config) {}
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    const double threshold = static_cast<float>(config_.threshold);
    return {compare(kFunction, y_true, y_pred,
                    [&](double target, double output) {
                      return target == (output > threshold ? 1.0 : 0.0);
                    }),
            {}};
  }
  // Undefined for shapes that broadcast or are refused and for integer predictions. Both
  // comparisons have the bits of score(): what is cast to float32 is 0 or 1 there only if it is.
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override {
    Tensor target = y_true, output = y_pred;
    match_rank(target, output);
    if (!is_floating(output.dtype()) || is_complex(target.dtype()) ||
        target.shape() != output.shape())
      return {};
    const auto wide = [](const Tensor& x) {
      return x.dtype() == DType::float64 ? x : cast(x, DType::float32);
    };
    target = wide(target);
    output = wide(output);
    const double threshold = static_cast<float>(config_.threshold);
    const Tensor above = greater(output, scalar(threshold, output.dtype()));
    return cast(equal(target, cast(above, target.dtype())), DType::float32);
  }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  Config config_;
};

}  // namespace metrics
}  // namespace pelton
