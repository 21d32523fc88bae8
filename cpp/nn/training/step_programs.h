// Owns StepPrograms: the recorded steps of one trained model, one for each kind of batch, and why
// some are not recorded. Knows no optimizer and no metric: a step's update is theirs.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "nn/module/model_structure.h"
#include "program/exec/split_replay.h"
#include "program/trace/trace_cache.h"
#include "program/trace/tracer.h"

namespace pelton {

class StepPrograms {
 public:
  // What a step computes from a batch.
  struct Result {
    Tensor y_pred;               // with its mask; undefined where nobody needs it
    Tensor loss;                 // 0-d; undefined in predict
    Tensor unreduced_loss;       // whose sum is differentiated in place of `loss`; within a pass
    std::vector<Tensor> scores;  // what metrics take; undefined where they need y_pred
    // In training; undefined where a variable is not connected.
    std::vector<Tensor> gradients;
  };
  // Brings variables up to date by what a step computed.
  using Update = std::function<void(const Result&)>;
  using Compute = std::function<Result()>;
  // Adds the gradients to what `forward` gives, which it calls once.
  using Differentiate = std::function<Result(const Compute& forward)>;

  // The phase of a call of a model outside of training, which is no function of TensorFlow's.
  static constexpr std::string_view kCall = "call";

  struct Kind {
    std::string_view phase;
    std::span<const Tensor> inputs;          // undefined ones are left out
    std::span<const VariableRef> variables;  // that gradients are taken for
    double loss_scale = 1;
    std::string_view
        settings;  // what else the update looks at besides values of variables, as bytes
    // Whether code of the host language that the step calls runs while recording only.
    Tracer::HostCallbacks host_callbacks = Tracer::HostCallbacks::refused;
  };

  // The result of `forward`, with the gradients that `differentiate` adds, if given; with an
  // `update` that comes after it, which is part of the step, there is no result. The first step of
  // a kind with the model as it is records the forward pass, the second one what is computed with
  // gradients from that record, made cheaper; from then on only the record is run. A forward pass
  // with gradients of its own is recorded together with them. What cannot be recorded is computed
  // each time. A step whose code branches by values is recorded path by path. Safe to call from
  // several threads.
  Result run(const ModelStructure& model, const Kind& kind, const Compute& forward,
             const Differentiate& differentiate = {}, const Update& update = {});
  // Forgets all records: what they were made of has changed.
  void clear();
  // Per path of each recorded kind: phase, shapes, and the steps, or why it is not recorded.
  std::string explain() const;

 private:
  // A path of one kind; its obstacle says why there is no `forward`, or else no `step`. Never
  // changed once it is in the cache.
  struct Entry : Trace {
    std::shared_ptr<const Program> forward;  // until `step` is there
    std::shared_ptr<SplitReplay> step;
    std::vector<bool> present;  // which of y_pred, its mask, loss, scores and gradients are defined
    size_t scores = 0;
    bool is_whole = false;  // recorded with its gradients at once
    GraphOps graph_ops;     // of the forward pass
  };
  using EntryRef = std::shared_ptr<const Entry>;
  struct Call;

  EntryRef find(const std::string& key, std::span<const Tensor> seen = {});
  Result record_path(const Call& call, const std::string& branch);
  Result compute_first(const Call& call);
  GraphOps graph_ops_of(const std::string& graph);
  void keep_graph_ops(const std::string& graph, const GraphOps& ops);
  Result run_path(const Call& call, const Entry& entry);
  static std::optional<Result> run_step(const Entry& entry, std::span<const Tensor> inputs);
  Result record_forward(const Call& call, Entry& entry);
  // Of a step without `update`, its result.
  Result record_step(const Call& call, Entry& entry, const Compute& pass);
  // Has the calls of this kind computed each time, as they take too many paths.
  void give_up(const Call& call, const std::string& branch);

  mutable std::mutex mutex_;  // of what follows
  TraceCache<const Entry> entries_;
  std::map<std::string, GraphOps> graph_ops_;  // by graph
};

}  // namespace pelton
