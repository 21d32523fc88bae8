#include "nn/metrics/sparse_categorical_crossentropy.h"

namespace pelton::metrics {
namespace {

losses::SparseCategoricalCrossentropy::Config loss_config(
    const SparseCategoricalCrossentropy::Config& config) {
  losses::SparseCategoricalCrossentropy::Config out;
  out.from_logits = config.from_logits;
  out.ignore_class = config.ignore_class;
  out.axis = config.axis;
  return out;
}

}  // namespace

SparseCategoricalCrossentropy::SparseCategoricalCrossentropy(const Config& config)
    : MeanOfScores(config, kFunction), config_(config), loss_(loss_config(config)) {}

MeanOfScores::Scores SparseCategoricalCrossentropy::score(const Tensor& y_true,
                                                          const Tensor& y_pred) {
  const Loss::Values values = loss_.call(y_true, y_pred);
  return {values.values, values.mask};
}

}  // namespace pelton::metrics
