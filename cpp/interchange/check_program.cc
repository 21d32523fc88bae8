#include "interchange/check_program.h"

#include <algorithm>
#include <unordered_map>

#include "interchange/check_control.h"
#include "ops/training/training.h"
#include "runtime/dispatch/call_error.h"
#include "runtime/dispatch/check_inputs.h"

namespace pelton {
namespace {

class ProgramChecker {
 public:
  explicit ProgramChecker(const Program& program)
      : program_(program), values_(static_cast<size_t>(program.value_count)) {}
  std::vector<Tensor> check_all(std::span<const Tensor> inputs);

 private:
  Tensor& value(ValueId id) { return values_[static_cast<size_t>(id)]; }
  void check_step(const Step& step);
  void check_call(const Step& step);
  void infer_call(const Step& step, std::span<const Tensor> operands, const void* attrs);
  std::vector<Tensor> operands_of(const Step& step);
  void check_assign(const Step& step);
  void check_control_step(const Step& step);
  void check_guard_step(const Step& step);
  Shape shape_of(const Variable& variable) const;

  const Program& program_;
  std::vector<Tensor> values_;  // descriptions, and constants
  std::unordered_map<const Variable*, Shape> assigned_;
};

// As a trace sees it: what was assigned, what may be assigned, what it has.
Shape ProgramChecker::shape_of(const Variable& variable) const {
  const auto assigned = assigned_.find(&variable);
  if (assigned != assigned_.end()) return assigned->second;
  const OpenShape* const declared = variable.declared_shape();
  return declared != nullptr && declared->sizes ? *declared->sizes : variable.shape();
}

// Operands of a step that writes variables are where these are.
std::vector<Tensor> ProgramChecker::operands_of(const Step& step) {
  std::vector<Tensor> out;
  for (const VariableRef& variable : step.written) out.push_back(variable->value());
  for (ValueId id : step.inputs) {
    const Tensor& given = value(id);
    const bool is_moved = !step.written.empty() && given.device() != out[0].device();
    out.push_back(is_moved ? Tensor::symbolic(given.shape(), given.dtype(), out[0].device())
                           : given);
  }
  return out;
}

bool is_known(const Tensor& x) { return is_fully_known(x.shape()); }

void ProgramChecker::infer_call(const Step& step, std::span<const Tensor> operands,
                                const void* attrs) {
  const OpDef& op = *step.op;
  check_input_count(op, operands.size());
  check_dtypes(op, operands);
  check(step.written.size() == written_count(op, attrs, operands.size()), "op ", op.name,
        " would write ", step.written.size(), " variables, the first of ", operands.size(),
        " operands");
  check(op.mutates == !step.written.empty(), "op ", op.name, " writes in place, but no variables");
  // Such an op compares shapes to the last size: those that are not known yet, when it runs.
  if (op.mutates && !std::all_of(operands.begin(), operands.end(), is_known))
    return check(step.outputs.empty(), "op ", op.name, " gives no outputs");
  InferContext inferred(op, operands, attrs);
  inferred.set_symbolic();
  op.infer(inferred);
  check(inferred.output_count() == step.outputs.size(), "op ", op.name, " gives ",
        inferred.output_count(), " outputs, not ", step.outputs.size());
  for (size_t i = 0; i < step.outputs.size(); ++i)
    value(step.outputs[i]) = Tensor::symbolic(inferred.out_shape(i), inferred.out_dtype(i));
}

void ProgramChecker::check_call(const Step& step) {
  const bool has_stream = stream_in(step.op->attrs, step.attrs.get()).has_value();
  check(step.draw < 0 || has_stream, "op ", step.op->name, " takes no random numbers");
  const std::vector<Tensor> operands = operands_of(step);
  AttrBox attrs(step.op->attrs, step.attrs.get());
  put_sizes(step, values_, attrs);
  try {
    infer_call(step, operands, attrs.get());
  } catch (const Error& error) {
    throw with_call(error, *step.op, operands, attrs.get());
  }
}

void ProgramChecker::check_assign(const Step& step) {
  const Variable& variable = *step.variable;
  const Tensor& assigned = value(step.inputs[0]);
  const OpenShape* const declared = variable.declared_shape();
  const OpenShape accepted = declared != nullptr ? *declared : OpenShape{variable.shape()};
  check(assigned.dtype() == variable.dtype() && accepted.accepts(assigned.shape()), "variable '",
        variable.path(), "' takes ", variable.dtype(), ' ', accepted, ", not ", assigned);
  if (declared != nullptr) assigned_.insert_or_assign(&variable, assigned.shape());
}

void ProgramChecker::check_control_step(const Step& step) {
  std::vector<Tensor> made = check_control(*step.control, operands_of(step));
  for (size_t i = 0; i < made.size(); ++i) value(step.outputs[i]) = std::move(made[i]);
  for (const VariableRef& variable : step.control->variables()) assigned_.erase(variable.get());
}

void ProgramChecker::check_guard_step(const Step& step) {
  const Tensor& seen = value(step.inputs[0]);
  check(seen.dtype() == step.expected.dtype() && may_equal(seen.shape(), step.expected.shape()),
        "a guard expects ", step.expected, " of ", seen);
}

void ProgramChecker::check_step(const Step& step) {
  switch (step.kind) {
    case Step::Kind::call:
      return check_call(step);
    case Step::Kind::assign:
      return check_assign(step);
    case Step::Kind::control:
      return check_control_step(step);
    case Step::Kind::guard:
      return check_guard_step(step);
    case Step::Kind::read:
      value(step.outputs[0]) = Tensor::symbolic(shape_of(*step.variable), step.variable->dtype());
      return;
    case Step::Kind::host:
      for (size_t i = 0; i < step.outputs.size(); ++i) {
        const auto& [dtype, shape] = step.work->outputs->at(i);
        value(step.outputs[i]) = Tensor::symbolic(shape, dtype);
      }
      return;
  }
}

std::vector<Tensor> ProgramChecker::check_all(std::span<const Tensor> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) value(program_.inputs[i]) = inputs[i];
  for (const auto& [id, tensor] : program_.constants) value(id) = tensor;
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    const Step& step = program_.steps[i];
    at_place([&] { return cat("step ", i); }, [&] { check_step(step); });
    for (ValueId id : step.last_uses) value(id) = Tensor();
  }
  std::vector<Tensor> outputs;
  for (ValueId id : program_.outputs) outputs.push_back(value(id));
  return outputs;
}

}  // namespace

std::vector<Tensor> check_program(const Program& program, std::span<const Tensor> inputs) {
  return ProgramChecker(program).check_all(inputs);
}

}  // namespace pelton
