// Owns Trainer: from batches to updated weights and figures: compile, steps, and the loops of fit,
// evaluate and predict. Knows layers, losses, metrics and optimizers by their interfaces only.
#pragma once
#include <atomic>
#include <memory>

#include "nn/losses/loss.h"
#include "nn/metrics/mean.h"
#include "nn/module/layer.h"
#include "nn/optimizers/optimizer.h"
#include "nn/training/callbacks.h"
#include "nn/training/compiled_metrics.h"
#include "nn/training/figures_by_thread.h"
#include "nn/training/own_steps.h"
#include "nn/training/step_iterator.h"
#include "nn/training/step_programs.h"
#include "nn/training/trainable_flags.h"
#include "runtime/threads/shared_slot.h"
#include "runtime/threads/turn_lock.h"
#include "runtime/threads/work_gate.h"

namespace pelton {

// A loss, the name of one ("crossentropy" and "ce" depend on the shapes of the first batch), or
// nothing: then only the layers' own losses count.
using LossChoice = std::variant<std::monostate, std::string, std::shared_ptr<Loss>>;

struct CompileOptions {
  std::shared_ptr<Optimizer> optimizer;  // null: rmsprop
  LossChoice loss;
  std::optional<double> loss_weight;
  std::vector<MetricChoice> metrics;           // never weighted
  std::vector<MetricChoice> weighted_metrics;  // by sample or class weight
  int64_t steps_per_execution = 1;             // batches between batch hooks
  bool run_eagerly = false;                    // never from a record
};

struct FitOptions {
  int64_t epochs = 1;
  int64_t initial_epoch = 0;
  std::optional<int64_t> steps_per_epoch;
  std::optional<int64_t> validation_steps;
  int64_t validation_freq = 1;             // validates after every so many epochs
  std::vector<int64_t> validation_epochs;  // in place of validation_freq: after these, from 1
};

// Threads may use one at the same time: steps that train or test come one after the other, and
// what changes the trainer comes between them.
class Trainer {
 public:
  // While one lives no other thread trains, tests or changes the trainer, and figures are those of
  // this thread's run over batches.
  class Turn;
  // `model` outlives the trainer.
  explicit Trainer(Layer& model) : model_(model) {}
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  // Raises value_error for an unknown loss or steps_per_execution below 1, failed_precondition
  // within a step. What runs in other threads goes on with the next step as it is compiled now.
  void compile(CompileOptions options);
  bool compiled() const { return compiled_; }
  // Steps that replace those below; null: none. Lasts until the next compile().
  void set_own_steps(std::shared_ptr<OwnSteps> steps) { own_.store(std::move(steps)); }
  // Raises value_error unless compiled.
  void check_compiled() const;

  // One step by itself. All raise value_error when there is no loss, and whatever model, loss,
  // metric and optimizer raise; after an error weights, moving averages and metrics are as they
  // were.
  void train_step(const Batch& batch);
  void test_step(const Batch& batch);
  std::vector<Tensor> predict_step(const Batch& batch);

  // The figures of one step alone; an error leaves all figures as they were.
  Logs on_batch(const Batch& batch, bool training);

  // The figures since reset_metrics(): loss first, then the metrics in order.
  // `of_all`: after the last step of an epoch or evaluation.
  Logs logs(bool of_all = false);
  void reset_metrics();

  // Trains and returns the logs of each epoch, validation's under "val_"; callbacks may end it by
  // set_stop_training(). Raises interrupted between batches when the user asks to stop.
  std::vector<Logs> fit(BatchSource& train, BatchSource* validation, const FitOptions& options,
                        Callbacks& callbacks);
  Logs evaluate(BatchSource& data, std::optional<int64_t> steps, Callbacks& callbacks);
  // Outputs of all batches, one after the other, in host memory: one, or the leaves of nested ones.
  // Raises value_error without data.
  std::vector<Tensor> predict(BatchSource& data, std::optional<int64_t> steps,
                              Callbacks& callbacks);

