// Owns Tracer: an observer that writes down what the calling thread computes as a Program.
#pragma once
#include <span>
#include <string>
#include <unordered_map>

#include "autograd/id_slots.h"
#include "core/device.h"
#include "program/program.h"
#include "program/trace/graph_ops.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/observer.h"
#include "runtime/dispatch/random_state.h"
#include "runtime/dispatch/symbolic.h"

namespace pelton {

class Tracer : public Observer {
 public:
  // What code that is not the engine's means: an obstacle, or nothing, where it is agreed that such
  // code runs while recording only.
  enum class HostCallbacks : uint8_t { refused, ignored };
  // Records from now until finish() or destruction. `inputs` differ from run to run; variables are
  // read anew in each run, those of `variables` even where nobody tells of the reading. Every other
  // tensor from before is a constant.
  Tracer(std::span<const Tensor> inputs, std::span<const VariableRef> variables,
         HostCallbacks host_callbacks = HostCallbacks::refused);
  // The same without values, of code that may be Python, which errors call `owner`: nothing is run,
  // drawn or assigned.
  Tracer(std::string owner, std::span<const Tensor> inputs);
  // Of the body of a branch or loop within what `outer`, or nobody, records, without values: what
  // is used from outside becomes an input after `inputs`; see captures().
  Tracer(const Tracer* outer, std::span<const Tensor> inputs);
  ~Tracer() override;
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  // From now on, reading one boolean or integer on the host is a guard (Step::Kind::guard), and no
  // obstacle, where it follows from nothing that was written before.
  void record_guards() { records_guards_ = true; }
  // From now on tensors of the record are shown as symbolic ones are: see shown_name(). `names` are
  // those of the inputs.
  void hide_values(std::vector<std::string> names) { hidden_names_ = std::move(names); }
  bool hides_values() const { return hidden_names_ && obstacle_.empty() && asides_ == 0; }
  // "add_1:0" of a tensor that a tracer of the calling thread hides the values of; "" of others.
  static std::string shown_name(const Tensor& tensor);
  // Which graph random ops are in. `none`: they draw as eager ops; `own`: one that is traced now,
  // whose ops go on that the same code had before; `known`: that of an earlier trace, whose ops
  // they were.
  enum class Graph : uint8_t { none, own, known };
  void begin_graph(Graph graph, GraphOps ops) {
    graph_ = graph;
    graph_ops_ = std::move(ops);
    graph_ops_.begin_again();
  }
  GraphOps take_graph_ops() { return std::move(graph_ops_); }
  // Ends the recording: the program that computes `outputs`, or nothing where obstacle() says why.
  // Its last uses are found by apply_passes.
  std::optional<Program> finish(std::span<const Tensor> outputs);
  // What the guards so far expect, in order; to be asked for before finish().
  std::vector<Tensor> guarded_values() const;
  // What cannot be run again from a record; empty: nothing so far.
  const std::string& obstacle() const { return obstacle_; }
  // What the body of a branch or loop used from outside so far, in order of first use.
  const std::vector<Tensor>& captures() const { return captures_; }
  // Whether what is called now is not run, be it that another trace around this one has no values.
  bool is_symbolic() const { return asides_ == 0 && context().symbolic_scope() != nullptr; }
  bool is_aside() const { return asides_ > 0; }
  // The variables that were read or assigned so far.
  std::vector<VariableRef> variables() const;
  // Runs `work` on `inputs` unseen by the thread's tracers, each of which then holds it as one
  // step: for engine code that works on the host, such as an optimizer's step. It may change
  // variables; what it does beyond its outputs must be the same whenever it is run again.
  static std::vector<Tensor> perform(const HostCallback& work, std::span<const Tensor> inputs);
  // Tells the thread's tracers of a branch or loop that was performed, with the stream that it drew
  // or that an earlier step had drawn.
  static void note_control(const std::shared_ptr<const ControlFlow>& control,
                           std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                           const std::optional<RandomStream>& stream);
  // Tells the thread's tracers that `output`, which no op made, is `result` under a gradient that
  // code outside of the engine gives: their records compute the values, but no gradient of them.
  static void note_own_gradient(const Tensor& result, const Tensor& output);
  // The same of a record that is run while they record.
  static void note_own_gradients();
  // Until end_aside() was called as often, what happens is no part of the record and what it gives
  // is the same in each run; it may not use values that are not.
  void begin_aside();
  void end_aside();
  // Whether tapes must see the recorded code itself.
  bool has_own_gradients() const { return has_own_gradients_; }
  // From here on come updates of variables (Step::is_update).
  void begin_updates() { are_updates_ = true; }
  // Of the innermost tracer of the calling thread, unlike any other's; 0 where there is none.
  static uint64_t current_number() {
    const Tracer* tracer = current();
    return tracer == nullptr ? 0 : tracer->first_id_;
  }
  // The innermost tracer of the calling thread, or null.
  static Tracer* current();
  // Tells the thread's tracers of what cannot be run again.
  static void refuse_all(const std::string& reason);

