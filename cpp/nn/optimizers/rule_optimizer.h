// Owns RuleOptimizer: an optimizer whose step is one op per dtype and device, from an update rule
// of kernels/common/training. What a class adds to its rule is its row in optimizer_list.h.
#pragma once
#include <tuple>

#include "kernels/common/training/update_rule.h"
#include "nn/optimizers/optimizer.h"
#include "ops/op_list.h"

namespace pelton {

// The step of a rule with certain attributes, types erased.
struct StepOp {
  updates::GradientPower reads = updates::GradientPower::none;
  std::vector<const char*> slots;  // as the op wants them
  size_t side_by_side = 2;         // so many first slots of a variable stand together
};

class SteppedOptimizer : public Optimizer {
 public:
  using Optimizer::Optimizer;
  void make_slots(const std::vector<VariableRef>& variables) override;
  void update(std::span<const Update> updates, const StepTensors& now) override;
  void update_step(const Update& update, const StepTensors& now) override {
    SteppedOptimizer::update({&update, 1}, now);
  }

 protected:
  virtual StepOp step_op() const = 0;
  // The rule's op, on variables that it writes and its other operands.
  virtual void call_rule(const std::vector<VariableRef>& written, const std::vector<Tensor>& inputs,
                         bool in_slices) const = 0;
  // Raises value_error where `step` wants other slots than build() has made.
  void check_slots(const StepOp& step) const;
  // What slot `k` starts with.
  virtual double start_of(size_t /*k*/) const { return 0; }
  bool steps_by_op() const override { return true; }

 private:
  // Whether its gradient's powers are others than those of the sum.
  bool is_by_slices(const Update& update) const;
  void update_group(std::span<const Update* const> updates, const StepTensors& now);

  updates::GradientPower reads_ = updates::GradientPower::none;
  std::vector<std::vector<VariableRef>> slots_;  // by slot, then by variable
};

// What Row's class can be told: rate, the rule's settings, and what all optimizers have.
template <class Row>
struct RuleConfig : OptimizerConfig, Row::Settings {
  RuleConfig() { Row::set_defaults(*this); }
};
template <class Row>
inline constexpr auto fields<RuleConfig<Row>> = [] {
  constexpr auto rate = std::tuple{field("learning_rate", &OptimizerConfig::learning_rate)};
  constexpr auto decay = decay_field<OptimizerConfig>();
  constexpr auto rest = fields_after_decay<OptimizerConfig>();
  if constexpr (Row::kDecayComesFirst)
    return std::tuple_cat(rate, decay, fields<typename Row::Settings>, rest);
  else
    return std::tuple_cat(rate, fields<typename Row::Settings>, decay, rest);
}();

// A Row names its class (kClass) and its Rule. It may replace the Settings, the rule's attributes
// or more, their defaults (set_defaults), what is checked of them, and what slots start with.
template <class R>
struct RuleRow {
  using Rule = R;
  using Settings = typename R::Attrs;
  static constexpr size_t kSideBySide = 2;
  static constexpr bool kDecayComesFirst = false;  // among the arguments
  static void set_defaults(OptimizerConfig&) {}
  static void check_settings(const OptimizerConfig&, const Settings&) {}
  static double start_of(const Settings&, size_t) { return 0; }
};

namespace optimizers {

template <class Row>
class RuleOptimizer : public SteppedOptimizer {
 public:
  using Config = RuleConfig<Row>;
  using Rule = typename Row::Rule;
  using Settings = typename Row::Settings;
  static constexpr const char* kClass = Row::kClass;

  explicit RuleOptimizer(const Config& config = {}, const std::string& class_name = kClass)
      : SteppedOptimizer(config, class_name), config_(config) {
    Row::check_settings(config, config);
  }
  Dict get_config() const override { return this->written(config_); }

  const Settings& settings() const { return config_; }
  // Sets one of the settings by its name, from the next step on. Raises what the constructor does,
  // and value_error once built where it asks for other slots.
  void set_setting(std::string_view name, const Value& value) {
    Config changed = config_;
    set_field<Settings>(changed, kClass, name, value);
    Row::check_settings(changed, changed);
    this->check_slots(step_op_of(changed));
    config_ = changed;
    this->note_changed_setting();
  }

 protected:
  StepOp step_op() const override { return step_op_of(config_); }
  void call_rule(const std::vector<VariableRef>& written, const std::vector<Tensor>& inputs,
                 bool in_slices) const override {
    const updates::StepAttrs<Rule> attrs{config_, in_slices};
    static const OpDef* const op = find_op(Rule::kOp);
    update_variables(*op, written, inputs, &attrs);
  }
  double start_of(size_t k) const override { return Row::start_of(config_, k); }

 private:
  static StepOp step_op_of(const Config& config) {
    return Rule::visit(config, []<class Step>() {
      return StepOp{Step::kReads, {Step::kSlots.begin(), Step::kSlots.end()}, Row::kSideBySide};
    });
  }
  Config config_;
};

}  // namespace optimizers
}  // namespace pelton
