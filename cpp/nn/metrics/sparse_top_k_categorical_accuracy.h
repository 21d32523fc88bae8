// Owns the metric SparseTopKCategoricalAccuracy: how often the label is among the k best classes.
#pragma once
#include "nn/metrics/class_rows.h"
#include "nn/metrics/mean_of_scores.h"
#include "nn/metrics/top_k_config.h"

namespace pelton {

struct SparseTopKConfig : TopKConfig {
  bool from_sorted_ids = false;  // predictions are classes, the best first, instead of scores
};
template <>
inline constexpr auto fields<SparseTopKConfig> = std::tuple_cat(
    fields<TopKConfig>, std::tuple{field("from_sorted_ids", &SparseTopKConfig::from_sorted_ids)});

}  // namespace pelton

namespace pelton::metrics {

// 1 where fewer than k classes score higher than the label's, or where the label is among the k
// first of sorted classes. Raises invalid_argument unless there is one label per row.
class SparseTopKCategoricalAccuracy : public MeanOfScores {
 public:
  using Config = SparseTopKConfig;
  static constexpr const char* kClass = "SparseTopKCategoricalAccuracy";
  static constexpr const char* kFunction = "sparse_top_k_categorical_accuracy";

  explicit SparseTopKCategoricalAccuracy(const Config& config = {})
      : MeanOfScores(config, kFunction), config_(config) {
    config.check_k(kClass);
  }
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    const std::vector<int64_t> labels = labels_of_rows(kFunction, y_true, y_pred);
    check(y_pred.shape().back() > 0, kFunction, ": no classes in ", y_pred);
    return {config_.from_sorted_ids ? in_first_k(labels, y_pred, config_.k)
                                    : in_top_k(labels, y_pred, config_.k),
            {}};
  }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override {
    Dict config = written(config_);
    const Value is_sorted = config.take("from_sorted_ids");
    config = k_last(std::move(config));
    if (config_.from_sorted_ids) config.set("from_sorted_ids", is_sorted);
    return config;
  }

 private:
  Config config_;
};

}  // namespace pelton::metrics
