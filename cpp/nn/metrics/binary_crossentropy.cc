#include "nn/metrics/binary_crossentropy.h"

namespace pelton::metrics {
namespace {

losses::BinaryCrossentropy::Config loss_config(const BinaryCrossentropy::Config& config) {
  losses::BinaryCrossentropy::Config out;
  out.from_logits = config.from_logits;
  out.label_smoothing = config.label_smoothing;
  return out;
}

}  // namespace

BinaryCrossentropy::BinaryCrossentropy(const Config& config)
    : MeanOfScores(config, kFunction), config_(config), loss_(loss_config(config)) {}

MeanOfScores::Scores BinaryCrossentropy::score(const Tensor& y_true, const Tensor& y_pred) {
  const Loss::Values values = loss_.call(y_true, y_pred);
  return {values.values, values.mask};
}

}  // namespace pelton::metrics
