// Owns what tests of programs in slices share: compiling what some code computes from its inputs.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "ops/random/random.h"
#include "program/exec/executor.h"
#include "program/plan/compiler.h"
#include "program/trace/tracer.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/threads.h"

namespace pelton::test {

inline Tensor normal(const Shape& shape, int64_t seed) {
  return random_normal(shape, 0, 1, DType::float32, seed);
}

using OfRows = std::function<std::vector<Tensor>(std::span<const Tensor>)>;

// A program and what runs it.
struct CompiledRows {
  std::shared_ptr<const CompiledProgram> program;
  std::shared_ptr<Executor> executor;
  const std::vector<RowSlice>& slices() const { return program->slices; }
  std::vector<Tensor> run(std::span<const Tensor> inputs,
                          size_t partial_from = kNoPartialSums) const {
    return executor->run(inputs, partial_from);
  }
};

inline CompiledRows compile_rows(const OfRows& compute, std::span<const Tensor> inputs,
                                 std::vector<VariableRef> variables = {}) {
  Tracer tracer(inputs, variables);
  auto program = tracer.finish(compute(inputs));
  REQUIRE(program);
  find_last_uses(*program);
  Compiler compiler(std::make_shared<const Program>(std::move(*program)), inputs);
  compiler.run();
  const auto compiled = compiler.finish();
  REQUIRE(compiled != nullptr);
  return {compiled, make_executor(compiled)};
}

}  // namespace pelton::test
