#include "runtime/fake/emulated_grid.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <list>
#include <memory>
#include <new>

#include "core/error.h"
#include "runtime/fake/emulated_block.h"
#include "runtime/fake/emulated_copies.h"

namespace pelton::fake {
namespace {

// Limits of every GPU since Volta.
constexpr uint64_t kMaxThreads = 1024, kMaxBlocksX = 0x7FFFFFFF, kMaxBlocksYz = 65535;
constexpr size_t kMaxShared = 227 << 10, kMaxSharedArrays = 48 << 10;

// Exactly the bytes that were asked for, so that AddressSanitizer sees every access beyond.
class SharedMemory {
 public:
  explicit SharedMemory(size_t bytes)
      : bytes_(bytes), data_(::operator new (bytes, std::align_val_t{64})) {}
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() { ::operator delete (data_, std::align_val_t{64}); }
  void poison() { std::memset(data_, 0xFF, bytes_); }
  void* data() const { return data_; }

 private:
  size_t bytes_;
  void* data_;
};

// All that a block has: what the launch asked for, and the arrays of the kernel.
class BlockShared {
 public:
  explicit BlockShared(size_t launch_bytes) : launch_bytes_(launch_bytes), launch_(launch_bytes) {}
  void poison() {
    launch_.poison();
    for (Array& array : arrays_) array.memory.poison();
  }
  void* launch() const { return launch_.data(); }
  void* array(const void* key, size_t bytes) {
    const auto found = std::find_if(arrays_.begin(), arrays_.end(),
                                    [=](const Array& array) { return array.key == key; });
    if (found != arrays_.end()) return found->memory.data();
    array_bytes_ += bytes;
    check(array_bytes_ <= kMaxSharedArrays && launch_bytes_ + array_bytes_ <= kMaxShared,
          "a kernel has ", array_bytes_, " bytes of shared arrays and ", launch_bytes_,
          " of its launch; at most ", kMaxSharedArrays, ", and ", kMaxShared,
          " with the launch's, are possible");
    Array& made = arrays_.emplace_back(key, bytes);
    made.memory.poison();
    return made.memory.data();
  }

 private:
  struct Array {
    Array(const void* name, size_t bytes) : key(name), memory(bytes) {}
    const void* key;
    SharedMemory memory;
  };
  size_t launch_bytes_, array_bytes_ = 0;
  SharedMemory launch_;
  std::list<Array> arrays_;
};

thread_local BlockShared* block_shared = nullptr;
thread_local EmulatedBlock* running_block = nullptr;

void check_shape(const GridShape& grid) {
  const uint64_t threads = uint64_t{grid.threads.x} * grid.threads.y * grid.threads.z;
  check(threads >= 1 && threads <= kMaxThreads && grid.threads.z <= 64, "a block has ", threads,
        " threads; 1 to ", kMaxThreads, " are possible");
  check(grid.blocks.x >= 1 && grid.blocks.x <= kMaxBlocksX && grid.blocks.y >= 1 &&
            grid.blocks.y <= kMaxBlocksYz && grid.blocks.z >= 1 && grid.blocks.z <= kMaxBlocksYz,
        "a grid has ", grid.blocks.x, " x ", grid.blocks.y, " x ", grid.blocks.z, " blocks");
  check(grid.shared_bytes <= kMaxShared, "a block asks for ", grid.shared_bytes,
        " bytes of shared memory; at most ", kMaxShared, " are possible");
}

void run_plain_block(const dim3& threads, const std::function<void()>& thread) {
  for (unsigned z = 0; z < threads.z; ++z)
    for (unsigned y = 0; y < threads.y; ++y)
      for (unsigned x = 0; x < threads.x; ++x) {
        threadIdx = dim3(x, y, z);
        thread();
      }
}

// One per device thread: its fibers keep their stacks.
EmulatedBlock& own_block() {
  thread_local EmulatedBlock block;
  return block;
}

void run_block(const GridShape& grid, const std::function<void()>& thread) {
  if (!grid.has_barriers) return run_plain_block(grid.threads, thread);
  running_block = &own_block();
  try {
    running_block->run(grid.threads, thread);
  } catch (...) {
    running_block = nullptr;
    throw;
  }
  running_block = nullptr;
}

EmulatedBlock& block_at(const Place& place) {
  check(running_block != nullptr, Code::internal, text(place),
        ": a barrier in a kernel that was launched as one without");
  return *running_block;
}

}  // namespace

void run_grid(const GridShape& grid, const std::function<void()>& thread) {
  check_shape(grid);
  BlockShared shared(grid.shared_bytes);
  block_shared = &shared;
  blockDim = grid.threads;
  gridDim = grid.blocks;
  for (unsigned z = 0; z < grid.blocks.z; ++z)
    for (unsigned y = 0; y < grid.blocks.y; ++y)
      for (unsigned x = 0; x < grid.blocks.x; ++x) {
        blockIdx = dim3(x, y, z);
        shared.poison();
        forget_copies();
        run_block(grid, thread);
      }
  block_shared = nullptr;
}

void* shared_bytes() { return block_shared->launch(); }

void* shared_array(const void* key, size_t bytes) { return block_shared->array(key, bytes); }

size_t thread_in_block() {
  return (size_t{threadIdx.z} * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

void block_barrier(const Place& place) { block_at(place).wait_for_block(place); }

Exchange exchange(unsigned mask, const void* value, size_t bytes, const Place& place) {
  return block_at(place).exchange(mask, value, bytes, place);
}

void check_aligned(const void* at, size_t bytes, const Place& place) {
  check(reinterpret_cast<uintptr_t>(at) % bytes == 0, Code::internal, text(place),
        ": an address that is no multiple of ", bytes, " bytes, as it has to be here");
}

}  // namespace pelton::fake
