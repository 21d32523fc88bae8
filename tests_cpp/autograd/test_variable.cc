// Tests Variable: open shapes, updates in parts, who sees which value.
#include "autograd/tape.h"
#include "autograd/variable.h"
#include "autograd/variable_births.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "program/program.h"
#include "program/trace/tracer.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

TEST_CASE("a variable keeps the first value's shape unless it is opened") {
  Variable variable(counting<float>({2, 3}), "v");
  REQUIRE_THROWS_AS(variable.assign(counting<float>({3, 3})), Error);
  REQUIRE_THROWS_AS(variable.open_shape({Shape{-1, 4}}), Error);
  REQUIRE(variable.declared_shape() == nullptr);
  variable.open_shape({Shape{-1, 3}});
  variable.assign(counting<float>({5, 3}));
  REQUIRE(variable.shape() == Shape{5, 3});
  REQUIRE_THROWS_AS(variable.assign(counting<float>({5, 4})), Error);
  REQUIRE_THROWS_AS(variable.assign(counting<float>({5})), Error);
  REQUIRE_THROWS_AS(variable.assign(counting<double>({5, 3})), Error);
  REQUIRE(variable.shape() == Shape{5, 3});
  variable.open_shape({});
  variable.assign(counting<float>({}));
  REQUIRE(variable.shape() == Shape{});
}

TEST_CASE("shapes that are open print as Python's tuples") {
  REQUIRE(cat(OpenShape{Shape{-1, 3}}) == "(None, 3)");
  REQUIRE(cat(OpenShape{Shape{-1}}) == "(None,)");
  REQUIRE(cat(OpenShape{Shape{}}) == "()");
  REQUIRE(cat(OpenShape{}) == "<unknown>");
}

TEST_CASE("updates leave earlier readers alone") {
  Variable variable(tensor<float>({3}, {1, 2, 3}), "v");
  const Tensor before = variable.read();
  variable.assign_add(tensor<float>({3}, {1, 1, 1}));
  variable.assign_sub(tensor<float>({3}, {0, 0, 4}));
  variable.assign_slice(tensor<float>({2}, {8, 9}), {.begin = {2}, .size = {2}, .strides = {-2}});
  REQUIRE(values<float>(before) == std::vector<float>{1, 2, 3});
  REQUIRE(values<float>(variable.value()) == std::vector<float>{9, 3, 8});
}

TEST_CASE("a refused update changes nothing") {
  Variable variable(tensor<float>({3}, {1, 2, 3}), "v");
  REQUIRE_THROWS_AS(variable.assign_add(counting<float>({2})), Error);
  REQUIRE_THROWS_AS(variable.assign_sub(counting<double>({3})), Error);
  const SliceAttrs slice{.begin = {1}, .size = {2}, .strides = {1}};
  REQUIRE_THROWS_AS(variable.assign_slice(counting<float>({3}), slice), Error);
  REQUIRE_THROWS_AS(variable.assign_slice(counting<int32_t>({2}), slice), Error);
  REQUIRE_THROWS_AS(variable.assign_slice(counting<float>({2}), {.begin = {2}, .size = {2}}),
                    Error);
  REQUIRE(values<float>(variable.value()) == std::vector<float>{1, 2, 3});
}

TEST_CASE("a slice cannot be assigned from the same bytes by hand") {
  const Tensor x = tensor<float>({3}, {1, 2, 3});
  const SliceAttrs whole{.begin = {0}, .size = {3}, .strides = {1}};
  REQUIRE_THROWS_AS(strided_slice_assign(x, x, whole), Error);
  REQUIRE_THROWS_AS(strided_slice_assign(reverse(x, {.axis = {0}}), counting<float>({3}), whole),
                    Error);
  REQUIRE(values<float>(x) == std::vector<float>{1, 2, 3});
}

TEST_CASE("a gradient that is asked for more rows keeps the records") {
  const Tensor x = tensor<float>({2}, {3, 4});
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor y = multiply(x, x);
  tape.stop();
  const Tape::Source sources[] = {Tape::source_of(x)};
  const Tensor first = tensor<float>({2}, {1, 0}), second = tensor<float>({2}, {0, 1});
  const auto row = [&](const Tensor& weight, bool more) {
    return values<float>(tape.gradient({&y, 1}, sources, {&weight, 1}, more)[0]);
  };
  REQUIRE(row(first, true) == std::vector<float>{6, 0});
  REQUIRE(row(second, false) == std::vector<float>{0, 8});
  REQUIRE_THROWS_AS(row(first, false), Error);
}

TEST_CASE("nonzero and boolean_mask") {
  const Tensor mask = tensor<float>({2, 2}, {0, 5, -1, 0});
  REQUIRE(values<int64_t>(nonzero(mask)) == std::vector<int64_t>{0, 1, 1, 0});
  REQUIRE(nonzero(counting<float>({0, 3})).shape() == Shape{0, 2});
  const Tensor x = counting<float>({2, 2, 3});
  const Tensor picked = boolean_mask(x, mask, {.axis = 0});
  REQUIRE(values<float>(picked) == std::vector<float>{3, 4, 5, 6, 7, 8});
  REQUIRE_THROWS_AS(boolean_mask(x, counting<float>({3}), {.axis = 0}), Error);
  REQUIRE_THROWS_AS(boolean_mask(x, counting<float>({}), {.axis = 0}), Error);
  REQUIRE_THROWS_AS(boolean_mask(x, mask, {.axis = 2}), Error);
}

TEST_CASE("a program repeats updates and refuses what it could not repeat") {
  const VariableRef w = make_ref<Variable>(tensor<float>({2}, {1, 2}), "w");
  const Tensor x = tensor<float>({2}, {10, 20});
  Tracer tracer({&x, 1}, {&w, 1});
  w->assign_add(x);
  const Tensor y = multiply(w->read(), x);
  const auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  REQUIRE(values<float>(y) == std::vector<float>{110, 440});
  REQUIRE(values<float>(run(*program, {&x, 1})[0]) == std::vector<float>{210, 840});
  REQUIRE(values<float>(w->value()) == std::vector<float>{21, 42});

  Tracer slices({&x, 1}, {&w, 1});
  w->assign_slice(counting<float>({1}), {.begin = {0}, .size = {1}, .strides = {1}});
  REQUIRE_FALSE(slices.finish({&x, 1}));
  Tracer masks({&x, 1}, {&w, 1});
  const Tensor found = nonzero(x);
  REQUIRE_FALSE(masks.finish({&found, 1}));
  REQUIRE(masks.obstacle().find("shape follows from values") != std::string::npos);
}

TEST_CASE("who watches a thread's variables counts them, and may forbid or keep them") {
  const Tensor x = tensor<float>({2}, {1, 2});
  VariableBirths all;
  (void)make_ref<Variable>(x, "w");
  {
    const VariableBirths own(nullptr, true);
    (void)make_ref<Variable>(x, "w");
    REQUIRE(own.count() == 1);
  }
  REQUIRE(all.count() == 1);
  {
    const VariableBirths none("not here");
    REQUIRE_THROWS_AS(make_ref<Variable>(x, "w"), Error);
    const VariableBirths own(nullptr, true);
    (void)make_ref<Variable>(x, "w");
  }
  REQUIRE(all.count() == 1);
}
