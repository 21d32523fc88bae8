#include "program/control/subprogram.h"

#include <algorithm>

#include "program/control/control_flow.h"
#include "program/passes.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"

namespace pelton {
namespace {

bool contains(std::span<const VariableRef> all, const VariableRef& variable) {
  return std::find(all.begin(), all.end(), variable) != all.end();
}

void rename(Program& program, ValueId from, ValueId to) {
  const auto in = [&](std::vector<ValueId>& ids) {
    std::replace(ids.begin(), ids.end(), from, to);
  };
  in(program.outputs);
  for (Step& step : program.steps) {
    in(step.inputs);
    if (std::find(step.named.begin(), step.named.end(), from) != step.named.end()) {
      in(step.named);
      resolve_sizes(step.op->attrs, step.attrs.get(), [&](SizeName name) {
        if (name.id == static_cast<uint64_t>(from)) name.id = static_cast<uint64_t>(to);
        return name.size();
      });
    }
  }
}

// A variable that was read outside, once, for all functions that read it.
struct Hoisted {
  VariableRef variable;
  Tensor value;
};

const Tensor& value_of(std::vector<Hoisted>& hoisted, const VariableRef& variable) {
  for (const Hoisted& known : hoisted)
    if (known.variable == variable) return known.value;
  return hoisted.emplace_back(Hoisted{variable, variable->read()}).value;
}

// Makes inputs of what is read of variables that nobody writes.
void hoist_reads(TracedFunction& function, std::span<const VariableRef> written,
                 std::vector<Hoisted>& hoisted) {
  std::vector<std::pair<VariableRef, ValueId>> inputs;
  std::vector<Step> kept;
  std::vector<std::pair<ValueId, ValueId>> renamed;
  for (Step& step : function.program.steps) {
    if (step.kind != Step::Kind::read || contains(written, step.variable)) {
      kept.push_back(std::move(step));
      continue;
    }
    const auto known = std::find_if(inputs.begin(), inputs.end(), [&](const auto& input) {
      return input.first == step.variable;
    });
    if (known != inputs.end()) {
      renamed.emplace_back(step.outputs[0], known->second);
      continue;
    }
    inputs.emplace_back(step.variable, step.outputs[0]);
    function.program.inputs.push_back(step.outputs[0]);
    function.captures.push_back(value_of(hoisted, step.variable));
  }
  function.program.steps = std::move(kept);
  for (const auto& [from, to] : renamed) rename(function.program, from, to);
}

}  // namespace

TensorKind kind_of(const Tensor& tensor) { return {tensor.dtype(), without_names(tensor.shape())}; }

void TensorKind::check_holds(const Tensor& tensor, std::string_view what) const {
  check(tensor.dtype() == dtype && may_equal(tensor.shape(), shape), what, " became ", tensor,
        " where ", dtype, ' ', shape, " was traced");
}

std::optional<TracedFunction> trace_function(const TensorFunction& function,
                                             std::span<const TensorKind> arguments) {
  TracedFunction out;
  std::string obstacle;
  std::optional<Program> program;
  std::vector<Tensor> inputs;
  for (const TensorKind& kind : arguments) {
    inputs.push_back(Tensor::symbolic(kind.shape, kind.dtype));
    inputs.back().set_origin(Ref<Origin>::first(new NamedOrigin(cat("arg_", inputs.size() - 1))),
                             0);
  }
  {
    const Tracer* const outer = Tracer::current();
    const PauseObservers unseen;
    Tracer tracer(outer, inputs);
    try {
      const std::vector<Tensor> outputs = function(inputs);
      for (const Tensor& output : outputs) out.outputs.push_back(kind_of(output));
      program = tracer.finish(outputs);
    } catch (const std::exception&) {
      // What reads values cannot go on without; other errors are the function's own.
      if (tracer.obstacle().empty()) throw;
    }
    obstacle = tracer.obstacle();
    if (obstacle.empty() && tracer.has_own_gradients()) obstacle = "a body has its own gradients";
    out.captures = tracer.captures();
  }
  if (!obstacle.empty()) {
    Tracer::refuse_all(obstacle);
    return std::nullopt;
  }
  out.program = std::move(*program);
  return out;
}

Subprogram::Subprogram(Program program, std::vector<size_t> taken)
    : replay_(std::make_shared<Replay>(std::make_shared<const Program>(std::move(program)))),
      taken_(std::move(taken)) {}

std::vector<Tensor> Subprogram::inputs(std::span<const Tensor> arguments,
                                       std::span<const Tensor> captures) const {
  std::vector<Tensor> out(arguments.begin(), arguments.end());
  for (size_t i : taken_) out.push_back(captures[i]);
  return out;
}

JoinedFunctions join(std::vector<TracedFunction> functions) {
  std::vector<VariableRef> written;
  for (const TracedFunction& function : functions) {
    const std::vector<VariableRef> own = written_variables(function.program);
    written.insert(written.end(), own.begin(), own.end());
  }
  JoinedFunctions out;
  std::vector<Hoisted> hoisted;
  for (TracedFunction& function : functions) {
    hoist_reads(function, written, hoisted);
    std::vector<size_t> taken;
    for (const Tensor& capture : function.captures) {
      const auto known = std::find_if(out.captures.begin(), out.captures.end(),
                                      [&](const Tensor& x) { return x.is_same(capture); });
      taken.push_back(static_cast<size_t>(known - out.captures.begin()));
      if (known == out.captures.end()) out.captures.push_back(capture);
    }
    apply_passes(function.program);
    out.bodies.emplace_back(std::move(function.program), std::move(taken));
  }
  return out;
}

}  // namespace pelton
