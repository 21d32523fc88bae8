// Owns the way from the Trainer's hooks to Python's CallbackList.
#pragma once
#include <pybind11/pybind11.h>

#include "nn/training/callbacks.h"

namespace pelton::bindings {

namespace py = pybind11;

// Takes the GIL for each hook and asks the list first whether a batch hook would reach anybody.
class __attribute__((visibility("hidden"))) PythonCallbacks : public Callbacks {
 public:
  // `list` is a keras.callbacks.CallbackList that outlives this.
  explicit PythonCallbacks(py::handle list) : list_(list) {}

  void on_begin(Phase phase) override;
  void on_end(Phase phase, const Logs& logs) override;
  void on_epoch_begin(int64_t epoch) override;
  void on_epoch_end(int64_t epoch, const Logs& logs) override;
  int64_t batches_done() override;
  void on_batches_skipped() override;
  bool wants_batch_begin(Phase phase) override;
  bool wants_batch_end(Phase phase, int64_t step) override;
  double batch_end_pause(Phase phase) override;
  void on_batch_begin(Phase phase, int64_t step) override;
  void on_batch_end(Phase phase, int64_t step, const Logs& logs) override;
  void on_batch_outputs(int64_t step, std::span<const Tensor> leaves) override;

 private:
  py::handle list_;
};

// Logs as a dictionary of floats and arrays, in their order.
py::dict logs_dict(const Logs& logs);

}  // namespace pelton::bindings
