#include "program/control/branches.h"

#include "program/small_values.h"

namespace pelton {
namespace {

// What is true of the results of both branches.
std::vector<TensorKind> merged(const std::string& name, const std::vector<TensorKind>& a,
                               const std::vector<TensorKind>& b, size_t branch) {
  check(a.size() == b.size(), Code::type_error, name, ": the first branch gives ", a.size(),
        " tensors and branch ", branch, " gives ", b.size());
  std::vector<TensorKind> out = a;
  for (size_t i = 0; i < a.size(); ++i) {
    check(a[i].dtype == b[i].dtype, Code::type_error, name, ": result ", i, " is ", a[i].dtype, ' ',
          a[i].shape, " in the first branch and ", b[i].dtype, ' ', b[i].shape, " in branch ",
          branch, ": branches must give the same dtypes");
    check(a[i].shape.size() == b[i].shape.size(), Code::value_error, name, ": result ", i, " is ",
          a[i].dtype, ' ', a[i].shape, " in the first branch and ", b[i].dtype, ' ', b[i].shape,
          " in branch ", branch, ": inside tf.function branches must give the same ranks");
    for (size_t axis = 0; axis < a[i].shape.size(); ++axis)
      if (a[i].shape[axis] != b[i].shape[axis]) out[i].shape[axis] = kUnknown;
  }
  return out;
}

}  // namespace

std::vector<Tensor> Branches::run(std::span<const Tensor> inputs) const {
  const auto count = static_cast<int64_t>(bodies().size());
  const int64_t asked = integer_of(inputs[0]);
  const Subprogram& chosen =
      bodies()[static_cast<size_t>(asked < 0 || asked >= count ? count - 1 : asked)];
  return chosen.replay().run(chosen.inputs({}, inputs.subspan(1)));
}

std::vector<std::string> Branches::titles() const {
  std::vector<std::string> out;
  for (size_t i = 0; i < bodies().size(); ++i) out.push_back(cat("branch ", i));
  return out;
}

std::optional<std::vector<Tensor>> perform_branches(const std::string& name, const Tensor& index,
                                                    std::span<const TensorFunction> functions) {
  std::vector<TracedFunction> traced;
  for (const TensorFunction& function : functions) {
    std::optional<TracedFunction> one = trace_function(function, {});
    if (!one) return std::nullopt;
    traced.push_back(std::move(*one));
  }
  std::vector<TensorKind> outputs = traced[0].outputs;
  for (size_t i = 1; i < traced.size(); ++i) outputs = merged(name, outputs, traced[i].outputs, i);
  JoinedFunctions joined = join(std::move(traced));
  std::vector<Tensor> inputs = {index};
  inputs.insert(inputs.end(), joined.captures.begin(), joined.captures.end());
  return perform(std::make_shared<Branches>(name, std::move(joined.bodies), std::move(outputs)),
                 inputs);
}

}  // namespace pelton
