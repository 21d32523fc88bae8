// Owns DatasetBatches: batches that are the elements of a pipeline, taken without Python.
#pragma once
#include <map>
#include <memory>

#include "data/dataset.h"
#include "data/rows/row_batches.h"
#include "nn/training/batch_source.h"

namespace pelton {

// Each element is a batch; floating tensors of one input and one target become floatx, others stay
// as they are. A new pass per rewind().
class DatasetBatches : public BatchSource {
 public:
  // The elements' components are x, y and sample_weight, as many as there are. `weights` of classes
  // make sample weights from the targets; raises value_error where a batch has its own.
  DatasetBatches(data::DatasetRef dataset, std::map<int64_t, double> weights);
  // For steps that know how elements nest.
  DatasetBatches(data::DatasetRef dataset, std::shared_ptr<const Nesting> nesting);

  std::optional<int64_t> count() const override;
  void rewind() override;
  bool next(Batch& batch) override;
  // For pipelines that only choose rows of arrays.
  void prepare() override;
  void drop_prepared() override;

 private:
  // What floating tensors become, if anything.
  std::optional<DType> floating() const;
  bool take_parts(data::Components& parts);
  bool next_parts(data::Components& parts);
  void fill(Batch& batch, const data::Components& parts) const;

  data::DatasetRef dataset_;
  std::unique_ptr<data::RowBatches> rows_;  // where the pipeline only chooses rows
  data::IteratorRef pass_;                  // elsewhere
  bool is_over_ = false;                    // the pass
  std::map<int64_t, double> weights_;
  std::shared_ptr<const Nesting> nesting_;
};

}  // namespace pelton
