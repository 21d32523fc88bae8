// Owns PlacedKey and the bitonic network over such keys (Batcher, "Sorting Networks and their
// Applications", 1968). No two of a row are alike, so that its order is the stable one.
#pragma once
#include <bit>

#include "kernels/cuda/launch.h"

namespace pelton::cuda {

struct PlacedKey {
  uint64_t key;
  int64_t place;
};

PELTON_HD bool is_after(const PlacedKey& a, const PlacedKey& b) {
  return a.key != b.key ? a.key > b.key : a.place > b.place;
}

// Rows of `padded` items, a power of two, one after the other.
struct KeyRows {
  PlacedKey* items;
  int64_t count, padded;

  // Puts items i < j in order: that of the run around them, which alternates with its neighbours.
  PELTON_HD void exchange(PlacedKey* from, int64_t first, int64_t i, int64_t j, int64_t run) const {
    const bool ascends = ((first + i) & (padded - 1) & run) == 0;
    const PlacedKey a = from[i], b = from[j];
    if (is_after(a, b) != ascends) return;
    from[i] = b;
    from[j] = a;
  }
};

// The lower one of the `index`-th pair of items that lie `distance` apart.
PELTON_HD int64_t lower_of_pair(int64_t index, int64_t distance) {
  return 2 * index - (index & (distance - 1));
}

inline constexpr int64_t kTileItems = 2048;  // that a block sorts in shared memory

// One step of the network.
static __global__ void exchange_all(KeyRows rows, int64_t run, int64_t distance) {
  for (int64_t k = first_item(); k < rows.count / 2; k += item_step()) {
    const int64_t i = lower_of_pair(k, distance);
    rows.exchange(rows.items, 0, i, i + distance, run);
  }
}

// The steps of runs from `first_run` to `last_run` that stay within tiles.
static __global__ void exchange_in_tiles(KeyRows rows, int64_t first_run, int64_t last_run) {
  PlacedKey* const tile = shared_memory<PlacedKey>();
  const int64_t first = blockIdx.x * kTileItems, rest = rows.count - first;
  const int64_t size = rest < kTileItems ? rest : kTileItems;
  for (int64_t i = threadIdx.x; i < size; i += blockDim.x) tile[i] = rows.items[first + i];
  for (int64_t run = first_run; run <= last_run; run *= 2)
    for (int64_t distance = run <= kTileItems ? run / 2 : kTileItems / 2; distance > 0;
         distance /= 2) {
      __syncthreads();
      for (int64_t k = threadIdx.x; k < size / 2; k += blockDim.x) {
        const int64_t i = lower_of_pair(k, distance);
        rows.exchange(tile, first, i, i + distance, run);
      }
    }
  __syncthreads();
  for (int64_t i = threadIdx.x; i < size; i += blockDim.x) rows.items[first + i] = tile[i];
}

// Sorts each row.
inline void sort_rows(const KernelContext& context, const KeyRows& rows) {
  const Grid tiles{dim3(static_cast<unsigned>((rows.count + kTileItems - 1) / kTileItems)),
                   dim3(kBlockThreads), kTileItems * sizeof(PlacedKey)};
  const int64_t short_run = rows.padded < kTileItems ? rows.padded : kTileItems;
  launch_with_barriers(context, tiles, &exchange_in_tiles, rows, int64_t{2}, short_run);
  for (int64_t run = 2 * kTileItems; run <= rows.padded; run *= 2) {
    for (int64_t distance = run / 2; distance >= kTileItems; distance /= 2)
      launch(context, grid_over(rows.count / 2), &exchange_all, rows, run, distance);
    launch_with_barriers(context, tiles, &exchange_in_tiles, rows, run, run);
  }
}

// The least power of two of at least `size`.
inline int64_t padded_row(int64_t size) {
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(size)));
}

}  // namespace pelton::cuda
