// Owns the run of one CUDA grid on the CPU: blocks one after another, and the threads of a block as
// plain calls or, where the kernel has barriers, as fibers. Must not know kernels or devices.
#pragma once
#include <cstddef>
#include <functional>
#include <source_location>

// CUDA's own names: sizes and positions.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned x_size = 1, unsigned y_size = 1, unsigned z_size = 1)
      : x(x_size), y(y_size), z(z_size) {}
  constexpr bool operator==(const dim3&) const = default;
};

inline thread_local constinit dim3 threadIdx{0, 0, 0};
inline thread_local constinit dim3 blockIdx{0, 0, 0};
inline thread_local constinit dim3 blockDim;
inline thread_local constinit dim3 gridDim;
inline constexpr int warpSize = 32;

namespace pelton::fake {

using Place = std::source_location;

struct GridShape {
  dim3 blocks;
  dim3 threads;
  size_t shared_bytes = 0;
  bool has_barriers = false;
};

// Calls `thread` for each thread of the grid. Raises what it throws, invalid_argument for sizes
// that no GPU takes, and internal for barriers that not every thread reaches in one place.
void run_grid(const GridShape& grid, const std::function<void()>& thread);

// The block's shared memory: 0xFF in every byte when the block begins.
void* shared_bytes();

// `bytes` of the block's shared memory beside that of the launch, the same at each call with `key`:
// 0xFF in every byte when the block first asks for them. Raises where a kernel has too much.
void* shared_array(const void* key, size_t bytes);

// Waits for every thread of the block.
void block_barrier(const Place& place);

// The position of the running thread in its block.
size_t thread_in_block();

// One value of each lane of a warp.
struct LaneValue {
  alignas(16) std::byte bytes[16];
};

// What the lanes of a warp exchanged; valid until the lane's next exchange.
struct Exchange {
  const LaneValue* values;  // of all 32 lanes; only those in the mask are current
  int lane;                 // of the caller
};

// Publishes `bytes` <= 16 bytes at `value` and waits for the lanes of `mask`.
Exchange exchange(unsigned mask, const void* value, size_t bytes, const Place& place);

// Raises where an address is no multiple of `bytes`.
void check_aligned(const void* at, size_t bytes, const Place& place);

}  // namespace pelton::fake
