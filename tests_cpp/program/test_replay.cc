// Tests Replay and the memory plan: compiled programs give what single calls give, and fall back
// where something else than what was compiled for comes.
#include <random>
#include <thread>

#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/random/random.h"
#include "program/exec/replay.h"
#include "program/passes.h"
#include "program/plan/memory_plan.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "tests_cpp/runtime/fake_gpus.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

using Compute = std::function<std::vector<Tensor>(const Tensor&)>;

std::unique_ptr<Replay> replay_of(const Compute& compute, const Tensor& x,
                                  std::vector<VariableRef> variables = {}) {
  Tracer tracer({&x, 1}, variables);
  const std::vector<Tensor> out = compute(x);
  auto program = tracer.finish(out);
  REQUIRE(program);
  apply_passes(*program);
  return std::make_unique<Replay>(std::make_shared<const Program>(std::move(*program)));
}

// Bit for bit what `compute` gives, in the run that compiles and in those after it.
void require_same(Replay& replay, const Compute& compute, const Tensor& x) {
  for (int turn = 0; turn < 3; ++turn) {
    const std::vector<Tensor> got = replay.run({&x, 1}), expected = compute(x);
    REQUIRE(got.size() == expected.size());
    for (size_t i = 0; i < got.size(); ++i) {
      REQUIRE(got[i].shape() == expected[i].shape());
      REQUIRE(values<float>(got[i]) == values<float>(expected[i]));
    }
  }
}

bool is_compiled(const Replay& replay) {
  return replay.explain().find("arena") != std::string::npos;
}

Tensor random(const Shape& shape, int64_t seed) {
  return random_normal(shape, 0, 1, DType::float32, seed);
}

}  // namespace

TEST_CASE("blocks that are in use at the same time do not overlap in a memory plan") {
  std::mt19937 engine(3);
  for (int turn = 0; turn < 50; ++turn) {
    std::vector<Lifetime> blocks(engine() % 40);
    size_t sum = 0;
    for (Lifetime& block : blocks) {
      block.bytes = 1 + engine() % 1000;
      block.first = engine() % 30;
      block.last = block.first + engine() % 8;
      sum += (block.bytes + 63) / 64 * 64;
    }
    const MemoryPlan plan = plan_memory(blocks);
    REQUIRE(plan.bytes <= sum);
    for (size_t i = 0; i < blocks.size(); ++i) {
      REQUIRE(plan.offsets[i] % 64 == 0);
      REQUIRE(plan.offsets[i] + blocks[i].bytes <= plan.bytes);
      for (size_t j = 0; j < i; ++j) {
        const bool apart = blocks[i].last < blocks[j].first || blocks[j].last < blocks[i].first ||
                           plan.offsets[i] + blocks[i].bytes <= plan.offsets[j] ||
                           plan.offsets[j] + blocks[j].bytes <= plan.offsets[i];
        REQUIRE(apart);
      }
    }
  }
}

TEST_CASE("memory is used again by what comes later") {
  const Lifetime blocks[] = {{640, 0, 1}, {640, 1, 2}, {640, 2, 3}, {640, 3, 4}};
  REQUIRE(plan_memory(blocks).bytes == 2 * 640);
}

TEST_CASE("a compiled program computes what single calls compute") {
  const Tensor x = random({6, 4}, 1), other = random({6, 4}, 2);
  const VariableRef w = make_ref<Variable>(random({4, 5}, 3), "w");
  const Compute compute = [&](const Tensor& in) {
    const Tensor h = relu(matmul(in, w->read()));
    const Tensor turned = transpose(h, {});
    const Tensor flat = reshape(turned, {.shape = {30}});  // copies: not row-major
    return std::vector<Tensor>{reduce_sum(square(flat)), exp(negative(turned)),
                               reshape(h, {.shape = {3, 10}}), transpose(in, {})};
  };
  const auto replay = replay_of(compute, x, {w});
  require_same(*replay, compute, x);
  REQUIRE(is_compiled(*replay));
  require_same(*replay, compute, other);
  w->assign(random({4, 5}, 4));
  require_same(*replay, compute, other);
}

TEST_CASE("large temporaries have memory of their own while they are in use") {
  const Tensor x = random({1024, 8}, 1);
  const Compute compute = [](const Tensor& in) {
    const Tensor wide = tile(in, {.multiples = {1, 1024}});  // 32 MB
    return std::vector<Tensor>{reduce_sum(transpose(square(wide), {}), {.axis = Axes{1}}),
                               reduce_max(negative(wide), {.axis = Axes{0}})};
  };
  const auto replay = replay_of(compute, x);
  const int64_t before = runtime().devices().backend(Device{}).memory_stats(0).current;
  require_same(*replay, compute, x);
  REQUIRE(replay->explain().find("[33554432 bytes while in use]") != std::string::npos);
  REQUIRE(runtime().devices().backend(Device{}).memory_stats(0).current == before);
}

