// Owns the optimizer steps: one call updates all parameters in place. Everything is checked before
// anything is written.
#include "kernels/cpu/training/optimizer_step.h"
#include "kernels/cuda/training/optimizer_step.h"

#include <algorithm>

#include "ops/op_list.h"
#include "ops/training/training.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

using Tensors = std::span<const Tensor>;

// `shape` of the operand, or of what it stands for.
void check_operand(const Tensor& operand, const Shape& shape, const Tensor& param, const char* role,
                   size_t index) {
  check(shape == param.shape() && operand.dtype() == param.dtype() &&
            operand.device() == param.device(),
        role, ' ', index, " is ", operand, " on ", operand.device(), ", its parameter ", param,
        " on ", param.device());
  check(operand.is_contiguous(), role, ' ', index, " is not row-major");
}

// Parts of a gradient lie along one more axis in front.
void check_gradient(const Tensor& gradient, const Tensor& param, size_t index) {
  Shape shape = gradient.shape();
  if (gradient.rank() == param.rank() + 1 && shape[0] > 0) shape.erase(0);
  check_operand(gradient, shape, param, "gradient", index);
}

// No byte may be written twice, nor memory that somebody else owns.
void check_writable(Tensors operands, size_t count) {
  std::vector<const char*> starts;
  starts.reserve(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    if ((i >= count && i < 2 * count) || operands[i].size() == 0) continue;
    check(operands[i].storage()->is_owned(), Code::failed_precondition, "operand ", i,
          " borrows memory that must not be written");
    starts.push_back(operands[i].data_as<const char>());
  }
  std::sort(starts.begin(), starts.end());
  check(std::adjacent_find(starts.begin(), starts.end()) == starts.end(),
        "the same tensor is given twice to be written");
}

// `slots` names the groups that follow parameters and gradients.
void infer_step(InferContext& c, std::initializer_list<const char*> slots) {
  const size_t groups = 2 + slots.size();
  const size_t count = c.input_count() / groups;
  check(count * groups == c.input_count(), "expected ", groups,
        " operands per parameter (parameter, gradient and ", slots.size(), " slots), got ",
        c.input_count(), " in all");
  for (size_t i = 0; i < count; ++i) {
    check_operand(c.in(i), c.shape(i), c.in(i), "parameter", i);
    check_gradient(c.in(count + i), c.in(i), i);
    size_t at = count + i;
    for (const char* slot : slots) {
      at += count;
      check_operand(c.in(at), c.shape(at), c.in(i), slot, i);
    }
    check(c.in(i).device() == c.in(0).device(), "parameter ", i, " is on ", c.in(i).device(),
          ", parameter 0 on ", c.in(0).device());
  }
  check_writable(c.inputs(), count);
}

void infer_sgd(InferContext& c) {
  if (c.attrs<SgdAttrs>().momentum == 0.0) return infer_step(c, {});
  infer_step(c, {"momentum"});
}

void infer_rmsprop(InferContext& c) {
  const RmspropAttrs& attrs = c.attrs<RmspropAttrs>();
  if (attrs.momentum == 0.0 && !attrs.centered) return infer_step(c, {"velocity"});
  if (attrs.momentum == 0.0) return infer_step(c, {"velocity", "average"});
  if (!attrs.centered) return infer_step(c, {"velocity", "momentum"});
  infer_step(c, {"velocity", "momentum", "average"});
}

void infer_adam(InferContext& c) {
  const AdamAttrs& attrs = c.attrs<AdamAttrs>();
  check(attrs.step >= 1, "step counts from 1, got ", attrs.step);
  if (!attrs.amsgrad) return infer_step(c, {"momentum", "velocity"});
  infer_step(c, {"momentum", "velocity", "velocity_hat"});
}

constinit const OpDef sgd_op{
    .name = "sgd_step",
    .tf_name = "ResourceApplyGradientDescent",
    .inputs = {"operands"},
    .variadic = true,
    .outputs = 0,
    .attrs = &attrs_of<SgdAttrs>,
    .dtypes = kFloating,
    .mutates = true,
    .infer = infer_sgd,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(sgd_step), .cuda = PELTON_CUDA(cuda::sgd_step)}};

