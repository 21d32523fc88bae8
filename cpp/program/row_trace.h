// Owns RowTrace: which values of a program come in rows that are computed one by one, found while
// it runs. Knows ops by their rows functions only.
#pragma once
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
  bool comes_in_rows(ValueId id) const { return in_rows_[static_cast<size_t>(id)]; }
  // How many rows; 0 where some rows at a time would not give the same.
  int64_t rows() const { return rows_; }

 private:
  void note_call(const Step& step, std::span<const Tensor> values);

  int64_t rows_ = 0;
  std::vector<bool> in_rows_;  // by values
};

}  // namespace pelton
