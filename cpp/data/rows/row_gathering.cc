#include "data/rows/row_gathering.h"

#include <algorithm>

namespace pelton {
namespace {

// A few microseconds of copying: the rows are seldom in a cache.
constexpr int64_t kElementsPerPiece = 8192;

}  // namespace

RowGathering::RowGathering(std::vector<RowGather> parts, int64_t rows)
    : parts_(std::move(parts)),
      work_(rows, rows_per_piece(rows), [this](int64_t begin, int64_t end) { copy(begin, end); }) {}

std::vector<Tensor> RowGathering::finish() {
  work_.finish();
  std::vector<Tensor> out;
  for (const RowGather& part : parts_) out.push_back(part.out);
  return out;
}

int64_t RowGathering::rows_per_piece(int64_t rows) const {
  int64_t elements = 0;
  for (const RowGather& part : parts_)
    if (part.out.defined()) elements += part.out.size();
  const int64_t per_row = elements / std::max<int64_t>(1, rows);
  return std::max<int64_t>(1, kElementsPerPiece / std::max<int64_t>(1, per_row));
}

void RowGathering::copy(int64_t begin, int64_t end) const {
  for (const RowGather& part : parts_)
    if (part.out.defined()) part.copy(begin, end);
}

}  // namespace pelton
