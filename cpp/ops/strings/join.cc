// Owns string_join and string_join_rows.
#include "kernels/common/attrs/string_attrs.h"
#include "kernels/declared/strings.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

// All of one shape, or scalars.
void infer_string_join(InferContext& c) {
  Shape shape;
  for (size_t i = 0; i < c.input_count(); ++i) {
    if (c.in(i).rank() == 0) continue;
    check(shape.empty() || may_equal(shape, c.shape(i)), "Input shapes do not match: ", shape,
          " vs. ", c.shape(i));
    shape = shape.empty() ? c.shape(i) : merge_shapes(shape, c.shape(i));
  }
  c.add_output(DType::string, shape);
}

void infer_join_rows(InferContext& c) {
  check(c.in(0).rank() == 2, "input must have two axes, got shape ", c.shape(0));
  c.add_output(DType::string, {c.shape(0)[0]});
}

constinit const OpDef string_join_op{.name = "string_join",
                                     .tf_name = "StringJoin",
                                     .inputs = {"inputs"},
                                     .variadic = true,
                                     .attrs = &attrs_of<SeparatorAttrs>,
                                     .dtypes = kString,
                                     .infer = infer_string_join,
                                     .grad = no_gradient,
                                     .kernels = {.cpu = &cpu::string_join}};
constinit const OpDef string_join_rows_op{.name = "string_join_rows",
                                          .tf_name = "ReduceJoin",
                                          .inputs = {"input"},
                                          .attrs = &attrs_of<SeparatorAttrs>,
                                          .dtypes = kString,
                                          .infer = infer_join_rows,
                                          .grad = no_gradient,
                                          .kernels = {.cpu = &cpu::string_join_rows}};

constexpr const OpDef* kStringJoinOps[] = {&string_join_op, &string_join_rows_op};
const OpFamily string_join_ops(kStringJoinOps);

}  // namespace
}  // namespace pelton
