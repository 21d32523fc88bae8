#include "nn/metrics/samplewise.h"

#include "nn/training/host_array.h"

namespace pelton::metrics {
namespace {

int64_t product(const Shape& shape, size_t from, size_t to) {
  int64_t out = 1;
  for (size_t i = from; i < to; ++i) out *= shape[i];
  return out;
}

double sum(const HostArray<double>& values) {
  double out = 0;
  interruptible_for(values.size(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out += values[i];
  });
  return out;
}

// The two shapes with their ranks matched as Keras does for weights: a last axis of size 1 of the
// longer one is dropped, or added to a shorter one of rank 1.
void match_shapes(Shape& values, Shape& weight) {
  Shape* longer = values.size() > weight.size() ? &values : &weight;
  Shape* shorter = longer == &values ? &weight : &values;
  if (longer->size() != shorter->size() + 1 || longer->back() != 1) return;
  if (shorter->size() == 1)
    shorter->push_back(1);
  else
    longer->resize(longer->size() - 1);
}

// Steps through `weight` as if it were broadcast to `shape`.
class BroadcastIndex {
 public:
  BroadcastIndex(const Shape& shape, const Shape& weight) : shape_(shape), at_(shape.size(), 0) {
    const Strides strides = row_major_strides(weight);
    for (size_t i = 0; i < shape.size(); ++i)
      steps_.push_back(weight[i] == 1 && shape[i] != 1 ? 0 : strides[i]);
  }
  int64_t offset() const { return offset_; }
  void next() {
    for (size_t i = shape_.size(); i-- > 0;) {
      offset_ += steps_[i];
      if (++at_[i] < shape_[i]) return;
      offset_ -= steps_[i] * shape_[i];
      at_[i] = 0;
    }
  }

 private:
  Shape shape_;
  Shape at_;
  Strides steps_;
  int64_t offset_ = 0;
};

struct Pair {
  Shape lead;    // the values' axes that the weight covers
  Shape weight;  // broadcasts to `lead`
  int64_t tail;  // values per weight
};

Pair pair_up(const Tensor& values, const Tensor& sample_weight) {
  Shape shape = values.shape(), weight = sample_weight.shape();
  match_shapes(shape, weight);
  check(weight.size() <= shape.size(), "sample_weight of shape ", sample_weight.shape(),
        " has more axes than the values of shape ", values.shape());
  const Shape lead(shape.begin(), shape.begin() + weight.size());
  bool fits = true;
  for (size_t i = 0; i < weight.size(); ++i) fits &= weight[i] == lead[i] || weight[i] == 1;
  check(fits, "Incompatible shapes: sample_weight ", sample_weight.shape(), " vs. values ",
        values.shape());
  return {lead, weight, product(shape, weight.size(), shape.size())};
}

// Calls f(sum of the values under one weight, the weight) for each position of `pair.lead`.
template <class F>
void for_each_weighted(const Pair& pair, const Tensor& values, const Tensor& weight, F&& f) {
  const HostArray<double> v(values), w(weight);
  BroadcastIndex at(pair.lead, pair.weight);
  const int64_t count = product(pair.lead, 0, pair.lead.size());
  interruptible_for(count, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i, at.next()) {
      double sum_of_tail = 0;
      for (int64_t j = 0; j < pair.tail; ++j) sum_of_tail += v[i * pair.tail + j];
      f(sum_of_tail, w[at.offset()]);
    }
  });
}

}  // namespace

WeightedSum sum_of_means(const Tensor& values, const Tensor& sample_weight) {
  if (!sample_weight.defined()) {
    const double samples = values.rank() == 0 ? 1.0 : static_cast<double>(values.shape()[0]);
    if (values.size() == 0) return {0.0, samples};
    return {sum(HostArray<double>(values)) / (static_cast<double>(values.size()) / samples),
            samples};
  }
  const Pair pair = pair_up(values, sample_weight);
  if (values.size() == 0) return {};
  const size_t rank = pair.lead.size();
  const auto inner = static_cast<double>(product(pair.lead, rank > 0 ? 1 : 0, rank));
  WeightedSum out;
  for_each_weighted(pair, values, sample_weight, [&](double sum_of_tail, double weight) {
    out.total += sum_of_tail / static_cast<double>(pair.tail) * weight / inner;
    out.count += weight / inner;
  });
  return out;
}

double sum_of_products(const Tensor& values, const Tensor& sample_weight) {
  if (values.size() == 0) return 0.0;
  if (!sample_weight.defined()) return sum(HostArray<double>(values));
  double total = 0;
  for_each_weighted(pair_up(values, sample_weight), values, sample_weight,
                    [&](double sum_of_tail, double weight) { total += sum_of_tail * weight; });
  return total;
}

}  // namespace pelton::metrics
