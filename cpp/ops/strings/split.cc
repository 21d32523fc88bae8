// Owns the ops that take strings apart, whose parts are counted first, and unicode_encode.
#include "kernels/declared/strings.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/strings/strings.h"

namespace pelton {
namespace {

void check_string_vector(const InferContext& c) {
  check(c.in(0).rank() == 1, "input must be a vector, got shape ", c.shape(0));
}

void infer_split_counts(InferContext& c) {
  check_string_vector(c);
  c.add_output(DType::int64, c.shape(0));
}

void infer_string_parts(InferContext& c) {
  check_string_vector(c);
  c.add_output(DType::string, {c.attrs<StringPartsAttrs>().count});
}

void infer_codes(InferContext& c) {
  check_string_vector(c);
  const int64_t count = c.attrs<DecodedAttrs>().count;
  c.add_output(DType::int32, {count});
  c.add_output(DType::int64, {count});
}

void infer_encode(InferContext& c) {
  check_string_vector(c);
  check(c.in(1).rank() == 1, "row_splits must be a vector, got shape ", c.shape(1));
  const int64_t splits = c.shape(1)[0];
  check(!is_known(splits) || splits > 0, "row_splits must have at least one element");
  c.add_output(DType::string, {is_known(splits) ? splits - 1 : kUnknown});
}

Tensor count_parts(const InferContext& c) {
  const auto& attrs = c.attrs<StringPartsAttrs>();
  return reduce_sum(string_split_counts(c.in(0), {attrs.sep, attrs.maxsplit}));
}

Tensor count_codes(const InferContext& c) {
  const auto& attrs = c.attrs<DecodedAttrs>();
  return reduce_sum(unicode_counts(c.in(0), {attrs.errors, attrs.replacement_char}));
}

constinit const OpDef split_counts_op{.name = "string_split_counts",
                                      .tf_name = "StringSplitV2",
                                      .inputs = {"input"},
                                      .attrs = &attrs_of<SplitStringAttrs>,
                                      .dtypes = kString,
                                      .infer = infer_split_counts,
                                      .grad = no_gradient,
                                      .kernels = {.cpu = &cpu::string_split_counts}};
constinit const OpDef split_parts_op{.name = "string_split_parts",
                                     .tf_name = "StringSplitV2",
                                     .inputs = {"input"},
                                     .attrs = &attrs_of<StringPartsAttrs>,
                                     .dtypes = kString,
                                     .infer = infer_string_parts,
                                     .grad = no_gradient,
                                     .sizes = count_parts,
                                     .kernels = {.cpu = &cpu::string_split_parts}};
constinit const OpDef unicode_counts_op{.name = "unicode_counts",
                                        .tf_name = "UnicodeDecode",
                                        .inputs = {"input"},
                                        .attrs = &attrs_of<DecodeAttrs>,
                                        .dtypes = kString,
                                        .infer = infer_split_counts,
                                        .grad = no_gradient,
                                        .kernels = {.cpu = &cpu::unicode_counts}};
constinit const OpDef unicode_codes_op{.name = "unicode_codes",
                                       .tf_name = "UnicodeDecodeWithOffsets",
                                       .inputs = {"input"},
                                       .outputs = 2,
                                       .attrs = &attrs_of<DecodedAttrs>,
                                       .dtypes = kString,
                                       .infer = infer_codes,
                                       .grad = no_gradient,
                                       .sizes = count_codes,
                                       .kernels = {.cpu = &cpu::unicode_codes}};
constinit const OpDef unicode_encode_op{
    .name = "unicode_encode",
    .tf_name = "UnicodeEncode",
    .inputs = {{"codes", DTypeSet{DType::int32}}, {"row_splits", DTypeSet{DType::int64}}},
    .attrs = &attrs_of<DecodeAttrs>,
    .infer = infer_encode,
    .grad = no_gradient,
    .kernels = {.cpu = &cpu::unicode_encode}};

constexpr const OpDef* kStringSplitOps[] = {&split_counts_op, &split_parts_op, &unicode_counts_op,
                                            &unicode_codes_op, &unicode_encode_op};
const OpFamily string_split_ops(kStringSplitOps);

}  // namespace

Tensor string_split_counts(const Tensor& input, const SplitStringAttrs& attrs) {
  return call(split_counts_op, {input}, attrs);
}
Tensor unicode_counts(const Tensor& input, const DecodeAttrs& attrs) {
  return call(unicode_counts_op, {input}, attrs);
}

}  // namespace pelton
