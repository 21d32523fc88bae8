// Owns the cut of a program into what can be computed for some rows of its inputs at a time and
// what comes after: sums over all rows, updates of variables, and what follows from them.
#pragma once
#include <vector>

#include "program/program.h"

namespace pelton {

struct RowPartition {
  // Which steps come after those of rows, none of which reads what they make or variables that they
  // have changed. Empty where such a cut is not possible, or would hand over much.
  std::vector<bool> comes_after;
  std::vector<Tensor> outputs;  // of the run that found it
};

// Whether the program changes variables and has steps that a cut can part.
bool may_be_cut(const Program& program);
// Runs the program through dispatch and finds its cut for inputs of these shapes.
RowPartition run_and_partition(const Program& program, std::span<const Tensor> inputs);

}  // namespace pelton
