// Owns MeanOfScores: the mean over samples of a function of targets and predictions.
#pragma once
#include "nn/metrics/mean.h"

namespace pelton::metrics {

// The base of accuracies and of losses used as metrics (Keras's MeanMetricWrapper).
class MeanOfScores : public Mean {
 public:
  struct Scores {
    Tensor values;  // a value per sample, or per position of each sample
    Tensor mask;    // true where a sample weight counts; undefined: everywhere
  };

  using Mean::Mean;
  static constexpr bool kTakesValues = false;
  // Plain loops in host memory where it can: called once per batch in fit.
  virtual Scores score(const Tensor& y_true, const Tensor& y_pred) = 0;
  void update_state(const Tensor& y_true, const Tensor& y_pred,
                    const Tensor& sample_weight) override;
  static constexpr const char* kDirection = "up";  // which way the value improves

 protected:
  bool weighs_by_mask() const override { return true; }
};

}  // namespace pelton::metrics
