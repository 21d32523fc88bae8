#include "nn/step_iterator.h"

#include "nn/warning.h"

namespace pelton {

void StepIterator::begin_epoch() {
  step_ = 0;
  if (steps_ && in_pass_) return;
  source_.rewind();
  in_pass_ = true;
}

bool StepIterator::next(Batch& batch) {
  if (steps_ && step_ >= *steps_) return false;
  if (source_.next(batch)) {
    ++step_;
    return true;
  }
  in_pass_ = false;
  const bool ended_where_expected = steps_ && step_ == 0;
  if (ended_where_expected && source_.count().value_or(0) > 0) {
    // The last epoch took exactly the rest of a pass: this one starts the next.
    source_.rewind();
    in_pass_ = true;
    if (source_.next(batch)) {
      ++step_;
      return true;
    }
  }
  if (steps_ || step_ == 0)
    warn(
        "Your input ran out of data; interrupting training. Make sure that your dataset or "
        "generator can generate at least `steps_per_epoch * epochs` batches. You may need to use "
        "the `.repeat()` function when building your dataset.");
  return false;
}

}  // namespace pelton
