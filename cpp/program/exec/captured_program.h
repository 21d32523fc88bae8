// Owns CapturedProgram: a compiled program's launches as one graph of its device, with memory that
// stays where it is: inputs, temporaries, outputs, random streams.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/exec/frame.h"
#include "program/exec/graph_memory.h"

namespace pelton {

class CapturedProgram {
 public:
  // Why a program cannot be captured, such as "it runs host code"; empty: it can.
  static std::string obstacle(const CompiledProgram& program);

  // Records the launches, running none. Raises resource_exhausted where there is no room, and what
  // the recording raises. `copied`: the blocks of outputs that every run copies (see run()).
  CapturedProgram(const CompiledProgram& program, std::vector<bool> copied);

  // False where a variable's value lies elsewhere than when it was captured, or where somebody
  // else holds what the program assigns: the graph would read or write the wrong bytes.
  bool has_variables() const;
  // Blocks of outputs that somebody still holds from an earlier run, unless they are copied.
  std::vector<size_t> held_outputs() const;
  // One launch on `inputs`, which the program fits; has_variables() and no held_outputs(). Outputs
  // are lent: they are the graph's own memory as long as somebody holds them, unless copied.
  std::vector<Tensor> run(std::span<const Tensor> inputs);

 private:
  // Where a variable's bytes were; the value itself is the variable's alone, so that it can be
  // written in place.
  struct Address {
    Variable* variable = nullptr;
    const void* data = nullptr;
    bool is_assigned = false;
    bool is_here() const;
  };
  void place_fixed();
  void note_variables();
  void capture();
  void capture_action(const Action& action, DeviceCapture& capture, const RandomStream* streams);
  bool outlives_assignment(const Action& read) const;
  void capture_read(const Action& action, DeviceCapture& capture);
  void fill(std::span<const Tensor> inputs);
  void move(const Action& action, const Frame& sources);
  void draw();
  Tensor output(ValueId id, std::span<const Tensor> inputs) const;

  const CompiledProgram& program_;
  Frame frame_;
  GraphMemory scratch_;
  std::vector<bool> copied_;  // by blocks
  std::vector<Address> variables_;
  Tensor arena_, streams_;
  std::unique_ptr<DeviceGraph> graph_;
};

}  // namespace pelton
