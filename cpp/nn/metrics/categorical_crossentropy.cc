#include "nn/metrics/categorical_crossentropy.h"

namespace pelton::metrics {
namespace {

losses::CategoricalCrossentropy::Config loss_config(const CategoricalCrossentropy::Config& config) {
  losses::CategoricalCrossentropy::Config out;
  out.from_logits = config.from_logits;
  out.label_smoothing = config.label_smoothing;
  out.axis = config.axis;
  return out;
}

}  // namespace

CategoricalCrossentropy::CategoricalCrossentropy(const Config& config)
    : MeanOfScores(config, kFunction), config_(config), loss_(loss_config(config)) {}

MeanOfScores::Scores CategoricalCrossentropy::score(const Tensor& y_true, const Tensor& y_pred) {
  const Loss::Values values = loss_.call(y_true, y_pred);
  return {values.values, values.mask};
}

}  // namespace pelton::metrics
