// Owns PythonSteps: the way from the Trainer's batches to steps that are written in Python.
#pragma once
#include <pybind11/pybind11.h>

#include "nn/training/own_steps.h"

namespace pelton::bindings {

namespace py = pybind11;

// The nested arguments that a batch's leaves belong to: any Python structure.
class __attribute__((visibility("hidden"))) PythonNesting : public Nesting {
 public:
  explicit PythonNesting(py::object structure) : structure_(std::move(structure)) {}
  ~PythonNesting() override;
  const py::object& structure() const { return structure_; }
  // The structure with these leaves.
  py::object pack(std::span<const Tensor> leaves) const;

 private:
  py::object structure_;
};

// `steps`: an object with train(data), test(data), predict(data) -> leaves, logs() -> dict of
// numbers and tensors of numbers and reset_metrics(), where data is (x,), (x, y), (x, y,
// sample_weight), or what an iterable gave.
class __attribute__((visibility("hidden"))) PythonSteps : public OwnSteps {
 public:
  explicit PythonSteps(py::object steps) : steps_(std::move(steps)) {}
  ~PythonSteps() override;
  void train(const Batch& batch) override { call("train", batch); }
  void test(const Batch& batch) override { call("test", batch); }
  std::vector<Tensor> predict(const Batch& batch) override;
  Logs logs(bool of_all) override;
  void reset_metrics() override;

 private:
  void call(const char* method, const Batch& batch);

  py::object steps_;
};

}  // namespace pelton::bindings
