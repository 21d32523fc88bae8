// Owns compiling and single steps. The loops are in trainer_loops.cc.
#include "nn/training/trainer.h"

#include "autograd/tape.h"
#include "nn/losses/loss_list.h"
#include "nn/optimizers/optimizer_list.h"
#include "nn/training/host_variable.h"
#include "nn/training/value_guard.h"
#include "nn/training/warning.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"

namespace pelton {
namespace {

// Python code of layers and losses runs while a step is traced only, as in TensorFlow.
constexpr auto kTraced = Tracer::HostCallbacks::ignored;

bool is_crossentropy(const std::string& name) {
  return name == "crossentropy" || name == "ce" || name == "CE" || name == "Crossentropy";
}

const char* crossentropy_for(TargetKind kind) {
  if (kind == TargetKind::binary) return losses::BinaryCrossentropy::kFunction;
  if (kind == TargetKind::categorical) return losses::CategoricalCrossentropy::kFunction;
  return losses::SparseCategoricalCrossentropy::kFunction;
}

// Steps in Python take their data nested. Only those that a compile() from inside a run has dropped
// leave any to the engine's.
const Tensor& input_of(const Batch& batch) {
  check(
      batch.x.defined(), Code::runtime_error,
      "`compile()` was called while `fit()`, `evaluate()` or `predict()` ran with steps in Python, "
      "which cannot go on. Call it before or after them.");
  return batch.x;
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
    if (resolved_) return;
    trainer_.metrics_.unresolve();
    trainer_.programs_.clear();  // their scores are those of the metrics as they were resolved
  }
  void watch(const std::vector<VariableRef>& state) { values_.watch(state); }
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

Trainer::Turn::Turn(Trainer& trainer) : lock_(trainer.steps_) {
  trainer.figures_by_thread_.show_own([&] { return trainer.figures(); });
}

void Trainer::check_between_steps(const char* what) const {
  check(!steps_.is_mine(), Code::failed_precondition, what, " of ", model_.class_name(), " '",
        model_.name(), "' was called in the middle of one of its steps");
}

void Trainer::set_optimizer(std::shared_ptr<Optimizer> optimizer) {
  check_between_steps("the optimizer's setter");
  const std::lock_guard between_steps(steps_);
  optimizer_ = std::move(optimizer);
  programs_.clear();
}

Optimizer& Trainer::used_optimizer() const {
  check(optimizer_ != nullptr, Code::value_error, model_.class_name(), " '", model_.name(),
        "' has no optimizer: it was set to None after `compile()`");
  return *optimizer_;
}

std::vector<std::shared_ptr<Metric>> Trainer::metrics() const {
  const std::lock_guard between_steps(steps_);
  std::vector<std::shared_ptr<Metric>> out;
  if (compiled_) out.push_back(loss_tracker_);
  for (auto& metric : metrics_.metrics()) out.push_back(metric);
  return out;
}

std::vector<VariableRef> Trainer::figures() const {
  std::vector<VariableRef> out;
  for (const auto& metric : metrics())
    for (const VariableRef& variable : metric->variables()) out.push_back(variable);
  return out;
}

void Trainer::compile(CompileOptions options) {
  check_between_steps("compile()");
  check(options.steps_per_execution >= 1, Code::value_error,
        "`steps_per_execution` must be at least 1. Received: steps_per_execution=",
        options.steps_per_execution);
  std::shared_ptr<Loss> loss;
  if (const auto* given = std::get_if<std::shared_ptr<Loss>>(&options.loss)) loss = *given;
  if (const auto* name = std::get_if<std::string>(&options.loss); name && !is_crossentropy(*name))
    loss = get_loss(*name);
  const std::lock_guard between_steps(steps_);
  optimizer_ = options.optimizer ? options.optimizer : get_optimizer("rmsprop");
  loss_choice_ = options.loss;
  loss_ = loss;
  loss_weight_ = options.loss_weight;
  steps_per_execution_ = options.steps_per_execution;
  run_eagerly_ = options.run_eagerly;
  metrics_ = CompiledMetrics(std::move(options.metrics), std::move(options.weighted_metrics));
  loss_tracker_ = std::make_shared<metrics::Mean>(metrics::Mean::Config{.name = "loss"});
  programs_.clear();
  own_.store(nullptr);
  first_step_ = nullptr;
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
      if (loss.rank() > 0 && losses.empty()) return loss;
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

Trainer::Result Trainer::forward(const Batch& batch, bool training) {
  Result out;
  out.y_pred =
      model_(input_of(batch), model_.takes_training() ? std::optional(training) : std::nullopt);
  out.loss = compute_loss(batch, out.y_pred);
  if (out.loss.rank() > 0) {
    out.unreduced_loss = out.loss;
    out.loss = out.loss.size() == 0 ? reduce_sum(out.loss) : reduce_mean(out.loss);
  }
  if (run_eagerly_) return out;
  if (batch.y.defined()) out.scores = metrics_.scores(batch.y, out.y_pred, batch.sample_weight);
  if (!metrics_.needs_predictions(out.scores, out.y_pred, batch.sample_weight))
    out.y_pred = Tensor();
  return out;
}

Trainer::Result Trainer::differentiate(const StepPrograms::Compute& pass,
                                       std::vector<VariableRef>& variables) {
  Tape tape;
  tape.start();
  Result result = pass();
  Tensor scaled = result.loss;
  if (result.unreduced_loss.defined())
    scaled = reduce_sum(std::exchange(result.unreduced_loss, {}));
  if (const auto& scale = used_optimizer().options().loss_scale_factor)
    scaled = multiply(scaled, scalar(*scale, scaled.dtype()));
  tape.stop();
  variables = model_.trainable_variables();
  std::vector<Tape::Source> sources;
  for (const VariableRef& variable : variables) sources.push_back(tape.source_of(*variable));
  if (!sources.empty()) result.gradients = tape.gradient({&scaled, 1}, sources);
  return result;
}

std::shared_ptr<const ModelStructure> Trainer::structure() {
  std::shared_ptr<const ModelStructure> found = structure_.load();
  if (found != nullptr && found->built) return found;
  found = std::make_shared<const ModelStructure>(model_);
  structure_.store(found);
  return found;
}

std::shared_ptr<const TrainedVariables> Trainer::trained() {
  std::shared_ptr<const TrainedVariables> found = trained_.load();
  if (found != nullptr) return found;
  found = std::make_shared<const TrainedVariables>(model_);
  if (structure()->built) trained_.store(found);
  return found;
}

void Trainer::forget_structure() {
  structure_.store(nullptr);
  trained_.store(nullptr);
}

std::unique_ptr<HeldFlags> Trainer::flags_of_first_step() {
  if (run_eagerly_) return nullptr;
  const auto layers = structure();
  const auto known = trained();
  if (first_step_ == nullptr)
    first_step_.reset(
        new FirstStep{TrainableFlags(model_), layers->key, known->trainable, layers->built});
  FirstStep& first = *first_step_;
  if (layers->key == first.key && known->trainable == first.trainable) return nullptr;
  first.flags.add_new(model_);
  if (first.flags.agrees_with(TrainableFlags(model_))) {
    first.key = layers->key;
    first.trainable = known->trainable;
    return nullptr;
  }
  forget_structure();
  return std::make_unique<HeldFlags>(model_, first.flags);
}

void Trainer::train_step(const Batch& batch) {
  forget_structure();
  run_train_step(batch);
}

void Trainer::test_step(const Batch& batch) {
  forget_structure();
  run_test_step(batch);
}

std::vector<Tensor> Trainer::predict_step(const Batch& batch) {
  forget_structure();
  return run_predict_step(batch);
}

void Trainer::run_train_step(const Batch& batch) {
  check_compiled();
  const auto own = own_.load();
  std::optional<Turn> turn(std::in_place, *this);
  const auto held = flags_of_first_step();
  if (own != nullptr) {
    turn.reset();
    own->train(batch);
    turn.emplace(*this);
  } else {
    take_train_step(batch);
  }
  if (held != nullptr) forget_structure();
  if (first_step_ == nullptr || first_step_->is_built) return;
  first_step_->flags.add_new(model_);  // variables that the step has made
  first_step_->is_built = true;
}

// The tape ends before the optimizer steps: with it go its copies of the weights, so that they
// can be written in place. The optimizer comes last, so that no later error finds weights changed.
void Trainer::take_train_step(const Batch& batch) {
  const Optimizer& optimizer = used_optimizer();
  StepGuard guard(*this);
  const auto layers = structure();
  const auto known = trained();
  guard.watch(known->state);
  std::vector<VariableRef> variables = known->trainable;
  const auto pass = [&] { return forward(batch, true); };
  const auto with_gradients = [&](const StepPrograms::Compute& compute) {
    return differentiate(compute, variables);
  };
  const auto update = [&](const Result& result) {
    take_in(batch, result);
    if (!variables.empty())
      Optimizer::apply_recorded(optimizer_, result.gradients, variables, true);
  };
  if (run_eagerly_) {
    update(with_gradients(pass));
  } else {
    const Tensor inputs[] = {batch.x, batch.y, batch.sample_weight};
    const std::string settings = optimizer.settings_key();
    const double scale = optimizer.options().loss_scale_factor.value_or(1);
    programs_.run(*layers, {"train", inputs, known->trainable, scale, settings, kTraced}, pass,
                  with_gradients, update);
  }
  if (trained()->trainable.empty()) warn("The model does not have any trainable weights.");
  guard.keep();
}

void Trainer::run_test_step(const Batch& batch) {
  check_compiled();
  if (const auto own = own_.load()) return own->test(batch);
  const Turn turn(*this);
  StepGuard guard(*this);
  const auto pass = [&] { return forward(batch, false); };
  const auto update = [&](const Result& result) { take_in(batch, result); };
  const Tensor inputs[] = {batch.x, batch.y, batch.sample_weight};
  if (run_eagerly_)
    update(pass());
  else
    programs_.run(*structure(), {"test", inputs, {}, 1, {}, kTraced}, pass, {}, update);
  guard.keep();
}

// Beside training in another thread, with weights between two of its steps.
std::vector<Tensor> Trainer::run_predict_step(const Batch& batch) {
  if (const auto own = own_.load()) return own->predict(batch);
  const AtWork at_work;
  const auto known = trainings_.load() > 0 ? trained() : nullptr;
  std::optional<VariableTurn> turn;
  if (known != nullptr) turn.emplace(known->in_order);
  const auto pass = [&] { return Result{.y_pred = model_(input_of(batch), false)}; };
  if (run_eagerly_) return {pass().y_pred};
  const StepPrograms::Kind kind{"predict", {&batch.x, 1}, {}, 1, {}, kTraced};
  return {programs_.run(*structure(), kind, pass).y_pred};
}

void Trainer::take_in(const Batch& batch, const Result& result) {
  loss_tracker_->update_by(result.loss, batch.size());
  if (batch.y.defined())
    metrics_.update(batch.y, result.y_pred, batch.sample_weight, result.scores);
}

Logs Trainer::logs(bool of_all) {
  if (const auto own = own_.load()) return own->logs(of_all);
  const Turn turn(*this);
  Logs out;
  loss_tracker_->log(out);
  metrics_.log(out);
  return out;
}

void Trainer::reset_metrics() {
  check_compiled();
  if (const auto own = own_.load()) return own->reset_metrics();
  const Turn turn(*this);
  loss_tracker_->reset_state();
  metrics_.reset();
}

}  // namespace pelton
