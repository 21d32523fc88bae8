// Owns StepIterator: which batches make an epoch, when steps are given and when data run out.
#pragma once
#include "nn/training/batch_source.h"

namespace pelton {

class StepIterator {
 public:
  // `steps` absent: one pass over `source`. With `steps` a pass may span epochs, as in Keras.
  StepIterator(BatchSource& source, std::optional<int64_t> steps)
      : source_(source), steps_(steps) {}
  ~StepIterator() { source_.drop_prepared(); }
  StepIterator(const StepIterator&) = delete;
  StepIterator& operator=(const StepIterator&) = delete;

  // Starts an epoch.
  void begin_epoch();
  // The next batch of the epoch; warns where data run out before `steps` batches.
  bool next(Batch& batch);
  // Batches per epoch, where known.
  std::optional<int64_t> count() const { return steps_ ? steps_ : source_.count(); }

 private:
  bool take(Batch& batch);

  BatchSource& source_;
  std::optional<int64_t> steps_;
  int64_t step_ = 0;
  bool in_pass_ = false;
  bool has_ended_ = false;  // the epoch, as data ran out
};

}  // namespace pelton