constinit const OpDef rmsprop_op{
    .name = "rmsprop_step",
    .tf_name = "ResourceApplyRMSProp",
    .inputs = {"operands"},
    .variadic = true,
    .outputs = 0,
    .attrs = &attrs_of<RmspropAttrs>,
    .dtypes = kFloating,
    .mutates = true,
    .infer = infer_rmsprop,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(rmsprop_step), .cuda = PELTON_CUDA(cuda::rmsprop_step)}};

constinit const OpDef adam_op{
    .name = "adam_step",
    .tf_name = "ResourceApplyAdam",
    .inputs = {"operands"},
    .variadic = true,
    .outputs = 0,
    .attrs = &attrs_of<AdamAttrs>,
    .dtypes = kFloating,
    .mutates = true,
    .infer = infer_adam,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(adam_step), .cuda = PELTON_CUDA(cuda::adam_step)}};

constexpr const OpDef* kOptimizerStepOps[] = {&sgd_op, &rmsprop_op, &adam_op};

// One call per dtype and device among the parameters.
using Group = std::vector<Tensor>;

std::vector<Group> grouped(const OpDef& op, std::initializer_list<Tensors> lists) {
  const Tensors params = *lists.begin();
  for (const Tensors& list : lists) {
    check(list.size() == params.size(), op.name, ": lists of different lengths: ", params.size(),
          " parameters, but ", list.size(), " gradients or slots");
    for (const Tensor& tensor : list)
      check(tensor.defined(), Code::value_error, op.name, ": an operand has no value");
  }
  std::vector<bool> done(params.size(), false);
  std::vector<Group> groups;
  for (size_t first = 0; first < params.size(); ++first) {
    if (done[first]) continue;
    Group& group = groups.emplace_back();
    std::vector<size_t> members;
    for (size_t i = first; i < params.size(); ++i) {
      if (params[i].dtype() != params[first].dtype() ||
          params[i].device() != params[first].device())
        continue;
      done[i] = true;
      members.push_back(i);
    }
    group.reserve(members.size() * lists.size());
    for (const Tensors* list = lists.begin(); list != lists.end(); ++list)
      for (size_t i : members)
        group.push_back(list == lists.begin() + 1
                            ? contiguous(copy_to((*list)[i], params[i].device()))
                            : (*list)[i]);
  }
  return groups;
}

template <class A>
void step(const OpDef& op, std::initializer_list<Tensors> lists, const A& attrs) {
  const std::vector<Group> groups = grouped(op, lists);
  // With several groups a later one's error must not leave an earlier one stepped.
  if (groups.size() > 1)
    for (const Group& group : groups) {
      InferContext checked(op, group, &attrs);
      op.infer(checked);
    }
  for (const Group& group : groups) call_all(op, group, &attrs);
}

}  // namespace

void sgd_step(Tensors params, Tensors grads, Tensors momenta, const SgdAttrs& attrs) {
  if (attrs.momentum == 0.0) return step(sgd_op, {params, grads}, attrs);
  step(sgd_op, {params, grads, momenta}, attrs);
}

void rmsprop_step(Tensors params, Tensors grads, Tensors velocities, Tensors momenta,
                  Tensors averages, const RmspropAttrs& attrs) {
  if (attrs.momentum == 0.0 && !attrs.centered)
    return step(rmsprop_op, {params, grads, velocities}, attrs);
  if (attrs.momentum == 0.0) return step(rmsprop_op, {params, grads, velocities, averages}, attrs);
  if (!attrs.centered) return step(rmsprop_op, {params, grads, velocities, momenta}, attrs);
  step(rmsprop_op, {params, grads, velocities, momenta, averages}, attrs);
}

void adam_step(Tensors params, Tensors grads, Tensors momenta, Tensors velocities,
               Tensors velocity_hats, const AdamAttrs& attrs) {
  if (!attrs.amsgrad) return step(adam_op, {params, grads, momenta, velocities}, attrs);
  step(adam_op, {params, grads, momenta, velocities, velocity_hats}, attrs);
}

std::span<const OpDef* const> optimizer_step_ops() { return kOptimizerStepOps; }

}  // namespace pelton
