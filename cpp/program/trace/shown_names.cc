// Names of what a trace on values computes, as TensorFlow shows tensors of graphs.
#include "program/control/control_flow.h"
#include "program/trace/host_callback.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"

namespace pelton {
namespace {

std::string kind_of(const Step& step) {
  switch (step.kind) {
    case Step::Kind::call:
      return operation_name(*step.op);
    case Step::Kind::read:
      return "ReadVariableOp";
    case Step::Kind::host:
      return step.work->name;
    case Step::Kind::control:
      return step.control->name();
    default:
      return {};
  }
}

// "add:0", or "add_2:1" after two others of the name.
std::string numbered(const std::string& name, int earlier, size_t output) {
  return earlier == 0 ? cat(name, ':', output) : cat(name, '_', earlier, ':', output);
}

}  // namespace

std::string Tracer::shown_name(const Tensor& tensor) {
  const std::vector<Observer*>& observers = context().observers();
  for (auto observer = observers.rbegin(); observer != observers.rend(); ++observer)
    if (const auto* tracer = dynamic_cast<const Tracer*>(*observer))
      if (std::string name = tracer->name_in_record(tensor); !name.empty()) return name;
  return {};
}

// What the record cannot hold is run as Python code from now on, which sees values.
std::string Tracer::name_in_record(const Tensor& tensor) const {
  const ValueId id = hidden_names_ && obstacle_.empty() ? ids_.find(tensor.id()) : -1;
  if (id < 0) return {};
  std::unordered_map<std::string, int> earlier;
  for (size_t i = 0; i < program_.inputs.size(); ++i) {
    const std::string& name = (*hidden_names_)[i];
    if (program_.inputs[i] == id) return numbered(name, 0, 0);
    ++earlier[name];
  }
  for (const auto& [constant, value] : program_.constants) {
    if (is_from_outside(value.id())) continue;
    if (constant == id) return numbered("Const", earlier["Const"], 0);
    ++earlier["Const"];
  }
  for (const Step& step : program_.steps) {
    const std::string kind = kind_of(step);
    for (size_t i = 0; i < step.outputs.size(); ++i)
      if (step.outputs[i] == id) return numbered(kind, earlier[kind], i);
    ++earlier[kind];
  }
  return {};
}

}  // namespace pelton
