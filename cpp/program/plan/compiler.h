// Owns Compiler: compiles a Program by running it once through dispatch, noting what there is to
// know for running it without: layouts, devices, kernels, lifetimes.
#pragma once
#include <memory>
#include <string>

#include "program/plan/compiled_program.h"
#include "program/plan/sharding_trace.h"

namespace pelton {

class Compiler {
 public:
  Compiler(std::shared_ptr<const Program> program, std::span<const Tensor> inputs);

  // Runs the program; raises what its ops raise.
  std::vector<Tensor> run();
  // After run(): the program as it ran, or nothing where obstacle() says why it cannot be compiled.
  std::shared_ptr<const CompiledProgram> finish();
  const std::string& obstacle() const { return obstacle_; }

 private:
  void refuse(std::string reason);
  const Tensor& tensor(int32_t id) const { return state_.values[static_cast<size_t>(id)]; }
  int32_t add_block(Block::Kind kind, size_t at, int32_t root);
  // Notes that value `id` is all of a new block.
  void note_block(int32_t id, Block::Kind kind, size_t at);
  void note_value(int32_t id, const Tensor& tensor, int32_t block, int64_t offset);
  // The program's kernels run where the first one ran.
  void note_device(const Step& step);
  void note_step(const Step& step);
  void note_call(const Step& step);
  void note_outputs(const Step& step, Action& action);
  // Whether what a call gives may lie where its first input lies.
  bool may_reuse_input(const Step& step) const;
  void note_view(const Step& step);
  // The variables that a call writes in place, as values of blocks of their own.
  void note_written(const Step& step, Action& action);
  void note_kept(const Step& step, Action::Kind kind);
  void note_host(const Step& step);
  void note_control(const Step& step);
  // A row-major copy of value `id`, made by an action of its own.
  int32_t copy_of(int32_t id);
  void keep(int32_t id);
  // A row-major copy of the step's input `operand` on `device`.
  int32_t transfer_of(const Step& step, size_t operand, Device device);
  int32_t add_copy(int32_t id, Block::Kind kind, Device device);
  void add_action(Action action);
  void place_outputs();
  void end_held();
  void check_temporaries();

  RunState state_;
  ShardingTrace trace_;
  std::shared_ptr<CompiledProgram> compiled_;
  std::vector<bool> is_ended_;  // values that no later step reads
  bool has_device_ = false;
  bool has_transfers_ = false;
  std::string obstacle_;
};

}  // namespace pelton
