// Tests ops that are made of others: who finds them, what their errors say.
#include <array>
#include <stdexcept>

#include "ops/array/array.h"
#include "ops/op_list.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"

using namespace pelton;

namespace {

const CompositeOp& composite(std::string_view name) {
  for (const CompositeOp* op : composite_list())
    if (name == op->schema.name) return *op;
  throw std::runtime_error("no such composite");
}

}  // namespace

TEST_CASE("a composite with the name of an op has its inputs, and its attributes before others") {
  std::vector<std::string> widened;
  for (const CompositeOp* op : composite_list()) {
    const OpDef* const own = find_op(op->schema.name);
    if (own == nullptr) continue;
    widened.emplace_back(own->name);
    REQUIRE(op->schema.inputs.size() == own->inputs.size());
    for (size_t i = 0; i < own->inputs.size(); ++i)
      REQUIRE(std::string(op->schema.inputs[i].name) == own->inputs[i].name);
    const size_t attributes = own->attrs == nullptr ? 0 : own->attrs->arguments().size();
    REQUIRE(op->schema.attrs->arguments().size() > attributes);
    for (size_t i = 0; i < attributes; ++i)
      REQUIRE(std::string(op->schema.attrs->arguments()[i].name) ==
              own->attrs->arguments()[i].name);
  }
  REQUIRE(widened == std::vector<std::string>{"bias_add", "matmul", "transpose"});
}

TEST_CASE("the list of ops finds its ops") {
  for (const OpDef* op : op_list()) REQUIRE(find_op(op->name) == op);
  REQUIRE(find_op("") == nullptr);
  REQUIRE(find_op("zzz") == nullptr);
}

TEST_CASE("a composite's own errors name it and its arguments, those of parts the part") {
  const Tensor x = ones({4, 3}), mask = ones({4});
  const BooleanMaskAttrs attrs;
  const UnstackAttrs two{.num = 2};
  REQUIRE(error_says([&] { call_all(composite("boolean_mask"), std::array{x}, &attrs); },
                     "boolean_mask takes 2 inputs, got 1; tensor: float32 (4, 3); axis=None"));
  REQUIRE(error_says([&] { boolean_mask(x, mask, {.axis = 1}); },
                     "boolean_mask: Shapes (3,) and (4,) are incompatible; tensor: float32 (4, 3), "
                     "mask: float32 (4,); axis=1 [Op:BooleanMask]"));
  REQUIRE(error_says([&] { boolean_mask(x, Tensor()); }, "boolean_mask: an input has no value"));
  REQUIRE(error_says([&] { call_all(composite("unstack"), std::array{x}, &two); },
                     "unstack: Input shape axis 0 must equal 2, got shape [4,3]"));
  REQUIRE(error_says([&] { split(x, 3); }, "split: Number of ways to split should evenly divide"));
}
