// Owns RowTrace: how the values of a program follow from the rows of its inputs, found while it
// runs. Knows ops by their rows functions only.
#pragma once
#include <string>
#include <vector>

#include "program/program.h"

namespace pelton {

class RowTrace {
 public:
  // The rows are those of the first axis of all inputs, if they have as many.
  RowTrace(const Program& program, std::span<const Tensor> inputs);

  // Takes in a step that has run; `values` are the program's by their numbers.
  void note(const Step& step, std::span<const Tensor> values);
  // Takes in that value `copy` repeats value `id`.
  void note_copy(ValueId id, ValueId copy);
  RowKind kind(ValueId id) const { return kinds_[static_cast<size_t>(id)]; }
  // How many rows; 0 where some rows at a time would not give the same.
  int64_t rows() const { return rows_; }
  // Why rows() is 0: "op softmax needs all rows".
  const std::string& obstacle() const { return obstacle_; }

 private:
  void note_call(const Step& step, std::span<const Tensor> values);
  void refuse(std::string reason);
  RowKind kind_of_output(const Step& step, size_t index, std::span<const Tensor> inputs,
                         std::span<const RowKind> kinds, const Tensor& output) const;

  int64_t rows_ = 0;
  std::string obstacle_;
  std::vector<RowKind> kinds_;  // by values
};

}  // namespace pelton
