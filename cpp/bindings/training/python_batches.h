// Owns batches that come from a Python iterable: generators, lists of batches, datasets.
#pragma once
#include <pybind11/pybind11.h>

#include <map>

#include "nn/training/batch_source.h"

namespace pelton::bindings {

namespace py = pybind11;

using ClassWeights = std::map<int64_t, double>;

// Every item is x, (x,), (x, y) or (x, y, sample_weight). Floating arrays become floatx. A new
// iterator per pass: a generator, which is its own, has only one.
class __attribute__((visibility("hidden"))) IterableBatches : public BatchSource {
 public:
  // `weights` make sample weights from the targets; raises value_error where a batch has its own.
  // `nested`: items of any structure, for steps that are written in Python.
  IterableBatches(py::object iterable, ClassWeights weights, bool nested = false)
      : iterable_(std::move(iterable)), weights_(std::move(weights)), nested_(nested) {}
  ~IterableBatches() override;

  std::optional<int64_t> count() const override;
  void rewind() override;
  bool next(Batch& batch) override;

 private:
  py::object iterable_;
  py::object iterator_;
  ClassWeights weights_;
  bool nested_;
};

}  // namespace pelton::bindings