  Layer& model() const { return model_; }
  std::shared_ptr<Optimizer> optimizer() const {
    const std::lock_guard between_steps(steps_);
    return optimizer_;
  }
  // Raises as compile() within a step.
  void set_optimizer(std::shared_ptr<Optimizer> optimizer);
  const LossChoice& loss() const { return loss_choice_; }
  metrics::Mean& loss_tracker() const { return *loss_tracker_; }
  const CompiledMetrics& compiled_metrics() const { return metrics_; }
  // The loss tracker and the metrics as far as they are made; none before compile().
  std::vector<std::shared_ptr<Metric>> metrics() const;
  bool stop_training() const { return stop_training_; }
  bool stop_evaluating() const { return stop_evaluating_; }
  bool stop_predicting() const { return stop_predicting_; }
  bool run_eagerly() const { return run_eagerly_; }
  void set_run_eagerly(bool eagerly) { run_eagerly_ = eagerly; }
  void set_stop_training(bool stop) { stop_training_ = stop; }
  void set_stop_evaluating(bool stop) { stop_evaluating_ = stop; }
  void set_stop_predicting(bool stop) { stop_predicting_ = stop; }

  // The recorded steps, and why some are not.
  std::string explain_programs() const { return programs_.explain(); }

  // The compiled loss of predictions plus the layers' own losses: 0-d.
  Tensor compute_loss(const Batch& batch, const Tensor& y_pred);

 private:
  class StepGuard;
  class Run;
  void check_between_steps(const char* what) const;
  std::vector<VariableRef> figures() const;
  // One step of several, between which nobody changes the layers: what is known of them stays.
  void run_train_step(const Batch& batch);
  void take_train_step(const Batch& batch);
  void run_test_step(const Batch& batch);
  std::vector<Tensor> run_predict_step(const Batch& batch);
  // The layers as they were when forget_structure() was called, or built since.
  std::shared_ptr<const ModelStructure> structure();
  std::shared_ptr<const TrainedVariables> trained();
  // After code of the user's, such as a callback, which may change layers.
  void forget_structure();
  // Has the layers the flags that they had in the first training step since compile(), which is
  // when TensorFlow traces it; null where they have them, and where no step is traced.
  std::unique_ptr<HeldFlags> flags_of_first_step();
  using Result = StepPrograms::Result;
  Result forward(const Batch& batch, bool training);
  // Adds the gradients of `variables`, which it looks up, to what `pass` gives.
  Result differentiate(const StepPrograms::Compute& pass, std::vector<VariableRef>& variables);
  void resolve_loss(const Tensor& y_true, const Tensor& y_pred);
  void take_in(const Batch& batch, const Result& result);
  Optimizer& used_optimizer() const;  // raises value_error where a user took it away
  void train_epoch(StepIterator& steps, int64_t done, Callbacks& callbacks);
  Logs run_test(StepIterator& steps, Callbacks& callbacks);

  Layer& model_;
  mutable TurnLock steps_;  // held during a step that trains or tests, and to change what follows
  FiguresByThread figures_by_thread_;
  std::atomic<int> trainings_ = 0;  // runs that train
  std::atomic<bool> compiled_ = false;
  std::shared_ptr<Optimizer> optimizer_;
  LossChoice loss_choice_;
  std::shared_ptr<Loss> loss_;
  std::optional<double> loss_weight_;
  std::atomic<int64_t> steps_per_execution_ = 1;
  std::shared_ptr<metrics::Mean> loss_tracker_;
  CompiledMetrics metrics_;
  std::atomic<bool> run_eagerly_ = false;
  StepPrograms programs_;
  SharedSlot<const ModelStructure> structure_;  // threads predict at once
  SharedSlot<const TrainedVariables> trained_;
  struct FirstStep {
    TrainableFlags flags;
    std::string key;                     // of a structure with these flags
    std::vector<VariableRef> trainable;  // and its variables
    bool is_built;                       // the flags of all variables are known
  };
  std::unique_ptr<FirstStep> first_step_;  // since compile()
  SharedSlot<OwnSteps> own_;
  std::atomic<bool> stop_training_ = false, stop_evaluating_ = false, stop_predicting_ = false;
};

class Trainer::Turn {
 public:
  explicit Turn(Trainer& trainer);

 private:
  const AtWork at_work_;
  const std::lock_guard<TurnLock> lock_;
};

}  // namespace pelton
