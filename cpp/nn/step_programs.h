// Owns StepPrograms: the recorded forward passes of one trained model, one for each kind of batch,
// and why some are not recorded. Gradients come from the tape, which sees a program's ops.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "nn/layer.h"
#include "program/program.h"

namespace pelton {

class StepPrograms {
 public:
  // What a step computes from a batch before gradients and metrics; loss is undefined in predict.
  struct Result {
    Tensor y_pred;
    Tensor loss;
  };

  // The result of `compute` on `inputs` (undefined ones are left out): computed and recorded the
  // first time that inputs of these shapes and dtypes come to the model as it is, then run from
  // the record. What cannot be recorded is computed each time.
  Result run(const Layer& model, std::string_view phase, std::span<const Tensor> inputs,
             const std::function<Result()>& compute);
  // Forgets all records: what they were made of has changed.
  void clear() { entries_.clear(); }
  // Per recorded batch: phase, shapes, and the steps, or why it is not recorded.
  std::string explain() const;

 private:
  struct Entry {
    std::string title;
    std::optional<Program> program;
    std::string obstacle;
  };

  Result record(const Layer& model, Entry& entry, std::span<const Tensor> inputs,
                const std::function<Result()>& compute);

  std::map<std::string, Entry> entries_;
};

}  // namespace pelton
