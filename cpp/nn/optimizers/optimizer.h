// Owns Optimizer: from gradients to new values of variables, and the slots that takes. Knows no
// model.
#pragma once
#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "autograd/variable.h"
#include "nn/optimizers/optimizer_config.h"

namespace pelton {

class Optimizer : public Configured {
 public:
  // One variable's share of a step.
  struct Update {
    VariableRef variable;
    // Of the variable's shape and dtype; only where takes_parts() maybe in parts.
    Tensor gradient;
    size_t index;  // of the variable among those the optimizer was built for
  };

  // What a step is told: tensors, so that a record of it holds no numbers of one moment.
  struct StepTensors {
    Tensor rate;    // 0-d, float32 or float64
    Tensor before;  // 0-d, int64: how many steps there were; negative: this call makes none
  };

  // `class_name` empty: that of class_name() when it is first needed. Raises value_error for
  // settings that contradict each other.
  Optimizer(const OptimizerConfig& config, const std::string& class_name);
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // Makes the slots for `variables`; called once, by apply() if nobody else does. After an error,
  // such as memory that ends, there are none, and it can be called again.
  void build(const std::vector<VariableRef>& variables);
  // Steps every variable: unscale, accumulate, clip, decay, update, average, constrain, count.
  // Undefined gradients are skipped with a warning. Raises value_error when all are undefined, when
  // their number does not fit or a variable is unknown, invalid_argument for a gradient of another
  // shape; the variables are then unchanged. Without `variables` those of build() are meant.
  void apply(const std::vector<Tensor>& gradients, const std::vector<VariableRef>& variables);
  void apply(const std::vector<Tensor>& gradients);
  // The same with gradients that may be in parts: along one more axis in front than the variable's,
  // to be added up in their order.
  void apply_parts(const std::vector<Tensor>& gradients, const std::vector<VariableRef>& variables);
  // True where nothing looks at gradients before update(), which adds up parts itself.
  bool takes_parts() const;
  // Replaces the variables by their moving averages where use_ema is set.
  void finalize_variable_values(const std::vector<VariableRef>& variables);

  // True where apply() is made of ops and assignments alone, which records hold; others are host
  // callbacks in a record.
  bool is_made_of_ops() const { return steps_by_op(); }
  // apply_parts(), in a record as ops where it is_made_of_ops(), else as a host callback. The
  // optimizer is owned by `self`.
  static void apply_recorded(const std::shared_ptr<Optimizer>& self,
                             const std::vector<Tensor>& gradients,
                             const std::optional<std::vector<VariableRef>>& variables,
                             bool may_be_parts = false);

  // All updates of one step; unless overridden one update_step() each.
  virtual void update(std::span<const Update> updates, const StepTensors& now);
  // One variable's new value; for optimizers written in Python.
  virtual void update_step(const Update& update, const StepTensors& now) = 0;

  // A slot: zeros in the variable's shape and dtype, called "<path>_<name>".
  VariableRef add_variable_from_reference(const Variable& reference, const std::string& name);
  VariableRef add_variable(const Tensor& value, const std::string& name);
  std::vector<VariableRef> add_slots(const std::vector<VariableRef>& variables,
                                     const std::string& name);
  // Variables whose name holds one of `names`, or that are in `variables`, do not decay. Raises
  // value_error once built.
  void exclude_from_weight_decay(const std::vector<VariableRef>& variables,
                                 const std::vector<std::string>& names);

  // iteration, learning_rate (unless a schedule), then the slots in the order they were made.
  const std::vector<VariableRef>& variables() const {
    name();  // paths begin with it
    return variables_;
  }
  const std::vector<VariableRef>& trainable_variables() const { return trainable_; }
  // Raises value_error for a variable that the optimizer was not built for.
  size_t index_of(const Variable& variable) const;
  bool built() const { return built_; }
  void set_built(bool built) { built_ = built; }
  const VariableRef& iteration() const { return iteration_; }
  // Calls of apply() divided by gradient_accumulation_steps: 0-d, int64.
  Tensor iterations() const;
  // The rate of the next step: 0-d, of the variable's dtype or the schedule's.
  Tensor learning_rate() const;
  const VariableRef& learning_rate_variable() const { return rate_; }  // null with a schedule
  const std::shared_ptr<LearningRateSchedule>& schedule() const { return schedule_; }
  // Raises type_error for a number where a schedule was given at construction.
  void set_learning_rate(const LearningRate& rate);

  // What build() does; classes with slots of their own override it.
  virtual void make_slots(const std::vector<VariableRef>& variables);

  // What a step depends on besides values of variables, as bytes.
  std::string settings_key() const;

  const OptimizerConfig& options() const { return options_; }
  OptimizerConfig& options() { return options_; }
  const std::string& name() const;
  void set_name(std::string name) { name_ = std::move(name); }
  std::string module() const override { return "keras.optimizers"; }
  std::string class_name() const override { return class_name_; }
  // name, learning_rate as it is now, and the common settings.
  Dict get_config() const override;

 protected:
  // True where update() is one of the ops that step all variables, which add up parts and do
  // nothing where they are told so.
  virtual bool steps_by_op() const { return false; }
  // A setting that is not among options() has changed: a recorded step holds the one of its time.
  void note_changed_setting() { ++changed_settings_; }
  // The common settings, then what else `config`'s table holds.
  template <class C>
  Dict written(const C& config) const {
    Dict out = Optimizer::get_config(), all;
    write_config(config, all);
    for (const Dict::Item& item : all)
      if (out.find(item.first) == nullptr) out.set(item.first, item.second);
    return out;
  }

 private:
  void build_once(const std::vector<VariableRef>& variables);
  void apply_checked(const std::vector<Tensor>& gradients,
                     const std::vector<VariableRef>& variables);
  std::vector<Update> make_updates(const std::vector<Tensor>& gradients,
                                   const std::vector<VariableRef>& variables) const;
  void step(std::vector<Update>& updates);
  // How many calls make a step.
  int64_t calls_per_step() const {
    return std::max<int64_t>(options_.gradient_accumulation_steps.value_or(0), 1);
  }
  // Whether this call steps: 0-d, boolean.
  Tensor accumulate(std::vector<Update>& updates);
  void decay(std::span<const Update> updates, const Tensor& rate, const Tensor& is_due);
  void update_averages();

  OptimizerConfig options_;
  int64_t changed_settings_ = 0;
  std::string class_name_;
  mutable std::string name_;
  bool built_ = false;
  TurnLock building_;
  std::shared_ptr<LearningRateSchedule> schedule_;
  VariableRef iteration_;
  VariableRef rate_;
  std::vector<VariableRef> variables_;
  std::vector<VariableRef> trainable_;
  std::unordered_map<const Variable*, size_t> index_;
  std::vector<VariableRef> averages_;
  std::vector<VariableRef> accumulators_;
  std::unordered_set<const Variable*> not_decayed_;
  std::vector<std::string> names_not_decayed_;
};

}  // namespace pelton
