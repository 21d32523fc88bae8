// Owns OwnSteps: steps in place of the Trainer's own, as users write them (train_step, test_step,
// predict_step), and steps over nested data. Knows no layers.
#pragma once
#include "nn/metrics/metric.h"
#include "nn/training/batch_source.h"

namespace pelton {

class OwnSteps {
 public:
  virtual ~OwnSteps() = default;
  // One step; raises whatever the user's code raises.
  virtual void train(const Batch& batch) = 0;
  virtual void test(const Batch& batch) = 0;
  // The leaves of the outputs, in order.
  virtual std::vector<Tensor> predict(const Batch& batch) = 0;
  // The figures that the last step gave, or `of_all` steps; read on the host only when asked for.
  virtual Logs logs(bool of_all) = 0;
  virtual void reset_metrics() = 0;
};

}  // namespace pelton
