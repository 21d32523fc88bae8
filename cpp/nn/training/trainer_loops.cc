// Owns the loops of fit, evaluate and predict, and when callbacks are called.
#include <algorithm>
#include <cstring>

#include "nn/training/batch_hooks.h"
#include "nn/training/trainer.h"
#include "nn/training/value_guard.h"
#include "ops/array/array.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

// As callbacks see them. Figures of steps of the user's own are in order: those of a nested dict
// stand together.
Logs sorted(Logs logs, bool is_of_own_steps) {
  if (!is_of_own_steps)
    std::stable_sort(logs.begin(), logs.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  return logs;
}

bool is_validation_epoch(const FitOptions& options, int64_t epoch) {
  const auto& chosen = options.validation_epochs;
  if (!chosen.empty()) return std::find(chosen.begin(), chosen.end(), epoch + 1) != chosen.end();
  return (epoch + 1) % options.validation_freq == 0;
}

// Calls step(batch) for each batch of an epoch that has begun, from number `first` on, unless
// stopped() before, and the batch hooks around every `per_call` of them.
template <class Step, class Stopped>
void for_each_step(StepIterator& steps, int64_t first, int64_t per_call, BatchHooks&& hooks,
                   Step&& step, Stopped&& stopped) {
  Batch batch;
  for (; steps.next(batch); first += per_call) {
    hooks.begin(first);
    for (int64_t i = 0; i < per_call; ++i) {
      if (i > 0 && !steps.next(batch)) break;
      poll_interrupt();
      step(batch);
    }
    hooks.end(first + per_call - 1);
    if (stopped()) break;
  }
  hooks.finish();
}

// Collects the outputs of batches row after row.
class Rows {
 public:
  void append(const Tensor& batch) {
    check(batch.rank() > 0, Code::value_error,
          "predict: expected outputs with one row per sample, got a scalar");
    check(!batch.is_symbolic(), Code::runtime_error, "predict: the output ", batch,
          " has no values while a function is traced; call the model itself there: model(x)");
    parts_.push_back(contiguous(copy_to(batch, Device{})));
    count_ += batch.shape()[0];
  }
  Tensor joined() const {
    check(!parts_.empty(), Code::value_error,
          "predict: expected input data to be non-empty, got no batch");
    Shape shape = parts_[0].shape();
    shape[0] = count_;
    Tensor out = empty(shape, parts_[0].dtype());
    auto* to = static_cast<char*>(out.data());
    for (const Tensor& part : parts_) {
      check(std::equal(shape.begin() + 1, shape.end(), part.shape().begin() + 1,
                       part.shape().end()) &&
                part.dtype() == out.dtype(),
            Code::value_error, "predict: outputs of different batches do not fit: ", parts_[0],
            " and ", part);
      std::memcpy(to, part.data(), static_cast<size_t>(part.bytes()));
      to += part.bytes();
    }
    return out;
  }

 private:
  std::vector<Tensor> parts_;
  int64_t count_ = 0;
};

}  // namespace

