// Owns CompiledProgram: a Program for one set of shapes as data whose kernels, views and memory are
// settled, so that an executor only launches. Knows nothing of placement, shape functions and
// observers, and runs nothing itself.
#pragma once
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
  // arena of that size would be dear to have. Held is a tensor that comes up during the run: a
  // variable's value, what a host callback gave, a copy from another device.
  enum class Kind : uint8_t { temporary, large, output, input, constant, held };
  Kind kind = Kind::temporary;
  size_t bytes = 0;  // temporary and large
  size_t at = 0;     // temporary: offset in the arena; input, constant: its number
  size_t first = 0;  // temporary and large: the actions between which it is in use
  size_t last = 0;
  int32_t root = -1;            // the value that is all of it
  bool is_overwritten = false;  // input: by the run, which begins with bytes that nobody else has
  Sharding sharding;            // output of a program in slices: how it is made of theirs
};

struct CompiledValue {
  int32_t block = -1;  // none: nobody reads it and no kernel writes it
  int64_t offset = 0;  // bytes from the block's first element to this value's
  Layout layout;
  DType dtype = DType::float32;
  Device device;
  int64_t size = 0;
  int64_t row_size = 0;  // elements of a row, of what comes in rows in the program of a slice
  bool contiguous = true;
};

// Whether `tensor` has the value's device, dtype and shape and is row-major.
bool is_like(const Tensor& tensor, const CompiledValue& value);

struct Action {
  enum class Kind : uint8_t {
    launch,    // a kernel
    copy,      // into row-major order
    transfer,  // of the step's input number `operand` to the program's device
    read,      // of a variable
    assign,    // to a variable
    host,      // a host callback
    control,   // a branch or loop
    guard,
  };
  Kind kind = Kind::launch;
  Kernel kernel = nullptr;  // launch
  const Step* step = nullptr;
  size_t operand = 0;
  std::vector<int32_t> inputs;  // values
  std::vector<int32_t> outputs;
  std::vector<int32_t> begins;  // large blocks that are in use from here on
  // Those that are not any more, and held ones: host callbacks may write what nobody holds.
  std::vector<int32_t> ends;

  // How many of the first inputs of a launch are variables that it writes.
  size_t written() const { return kind == Kind::launch ? step->written.size() : 0; }
};

struct CompiledProgram;

// Rows [first, first + count) of all in a program's inputs and outputs, and the program for so
// many. Values that are sums or means over the rows are made of those of all slices, in their
// order.
struct RowSlice {
  int64_t first = 0;
  int64_t count = 0;
  int64_t all = 0;
  std::shared_ptr<const CompiledProgram> program;
};

// Made by Compiler. Unchanged by its runs, so that threads may run one at the same time.
struct CompiledProgram {
  std::shared_ptr<const Program> program;  // the actions' steps are in it
  Device device;                           // where its kernels run
  std::vector<Block> blocks;
  std::vector<CompiledValue> values;  // the program's, then copies
  std::vector<Action> actions;
  size_t arena_bytes = 0;
  std::vector<RowSlice> slices;  // in which it runs, if any, instead of all rows at once
  std::string unsliced;          // why it has no slices

  const CompiledValue& value(int32_t id) const { return values[static_cast<size_t>(id)]; }
  // Gives every temporary its place; to be called once.
  void plan_arena();
  // True when inputs and variables are as they were compiled for: device, dtype, shape, row-major.
  bool fits(std::span<const Tensor> inputs) const;
  // " [256 bytes at 1024]": where a value's bytes are.
  std::string place_of(ValueId value) const;
  // "arena 4096 bytes, for 32 rows at a time", or "for all rows at once: " and why.
  std::string describe_arena() const;
};

}  // namespace pelton