  void on_call(const OpCall& call) override;
  void on_draw(std::optional<int64_t> op_seed) override;
  std::optional<int64_t> on_op_draw(std::optional<int64_t> op_seed, int64_t blocks) override;
  bool is_graph() const override { return !is_idle() && graph_ != Graph::none; }
  std::optional<int64_t> next_op_seed() override { return graph_ops_.next_seed(); }
  void on_host_value(const Tensor& tensor) override;
  void on_read(const Counted& variable) override;
  const Tensor* stand_in(const Counted& variable) override;
  void on_host_read(const Tensor& tensor, std::string_view what) override;
  void on_assign(const Counted& variable, const Tensor& value) override;
  void on_update(std::span<const Counted* const> variables) override;
  void on_host_callback(std::string_view what) override;

 private:
  // A variable's value as it was last read.
  struct Reading {
    uint64_t id = 0;  // of the tensor
    int age = 0;      // of writes_
  };

  void begin(std::span<const Tensor> inputs);
  void stop();
  // Nothing is added to the record now.
  bool is_idle() const { return paused_ || asides_ > 0; }
  // Whether a tensor is from before the recording, or was made aside of it.
  bool is_from_outside(uint64_t id) const;
  // Whether a tensor is the same in each run.
  bool is_fixed(const Tensor& tensor) const;
  // While aside: refuses the use of values that differ from run to run.
  void check_aside(std::span<const Tensor> used);
  void check_aside(const Variable& read);
  void refuse(std::string reason);
  // `fixed`: the same in each run.
  ValueId new_value(const Tensor& tensor, bool fixed = false);
  void add_step(Step step);
  void add_read(const VariableRef& variable, const Tensor& value);
  void add_host_callback(const HostCallback& work, std::span<const Tensor> inputs,
                         std::span<const Tensor> outputs);
  // The value that `tensor` is: known, a variable's (then read here), or a constant.
  ValueId value_of(const Tensor& tensor);
  ValueId value_of_symbolic(const Tensor& tensor);
  ValueId capture(const Tensor& tensor);
  bool may_guard(const Tensor& tensor) const;
  void add_guard(ValueId value, const Tensor& tensor);
  // Has a symbolic tensor stand for the variable from now on.
  void read_symbolically(const VariableRef& variable);
  // The symbolic outputs of `work`, which is not run.
  static std::vector<Tensor> symbolic_outputs(const HostCallback& work);
  // Makes names among the attributes those of values of this program.
  void name_values(Step& step);
  // Says which draw the random stream in the attributes comes from, if any does.
  void find_draw(Step& step);
  void place_draw(Step& step, const RandomStream& stream);
  void add_control(const std::shared_ptr<const ControlFlow>& control,
                   std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                   const std::optional<RandomStream>& stream);
  VariableRef variable_with(const Tensor& value) const;
  std::string name_in_record(const Tensor& tensor) const;

  const bool captures_all_ = false;
  const Tracer* const outer_ = nullptr;  // of a body
  std::vector<Tensor> captures_;
  std::optional<SymbolicScope> symbolic_;
  std::unordered_map<const Variable*, Tensor> stand_ins_;
  std::unordered_map<const Variable*, Shape> assigned_shapes_;  // that values may have by now
  bool recording_ = true;
  bool paused_ = false;
  bool has_own_gradients_ = false;
  bool records_guards_ = false;
  std::optional<std::vector<std::string>> hidden_names_;  // of inputs, where values are not shown
  bool are_updates_ = false;
  int asides_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> made_aside_;  // first id, and the one after the last
  const HostCallbacks host_callbacks_mode_ = HostCallbacks::refused;
  const DeviceSpec scope_;  // when the recording began
  std::vector<VariableRef> variables_;
  std::unordered_map<const Variable*, Reading> readings_;
  std::vector<bool> fixed_;  // by ValueId
  int writes_ = 0;  // host callbacks and calls in place so far, which may have written variables
  std::vector<VariableRef> targets_;  // that the call still to come writes
  IdSlots ids_;                       // tensor ids; their numbers are ValueIds
  uint64_t first_id_;                 // of tensors made during the recording, or aside of it
  Program program_;
  std::optional<Step> draw_;           // the draw whose op is still to come
  std::vector<RandomStream> streams_;  // of the draws so far
  Graph graph_ = Graph::none;
  GraphOps graph_ops_;
  std::string obstacle_;
};

}  // namespace pelton
