#include "nn/metrics/mean_of_scores.h"

#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"

namespace pelton::metrics {

void MeanOfScores::update_state(const Tensor& y_true, const Tensor& y_pred,
                                const Tensor& sample_weight) {
  PauseObservers pause;  // a metric is no part of the model: no tape needs its ops
  Scores scores = score(y_true, y_pred);
  Tensor weight = sample_weight;
  if (scores.mask.defined() && weight.defined()) {
    Tensor mask = cast(scores.mask, DType::float32);
    weight = cast(weight, DType::float32);
    match_rank(mask, weight);
    weight = multiply(weight, mask);
  }
  update(scores.values, weight);
}

}  // namespace pelton::metrics
