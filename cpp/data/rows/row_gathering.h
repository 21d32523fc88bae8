// Owns RowGathering: a batch of rows that idle threads may copy while its owner does other things.
#pragma once
#include <vector>

#include "data/rows/gather_rows.h"
#include "runtime/threads/idle_work.h"

namespace pelton {

class RowGathering {
 public:
  // Bytes of a batch that is gathered ahead: a second larger one would take much memory, and
  // gathering one takes little of the step's time.
  static constexpr int64_t kLargest = 16 << 20;

  // `parts` are of the same `rows` rows; undefined ones stay undefined.
  RowGathering(std::vector<RowGather> parts, int64_t rows);
  // Lets idle threads begin.
  void offer() { work_.offer(); }
  // The tensors of the parts. To be called once.
  std::vector<Tensor> finish();

 private:
  int64_t rows_per_piece(int64_t rows) const;
  void copy(int64_t begin, int64_t end) const;

  const std::vector<RowGather> parts_;
  IdleWork work_;
};

}  // namespace pelton
