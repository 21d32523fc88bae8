#include "nn/metrics/class_rows.h"

#include <algorithm>
#include <cmath>

#include "nn/training/host_array.h"

namespace pelton::metrics {
namespace {

// Keras's argmax takes -0.0 for less than 0.0.
template <class T>
bool is_positive_zero_over(T value, T best) {
  return value == 0 && best == 0 && std::signbit(best) && !std::signbit(value);
}

// Calls f(row index, first value, classes) for each row; float64 keeps its precision.
template <class F>
void for_each_row(const Tensor& x, F&& f) {
  const int64_t classes = x.shape().back();
  const auto loop = [&](const auto& values) {
    interruptible_for(values.size() / classes, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) f(i, values.data() + i * classes, classes);
    });
  };
  if (x.dtype() == DType::float64)
    loop(HostArray<double>(x));
  else
    loop(HostArray<float>(x));
}

}  // namespace

Shape shape_of_rows(const Tensor& x) { return Shape(x.shape().begin(), x.shape().end() - 1); }

bool has_class_scores(const Tensor& x) {
  return is_floating(x.dtype()) && x.rank() >= 1 && x.shape().back() > 0;
}

std::vector<int64_t> argmax_rows(const char* metric, const Tensor& x) {
  check(x.rank() >= 1 && x.shape().back() > 0, metric,
        ": expected scores of at least one class, got ", x);
  std::vector<int64_t> out(static_cast<size_t>(x.size() / x.shape().back()));
  for_each_row(x, [&](int64_t i, const auto* row, int64_t classes) {
    int64_t best = 0;
    for (int64_t j = 1; j < classes; ++j)
      if (row[j] > row[best] || is_positive_zero_over(row[j], row[best])) best = j;
    out[static_cast<size_t>(i)] = best;
  });
  return out;
}

std::vector<int64_t> labels_of_rows(const char* metric, const Tensor& y_true,
                                    const Tensor& y_pred) {
  Shape shape = y_true.shape();
  if (y_true.rank() == y_pred.rank() && y_true.rank() > 0 && shape.back() == 1)
    shape.resize(shape.size() - 1);
  const bool is_column = y_true.rank() > 0 && y_true.shape().back() == 1;
  const int64_t rows =
      y_pred.rank() >= 1 && y_pred.shape().back() > 0 ? y_pred.size() / y_pred.shape().back() : -1;
  check(y_pred.rank() >= 1 &&
            (shape == shape_of_rows(y_pred) || (is_column && y_true.size() == rows)),
        metric, ": y_true must hold one class index per row of y_pred. Received: y_true.shape=",
        y_true.shape(), ", y_pred.shape=", y_pred.shape());
  const HostArray<int64_t> labels(y_true);
  return {labels.data(), labels.data() + labels.size()};
}

void check_one_hot(const char* metric, const Tensor& y_true, const Tensor& y_pred) {
  check(y_true.shape() == y_pred.shape(), metric,
        ": y_true and y_pred must have the same shape. Received: y_true.shape=", y_true.shape(),
        ", y_pred.shape=", y_pred.shape());
}

Tensor in_top_k(const std::vector<int64_t>& labels, const Tensor& y_pred, int64_t k) {
  Tensor out = empty(shape_of_rows(y_pred), DType::float32);
  auto* correct = out.data_as<float>();
  for_each_row(y_pred, [&](int64_t i, const auto* row, int64_t classes) {
    const int64_t label = labels[static_cast<size_t>(i)];
    correct[i] = 0;
    if (label < 0 || label >= classes || !std::isfinite(row[label])) return;
    int64_t higher = 0;
    for (int64_t j = 0; j < classes; ++j) {
      if (!std::isfinite(row[j])) return;
      higher += row[j] > row[label];
    }
    correct[i] = higher < k ? 1.0f : 0.0f;
  });
  return out;
}

Tensor in_first_k(const std::vector<int64_t>& labels, const Tensor& ids, int64_t k) {
  const HostArray<int64_t> values(ids);
  const int64_t classes = ids.shape().back();
  Tensor out = empty(shape_of_rows(ids), DType::float32);
  auto* correct = out.data_as<float>();
  for (size_t i = 0; i < labels.size(); ++i) {
    const int64_t* row = values.data() + static_cast<int64_t>(i) * classes;
    const int64_t* end = row + std::min(k, classes);
    correct[i] = std::find(row, end, labels[i]) != end ? 1.0f : 0.0f;
  }
  return out;
}

Tensor matches(const std::vector<int64_t>& a, const std::vector<int64_t>& b, const Tensor& y_pred) {
  Tensor out = empty(shape_of_rows(y_pred), DType::float32);
  auto* correct = out.data_as<float>();
  for (size_t i = 0; i < a.size(); ++i) correct[i] = a[i] == b[i] ? 1.0f : 0.0f;
  return out;
}

}  // namespace pelton::metrics
