#include "program/plan/row_slices.h"

#include <unistd.h>

#include <algorithm>
#include <map>

#include "program/plan/memory_plan.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

constexpr int64_t kLeastRows = 4;     // of a slice: fewer do not fill the kernels' tiles
constexpr int64_t kLeastSummed = 16;  // of a slice with sums, which reads all weights once more
constexpr int64_t kWeightShare = 2;   // a slice's values are at least so many times the weights
constexpr int64_t kMostSummed = 1024 * 1024;  // bytes: a slice's sums are read by another thread
constexpr int64_t kLeastBytes = 256 * 1024;   // of all values: fewer do not pay for waking
constexpr int64_t kUsualCache = 512 * 1024;   // where the system does not say
constexpr int64_t kLargestCache = 2 * 1024 * 1024;  // that a core has for itself

// The bytes of a thread's own cache.
int64_t cache_bytes() {
  const int64_t found = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return found > 0 ? std::min(found, kLargestCache) : kUsualCache;
}

int64_t bytes_of(const CompiledValue& value) { return value.size * size_of(value.dtype); }

// What one run holds between inputs and outputs, and what it reads besides them.
struct Footprint {
  int64_t values = 0, weights = 0;
};

Footprint footprint(const CompiledProgram& program) {
  std::vector<Lifetime> lifetimes;
  Footprint out;
  for (const Block& block : program.blocks) {
    if (block.kind == Block::Kind::temporary)
      lifetimes.push_back({block.bytes, block.first, block.last});
    else if (block.kind == Block::Kind::held || block.kind == Block::Kind::constant)
      out.weights += bytes_of(program.values[static_cast<size_t>(block.root)]);
  }
  out.values = static_cast<int64_t>(plan_memory(lifetimes).bytes);
  return out;
}

// The program for `count` of its rows.
std::shared_ptr<const CompiledProgram> cut(const CompiledProgram& program,
                                           const ShardingTrace& trace, int64_t count) {
  auto out = std::make_shared<CompiledProgram>(program);
  out->slices.clear();
  for (size_t i = 0; i < out->values.size(); ++i) {
    CompiledValue& value = out->values[i];
    if (value.block < 0 || trace.of(static_cast<ValueId>(i)) != Sharding::sharded()) continue;
    value.row_size = value.size / trace.rows();
    value.layout.shape[0] = value.layout.shape[0] / trace.rows() * count;
    value.size = value.row_size * count;
  }
  for (Block& block : out->blocks)
    if (block.kind == Block::Kind::temporary)
      block.bytes = static_cast<size_t>(bytes_of(out->values[static_cast<size_t>(block.root)]));
  out->plan_arena();
  return out;
}

// As many slices as threads: each thread then waits for the others once, not after every op, and
// finds what it made in its own cache. Where nothing is to be added up afterwards, they are cut on
// until each fits in half of the cache: the rest is for weights and the kernels' scratch. Sums of
// `summed` bytes are written by every slice and read once more: many of them cost more than the
// waits. `obstacle` becomes why there is one slice only.
int64_t slice_count(const CompiledProgram& program, int64_t rows, int64_t summed,
                    std::string& obstacle) {
  const Footprint bytes = footprint(program);
  const int64_t threads = num_threads(), least_bytes = kWeightShare * bytes.weights;
  const int64_t least_rows = summed > 0 ? kLeastSummed : kLeastRows, half = cache_bytes() / 2;
  const int64_t cuts = summed > 0 ? 1 : bytes.values / threads / std::max(half, least_bytes);
  const int64_t count = threads * std::max<int64_t>(1, cuts);
  if (count == 1)
    obstacle = "there is one thread";
  else if (rows < least_rows * count)
    obstacle = cat("slices of less than ", least_rows, " rows");
  else if (bytes.values < kLeastBytes)
    obstacle = cat("all values have ", bytes.values, " bytes");
  else if (bytes.values / count < least_bytes)
    obstacle = cat("each slice would read ", bytes.weights, " bytes of weights");
  else if (summed > kMostSummed)
    obstacle = cat("each slice would write ", summed, " bytes of sums");
  return obstacle.empty() ? count : 1;
}

}  // namespace

bool may_gain_slices(const CompiledProgram& program) {
  return program.slices.empty() && program.device.type == DeviceType::cpu && num_threads() > 1 &&
         static_cast<int64_t>(program.arena_bytes) >= kLeastBytes;
}

void choose_slices(CompiledProgram& program, const ShardingTrace& trace) {
  const int64_t rows = trace.rows();
  if (rows == 0) {
    program.unsliced = trace.obstacle();
    return;
  }
  int64_t summed = 0;
  for (ValueId id : program.program->outputs) {
    const CompiledValue& value = program.values[static_cast<size_t>(id)];
    if (trace.of(id) != Sharding::sharded()) summed += bytes_of(value);
    Block& whole = program.blocks[static_cast<size_t>(value.block)];
    whole.sharding = trace.of(whole.root);
  }
  const int64_t count = slice_count(program, rows, summed, program.unsliced);
  std::map<int64_t, std::shared_ptr<const CompiledProgram>> by_size;
  for (int64_t i = 0; count > 1 && i < count; ++i) {
    const int64_t first = rows * i / count, size = rows * (i + 1) / count - first;
    auto& part = by_size[size];
    if (part == nullptr) part = cut(program, trace, size);
    program.slices.push_back({first, size, rows, part});
  }
}

}  // namespace pelton
