// Owns the CUDA kernel of nonzero: chunks are counted, the counts become where each chunk's results
// begin, and the chunks are read again.
#include "core/shape.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/array.h"

namespace pelton::cuda {
namespace {

constexpr int64_t kChunkElements = 256;  // read by one thread

// Where a boolean tensor is true: `counts` results of `rank` positions each.
struct TruthPlaces {
  const bool* values;
  int64_t size, chunks, count;
  int rank;
  int64_t strides[kMaxRank];
  int64_t* firsts;  // of each chunk: how many are true, then how many are true before it
  int64_t* out;

  PELTON_HD int64_t begin(int64_t chunk) const { return chunk * kChunkElements; }
  PELTON_HD int64_t end(int64_t chunk) const {
    return begin(chunk + 1) < size ? begin(chunk + 1) : size;
  }
  PELTON_HD void write(int64_t result, int64_t element) const {
    for (int axis = 0; axis < rank; ++axis) {
      out[result * rank + axis] = element / strides[axis];
      element %= strides[axis];
    }
  }
};

__global__ void count_truths(TruthPlaces t) {
  for (int64_t chunk = first_item(); chunk < t.chunks; chunk += item_step()) {
    int64_t found = 0;
    for (int64_t i = t.begin(chunk); i < t.end(chunk); ++i) found += t.values[i] ? 1 : 0;
    t.firsts[chunk] = found;
  }
}

// One block; each of its threads owns consecutive chunks.
__global__ void add_up_counts(TruthPlaces t, FailureSite site) {
  int64_t* const sums = shared_memory<int64_t>();
  const int64_t own = (t.chunks + blockDim.x - 1) / blockDim.x, first = threadIdx.x * own;
  const int64_t last = first + own < t.chunks ? first + own : t.chunks;
  int64_t sum = 0;
  for (int64_t chunk = first; chunk < last; ++chunk) sum += t.firsts[chunk];
  sums[threadIdx.x] = sum;
  __syncthreads();
  int64_t before = 0, total = 0;
  for (unsigned thread = 0; thread < blockDim.x; ++thread) {
    if (thread == threadIdx.x) before = total;
    total += sums[thread];
  }
  for (int64_t chunk = first; chunk < last; ++chunk) {
    const int64_t found = t.firsts[chunk];
    t.firsts[chunk] = before;
    before += found;
  }
  if (threadIdx.x == 0 && total != t.count) fail_at(site, total, 0, t.count);
}

__global__ void write_places(TruthPlaces t) {
  for (int64_t chunk = first_item(); chunk < t.chunks; chunk += item_step()) {
    int64_t result = t.firsts[chunk];
    for (int64_t i = t.begin(chunk); i < t.end(chunk); ++i)
      if (t.values[i] && result < t.count) t.write(result++, i);
  }
}

}  // namespace

void nonzero(const KernelContext& context) {
  const TensorView &condition = context.in(0), &out = context.out(0);
  TruthPlaces t;
  t.values = condition.as<const bool>();
  t.size = condition.size;
  t.chunks = (t.size + kChunkElements - 1) / kChunkElements;
  t.count = out.dim(0);
  t.rank = static_cast<int>(condition.rank());
  const Strides strides = row_major_strides(condition.shape());
  for (size_t axis = 0; axis < strides.size(); ++axis) t.strides[axis] = strides[axis];
  t.out = out.as<int64_t>();
  const Workspace firsts = context.workspace(static_cast<size_t>(t.chunks) * sizeof(int64_t));
  t.firsts = firsts.as<int64_t>();
  launch(context, grid_over(t.chunks), &count_truths, t);
  const Grid block{dim3(1), dim3(kBlockThreads), kBlockThreads * sizeof(int64_t)};
  launch_with_barriers(context, block, &add_up_counts, t,
                       bad_value(context, "count is {limit} but {value} elements are true"));
  launch(context, grid_over(t.chunks), &write_places, t);
}

}  // namespace pelton::cuda
