// Owns what tests of programs in slices share: binding what some code computes from its inputs.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "ops/random/random.h"
#include "program/plan/binder.h"
#include "program/trace/tracer.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/threads.h"

namespace pelton::test {

inline Tensor normal(const Shape& shape, int64_t seed) {
  return random_normal(shape, 0, 1, DType::float32, seed);
}

using OfRows = std::function<std::vector<Tensor>(std::span<const Tensor>)>;

inline std::shared_ptr<const BoundProgram> bind_rows(const OfRows& compute,
                                                     std::span<const Tensor> inputs,
                                                     std::vector<VariableRef> variables = {}) {
  Tracer tracer(inputs, variables);
  auto program = tracer.finish(compute(inputs));
  REQUIRE(program);
  find_last_uses(*program);
  Binder binder(std::make_shared<const Program>(std::move(*program)), inputs);
  binder.run();
  auto bound = binder.finish();
  REQUIRE(bound != nullptr);
  return bound;
}

}  // namespace pelton::test
