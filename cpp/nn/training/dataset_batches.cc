#include "nn/training/dataset_batches.h"

#include "nn/config/dtype_policy.h"
#include "nn/training/class_weights.h"
#include "ops/array/array.h"

namespace pelton {
namespace {

Tensor in_floatx(const Tensor& value) {
  const bool casts = value.defined() && is_floating(value.dtype()) && value.dtype() != floatx();
  return casts ? cast(value, floatx()) : value;
}

}  // namespace

DatasetBatches::DatasetBatches(data::DatasetRef dataset, std::map<int64_t, double> weights)
    : dataset_(std::move(dataset)),
      rows_(data::RowBatches::of(dataset_)),
      weights_(std::move(weights)) {}

DatasetBatches::DatasetBatches(data::DatasetRef dataset, std::shared_ptr<const Nesting> nesting)
    : dataset_(std::move(dataset)),
      rows_(data::RowBatches::of(dataset_)),
      nesting_(std::move(nesting)) {}

std::optional<int64_t> DatasetBatches::count() const {
  const int64_t cardinality = dataset_->cardinality();
  if (cardinality < 0) return {};
  return cardinality;
}

void DatasetBatches::rewind() {
  is_over_ = false;
  if (rows_ != nullptr) return rows_->rewind();
  pass_.reset();
  pass_ = dataset_->iterate();
}

std::optional<DType> DatasetBatches::floating() const {
  return nesting_ != nullptr ? std::nullopt : std::optional(floatx());
}

bool DatasetBatches::take_parts(data::Components& parts) {
  if (rows_ != nullptr) return rows_->next(floating(), parts);
  data::Element element;
  if (pass_ == nullptr || !pass_->next(element)) {
    pass_.reset();
    return false;
  }
  parts = element.take_parts();
  return true;
}

// Keras makes an iterator where a pass of known length ends, and one more where the next begins: of
// the orders of a shuffle, training takes every other one.
bool DatasetBatches::next_parts(data::Components& parts) {
  if (take_parts(parts)) return true;
  if (!is_over_ && count()) dataset_->skip_pass();
  is_over_ = true;
  return false;
}

bool DatasetBatches::next(Batch& batch) {
  data::Components parts;
  if (!next_parts(parts)) return false;
  fill(batch, parts);
  return true;
}

void DatasetBatches::prepare() {
  if (rows_ != nullptr) rows_->prepare(floating());
}

void DatasetBatches::drop_prepared() {
  if (rows_ != nullptr) rows_->drop_prepared();
}

void DatasetBatches::fill(Batch& batch, const data::Components& parts) const {
  if (nesting_ != nullptr) {
    batch.leaves.clear();
    for (const data::Component& part : parts) batch.leaves.push_back(part.tensor);
    batch.nesting = nesting_;
    return;
  }
  const auto part_at = [&](size_t i) {
    return i < parts.size() ? in_floatx(parts[i].tensor) : Tensor();
  };
  batch.x = part_at(0);
  batch.y = part_at(1);
  batch.sample_weight = part_at(2);
  if (weights_.empty()) return;
  check(!batch.sample_weight.defined(), Code::value_error,
        "You cannot `class_weight` and `sample_weight` at the same time.");
  batch.sample_weight = class_weights(batch.y, weights_);
}

}  // namespace pelton
