// Owns BoundProgram: a Program for one set of shapes whose kernels, views and memory are settled,
// so that a run only launches. Knows nothing of placement, shape functions and observers.
#pragma once
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "program/program.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

// Where the bytes of values come from.
struct Block {
  // A temporary lies in the arena; a large one has memory of its own while it is in use, as an
  // arena of that size would be dear to have.
  enum class Kind : uint8_t { temporary, large, output, input, constant, variable };
  Kind kind = Kind::temporary;
  size_t bytes = 0;  // temporary and large
  size_t at = 0;     // temporary: offset in the arena; input, constant: its number
  size_t first = 0;  // temporary and large: the actions between which it is in use
  size_t last = 0;
  int32_t root = -1;  // the value that is all of it
  Sharding sharding;  // output of a program in slices: how it is made of theirs
};

struct BoundValue {
  int32_t block = -1;  // none: nobody reads it and no kernel writes it
  int64_t offset = 0;  // bytes from the block's first element to this value's
  Layout layout;
  DType dtype = DType::float32;
  int64_t size = 0;
  int64_t row_size = 0;  // elements of a row, of what comes in rows in the program of a slice
  bool contiguous = true;
};

// One thing to do: a kernel to launch, a copy into row-major order (no step), a variable to read or
// to assign, host callbacks.
struct Action {
  Kernel kernel = nullptr;
  const Step* step = nullptr;
  std::vector<int32_t> inputs;  // values
  std::vector<int32_t> outputs;
  std::vector<int32_t> begins;  // large blocks that are in use from here on
  // Those that are not any more, and the variables' blocks: host callbacks may write what nobody
  // holds.
  std::vector<int32_t> ends;
};

struct BoundProgram;

// Rows [first, first + count) of all in a program's inputs and outputs, and the program for so
// many. Values that are sums or means over the rows are made of those of all slices, in their
// order.
struct RowSlice {
  int64_t first = 0;
  int64_t count = 0;
  int64_t all = 0;
  std::shared_ptr<const BoundProgram> program;
};

// Made by Binder. Unchanged by its runs, so that threads may run one at the same time.
struct BoundProgram {
  static constexpr size_t kNoParts = std::numeric_limits<size_t>::max();

  std::shared_ptr<const Program> program;  // the actions' steps are in it
  Device device;                           // a CPU, of everything
  std::vector<Block> blocks;
  std::vector<BoundValue> values;  // the program's, then copies
  std::vector<Action> actions;
  std::vector<size_t> input_blocks;
  size_t arena_bytes = 0;
  std::vector<RowSlice> slices;  // in which it runs, if any, instead of all rows at once
  std::string unsliced;          // why it has no slices

  // Gives every temporary its place; to be called once.
  void plan_arena();
  // True when inputs and variables are as they were bound: device, dtype, shape and row-major.
  bool fits(std::span<const Tensor> inputs) const;
  // The program's outputs, which share no bytes with the arena. Each run takes an arena of its own
  // and the outputs before it computes anything. Raises resource_exhausted where there is no room,
  // and what the kernels raise. Outputs from the one at `parts_from` on may stay in parts where
  // they are sums over the rows: the slices' parts along one more axis in front, for who adds them
  // up.
  std::vector<Tensor> run(std::span<const Tensor> inputs, size_t parts_from = kNoParts) const;
  // " [256 bytes at 1024]": where a value's bytes are.
  std::string place_of(ValueId value) const;
  // "arena 4096 bytes, for 32 rows at a time", or "for all rows at once: " and why.
  std::string describe_arena() const;
};

}  // namespace pelton
