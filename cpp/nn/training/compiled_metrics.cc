#include "nn/training/compiled_metrics.h"

#include <algorithm>
#include <map>

#include "nn/metrics/metric_list.h"
#include "nn/module/argument_note.h"
#include "nn/module/naming.h"

namespace pelton {
namespace {

std::shared_ptr<Metric> accuracy_for(TargetKind kind) {
  if (kind == TargetKind::binary) return std::make_shared<metrics::BinaryAccuracy>();
  if (kind == TargetKind::categorical) return std::make_shared<metrics::CategoricalAccuracy>();
  return std::make_shared<metrics::SparseCategoricalAccuracy>();
}

std::shared_ptr<Metric> resolve_choice(const MetricChoice& choice, TargetKind kind) {
  if (const auto* metric = std::get_if<std::shared_ptr<Metric>>(&choice)) return *metric;
  const std::string& name = std::get<std::string>(choice);
  const bool is_accuracy = lower_case(name) == "accuracy" || lower_case(name) == "acc";
  std::shared_ptr<Metric> metric = is_accuracy ? accuracy_for(kind) : get_metric(name);
  metric->set_name(name);
  return metric;
}

// Copies, as metrics in Python may compile the model again.
void reset_all(const std::vector<std::shared_ptr<Metric>> metrics) {
  for (const auto& metric : metrics) metric->reset_state();
}

// The result of `body`, a part of metric.update_state(y_true, y_pred, weight); errors leave it with
// a note on these.
template <class Body>
decltype(auto) noting_update(const Metric& metric, const Tensor& y_true, const Tensor& y_pred,
                             const Tensor& weight, Body&& body) {
  return noting(metric, "update_state",
                {{"y_true", y_true}, {"y_pred", y_pred}, {"sample_weight", weight}}, body);
}

}  // namespace

TargetKind target_kind(const Shape& y_true, const Shape& y_pred) {
  if (y_pred.empty() || y_pred.back() == 1) return TargetKind::binary;
  const bool is_sparse = y_true.size() < y_pred.size() || (!y_true.empty() && y_true.back() == 1);
  return is_sparse ? TargetKind::sparse_categorical : TargetKind::categorical;
}

CompiledMetrics::CompiledMetrics(std::vector<MetricChoice> metrics,
                                 std::vector<MetricChoice> weighted)
    : choices_(std::move(metrics)), weighted_choices_(std::move(weighted)) {}

void CompiledMetrics::resolve(const Tensor& y_true, const Tensor& y_pred) {
  const TargetKind kind = target_kind(y_true.shape(), y_pred.shape());
  List plain, weighted;
  for (const MetricChoice& choice : choices_) plain.push_back(resolve_choice(choice, kind));
  for (const MetricChoice& choice : weighted_choices_)
    weighted.push_back(resolve_choice(choice, kind));
  plain_ = std::move(plain);
  weighted_ = std::move(weighted);
  resolved_ = true;
}

template <class F>
void CompiledMetrics::for_each(const Tensor& sample_weight, F&& f) const {
  for (const auto& metric : plain_) f(metric, Tensor());
  for (const auto& metric : weighted_) f(metric, sample_weight);
}

std::vector<Tensor> CompiledMetrics::scores(const Tensor& y_true, const Tensor& y_pred,
                                            const Tensor& sample_weight) {
  if (!resolved_) resolve(y_true, y_pred);
  std::vector<Tensor> out;
  for_each(sample_weight, [&](const auto& metric, const Tensor& weight) {
    out.push_back(noting_update(*metric, y_true, y_pred, weight,
                                [&] { return metric->batch_scores(y_true, y_pred); }));
  });
  return out;
}

// A weight may be refused, and the error tells the predictions; a mask of theirs weighs.
bool CompiledMetrics::needs_predictions(std::span<const Tensor> scores, const Tensor& y_pred,
                                        const Tensor& sample_weight) const {
  const bool may_refuse = sample_weight.defined() && !weighted_.empty();
  return may_refuse || y_pred.has_mask() ||
         !std::all_of(scores.begin(), scores.end(),
                      [](const Tensor& score) { return score.defined(); });
}

void CompiledMetrics::update(const Tensor& y_true, const Tensor& y_pred,
                             const Tensor& sample_weight, std::span<const Tensor> scores) {
  if (!resolved_) resolve(y_true, y_pred);
  size_t i = 0;
  for_each(sample_weight, [&](const auto& metric, const Tensor& weight) {
    const Tensor score = scores.empty() ? Tensor() : scores[i++];
    if (!score.defined()) return Metric::take_in_on_host(metric, y_true, y_pred, weight);
    noting_update(*metric, y_true, y_pred, weight,
                  [&] { metric->take_in_scores(score, metric->masked_weight(y_pred, weight)); });
  });
}

void CompiledMetrics::unresolve() {
  resolved_ = false;
  plain_.clear();
  weighted_.clear();
}

void CompiledMetrics::reset() {
  reset_all(plain_);
  reset_all(weighted_);
}

void CompiledMetrics::log(Logs& logs) const {
  std::map<std::string, int64_t> used;
  const auto append = [&](const List metrics, bool weighted) {
    for (const auto& metric : metrics) {
      const size_t first = logs.size();
      metric->log(logs);
      for (size_t i = first; i < logs.size(); ++i) {
        std::string& name = logs[i].first;
        if (weighted && used.contains(name)) name = "weighted_" + name;
        const int64_t before = used[name]++;
        if (before > 0) name += "_" + std::to_string(before);
      }
    }
  };
  append(plain_, false);
  append(weighted_, true);
}

std::vector<std::shared_ptr<Metric>> CompiledMetrics::metrics() const {
  List out = plain_;
  out.insert(out.end(), weighted_.begin(), weighted_.end());
  return out;
}

std::vector<std::shared_ptr<Metric>> CompiledMetrics::existing() const {
  if (resolved_) return metrics();
  List out;
  for (const auto* choices : {&choices_, &weighted_choices_})
    for (const MetricChoice& choice : *choices)
      if (const auto* metric = std::get_if<std::shared_ptr<Metric>>(&choice))
        out.push_back(*metric);
  return out;
}

}  // namespace pelton
