#include "program/row_slices.h"

#include <unistd.h>

#include <algorithm>
#include <map>

#include "program/memory_plan.h"
#include "runtime/thread_pool.h"

namespace pelton {
namespace {

constexpr int64_t kLeastRows = 4;     // of a slice and thread: fewer are shared out badly
constexpr int64_t kLeastSummed = 16;  // of a slice with sums, which reads all weights for itself
constexpr int64_t kWeightShare = 2;   // a slice's values are at least so many times the weights
constexpr int64_t kUsualCache = 512 * 1024;         // where the system does not say
constexpr int64_t kLargestCache = 2 * 1024 * 1024;  // that a core has for itself

// The bytes of the threads' own caches.
int64_t cache_bytes() {
  const int64_t found = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const int64_t own = found > 0 ? std::min(found, kLargestCache) : kUsualCache;
  return own * num_threads();
}

int64_t bytes_of(const BoundValue& value) { return value.size * size_of(value.dtype); }

// What one run holds between inputs and outputs, and what it reads besides them.
struct Footprint {
  int64_t values = 0, weights = 0;
};

Footprint footprint(const BoundProgram& program) {
  std::vector<Lifetime> lifetimes;
  Footprint out;
  for (const Block& block : program.blocks) {
    if (block.kind == Block::Kind::temporary)
      lifetimes.push_back({block.bytes, block.first, block.last});
    else if (block.kind == Block::Kind::variable || block.kind == Block::Kind::constant)
      out.weights += bytes_of(program.values[static_cast<size_t>(block.root)]);
  }
  out.values = static_cast<int64_t>(plan_memory(lifetimes).bytes);
  return out;
}

// The program for `count` of its rows.
std::shared_ptr<const BoundProgram> cut(const BoundProgram& program, const RowTrace& trace,
                                        int64_t count) {
  auto out = std::make_shared<BoundProgram>(program);
  out->slices.clear();
  for (size_t i = 0; i < out->values.size(); ++i) {
    BoundValue& value = out->values[i];
    if (value.block < 0 || trace.kind(static_cast<ValueId>(i)) != RowKind::each) continue;
    value.layout.shape[0] = count;
    value.size = value.size / trace.rows() * count;
  }
  for (Block& block : out->blocks)
    if (block.kind == Block::Kind::temporary)
      block.bytes = static_cast<size_t>(bytes_of(out->values[static_cast<size_t>(block.root)]));
  out->plan_arena();
  return out;
}

// Slices one after the other, each over all threads.
int64_t count_by_cache(const BoundProgram& program, int64_t rows) {
  const Footprint bytes = footprint(program);
  const int64_t per_row = bytes.values / rows;
  if (per_row == 0 || cache_bytes() / per_row < kLeastRows * num_threads()) return 1;
  return rows * per_row / std::max(cache_bytes(), kWeightShare * bytes.weights);
}

// One slice for each thread: each then waits for the others once, not after every op, and finds
// what it made in its own caches.
int64_t count_by_thread(const BoundProgram& program, int64_t rows) {
  const Footprint bytes = footprint(program);
  const int64_t threads = num_threads();
  const bool pays = bytes.values / threads >= kWeightShare * bytes.weights;
  return pays && rows >= kLeastSummed * threads ? threads : 1;
}

}  // namespace

void choose_slices(BoundProgram& program, const RowTrace& trace) {
  const int64_t rows = trace.rows();
  if (rows == 0) return;
  bool has_sums = false;
  for (ValueId id : program.program->outputs) {
    has_sums = has_sums || trace.kind(id) != RowKind::each;
    const int32_t block = program.values[static_cast<size_t>(id)].block;
    Block& whole = program.blocks[static_cast<size_t>(block)];
    whole.rows = trace.kind(whole.root);
  }
  const int64_t count = has_sums ? count_by_thread(program, rows) : count_by_cache(program, rows);
  program.shares_slices = has_sums;
  std::map<int64_t, std::shared_ptr<const BoundProgram>> by_size;
  for (int64_t i = 0; count > 1 && i < count; ++i) {
    const int64_t first = rows * i / count, size = rows * (i + 1) / count - first;
    auto& part = by_size[size];
    if (part == nullptr) part = cut(program, trace, size);
    program.slices.push_back({first, size, part});
  }
}

}  // namespace pelton
