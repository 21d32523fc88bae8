// Owns optimizers and learning rate schedules that are written in Python.
#pragma once
#include "bindings/gil.h"
#include "bindings/nn/python_class.h"
#include "bindings/tensor/casters.h"
#include "nn/optimizers/optimizer.h"

namespace pelton::bindings {

template <class Base>
class PythonOptimizer : public PythonClass<Base> {
 public:
  using PythonClass<Base>::PythonClass;

  void make_slots(const std::vector<VariableRef>& variables) override {
    {
      const GilTaken gil;
      if (const py::function method = this->find_method("build")) {
        py::list list;
        for (const VariableRef& variable : variables) list.append(variable);
        method(list);
        return;
      }
    }
    Base::make_slots(variables);
  }

  // A Python update_step() takes the variables one by one, even where Base steps all at once.
  void update(std::span<const Optimizer::Update> updates,
              const Optimizer::StepTensors& now) override {
    const bool in_python = [&] {
      const GilTaken gil;
      return static_cast<bool>(this->find_method("update_step"));
    }();
    if (in_python)
      Optimizer::update(updates, now);
    else
      Base::update(updates, now);
  }

  // A Python update_step() wants the gradients' values.
  bool steps_by_op() const override { return false; }

  void update_step(const Optimizer::Update& update, const Optimizer::StepTensors& now) override {
    {
      const GilTaken gil;
      if (const py::function method = this->find_method("update_step")) {
        method(update.gradient, update.variable,
               this->learning_rate_variable() ? py::cast(this->learning_rate_variable())
                                              : py::cast(now.rate));
        return;
      }
    }
    if constexpr (std::is_same_v<Base, Optimizer>)
      raise(Code::unimplemented, this->class_name(),
            " does not implement update_step(gradient, variable, learning_rate)");
    else
      Base::update_step(update, now);
  }
};

class __attribute__((visibility("hidden"))) PythonSchedule
    : public LearningRateSchedule,
      public py::trampoline_self_life_support {
 public:
  double operator()(int64_t step) override;
  // The package's own schedules; what a user's does with a tensor is not known.
  bool is_made_of_ops() const override;
  Tensor of_tensor(const Tensor& step) override;
  std::string class_name() const override;
  std::string module() const override;
  Dict get_config() const override;
  Value serialized() const override;

 private:
  template <class Step>
  Tensor call(const Step& step);
};

// A function without arguments that gives the rate.
class __attribute__((visibility("hidden"))) FunctionSchedule : public LearningRateSchedule {
 public:
  explicit FunctionSchedule(py::function function) : function_(std::move(function)) {}
  ~FunctionSchedule() override;
  double operator()(int64_t step) override;
  std::string class_name() const override { return "function"; }
  Dict get_config() const override { return {}; }
  std::string repr() const override;

 private:
  py::function function_;
};

// A rate from a float, a schedule, a serialized schedule or a function.
LearningRate to_learning_rate(std::string_view owner, py::handle value);

}  // namespace pelton::bindings
