// Owns RowBatches: the batches of a pipeline that only chooses rows of arrays, such as
// from_tensor_slices, shuffle, batch and prefetch, copied beside what their user does.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "data/dataset.h"
#include "data/rows/row_gathering.h"

namespace pelton::data {

class RowBatches {
 public:
  // Null for other pipelines. prefetch() behind batch() is done without a thread of its own.
  static std::unique_ptr<RowBatches> of(const DatasetRef& dataset);

  // Begins a new pass.
  void rewind();
  // The next batch, its floating tensors in the dtype `floating`, without one in their own; false
  // at the end of the pass.
  bool next(std::optional<DType> floating, Components& out);
  // Has idle threads copy the next batch, unless it is large.
  void prepare(std::optional<DType> floating);
  // Nothing that prepare() began reads the arrays any more.
  void drop_prepared() { prepared_.reset(); }

 private:
  RowBatches(DatasetRef rows, Batching batching, int threads_of_passes)
      : dataset_(std::move(rows)), batching_(batching), skipped_(threads_of_passes) {}

  bool choose_rows();
  std::unique_ptr<RowGathering> gather(std::optional<DType> floating) const;

  const DatasetRef dataset_;  // of the rows
  const Batching batching_;
  const int skipped_;  // prefetch nodes
  IteratorRef pass_;
  bool has_chosen_ = false;  // the rows of the next batch
  SlicesRef slices_;
  std::vector<int64_t> rows_;
  std::optional<DType> floating_;  // of prepared_
  std::unique_ptr<RowGathering> prepared_;
};

}  // namespace pelton::data
