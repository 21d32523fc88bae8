// Owns Recorder: an observer that writes down what the calling thread computes as a Program.
#pragma once
#include <span>
#include <string>

#include "autograd/id_slots.h"
#include "program/program.h"
#include "runtime/observer.h"

namespace pelton {

class Recorder : public Observer {
 public:
  // Records from now until finish() or destruction. `inputs` differ from run to run; `variables`
  // are read anew in each run. Every other tensor from before is a constant.
  Recorder(std::span<const Tensor> inputs, std::span<const VariableRef> variables);
  ~Recorder() override;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Ends the recording: the program that computes `outputs`, or nothing where obstacle() says why.
  // Its last uses are found by apply_passes.
  std::optional<Program> finish(std::span<const Tensor> outputs);
  // What cannot be run again from a record; empty: nothing so far.
  const std::string& obstacle() const { return obstacle_; }

  void on_call(const OpCall& call) override;
  void on_draw(std::optional<int64_t> op_seed) override;
  void on_host_value(const Tensor& tensor) override;
  void on_assign(const Counted& variable, const Tensor& value) override;
  void on_foreign_code(std::string_view what) override;

 private:
  void stop();
  void refuse(std::string reason);
  ValueId new_value(const Tensor& tensor);
  // The value that `tensor` is: known, a variable's (then read here), or a constant.
  ValueId value_of(const Tensor& tensor);
  // Says which draw the random stream in the attributes comes from, if any does.
  void find_draw(Step& step);
  VariableRef variable_with(const Tensor& value) const;

  bool recording_ = true;
  std::vector<VariableRef> variables_;
  IdSlots ids_;        // tensor ids; their numbers are ValueIds
  uint64_t first_id_;  // of tensors made during the recording
  Program program_;
  std::optional<Step> draw_;           // the draw whose op is still to come
  std::vector<RandomStream> streams_;  // of the draws so far
  std::string obstacle_;
};

}  // namespace pelton
