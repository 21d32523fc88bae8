// Owns how the rows of a row-major matrix are folded to one value per column: threads side by side
// read neighbouring columns, and the same shape gives the same bits.
#pragma once
#include "kernels/cuda/reduce/block_reduce.h"

namespace pelton::cuda {

// A matrix cut into chunks of rows; one thread reductions a column of a chunk.
struct Columns {
  Columns(int64_t row_count, int64_t column_count)
      : rows(row_count), columns(column_count), chunks((row_count + kRows - 1) / kRows) {}
  static constexpr int64_t kRows = 32;
  int64_t rows, columns, chunks;
};

// A Reduction has the type Acc, trivially copyable, and
//   Acc chunk(first row, last row, column), Acc combine(Acc, Acc), void finish(column, Acc);
// Acc{} is the reduction of no rows.
template <class Reduction>
__global__ void reduce_chunks(Reduction reduction, Columns columns, void* parts) {
  for (int64_t i = first_item(); i < columns.chunks * columns.columns; i += item_step()) {
    const int64_t first = i / columns.columns * Columns::kRows, last = first + Columns::kRows;
    static_cast<typename Reduction::Acc*>(parts)[i] =
        reduction.chunk(first, last < columns.rows ? last : columns.rows, i % columns.columns);
  }
}

// One block for each column.
template <class Reduction>
__global__ void join_chunks(Reduction reduction, Columns columns, const void* parts) {
  using Acc = typename Reduction::Acc;
  const int64_t column = blockIdx.x;
  Acc acc{};
  for (int64_t chunk = threadIdx.x; chunk < columns.chunks; chunk += blockDim.x)
    acc = reduction.combine(acc, static_cast<const Acc*>(parts)[chunk * columns.columns + column]);
  acc = block_reduce(acc, shared_memory<Acc>(),
                     [&](Acc a, Acc b) { return reduction.combine(a, b); });
  if (threadIdx.x == 0) reduction.finish(column, acc);
}

// Reductions every column; needs at least one.
template <class Reduction>
void reduce_columns_of(const KernelContext& context, const Columns& columns,
                       const Reduction& reduction) {
  using Acc = typename Reduction::Acc;
  const int64_t items = columns.chunks * columns.columns;
  const Workspace parts = context.workspace(static_cast<size_t>(items) * sizeof(Acc));
  launch(context, grid_over(items), &reduce_chunks<Reduction>, reduction, columns, parts.data());
  const Grid grid{dim3(static_cast<unsigned>(columns.columns)),
                  dim3(threads_for_row(columns.chunks)), reduce_bytes<Acc>()};
  launch_with_barriers(context, grid, &join_chunks<Reduction>, reduction, columns, parts.data());
}

}  // namespace pelton::cuda