// Of this thread over batches, in which it has figures of its own.
class Trainer::Run {
 public:
  Run(Trainer& trainer, bool trains) : trainer_(trainer), trains_(trains) {
    const std::lock_guard between_steps(trainer.steps_);
    trainer.figures_by_thread_.begin_run();
    if (trains_) ++trainer.trainings_;
  }
  ~Run() {
    const std::lock_guard between_steps(trainer_.steps_);
    trainer_.figures_by_thread_.end_run();
    if (trains_) --trainer_.trainings_;
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

 private:
  Trainer& trainer_;
  const bool trains_;
};

void Trainer::train_epoch(StepIterator& steps, int64_t done, Callbacks& callbacks) {
  reset_metrics();
  steps.begin_epoch();
  Batch left_out;
  for (int64_t step = 0; step < done && steps.next(left_out); ++step) poll_interrupt();
  if (done > 0) {
    run_test_step(left_out);  // makes the metrics, whose values are restored now
    reset_metrics();
    callbacks.on_batches_skipped();
  }
  forget_structure();
  const auto forget = [&] { forget_structure(); };
  const auto call = [&](int64_t step) {
    callbacks.on_batch_end(Phase::train, step, sorted(logs(), own_.load() != nullptr));
  };
  for_each_step(
      steps, done, steps_per_execution_, BatchHooks(callbacks, Phase::train, call, forget),
      [&](const Batch& batch) { run_train_step(batch); }, [&] { return stop_training_.load(); });
}

Logs Trainer::run_test(StepIterator& steps, Callbacks& callbacks) {
  stop_evaluating_ = false;
  callbacks.on_begin(Phase::test);
  reset_metrics();
  forget_structure();
  const auto forget = [&] { forget_structure(); };
  const auto call = [&](int64_t step) {
    callbacks.on_batch_end(Phase::test, step, sorted(logs(), own_.load() != nullptr));
  };
  steps.begin_epoch();
  for_each_step(
      steps, 0, steps_per_execution_, BatchHooks(callbacks, Phase::test, call, forget),
      [&](const Batch& batch) { run_test_step(batch); }, [&] { return stop_evaluating_.load(); });
  const Logs result = logs(true);
  callbacks.on_end(Phase::test, sorted(result, own_.load() != nullptr));
  return result;
}

Logs Trainer::on_batch(const Batch& batch, bool training) {
  const Run run(*this, training);
  std::optional<Turn> turn;
  if (own_.load() == nullptr) turn.emplace(*this);
  ValueGuard guard;  // a batch that is refused must not cost the figures so far
  for (const auto& metric : metrics()) guard.watch(metric->variables());
  reset_metrics();
  training ? train_step(batch) : test_step(batch);
  guard.keep();
  return logs();
}

std::vector<Logs> Trainer::fit(BatchSource& train, BatchSource* validation,
                               const FitOptions& options, Callbacks& callbacks) {
  check_compiled();
  check(
      options.validation_freq >= 1, Code::value_error,
      "`validation_freq` must be at least 1. Received: validation_freq=", options.validation_freq);
  const Run run(*this, true);
  StepIterator steps(train, options.steps_per_epoch);
  std::vector<Logs> history;
  stop_training_ = false;
  callbacks.on_begin(Phase::train);
  for (int64_t epoch = options.initial_epoch; epoch < options.epochs; ++epoch) {
    callbacks.on_epoch_begin(epoch);
    train_epoch(steps, epoch == options.initial_epoch ? callbacks.batches_done() : 0, callbacks);
    Logs epoch_logs = sorted(logs(true), own_.load() != nullptr);
    if (validation != nullptr && is_validation_epoch(options, epoch)) {
      StepIterator validation_steps(*validation, options.validation_steps);
      for (auto& [name, value] :
           sorted(run_test(validation_steps, callbacks), own_.load() != nullptr))
        epoch_logs.emplace_back("val_" + name, value);
    }
    callbacks.on_epoch_end(epoch, epoch_logs);
    history.push_back(std::move(epoch_logs));
    if (stop_training_) break;
  }
  if (const auto used = optimizer(); used != nullptr && options.epochs > 0 && used->built())
    used->finalize_variable_values(model_.trainable_variables());
  callbacks.on_end(Phase::train, history.empty() ? Logs{} : history.back());
  return history;
}

Logs Trainer::evaluate(BatchSource& data, std::optional<int64_t> steps, Callbacks& callbacks) {
  check_compiled();
  const Run run(*this, false);
  StepIterator iterator(data, steps);
  return run_test(iterator, callbacks);
}

std::vector<Tensor> Trainer::predict(BatchSource& data, std::optional<int64_t> steps,
                                     Callbacks& callbacks) {
  StepIterator iterator(data, steps);
  std::vector<Rows> rows;  // of each leaf
  const int64_t per_call = steps_per_execution_;
  std::vector<Tensor> outputs;  // of the batches that callbacks hear of together
  int64_t done = 0;
  stop_predicting_ = false;
  callbacks.on_begin(Phase::predict);
  forget_structure();
  const auto forget = [&] { forget_structure(); };
  const auto call = [&](int64_t step) { callbacks.on_batch_outputs(step, outputs); };
  iterator.begin_epoch();
  for_each_step(
      iterator, 0, per_call, BatchHooks(callbacks, Phase::predict, call, forget),
      [&](const Batch& batch) {
        std::vector<Tensor> made = run_predict_step(batch);
        if (rows.empty()) rows.resize(made.size());
        check(rows.size() == made.size(), Code::value_error, "predict: a batch has ", made.size(),
              " outputs, those before had ", rows.size());
        for (size_t i = 0; i < rows.size(); ++i) rows[i].append(made[i]);
        if (done++ % per_call == 0)
          outputs = std::move(made);
        else
          for (size_t i = 0; i < made.size(); ++i)
            outputs[i] = concat({outputs[i], made[i]}, {.axis = 0});
      },
      [&] { return stop_predicting_.load(); });
  callbacks.on_end(Phase::predict, {});
  if (rows.empty()) rows.resize(1);  // which says that there was no batch
  std::vector<Tensor> out;
  for (const Rows& leaf : rows) out.push_back(leaf.joined());
  return out;
}

}  // namespace pelton
