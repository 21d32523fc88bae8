#include "nn/training/step_iterator.h"

#include "nn/training/warning.h"

namespace pelton {

void StepIterator::begin_epoch() {
  step_ = 0;
  has_ended_ = false;
  if (steps_ && in_pass_) return;
  source_.rewind();
  in_pass_ = true;
}

// A batch of the next epoch is not prepared: what is called between epochs may change the arrays.
bool StepIterator::take(Batch& batch) {
  if (!source_.next(batch)) return false;
  ++step_;
  if (!steps_ || step_ < *steps_) source_.prepare();
  return true;
}

bool StepIterator::next(Batch& batch) {
  if (has_ended_ || (steps_ && step_ >= *steps_)) return false;
  if (take(batch)) return true;
  in_pass_ = false;
  const bool ended_where_expected = steps_ && step_ == 0;
  if (ended_where_expected && source_.count().value_or(0) > 0) {
    // The last epoch took exactly the rest of a pass: this one starts the next.
    source_.rewind();
    in_pass_ = true;
    if (take(batch)) return true;
  }
  has_ended_ = true;
  // As Keras says, too, at the end of data whose length nobody knew.
  if (steps_ || step_ == 0 || !source_.count())
    warn(
        "Your input ran out of data; interrupting training. Make sure that your dataset or "
        "generator can generate at least `steps_per_epoch * epochs` batches. You may need to use "
        "the `.repeat()` function when building your dataset.");
  return false;
}

}  // namespace pelton
