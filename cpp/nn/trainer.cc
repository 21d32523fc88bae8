// Owns compiling and single steps. The loops are in trainer_loops.cc.
#include "nn/trainer.h"

#include "autograd/tape.h"
#include "nn/host_variable.h"
#include "nn/losses/loss_list.h"
#include "nn/optimizers/optimizer_list.h"
#include "nn/value_guard.h"
#include "nn/warning.h"
#include "ops/ops.h"
#include "runtime/context.h"

namespace pelton {
namespace {

bool is_crossentropy(const std::string& name) {
  return name == "crossentropy" || name == "ce" || name == "CE" || name == "Crossentropy";
}

const char* crossentropy_for(TargetKind kind) {
  if (kind == TargetKind::binary) return losses::BinaryCrossentropy::kFunction;
  if (kind == TargetKind::categorical) return losses::CategoricalCrossentropy::kFunction;
  return losses::SparseCategoricalCrossentropy::kFunction;
}

}  // namespace

// What a step changes besides what the optimizer does; undone unless keep() is called.
class Trainer::StepGuard {
 public:
  explicit StepGuard(Trainer& trainer)
      : trainer_(trainer), resolved_(trainer.metrics_.resolved()), loss_(trainer.loss_) {
    values_.watch(trainer.loss_tracker_->variables());
    for (const auto& metric : trainer.metrics_.existing()) values_.watch(metric->variables());
  }
  ~StepGuard() {
    if (kept_) return;
    trainer_.loss_ = loss_;
    if (!resolved_) trainer_.metrics_.unresolve();
  }
  // Averages that layers move, such as those of batch normalization.
  void watch_state_of(const Layer& model) {
    std::vector<VariableRef> state = model.variables();
    std::erase_if(state, [](const VariableRef& variable) { return variable->trainable(); });
    values_.watch(state);
  }
  void keep() {
    kept_ = true;
    values_.keep();
  }

 private:
  Trainer& trainer_;
  bool resolved_;
  std::shared_ptr<Loss> loss_;
  bool kept_ = false;
  ValueGuard values_;
};

void Trainer::compile(CompileOptions options) {
  check(options.steps_per_execution >= 1, Code::value_error,
        "`steps_per_execution` must be at least 1. Received: steps_per_execution=",
        options.steps_per_execution);
  std::shared_ptr<Loss> loss;
  if (const auto* given = std::get_if<std::shared_ptr<Loss>>(&options.loss)) loss = *given;
  if (const auto* name = std::get_if<std::string>(&options.loss); name && !is_crossentropy(*name))
    loss = get_loss(*name);
  optimizer_ = options.optimizer ? options.optimizer : get_optimizer("rmsprop");
  loss_choice_ = options.loss;
  loss_ = loss;
  loss_weight_ = options.loss_weight;
  steps_per_execution_ = options.steps_per_execution;
  run_eagerly_ = options.run_eagerly;
  metrics_ = CompiledMetrics(std::move(options.metrics), std::move(options.weighted_metrics));
  loss_tracker_ = std::make_shared<metrics::Mean>(metrics::Mean::Config{.name = "loss"});
  programs_.clear();
  stop_training_ = false;
  compiled_ = true;
}

void Trainer::check_compiled() const {
  check(compiled_, Code::value_error, "You must call `compile()` before using the model.");
}

void Trainer::resolve_loss(const Tensor& y_true, const Tensor& y_pred) {
  if (loss_ == nullptr && std::holds_alternative<std::string>(loss_choice_))
    loss_ = get_loss(crossentropy_for(target_kind(y_true.shape(), y_pred.shape())));
}

Tensor Trainer::compute_loss(const Batch& batch, const Tensor& y_pred) {
  std::vector<Tensor> losses = model_.losses();
  if (batch.y.defined()) {
    resolve_loss(batch.y, y_pred);
    if (loss_ != nullptr) {
      Tensor loss = (*loss_)(batch.y, y_pred, batch.sample_weight);
      if (loss_weight_) loss = multiply(loss, scalar(*loss_weight_, loss.dtype()));
      if (loss.rank() > 0) loss = reduce_sum(loss);
      losses.insert(losses.begin(), loss);
    }
  }
  check(!losses.empty(), Code::value_error,
        "No loss to compute. Provide a `loss` argument in `compile()`.");
  Tensor total = losses[0];
  for (size_t i = 1; i < losses.size(); ++i)
    total =
        add(total, losses[i].dtype() == total.dtype() ? losses[i] : cast(losses[i], total.dtype()));
  return total;
}

StepPrograms::Result Trainer::from_program(std::string_view phase, std::span<const Tensor> inputs,
                                           const std::function<StepPrograms::Result()>& compute) {
  return run_eagerly_ ? compute() : programs_.run(model_, phase, inputs, compute);
}

StepPrograms::Result Trainer::forward(const Batch& batch, bool training) {
  const Tensor inputs[] = {batch.x, batch.y, batch.sample_weight};
  return from_program(training ? "train" : "test", inputs, [&] {
    const Tensor y_pred = model_(batch.x, training);
    return StepPrograms::Result{y_pred, compute_loss(batch, y_pred)};
  });
}

Trainer::Gradients Trainer::compute_gradients(const Batch& batch, Tensor& y_pred, double& loss) {
  Gradients out;
  Tape tape;
  tape.start();
  const StepPrograms::Result result = forward(batch, true);
  y_pred = result.y_pred;
  const Tensor total = result.loss;
  Tensor scaled = total;
  if (const auto& scale = optimizer_->options().loss_scale_factor)
    scaled = multiply(total, scalar(*scale, total.dtype()));
  tape.stop();
  loss = item(total);
  out.variables = model_.trainable_variables();
  std::vector<Tape::Source> sources;
  for (const VariableRef& variable : out.variables) sources.push_back(tape.source_of(*variable));
  if (!sources.empty()) out.values = tape.gradient({&scaled, 1}, sources);
  return out;
}

// The tape ends before the optimizer steps: with it go its copies of the weights, so that they
// can be written in place. The optimizer comes last, so that no later error finds weights changed.
void Trainer::train_step(const Batch& batch) {
  check_compiled();
  StepGuard guard(*this);
  guard.watch_state_of(model_);
  Tensor y_pred;
  double loss = 0;
  const Gradients gradients = compute_gradients(batch, y_pred, loss);
  take_in(batch, y_pred, loss);
  if (gradients.variables.empty())
    warn("The model does not have any trainable weights.");
  else
    optimizer_->apply(gradients.values, gradients.variables);
  guard.keep();
}

void Trainer::test_step(const Batch& batch) {
  check_compiled();
  StepGuard guard(*this);
  const StepPrograms::Result result = forward(batch, false);
  take_in(batch, result.y_pred, item(result.loss));
  guard.keep();
}

Tensor Trainer::predict_step(const Tensor& x) {
  const auto compute = [&] { return StepPrograms::Result{model_(x, false), Tensor()}; };
  return from_program("predict", {&x, 1}, compute).y_pred;
}

void Trainer::take_in(const Batch& batch, const Tensor& y_pred, double loss) {
  loss_tracker_->update(loss, static_cast<double>(batch.size()));
  if (batch.y.defined()) metrics_.update(batch.y, y_pred, batch.sample_weight);
}

Logs Trainer::logs() const {
  Logs out;
  loss_tracker_->log(out);
  metrics_.log(out);
  return out;
}

void Trainer::reset_metrics() {
  check_compiled();
  loss_tracker_->reset_state();
  metrics_.reset();
}

}  // namespace pelton
