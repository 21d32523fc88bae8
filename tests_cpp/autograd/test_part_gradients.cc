// Tests the gradients of parts of one tensor: joined where they lie side by side, added where they
// overlap.
#include <algorithm>
#include <string>

#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;

namespace {

// The names of the ops that are called while it lives.
class CalledOps final : public Observer {
 public:
  CalledOps() { context().push_observer(this); }
  ~CalledOps() override { context().remove_observer(this); }
  void on_call(const OpCall& call) override { names.emplace_back(call.op.name); }
  int64_t count(const char* name) const { return std::count(names.begin(), names.end(), name); }

  std::vector<std::string> names;
};

const Shape kShape{6, 5, 4};

struct Case {
  const char* name;
  std::vector<SliceAttrs> parts;
  int64_t joins, pads;  // calls of concat and of strided_slice_grad
};

SliceAttrs along(size_t axis, int64_t begin, int64_t size) {
  SliceAttrs part{.begin = {0, 0, 0}, .size = kShape};
  part.begin[axis] = begin;
  part.size[axis] = size;
  return part;
}

const Case kCases[] = {
    {"halves", {along(0, 0, 3), along(0, 3, 3)}, 1, 0},
    {"thirds, not in order", {along(0, 4, 2), along(0, 0, 2), along(0, 2, 2)}, 1, 0},
    {"columns", {along(1, 0, 1), along(1, 1, 3), along(1, 4, 1)}, 1, 0},
    {"last axis", {along(2, 0, 1), along(2, 1, 3)}, 1, 0},
    {"gaps", {along(0, 1, 1), along(0, 3, 1)}, 1, 2},
    {"an end that is left out", {along(1, 0, 2), along(1, 2, 2)}, 1, 1},
    {"one part", {along(0, 1, 2)}, 0, 1},
    {"overlap", {along(0, 0, 4), along(0, 2, 4)}, 0, 2},
    {"much overlap", {along(0, 0, 6), along(0, 0, 5), along(0, 1, 5), along(0, 2, 1)}, 0, 4},
    {"two axes", {along(0, 0, 3), along(1, 0, 2)}, 0, 2},
    {"strides", {{{0, 0, 0}, {3, 5, 4}, {2, 1, 1}}, {{1, 0, 0}, {3, 5, 4}, {2, 1, 1}}}, 0, 2},
    {"backwards", {{{5, 0, 0}, {3, 5, 4}, {-1, 1, 1}}, along(0, 0, 3)}, 0, 2},
    {"an empty part", {along(0, 0, 0), along(0, 0, 6)}, 0, 2},
};

}  // namespace

TEST_CASE("gradients of parts are laid side by side or added up") {
  for (const Case& c : kCases) {
    INFO(c.name);
    const Tensor x = random_tensor(kShape, DType::float32, 1);
    Tape tape;
    tape.start();
    tape.watch(x);
    std::vector<Tensor> targets, weights;
    for (const SliceAttrs& part : c.parts) {
      targets.push_back(strided_slice(x, part));
      weights.push_back(random_tensor(part.size, DType::float32, weights.size() + 2));
    }
    tape.stop();
    Tensor expected = zeros(kShape);
    for (size_t i = 0; i < c.parts.size(); ++i)
      expected = add(expected, strided_slice_grad(weights[i], {.shape = kShape,
                                                               .begin = c.parts[i].begin,
                                                               .strides = c.parts[i].strides}));
    const Tape::Source sources[] = {Tape::source_of(x)};
    const CalledOps called;
    const Tensor gradient = tape.gradient(targets, sources, weights)[0];
    REQUIRE(gradient.shape() == kShape);
    REQUIRE(max_difference(values_of(gradient), values_of(expected)) < 1e-6);
    REQUIRE(called.count("concat") == c.joins);
    REQUIRE(called.count("strided_slice_grad") == c.pads);
  }
}

TEST_CASE("parts and the whole have one gradient, which has gradients too") {
  const Tensor x = random_tensor(kShape, DType::float32, 1);
  const Tape::Source sources[] = {Tape::source_of(x)};
  Tape outer, inner(true);
  outer.start();
  outer.watch(x);
  inner.start();
  inner.watch(x);
  const Tensor head = strided_slice(x, along(0, 0, 2)), tail = strided_slice(x, along(0, 2, 4));
  const Tensor target =
      add(add(reduce_sum(multiply(head, square(head))), reduce_sum(square(tail))), reduce_sum(x));
  inner.stop();
  const Tensor targets[] = {target};
  const Tensor first = inner.gradient(targets, sources)[0];
  outer.stop();
  REQUIRE(values_of(inner.gradient(targets, sources)[0]) == values_of(first));
  const Tensor firsts[] = {first};
  const auto at = values_of(x), slope = values_of(first),
             second = values_of(outer.gradient(firsts, sources)[0]);
  for (size_t i = 0; i < at.size(); ++i) {
    const bool is_head = i < 2 * 5 * 4;
    REQUIRE(std::abs(slope[i] - (is_head ? 3 * at[i] * at[i] : 2 * at[i]) - 1) < 1e-5);
    REQUIRE(std::abs(second[i] - (is_head ? 6 * at[i] : 2)) < 1e-5);
  }
}
