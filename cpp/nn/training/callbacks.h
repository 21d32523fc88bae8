// Owns Callbacks: the hooks that training, evaluation and prediction call. Knows no Python.
#pragma once
#include <span>

#include "core/tensor.h"
#include "nn/metrics/metric.h"

namespace pelton {

enum class Phase : uint8_t { train, test, predict };

// Every hook does nothing unless overridden; what a hook raises ends the run. Epochs and steps
// count from 0, logs are sorted by name.
class Callbacks {
 public:
  virtual ~Callbacks() = default;
  virtual void on_begin(Phase) {}
  virtual void on_end(Phase, const Logs&) {}
  virtual void on_epoch_begin(int64_t /*epoch*/) {}
  virtual void on_epoch_end(int64_t /*epoch*/, const Logs&) {}
  // After the first on_epoch_begin of a training: on how many batches of that epoch an earlier run,
  // which was cut off, has trained. They are read and left out; then the next hook is called.
  virtual int64_t batches_done() { return 0; }
  virtual void on_batches_skipped() {}

  // False: the hook would reach nobody. Asked once per epoch.
  virtual bool wants_batch_begin(Phase) { return false; }
  // False: the hook would reach nobody now, and logs need not be made.
  virtual bool wants_batch_end(Phase, int64_t /*step*/) { return false; }
  // Asked after wants_batch_end() said no: for how many seconds it will say so again; the epoch's
  // last batch is asked about all the same. 0: unknown; infinity: until then.
  virtual double batch_end_pause(Phase) { return 0; }
  virtual void on_batch_begin(Phase, int64_t /*step*/) {}
  virtual void on_batch_end(Phase, int64_t /*step*/, const Logs&) {}
  // In place of on_batch_end in prediction.
  virtual void on_batch_outputs(int64_t /*step*/, std::span<const Tensor> /*leaves*/) {}
};

}  // namespace pelton
