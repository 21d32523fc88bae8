#include "nn/losses/loss.h"

#include "nn/config/dtype_policy.h"
#include "nn/module/argument_note.h"
#include "nn/module/naming.h"
#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {
namespace {

Tensor as(const Tensor& x, DType dtype) { return x.dtype() == dtype ? x : cast(x, dtype); }

Tensor count_of(const Tensor& x) {
  return x.size() == kUnknown ? reduce_sum(ones_like(x))
                              : scalar(static_cast<double>(x.size()), x.dtype());
}

bool is_mean(std::optional<Reduction> reduction) {
  return reduction == Reduction::mean || reduction == Reduction::sum_over_batch_size;
}

bool is_none(std::optional<Reduction> reduction) {
  return !reduction || *reduction == Reduction::none;
}

// Where both masks are true; the first may be undefined.
Tensor both(const Tensor& own, const Tensor& given) {
  const Tensor mask = as(given, DType::boolean);
  return own.defined() ? logical_and(own, mask) : mask;
}

// The weights with the mask merged in: masked positions weigh nothing.
Tensor merge_mask(const Tensor& mask, Tensor weight, DType dtype,
                  std::optional<Reduction> reduction) {
  Tensor merged = as(mask, dtype);
  if (is_mean(reduction))
    merged = multiply(merged, divide_no_nan(count_of(merged), reduce_sum(merged)));
  if (!weight.defined()) return merged;
  match_rank(merged, weight);
  return multiply(weight, merged);
}

Tensor reduce(const Tensor& values, const Tensor& weight, std::optional<Reduction> reduction) {
  const bool nothing_to_reduce =
      values.rank() == 0 || (values.rank() == 1 && values.shape()[0] == 0);
  if (is_none(reduction) || nothing_to_reduce) return values;
  if (reduction == Reduction::sum) return reduce_sum(values);
  if (reduction == Reduction::mean_with_sample_weight && weight.defined())
    return divide_no_nan(reduce_sum(values), reduce_sum(weight));
  return values.size() == 0 ? reduce_sum(values) : reduce_mean(values);
}

}  // namespace

Tensor reduce_weighted(const Loss::Values& given, const Tensor& sample_weight,
                       std::optional<Reduction> reduction) {
  Tensor values = given.values;
  Tensor weight = sample_weight.defined() ? as(sample_weight, values.dtype()) : Tensor();
  if (given.mask.defined()) weight = merge_mask(given.mask, weight, values.dtype(), reduction);
  if (weight.defined()) {
    match_rank(values, weight);
    values = multiply(values, weight);
  }
  return reduce(values, weight, reduction);
}

Reduction FieldType<Reduction>::parse(const Value& value, const FieldSite& site) {
  const auto* text = value.get_if<std::string>();
  for (size_t i = 0; text != nullptr && i < enum_names<Reduction>.size(); ++i)
    if (*text == enum_names<Reduction>[i]) return static_cast<Reduction>(i);
  raise(Code::value_error,
        "Invalid value for argument `reduction`. Expected one of {None, 'mean', "
        "'mean_with_sample_weight', 'none', 'sum', 'sum_over_batch_size'}. Received: reduction=",
        value, " [", site.owner, "]");
}

Loss::Loss(const LossConfig& config, const std::string& default_name)
    : name_(config.name.value_or(default_name)),
      reduction_(config.reduction),
      dtype_(config.dtype.value_or(floatx())) {}

const std::string& Loss::name() const {
  if (name_.empty()) name_ = auto_name(class_name());
  return name_;
}

Dict Loss::get_config() const {
  return {{"name", name()}, {"reduction", FieldType<std::optional<Reduction>>::write(reduction_)}};
}

Tensor Loss::operator()(const Tensor& y_true, const Tensor& y_pred, const Tensor& sample_weight) {
  const auto arguments = {TensorArgument{"y_true", y_true}, TensorArgument{"y_pred", y_pred},
                          TensorArgument{"sample_weight", sample_weight}};
  return noting(*this, "call", arguments, [&] {
    const bool keep_labels = takes_labels() && is_integer(y_true.dtype());
    Values values = call(keep_labels ? y_true : as(y_true, dtype()), as(y_pred, dtype()));
    if (values.values.has_mask()) [[unlikely]]
      values.mask = both(values.mask, values.values.mask());
    values.values = as(values.values, dtype());
    if (y_pred.has_mask()) [[unlikely]]
      values.mask = both(values.mask, y_pred.mask());
    return reduce_weighted(values, sample_weight, reduction());
  });
}

}  // namespace pelton
