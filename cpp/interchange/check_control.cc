#include "interchange/check_control.h"

#include <algorithm>

#include "interchange/check_program.h"
#include "program/control/branches.h"
#include "program/control/control_gradient.h"
#include "program/control/loop.h"

namespace pelton {
namespace {

Tensor described(const TensorKind& kind) { return Tensor::symbolic(kind.shape, kind.dtype); }

std::vector<Tensor> described(std::span<const TensorKind> kinds) {
  std::vector<Tensor> out;
  for (const TensorKind& kind : kinds) out.push_back(described(kind));
  return out;
}

void check_fits(const Tensor& given, const TensorKind& kind, std::string_view what, size_t i) {
  check(given.dtype() == kind.dtype && may_equal(given.shape(), kind.shape), what, ' ', i, " is ",
        given, ", not ", kind.dtype, ' ', kind.shape);
}

// What a body gives for these tensors.
std::vector<Tensor> check_body(const ControlFlow& control, size_t body,
                               std::span<const Tensor> arguments,
                               std::span<const Tensor> captures) {
  const Subprogram& subprogram = control.bodies()[body];
  std::vector<Tensor> out;
  at_place(
      [&] { return cat(control.name(), ", ", control.titles()[body]); },
      [&] { out = check_program(subprogram.program(), subprogram.inputs(arguments, captures)); });
  return out;
}

void check_results(std::span<const Tensor> given, std::span<const TensorKind> kinds,
                   std::string_view what) {
  check(given.size() == kinds.size(), what, " gives ", given.size(), " tensors, not ",
        kinds.size());
  for (size_t i = 0; i < kinds.size(); ++i)
    check_fits(given[i], kinds[i], cat(what, "'s result"), i);
}

void check_scalar(const Tensor& value, std::string_view what) {
  const auto is_one = [](int64_t size) { return may_equal(size, 1); };
  const DType dtype = value.dtype();
  check((dtype == DType::boolean || dtype == DType::int32 || dtype == DType::int64) &&
            std::all_of(value.shape().begin(), value.shape().end(), is_one),
        what, " is ", value, ", not one bool, int32 or int64");
}

std::vector<Tensor> check_branches(const Branches& branches, std::span<const Tensor> operands) {
  check_scalar(operands[0], "the number of a branch");
  for (size_t i = 0; i < branches.bodies().size(); ++i)
    check_results(check_body(branches, i, {}, operands.subspan(1)), branches.results(),
                  cat("branch ", i, " of ", branches.name()));
  return described(branches.results());
}

// What a loop's body takes: what is carried, as it may become, and rows.
std::vector<Tensor> loop_arguments(const Loop& loop, std::span<const Tensor> operands) {
  const LoopSettings& settings = loop.settings();
  for (size_t i = 0; i < settings.carried; ++i)
    check_fits(operands[i], loop.carried()[i], cat(settings.name, ": loop variable"), i);
  std::vector<Tensor> out = described(loop.carried());
  const std::span<const Tensor> rows = operands.subspan(settings.carried, settings.rows);
  for (const Tensor& all : rows) {
    check(all.rank() > 0 && may_equal(all.shape()[0], rows[0].shape()[0]), settings.name,
          " takes tensors with equally many rows, not ", rows[0], " and ", all);
    out.push_back(
        described(TensorKind{all.dtype(), Shape(all.shape().begin() + 1, all.shape().end())}));
  }
  return out;
}

std::vector<Tensor> check_loop(const Loop& loop, std::span<const Tensor> operands) {
  const LoopSettings& settings = loop.settings();
  const std::vector<Tensor> arguments = loop_arguments(loop, operands);
  const std::span<const Tensor> captures = operands.subspan(arguments.size());
  if (settings.has_condition) {
    const std::vector<Tensor> given =
        check_body(loop, 0, {arguments.data(), settings.carried}, captures);
    check(given.size() == 1, "the condition of ", settings.name, " gives ", given.size(),
          " tensors");
    check_scalar(given[0], cat("the condition of ", settings.name));
  }
  std::vector<TensorKind> kinds(loop.carried().begin(), loop.carried().end());
  kinds.insert(kinds.end(), loop.stacked().begin(), loop.stacked().end());
  check_results(check_body(loop, loop.bodies().size() - 1, arguments, captures), kinds,
                cat("the body of ", settings.name));
  return described(loop.outputs(operands));
}

std::vector<Tensor> check_gradient(const ControlGradient& gradient,
                                   std::span<const Tensor> operands) {
  const std::vector<bool>& wanted = gradient.wanted();
  const std::span<const Tensor> inputs = operands.first(wanted.size());
  const std::vector<Tensor> results = check_control(gradient.of(), inputs);
  for (size_t i = 0; i < wanted.size(); ++i)
    check(!wanted[i] || is_floating(inputs[i].dtype()), gradient.name(), ": tensor ", i, " is ",
          inputs[i], ", which has no gradient");
  for (size_t i = 0, next = wanted.size(); i < results.size(); ++i) {
    if (!gradient.given()[i]) continue;
    check(is_floating(results[i].dtype()), gradient.name(), ": result ", i, " is ", results[i],
          ", which has no gradient");
    check_fits(operands[next++], kind_of(results[i]), cat(gradient.name(), ": gradient of result"),
               i);
  }
  return described(gradient.outputs(operands));
}

}  // namespace

std::vector<Tensor> check_control(const ControlFlow& control, std::span<const Tensor> operands) {
  switch (control.form()) {
    case ControlFlow::Form::branches:
      return check_branches(static_cast<const Branches&>(control), operands);
    case ControlFlow::Form::loop:
      return check_loop(static_cast<const Loop&>(control), operands);
    case ControlFlow::Form::gradient:
      break;
  }
  return check_gradient(static_cast<const ControlGradient&>(control), operands);
}

}  // namespace pelton
