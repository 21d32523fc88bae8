// Tests calls whose output shapes follow from values, by an op of this file and by nonzero.
#include <array>

#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "runtime/dispatch/sized_call.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

struct BlockAttrs {
  int64_t axes = 2;
  int64_t rows = kUnknown;
  int64_t columns = kUnknown;
};

}  // namespace

namespace pelton {
template <>
inline constexpr auto fields<BlockAttrs> =
    std::tuple{field("axes", &BlockAttrs::axes), derived_field("rows", &BlockAttrs::rows),
               derived_field("columns", &BlockAttrs::columns)};
}  // namespace pelton

namespace {

void infer_block(InferContext& c) {
  const auto& attrs = c.attrs<BlockAttrs>();
  check(c.in(0).rank() == attrs.axes, "expected rank ", attrs.axes);
  c.add_output(c.dtype(0), {attrs.rows, attrs.columns});
}

Tensor view_block(const InferContext& c) {
  Layout layout = c.in(0).layout();
  layout.shape = {c.attrs<BlockAttrs>().rows, c.attrs<BlockAttrs>().columns};
  return c.in(0).view(layout);
}

// The first rows and columns of a matrix, as many as the second input says.
constinit const OpDef block_op{.name = "block",
                               .tf_name = "Block",
                               .inputs = {"x", {"sizes", kAnyDType}},
                               .attrs = &attrs_of<BlockAttrs>,
                               .infer = infer_block,
                               .grad = no_gradient,
                               .view = view_block,
                               .sizes = [](const InferContext& c) { return c.in(1); }};

Tensor block(const Tensor& x, const Tensor& sizes, const BlockAttrs& attrs = {}) {
  return call(block_op, {x, sizes}, attrs);
}

}  // namespace

TEST_CASE("sizes of outputs follow from values, and callers cannot give them") {
  REQUIRE(attrs_of<BlockAttrs>.fields.size() == 3);
  REQUIRE(attrs_of<BlockAttrs>.arguments().size() == 1);
  const Tensor x = counting<float>({3, 4});
  const Tensor y = block(x, tensor<int64_t>({2}, {2, 3}));
  REQUIRE(y.shape() == Shape{2, 3});
  REQUIRE(values<float>(contiguous(y)) == std::vector<float>{0, 1, 2, 4, 5, 6});
  REQUIRE(block(x, tensor<int64_t>({2}, {0, 4})).shape() == Shape{0, 4});
}

TEST_CASE(
    "sizes that fit no output are refused, and so are arguments before any size is asked for") {
  const Tensor x = counting<float>({3, 4});
  const auto says = [&](const Tensor& sizes, const char* text) {
    return error_says([&] { block(x, sizes); }, text);
  };
  REQUIRE(says(tensor<int64_t>({2}, {2, -1}), "block: a size of its output is -1"));
  REQUIRE(
      says(tensor<int64_t>({2}, {INT64_MIN, 0}), "a size of its output is -9223372036854775808"));
  REQUIRE(
      says(tensor<int64_t>({1}, {2}), "block has 2 sizes that follow from values, got int64 (1,)"));
  REQUIRE(
      says(tensor<int64_t>({}, {2}), "block has 2 sizes that follow from values, got int64 ()"));
  REQUIRE(says(tensor<float>({2}, {2, 3}), "got float32 (2,)"));
  REQUIRE(error_says([&] { block(x, Tensor(), {.axes = 3}); }, "an input has no value"));
  REQUIRE(error_says([&] { block(x, tensor<int64_t>({1}, {2}), {.axes = 3}); }, "expected rank 3"));
}

TEST_CASE("a count that is not that of the elements is refused by the kernel") {
  const Tensor mask = cast(tensor<float>({3}, {1, 0, 1}), DType::boolean);
  const auto counted = [&](int64_t count) {
    // As a program from a file might have it.
    const OpDef& op = *find_op("nonzero");
    REQUIRE(op.attrs->fields.size() == 1);
    AttrBox attrs(op.attrs, op.attrs->defaults());
    *static_cast<int64_t*>(op.attrs->fields[0].at(attrs.get())) = count;
    return call_all(op, std::array{mask}, attrs.get()).tensors[0].shape();
  };
  REQUIRE(counted(2) == Shape{2, 1});
  REQUIRE(counted(kUnknown) == Shape{2, 1});
  REQUIRE(error_says([&] { counted(1); }, "nonzero: count is 1 but 2 elements are true"));
  REQUIRE(error_says([&] { counted(4); }, "nonzero: count must be in [0, 3]"));
  REQUIRE(error_says([&] { counted(-2); }, "nonzero: count must be in [0, 3]"));
}
