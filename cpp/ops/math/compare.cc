// Owns the ops of comparison, logic and bits. None has a gradient.
#include "kernels/common/functors/functors_compare.h"

#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

constinit const OpDef equal_op = comparison_op<Equal>("equal", "Equal");
constinit const OpDef not_equal_op = comparison_op<NotEqual>("not_equal", "NotEqual");
constinit const OpDef less_op = comparison_op<Less>("less", "Less");
constinit const OpDef less_equal_op = comparison_op<LessEqual>("less_equal", "LessEqual");
constinit const OpDef greater_op = comparison_op<Greater>("greater", "Greater");
constinit const OpDef greater_equal_op =
    comparison_op<GreaterEqual>("greater_equal", "GreaterEqual");
constinit const OpDef logical_and_op = comparison_op<LogicalAnd>("logical_and", "LogicalAnd");
constinit const OpDef logical_or_op = comparison_op<LogicalOr>("logical_or", "LogicalOr");
constinit const OpDef logical_xor_op = comparison_op<LogicalXor>("logical_xor", "LogicalXor");
constinit const OpDef logical_not_op = predicate_op<LogicalNot>("logical_not", "LogicalNot");

template <class F>
constexpr OpDef bits_op(const char* name, const char* tf_name) {
  return binary_op<F>(name, tf_name, Keep::none, no_gradient);
}

constinit const OpDef bitwise_and_op = bits_op<BitwiseAnd>("bitwise_and", "BitwiseAnd");
constinit const OpDef bitwise_or_op = bits_op<BitwiseOr>("bitwise_or", "BitwiseOr");
constinit const OpDef bitwise_xor_op = bits_op<BitwiseXor>("bitwise_xor", "BitwiseXor");
constinit const OpDef left_shift_op = bits_op<LeftShift>("left_shift", "LeftShift");
constinit const OpDef right_shift_op = bits_op<RightShift>("right_shift", "RightShift");
constinit const OpDef bitwise_invert_op =
    unary_op<BitwiseInvert>("bitwise_invert", "Invert", Keep::none, no_gradient);

constexpr const OpDef* kCompareOps[] = {
    &equal_op,       &not_equal_op,     &less_op,        &less_equal_op,
    &greater_op,     &greater_equal_op, &logical_and_op, &logical_or_op,
    &logical_xor_op, &logical_not_op,   &bitwise_and_op, &bitwise_or_op,
    &bitwise_xor_op, &left_shift_op,    &right_shift_op, &bitwise_invert_op};

}  // namespace

Tensor equal(const Tensor& x, const Tensor& y) { return call(equal_op, {x, y}); }
Tensor not_equal(const Tensor& x, const Tensor& y) { return call(not_equal_op, {x, y}); }
Tensor less(const Tensor& x, const Tensor& y) { return call(less_op, {x, y}); }
Tensor less_equal(const Tensor& x, const Tensor& y) { return call(less_equal_op, {x, y}); }
Tensor greater(const Tensor& x, const Tensor& y) { return call(greater_op, {x, y}); }
Tensor greater_equal(const Tensor& x, const Tensor& y) { return call(greater_equal_op, {x, y}); }
Tensor logical_and(const Tensor& x, const Tensor& y) { return call(logical_and_op, {x, y}); }
Tensor logical_or(const Tensor& x, const Tensor& y) { return call(logical_or_op, {x, y}); }
Tensor logical_xor(const Tensor& x, const Tensor& y) { return call(logical_xor_op, {x, y}); }
Tensor logical_not(const Tensor& x) { return call(logical_not_op, {x}); }
Tensor bitwise_and(const Tensor& x, const Tensor& y) { return call(bitwise_and_op, {x, y}); }
Tensor bitwise_or(const Tensor& x, const Tensor& y) { return call(bitwise_or_op, {x, y}); }
Tensor bitwise_xor(const Tensor& x, const Tensor& y) { return call(bitwise_xor_op, {x, y}); }
Tensor left_shift(const Tensor& x, const Tensor& y) { return call(left_shift_op, {x, y}); }
Tensor right_shift(const Tensor& x, const Tensor& y) { return call(right_shift_op, {x, y}); }
Tensor bitwise_invert(const Tensor& x) { return call(bitwise_invert_op, {x}); }

const OpFamily compare_ops(kCompareOps);

}  // namespace pelton
