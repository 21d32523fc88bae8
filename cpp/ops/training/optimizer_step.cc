// Owns the optimizer steps: one call updates all parameters in place. Everything is checked before
// anything is written.
#include <algorithm>

#include "kernels/common/training/update_rules.h"
#include "kernels/cpu/training/optimizer_step.h"
#include "kernels/cuda/training/optimizer_step.h"
#include "ops/op_list.h"
#include "ops/training/training.h"

namespace pelton {
namespace {

using Tensors = std::span<const Tensor>;

constexpr size_t kNumbers = 2;  // rate and step

// `shape` of the operand, or of what it stands for.
void check_operand(const Tensor& operand, const Shape& shape, const Tensor& param, const char* role,
                   size_t index) {
  check(shape == param.shape() && operand.dtype() == param.dtype() &&
            (operand.is_symbolic() || operand.device() == param.device()),
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
void check_writable(Tensors written) {
  std::vector<const char*> starts;
  starts.reserve(written.size());
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i].size() == 0) continue;
    check(written[i].storage()->is_owned(), Code::failed_precondition, "operand ", i,
          " borrows memory that must not be written");
    starts.push_back(written[i].data_as<const char>());
  }
  std::sort(starts.begin(), starts.end());
  check(std::adjacent_find(starts.begin(), starts.end()) == starts.end(),
        "the same tensor is given twice to be written");
}

void check_numbers(const Tensor& rate, const Tensor& step, Device device) {
  check(rate.rank() == 0 && (rate.dtype() == DType::float32 || rate.dtype() == DType::float64),
        "the rate is ", rate, ", not a float32 or float64 scalar");
  check(step.rank() == 0 && step.dtype() == DType::int64, "the step is ", step,
        ", not an int64 scalar");
  check(rate.device() == device && step.device() == device, "the rate is on ", rate.device(),
        ", the step on ", step.device(), ", parameter 0 on ", device);
}

// Slices of a parameter's rows, and the numbers of these.
void check_slices(const Tensor& values, const Tensor& rows, const Tensor& param, size_t index) {
  check(param.rank() > 0 && values.rank() == param.rank() && rows.rank() == 1 &&
            may_equal(rows.shape(), {values.shape()[0]}),
        "gradient ", index, " is in slices ", values, " of rows ", rows, ", its parameter ", param);
  check(rows.dtype() == DType::int32 || rows.dtype() == DType::int64, "rows ", index, " are ", rows,
        ", not int32 or int64");
  check(rows.is_symbolic() || rows.device() == param.device(), "rows ", index, " are on ",
        rows.device(), ", their parameter on ", param.device());
  Shape shape = values.shape();
  shape[0] = param.shape()[0];
  check_operand(values, shape, param, "gradient", index);
  check(rows.is_contiguous(), "rows ", index, " are not row-major");
}

void infer_step(InferContext& c, std::span<const char* const> slots, bool in_slices) {
  const size_t count = parameter_count(c.input_count(), 2 + slots.size() + (in_slices ? 1 : 0));
  check(count > 0, "there are no parameters");
  for (size_t i = 0; i < count; ++i) {
    const Tensor& param = c.in(i);
    check(is_floating(param.dtype()) && param.dtype() == c.dtype(0) &&
              param.device() == c.in(0).device(),
          "parameter ", i, " is ", param, " on ", param.device(), ", parameter 0 ", c.in(0), " on ",
          c.in(0).device(), "; expected one floating dtype on one device");
    check_operand(param, c.shape(i), param, "parameter", i);
    size_t at = i;
    for (const char* slot : slots) {
      at += count;
      check_operand(c.in(at), c.shape(at), param, slot, i);
    }
    at += count;
    if (in_slices)
      check_slices(c.in(at), c.in(at + count), param, i);
    else
      check_gradient(c.in(at), param, i);
  }
  const size_t n = c.input_count();
  check_numbers(c.in(n - 2), c.in(n - 1), c.in(0).device());
  check_writable(c.inputs().first(count * (1 + slots.size())));
}

template <class R>
void infer_update(InferContext& c) {
  const auto& attrs = c.attrs<updates::StepAttrs<R>>();
  R::visit(attrs, [&]<class Step>() {
    check(!attrs.in_slices || Step::kReads != updates::GradientPower::none,
          "this rule reads gradients alone, and in_slices is true");
    infer_step(c, std::span<const char* const>(Step::kSlots), attrs.in_slices);
  });
}

// Rows of slices are int32 or int64; steps are int64.
template <class R>
constexpr DTypeSet operand_dtypes() {
  const bool takes_slices = R::visit(typename R::Attrs{}, []<class Step>() {
    return Step::kReads != updates::GradientPower::none;
  });
  const DTypeSet usual = kFloating | DTypeSet{DType::int64};
  return takes_slices ? usual | DTypeSet{DType::int32} : usual;
}

template <class R>
constinit const OpDef update_op{
    .name = R::kOp,
    .tf_name = R::kTfName,
    .inputs = {{"operands", operand_dtypes<R>()}},
    .variadic = true,
    .outputs = 0,
    .attrs = &attrs_of<updates::StepAttrs<R>>,
    .mutates = true,
    .infer = infer_update<R>,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(update<R>), .cuda = PELTON_CUDA(cuda::update<R>)}};

template <class... R>
std::span<const OpDef* const> ops_of(Types<R...>) {
  static constexpr const OpDef* kOps[] = {&update_op<R>...};
  return kOps;
}

}  // namespace

size_t parameter_count(size_t operands, size_t groups) {
  check(operands >= kNumbers && (operands - kNumbers) % groups == 0, "expected ", groups,
        " operands per parameter (parameter, slots and gradient), the rate and the step, got ",
        operands, " in all");
  return (operands - kNumbers) / groups;
}

size_t written_count(const OpDef& op, const void* attrs, size_t operands) {
  size_t out = 0;
  const auto ask = [&]<class R>(const R*) {
    if (&op != &update_op<R>) return;
    const auto& own = *static_cast<const updates::StepAttrs<R>*>(attrs);
    out = R::visit(own, [&]<class Step>() {
      const size_t slots = Step::kSlots.size();
      return parameter_count(operands, 2 + slots + (own.in_slices ? 1 : 0)) * (1 + slots);
    });
  };
  [&]<class... R>(Types<R...>) { (ask(static_cast<const R*>(nullptr)), ...); }(updates::AllRules{});
  return out;
}

const OpFamily optimizer_step_ops(ops_of(updates::AllRules{}));

}  // namespace pelton