TEST_CASE("results of one run stay as they are in the next") {
  const Tensor x = floats({1, 2}), y = floats({5, 6});
  const Compute compute = [](const Tensor& in) {
    return std::vector<Tensor>{add(in, in), in, reshape(exp(in), {.shape = {2, 1}})};
  };
  const auto replay = replay_of(compute, x);
  require_same(*replay, compute, x);
  const auto first = replay->run({&x, 1});
  const auto kept = values<float>(first[0]), viewed = values<float>(first[2]);
  (void)replay->run({&y, 1});
  REQUIRE(values<float>(first[0]) == kept);
  REQUIRE(values<float>(first[2]) == viewed);
  REQUIRE(first[1].is_same(x));
}

TEST_CASE("what was not compiled runs through dispatch, as the program's ops do") {
  const Tensor x = floats({1, 2, 3, 4, 5, 6}, {2, 3});
  const Compute compute = [](const Tensor& in) {
    return std::vector<Tensor>{reduce_sum(multiply(in, in))};
  };
  const auto replay = replay_of(compute, x);
  require_same(*replay, compute, x);
  REQUIRE(is_compiled(*replay));
  const Tensor turned = transpose(floats({1, 4, 2, 5, 3, 6}, {3, 2}), {});
  REQUIRE_FALSE(turned.is_contiguous());
  require_same(*replay, compute, turned);
  require_same(*replay, compute, floats({1, 2}));
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor sum = replay->run({&x, 1})[0];
  tape.stop();
  const Tape::Source source = tape.source_of(x);
  REQUIRE(values<float>(tape.gradient({&sum, 1}, {&source, 1})[0]) ==
          std::vector<float>{2, 4, 6, 8, 10, 12});
}

TEST_CASE("compiled draws and assignments happen in each run") {
  const Tensor x = ones({32}, DType::float32);
  const VariableRef w = make_ref<Variable>(ones({32}, DType::float32), "w");
  const auto seed = [] { runtime().random().seed(5); };
  const Compute compute = [&](const Tensor& in) {
    w->assign(add(w->read(), dropout(in, 0.5, std::nullopt)));
    return std::vector<Tensor>{multiply(w->read(), in)};
  };
  const auto replay = replay_of(compute, x, {w});
  const auto four = [&](const Compute& run) {
    seed();
    w->assign(x);
    std::vector<std::vector<float>> out;
    for (int i = 0; i < 4; ++i) out.push_back(values<float>(run(x)[0]));
    out.push_back(values<float>(w->value()));
    return out;
  };
  const auto expected = four(compute);
  REQUIRE(four([&](const Tensor& in) { return replay->run({&in, 1}); }) == expected);
  REQUIRE(is_compiled(*replay));
  REQUIRE(four([&](const Tensor& in) { return replay->run({&in, 1}); }) == expected);
}

TEST_CASE("errors of a compiled kernel name the op as dispatch does, and the next run is right") {
  const Tensor good = tensor<int32_t>({2}, {1, 0}), bad = tensor<int32_t>({2}, {1, 9});
  const Tensor table = floats({1, 2, 3, 4}, {2, 2});
  const Compute compute = [&](const Tensor& in) {
    return std::vector<Tensor>{exp(gather(table, in, {}))};
  };
  const auto replay = replay_of(compute, good);
  const auto message = [](auto&& run) {
    try {
      run();
    } catch (const Error& error) {
      return error.message();
    }
    return std::string("no error");
  };
  require_same(*replay, compute, good);
  REQUIRE(is_compiled(*replay));
  const std::string expected = message([&] { compute(bad); });
  REQUIRE(expected.find("[Op:") != std::string::npos);
  REQUIRE(message([&] { replay->run({&bad, 1}); }) == expected);
  require_same(*replay, compute, good);
}

TEST_CASE("threads run one compiled program at the same time") {
  const Compute compute = [](const Tensor& in) {
    return std::vector<Tensor>{matmul(relu(in), exp(in))};
  };
  const Tensor x = random({24, 24}, 1);
  const auto replay = replay_of(compute, x);
  require_same(*replay, compute, x);
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      const Tensor mine = random({24, 24}, static_cast<int64_t>(t) + 2);
      const auto expected = values<float>(compute(mine)[0]);
      for (int i = 0; i < 50; ++i)
        wrong[t] += values<float>(replay->run({&mine, 1})[0]) != expected;
    });
  for (std::thread& thread : threads) thread.join();
  REQUIRE(wrong == std::vector<int>(4, 0));
}

TEST_CASE(
    "under other devices or scopes than it was compiled under a program goes through dispatch") {
  const Tensor x = random({4, 4}, 1);
  const Compute compute = [](const Tensor& in) { return std::vector<Tensor>{exp(relu(in))}; };
  const auto replay = replay_of(compute, x);
  require_same(*replay, compute, x);
  REQUIRE(is_compiled(*replay));
  {
    const FakeGpus gpus(1);
    REQUIRE(replay->run({&x, 1})[0].device() == compute(x)[0].device());
    require_same(*replay, compute, x);
    context().push_scope("/CPU:0");
    require_same(*replay, compute, x);
    REQUIRE(replay->run({&x, 1})[0].device() == Device{});
    context().pop_scope(0);
    const auto other = replay_of(compute, x);  // of ops that run on the GPU where they can
    require_same(*other, compute, x);
    REQUIRE(is_compiled(*other));
  }
  require_same(*replay, compute, x);
}
