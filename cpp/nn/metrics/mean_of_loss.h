// Owns MeanOfLoss: a loss used as a metric. Knows losses by their interface only.
#pragma once
#include "nn/losses/loss.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton::metrics {

// The mean over samples of loss L, whose names it takes; sample weights count where L masks nothing
// out, as in Keras: without weights positions left out count with the value that L gives them. C is
// a MetricConfig, with more fields where L can be told more: they go to L's fields of that name.
template <class L, class C = MetricConfig>
class MeanOfLoss : public MeanOfScores {
 public:
  using Config = C;
  static constexpr const char* kClass = L::kClass;
  static constexpr const char* kFunction = L::kFunction;
  static constexpr auto& kAliases = L::kAliases;

  explicit MeanOfLoss(const Config& config = {})
      : MeanOfScores(config, kFunction), config_(config), loss_(loss_config(config)) {}
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    const Loss::Values values = loss_.call(y_true, y_pred);
    return {values.values, values.mask};
  }
  // None where L leaves positions out, which sample weights have to know of. In a step that is
  // traced a cross-entropy finds the logits behind the probabilities, as Keras's does.
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override {
    if constexpr (requires(const C& config) { config.ignore_class; })
      if (config_.ignore_class) return {};
    return loss_.call(y_true, y_pred).values;
  }
  static constexpr const char* kDirection = "down";  // which way the value improves
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  static typename L::Config loss_config(const Config& config) {
    Dict values;
    write_config(config, values);
    for (const char* of_metric : {"name", "dtype"}) values.take(of_metric);
    return take_config<typename L::Config>(values, kClass);
  }

  Config config_;
  L loss_;
};

}  // namespace pelton::metrics
