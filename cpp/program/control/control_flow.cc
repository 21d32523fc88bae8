#include "program/control/control_flow.h"
#include "ops/random/layer_streams.h"

#include <algorithm>

#include "autograd/tape.h"
#include "program/control/control_gradient.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/watched.h"

namespace pelton {
namespace {

template <class Holds>
bool any_step(std::span<const Subprogram> bodies, Holds&& holds) {
  return std::any_of(bodies.begin(), bodies.end(), [&](const Subprogram& body) {
    const std::vector<Step>& steps = body.program().steps;
    return std::any_of(steps.begin(), steps.end(), holds);
  });
}

std::vector<Tensor> run_drawing(const ControlFlow& control, std::span<const Tensor> inputs,
                                std::optional<RandomStream> stream) {
  std::optional<RandomFork> fork;
  if (stream) fork.emplace(*stream);
  return control.run(inputs);
}

std::vector<Tensor> symbolic_outputs(const ControlFlow& control, std::span<const Tensor> inputs) {
  const auto origin = Ref<Origin>::first(new NamedOrigin(unique_operation_name(control.name())));
  std::vector<Tensor> out;
  for (const auto& [dtype, shape] : control.outputs(inputs)) {
    out.push_back(Tensor::symbolic(shape, dtype, Device{}));
    out.back().set_origin(origin, static_cast<int>(out.size()) - 1);
  }
  return out;
}

}  // namespace

bool ControlFlow::draws() const {
  return any_step(bodies_, [](const Step& step) { return step.draws; });
}

bool ControlFlow::writes_variables() const {
  return any_step(bodies_, [](const Step& step) {
    return step.kind == Step::Kind::assign || !step.written.empty() ||
           (step.control != nullptr && step.control->writes_variables());
  });
}

bool ControlFlow::has_effects() const {
  return writes_variables() || any_step(bodies_, [](const Step& step) {
           return step.kind == Step::Kind::host || (step.op != nullptr && step.op->is_stateful) ||
                  (step.control != nullptr && step.control->has_effects());
         });
}

std::vector<VariableRef> ControlFlow::variables() const {
  VariablesInUse out;
  for (const Subprogram& body : bodies_) out.add(body.program());
  return out.take();
}

std::vector<Tensor> perform(const ControlRef& control, std::span<const Tensor> inputs,
                            std::optional<RandomStream> stream) {
  const Tracer* const tracer = Tracer::current();
  const bool is_symbolic = any_is_symbolic(inputs) || (tracer != nullptr && tracer->is_symbolic());
  if (tracer == nullptr)
    return is_symbolic ? symbolic_outputs(*control, inputs) : run_drawing(*control, inputs, stream);
  std::vector<Tensor> outputs;
  if (is_symbolic) {
    outputs = symbolic_outputs(*control, inputs);
  } else {
    const PauseObservers unseen;
    outputs = run_drawing(*control, inputs, stream);
    // Bodies may hand on what they took: here it is another value.
    for (Tensor& output : outputs) output = output.view(output.layout());
  }
  Tracer::note_control(control, inputs, outputs, stream);
  const std::vector<bool> tracked = Tape::tracked(inputs);
  if (std::find(tracked.begin(), tracked.end(), true) != tracked.end())
    Tape::record_custom(inputs, outputs, gradient_of(control, inputs, outputs, stream, tracked));
  return outputs;
}

std::vector<Tensor> perform(const ControlRef& control, std::span<const Tensor> inputs) {
  std::optional<RandomStream> stream;
  if (control->draws()) stream = draw_own_stream(std::nullopt);
  return perform(control, inputs, stream);
}

}  // namespace pelton
