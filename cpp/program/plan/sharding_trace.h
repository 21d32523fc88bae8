// Owns ShardingTrace: how the values of a program are sharded when its inputs are split into rows,
// found while it runs. Knows ops by their sharding rules only.
#pragma once
#include <string>
#include <vector>

#include "program/program.h"

namespace pelton {

class ShardingTrace {
 public:
  // The rows are those of the first axis of all inputs, if they have as many.
  ShardingTrace(const Program& program, std::span<const Tensor> inputs);

  // Takes in a step that has run; `values` are the program's by their numbers.
  void note(const Step& step, std::span<const Tensor> values);
  // As note(), but takes in no step that needs all rows; returns whether it has been taken in.
  bool may_note(const Step& step, std::span<const Tensor> values);
  // Takes in that value `copy` repeats value `id`.
  void note_copy(ValueId id, ValueId copy);
  Sharding of(ValueId id) const { return shardings_[static_cast<size_t>(id)]; }
  // How many rows; 0 where some rows at a time would not give the same.
  int64_t rows() const { return rows_; }
  // Why rows() is 0: "op softmax needs all rows".
  const std::string& obstacle() const { return obstacle_; }

 private:
  void note_call(const Step& step, std::span<const Tensor> values);
  void refuse(std::string reason);
  Sharding of_output(const Step& step, size_t index, std::span<const Tensor> inputs,
                     std::span<const Sharding> shardings, const Tensor& output) const;

  int64_t rows_ = 0;
  std::string obstacle_;
  std::vector<Sharding> shardings_;  // by values
};

}  // namespace pelton
