// Owns Frame: where the values of a compiled program are in one run. Launches nothing.
#pragma once
#include <span>
#include <vector>

#include "program/plan/compiled_program.h"
#include "runtime/devices/backend.h"

namespace pelton {

class Frame {
 public:
  // Without any memory so far.
  explicit Frame(const CompiledProgram& program);
  const CompiledProgram& program() const { return program_; }
  Backend& backend() const { return backend_; }
  std::vector<RandomStream>& streams() { return streams_; }

  // Gives a block what it has from the beginning of a run to its end: inputs, copied where the run
  // overwrites them, constants, new memory for outputs; nothing for other kinds.
  void begin(size_t block, std::span<const Tensor> inputs);
  // New memory for a block, or a tensor that is there already.
  void allocate(size_t block);
  void set(size_t block, Tensor tensor) {
    bases_[block] = tensor.data_as<char>();
    tensors_[block] = std::move(tensor);
  }
  void release(size_t block) { tensors_[block] = Tensor(); }
  // The temporaries' memory, of at least the program's arena_bytes.
  void place_arena(const Tensor& arena);

  // What a block is now; undefined for temporaries.
  const Tensor& tensor(size_t block) const { return tensors_[block]; }
  TensorView view(int32_t id) const;
  // Value `id` as a tensor over bytes that end with the run.
  Tensor borrowed(int32_t id) const;
  // Value `id` as a tensor that keeps its bytes; not of temporaries.
  Tensor kept(int32_t id) const;
  std::vector<Tensor> outputs() const;

 private:
  const CompiledProgram& program_;
  Backend& backend_;
  std::vector<Tensor> tensors_;  // of blocks that are no temporaries
  std::vector<char*> bases_;
  std::vector<RandomStream> streams_;
};

}  // namespace pelton
