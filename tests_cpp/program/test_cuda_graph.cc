// Tests programs on fake GPUs, kernel by kernel and as captured graphs: what single calls give, bit
// for bit; which programs are not captured; what happens where memory, the device or a kernel
// fails.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "kernels/common/attrs/random_attrs.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "program/exec/replay.h"
#include "program/trace/host_callback.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/runtime/fake_gpus.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

fake::LaunchQueue& queue_of(const KernelContext& c) {
  return *static_cast<fake::LaunchQueue*>(c.stream());
}

// x * 2 + y by way of scratch memory, in two launches. Negative sums in the first element are
// refused by the device.
void axpy_on_gpu(const KernelContext& c) {
  const auto n = c.out(0).size;
  const Workspace doubled = c.workspace(static_cast<size_t>(n) * sizeof(float));
  auto* const twice = doubled.as<float>();
  queue_of(c).enqueue([=, x = c.in(0).as<float>()] {
    for (int64_t i = 0; i < n; ++i) twice[i] = x[i] * 2;
  });
  queue_of(c).enqueue([=, y = c.in(1).as<float>(), out = c.out(0).as<float>()] {
    for (int64_t i = 0; i < n; ++i) out[i] = twice[i] + y[i];
    check(out[0] >= 0, Code::invalid_argument, "axpy: the first element is below zero");
  });
}

// x plus the offset of the random stream.
void draw_on_gpu(const KernelContext& c) {
  const auto& attrs = c.attrs<DropoutAttrs>();
  queue_of(c).enqueue([n = c.out(0).size, x = c.in(0).as<float>(), out = c.out(0).as<float>(),
                       fixed = stream_of(attrs), at = c.random_stream()] {
    const RandomStream now = at == nullptr ? fixed : *at;
    for (int64_t i = 0; i < n; ++i) out[i] = x[i] + static_cast<float>(now.offset + now.key % 64);
  });
}

constinit const OpDef axpy_op{.name = "axpy",
                              .tf_name = "Axpy",
                              .inputs = {"x", "y"},
                              .infer = infer::same_as_first,
                              .grad = no_gradient,
                              .kernels = {.cuda = {axpy_on_gpu}}};
constinit const OpDef axpy_over_op{.name = "axpy_over",
                                   .tf_name = "AxpyOver",
                                   .inputs = {"x", "y"},
                                   .infer = infer::same_as_first,
                                   .grad = no_gradient,
                                   .reuses_input_0 = true,
                                   .kernels = {.cuda = {axpy_on_gpu}}};
constinit const OpDef draw_op{.name = "draw",
                              .tf_name = "Draw",
                              .inputs = {"x"},
                              .attrs = &attrs_of<DropoutAttrs>,
                              .infer = infer::same_as_first,
                              .grad = no_gradient,
                              .kernels = {.cuda = {draw_on_gpu}}};

Tensor axpy(const Tensor& x, const Tensor& y) { return call(axpy_op, {x, y}); }
Tensor draw(const Tensor& x) {
  const RandomStream stream = draw_stream(std::nullopt, {draw_op.tf_name, x.size()});
  return call(draw_op, {x}, DropoutAttrs{.key = stream.key, .offset = stream.offset});
}

constexpr int64_t kSize = 24;

Tensor on_gpu(float first) {
  std::vector<float> values(kSize);
  for (size_t i = 0; i < values.size(); ++i) values[i] = first + static_cast<float>(i);
  return from_host(values.data(), {4, 6}, DType::float32, kGpu0);
}

std::vector<float> read(const Tensor& x) { return values<float>(copy_to(x, Device{})); }

using Compute = std::function<std::vector<Tensor>(const Tensor&)>;

std::unique_ptr<Replay> graph_replay_of(const Compute& compute, const Tensor& x) {
  Tracer tracer({&x, 1}, {});
  const std::vector<Tensor> out = compute(x);
  auto program = tracer.finish(out);
  REQUIRE(program);
  find_last_uses(*program);
  return std::make_unique<Replay>(std::make_shared<const Program>(std::move(*program)));
}

// The switch for one test.
class Graphs {
 public:
  explicit Graphs(bool on) { setenv("PELTON_CUDA_GRAPHS", on ? "1" : "0", 1); }
  ~Graphs() { unsetenv("PELTON_CUDA_GRAPHS"); }
};

bool is_captured(const Replay& replay) {
  return replay.explain().find("one launch of a captured graph") != std::string::npos;
}

// What variables and constants a program of the table has.
struct State {
  VariableRef w, moving;
  Tensor on_device, on_host;
  State()
      : w(make_ref<Variable>(on_gpu(1), "w")),
        moving(make_ref<Variable>(on_gpu(2), "moving")),
        on_device(on_gpu(3)),
        on_host(from_host(read(on_gpu(5)).data(), {4, 6}, DType::float32)) {}
};

struct ProgramCase {
  const char* name;
  std::vector<Tensor> (*compute)(const State&, const Tensor&);
};

const ProgramCase kPrograms[] = {
    {"chain", [](const State&, const Tensor& x) { return std::vector{axpy(axpy(x, x), x)}; }},
    {"variable, constants",
     [](const State& s, const Tensor& x) {
       return std::vector{axpy(axpy(x, s.w->read()), axpy(s.on_device, s.on_host))};
     }},
    {"views and strides",
     [](const State& s, const Tensor& x) {
       const Tensor turned = transpose(axpy(x, s.w->read()), {});
       return std::vector{axpy(turned, turned), turned, reshape(axpy(x, x), {.shape = {24}})};
     }},
    {"assignments",
     [](const State& s, const Tensor& x) {
       const Tensor before = s.moving->read();
       s.moving->assign(axpy(before, x));
       return std::vector{axpy(before, s.moving->read()), before};
     }},
    {"draws",
     [](const State&, const Tensor& x) {
       return std::vector{axpy(draw(x), draw(x)), draw(x)};
     }},
    {"inputs and variables handed out",
     [](const State& s, const Tensor& x) {
       return std::vector{x, s.w->read(), axpy(x, x)};
     }},
};

struct Trained {
  std::vector<std::vector<float>> results;
  std::string explained;
};

// Six runs, and what they leave in the variables.
template <class Run>
Trained six(const State& state, const Run& run) {
  runtime().random().seed(5);
  Trained out;
  for (int i = 0; i < 6; ++i) {
    if (i == 4) state.w->assign(on_gpu(40));
    for (const Tensor& y : run(on_gpu(static_cast<float>(i)))) out.results.push_back(read(y));
  }
  out.results.push_back(read(state.moving->value()));
  return out;
}

}  // namespace

TEST_CASE("programs on a GPU give what single calls give, kernel by kernel and as graphs") {
  const FakeGpus gpus(1);
  for (const ProgramCase& row : kPrograms)
    for (const bool graphs : {false, true})
      for (const bool host_inputs : {false, true}) {
        CAPTURE(row.name, graphs, host_inputs);
        const Graphs on(graphs);
        const auto in = [&](const Tensor& x) { return host_inputs ? copy_to(x, Device{}) : x; };
        const State eager, traced, run;
        const auto expected =
            six(eager, [&](const Tensor& x) { return row.compute(eager, in(x)); }).results;
        const auto replay =
            graph_replay_of([&](const Tensor& x) { return row.compute(run, x); }, in(on_gpu(9)));
        run.moving->assign(on_gpu(2));
        run.w->assign(on_gpu(1));
        const auto got = six(run, [&](const Tensor& x) {
                           const Tensor given = in(x);
                           return replay->run({&given, 1});
                         }).results;
        REQUIRE(got == expected);
        CAPTURE(replay->explain());
        REQUIRE(replay->explain().find("arena") != std::string::npos);
        REQUIRE(is_captured(*replay) == graphs);
      }
}

TEST_CASE("results of a captured run stay as they are in the next") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1);
  const Compute compute = [](const Tensor& x) {
    return std::vector{axpy(x, x), axpy(x, axpy(x, x))};
  };
  const auto replay = graph_replay_of(compute, on_gpu(0));
  std::vector<std::vector<Tensor>> kept;
  for (int i = 0; i < 6; ++i) {
    const Tensor x = on_gpu(static_cast<float>(i));
    kept.push_back(replay->run({&x, 1}));
  }
  for (size_t i = 0; i < kept.size(); ++i)
    for (size_t j = 0; j < 2; ++j)
      REQUIRE(read(kept[i][j]) == read(compute(on_gpu(static_cast<float>(i)))[j]));
  REQUIRE(is_captured(*replay));
}

TEST_CASE("a result of a captured program may be its next input") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1);
  const Compute compute = [](const Tensor& x) { return std::vector{axpy(x, x)}; };
  const auto replay = graph_replay_of(compute, on_gpu(1));
  Tensor x = on_gpu(1), expected = x;
  for (int i = 0; i < 5; ++i) {
    x = replay->run({&x, 1})[0];
    expected = compute(expected)[0];
    REQUIRE(read(x) == read(expected));
  }
}

TEST_CASE("a variable that is replaced in every run ends the capturing, not the right results") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1);
  const VariableRef w = make_ref<Variable>(on_gpu(1), "w");
  const Compute compute = [&](const Tensor& x) { return std::vector{axpy(x, w->read())}; };
  const Tensor x = on_gpu(0);
  const auto replay = graph_replay_of(compute, x);
  std::vector<Tensor> held;  // so that each value is elsewhere
  for (int i = 0; i < 12; ++i) {
    w->assign(on_gpu(static_cast<float>(i)));
    held.push_back(w->value());
    REQUIRE(read(replay->run({&x, 1})[0]) == read(compute(x)[0]));
  }
  REQUIRE(replay->explain().find("its variables are replaced again and again") !=
          std::string::npos);
}

TEST_CASE("what somebody holds of an assigned variable stays as it is") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1);
  const VariableRef w = make_ref<Variable>(on_gpu(1), "w");
  const Compute compute = [&](const Tensor& x) {
    w->assign(axpy(x, w->read()));
    return std::vector{axpy(x, x)};
  };
  const Tensor x = on_gpu(0);
  const auto replay = graph_replay_of(compute, x);
  w->assign(on_gpu(1));
  std::vector<float> expected = read(w->value());
  for (int i = 0; i < 6; ++i) {
    const Tensor held = w->value();
    (void)replay->run({&x, 1});
    REQUIRE(read(held) == expected);
    expected = read(axpy(x, held));
    REQUIRE(read(w->value()) == expected);
  }
}

TEST_CASE("a program with host work runs kernel by kernel and says so") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1);
  const Compute compute = [](const Tensor& x) {
    return perform("host work", {axpy(x, x)},
                   [](std::span<const Tensor> in) { return std::vector{copy(in[0])}; });
  };
  const Tensor x = on_gpu(0);
  const auto replay = graph_replay_of(compute, x);
  for (int i = 0; i < 3; ++i) REQUIRE(read(replay->run({&x, 1})[0]) == read(compute(x)[0]));
  REQUIRE(replay->explain().find("kernel by kernel: it runs host work") != std::string::npos);
}

TEST_CASE("a program that writes over its inputs' places runs kernel by kernel and leaves inputs") {
  const Graphs switched_on(GENERATE(true, false));
  const FakeGpus gpus(1);
  const Tensor x = on_gpu(1), y = on_gpu(5);
  const Compute compute = [&](const Tensor& in) {
    return std::vector{call(axpy_over_op, {in, y})};
  };
  const std::vector<float> before = read(x), expected = read(axpy(x, y));
  const auto replay = graph_replay_of(compute, x);
  for (int i = 0; i < 4; ++i) {
    REQUIRE(read(replay->run({&x, 1})[0]) == expected);
    REQUIRE(read(x) == before);
  }
  REQUIRE_FALSE(is_captured(*replay));
}

TEST_CASE("without room for a graph a program runs kernel by kernel") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1, "8M");
  const Compute compute = [](const Tensor& x) { return std::vector{axpy(x, x)}; };
  const Tensor x = zeros({400'000}, DType::float32);
  const auto replay = graph_replay_of(compute, x);
  for (int i = 0; i < 4; ++i) REQUIRE(read(replay->run({&x, 1})[0]) == read(compute(x)[0]));
  const Tensor filler = empty({1'200'000}, DType::float32, kGpu0);
  const Tensor small = on_gpu(0);
  const auto other = graph_replay_of(compute, small);
  for (int i = 0; i < 4; ++i) REQUIRE(read(other->run({&small, 1})[0]) == read(compute(small)[0]));
}

TEST_CASE("a failure while a graph is captured or launched leaves the next run right") {
  const Graphs switched_on(true);
  for (const fake::Call call : {fake::Call::allocate, fake::Call::launch, fake::Call::copy})
    for (int64_t at = 1; at <= 8; ++at) {
      CAPTURE(static_cast<int>(call), at);
      const FakeGpus gpus(1);
      runtime().random().seed(7);
      const State state;
      const Compute compute = [&](const Tensor& x) {
        return std::vector{axpy(draw(transpose(x, {})), transpose(axpy(x, state.w->read()), {}))};
      };
      const Tensor x = on_gpu(3);
      const auto replay = graph_replay_of(compute, x);
      (void)replay->run({&x, 1});
      gpus.backend().faults(0).set(fake::Fault{.call = call, .at = at, .code = Code::internal});
      (void)error_of([&] { (void)replay->run({&x, 1}); });
      (void)error_of([&] { (void)replay->run({&x, 1}); });
      gpus.backend().faults(0).set(std::nullopt);
      runtime().random().seed(7);
      const std::vector<float> expected = read(compute(x)[0]);
      runtime().random().seed(7);
      REQUIRE(read(replay->run({&x, 1})[0]) == expected);
    }
}

TEST_CASE("a lost GPU is lost for graphs too, and a kernel's error is raised as without them") {
  const Tensor host = zeros({4, 6}, DType::float32);
  std::vector<std::string> kernel_errors;
  for (const bool graphs : {false, true}) {
    const FakeGpus gpus(1);
    const Graphs on(graphs);
    const Compute compute = [](const Tensor& x) { return std::vector{axpy(x, x)}; };
    const Tensor x = on_gpu(0), bad = on_gpu(-50);
    const auto replay = graph_replay_of(compute, x);
    for (int i = 0; i < 3; ++i) (void)replay->run({&x, 1});
    kernel_errors.push_back(error_of([&] { (void)read(replay->run({&bad, 1})[0]); }));
    REQUIRE(read(replay->run({&x, 1})[0]) == read(compute(x)[0]));
    gpus.backend().faults(0).set(fake::Fault{.call = fake::Call::launch, .sticky = true});
    (void)error_of([&] { (void)replay->run({&x, 1}); });
    try {
      (void)replay->run({&x, 1});
      FAIL("no error");
    } catch (const Error& error) {
      REQUIRE(error.code() == Code::device_lost);
    }
    gpus.backend().faults(0).set(std::nullopt);
  }
  REQUIRE(kernel_errors[0].find("below zero") != std::string::npos);
  REQUIRE(kernel_errors[1] == kernel_errors[0]);
}

TEST_CASE("threads run one captured program at the same time") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1);
  const Compute compute = [](const Tensor& x) { return std::vector{axpy(axpy(x, x), x)}; };
  const Tensor x = on_gpu(0);
  const auto replay = graph_replay_of(compute, x);
  (void)replay->run({&x, 1});
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      const Tensor mine = on_gpu(static_cast<float>(t));
      const auto expected = read(compute(mine)[0]);
      for (int i = 0; i < 40; ++i) wrong[t] += read(replay->run({&mine, 1})[0]) != expected;
    });
  for (std::thread& thread : threads) thread.join();
  REQUIRE(wrong == std::vector<int>(4, 0));
}

namespace {

// As many tensors of 256 KB as there is room for.
std::vector<Tensor> all_that_fits() {
  std::vector<Tensor> out;
  try {
    for (;;) out.push_back(empty({256, 256}, DType::float32, kGpu0));
  } catch (const Error& error) {
    REQUIRE(error.code() == Code::resource_exhausted);
  }
  return out;
}

}  // namespace

TEST_CASE("a captured program gives its memory to whoever finds none, and is captured again") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1, "16M");
  const Compute compute = [](const Tensor& x) { return std::vector{axpy(axpy(x, x), x)}; };
  const Tensor x = copy_to(zeros({256, 256}, DType::float32), kGpu0);
  const std::vector<float> expected = read(compute(x)[0]);
  const auto replay = graph_replay_of(compute, x);
  (void)replay->run({&x, 1});  // which compiles it
  const size_t room = all_that_fits().size();
  for (int i = 0; i < 3; ++i) {
    REQUIRE(read(replay->run({&x, 1})[0]) == expected);
    REQUIRE(is_captured(*replay));
    const std::vector<Tensor> held = all_that_fits();
    REQUIRE(held.size() + 1 >= room);  // a piece between blocks may be too small
    REQUIRE(!is_captured(*replay));
  }
}

TEST_CASE("a program whose memory others need again and again is captured no more") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1, "16M");
  const Compute compute = [](const Tensor& x) { return std::vector{axpy(axpy(x, x), x)}; };
  const Tensor x = on_gpu(0);
  const auto replay = graph_replay_of(compute, x);
  (void)replay->run({&x, 1});
  for (int i = 0; i < 8; ++i) {
    (void)replay->run({&x, 1});
    REQUIRE(is_captured(*replay));
    (void)all_that_fits();
  }
  REQUIRE(read(replay->run({&x, 1})[0]) == read(compute(x)[0]));
  REQUIRE(!is_captured(*replay));
  REQUIRE(replay->explain().find("others need its memory") != std::string::npos);
}

TEST_CASE("a forked child that runs a captured program has lost the GPU") {
  const Graphs switched_on(true);
  const FakeGpus gpus(1);
  const Compute compute = [](const Tensor& x) { return std::vector{axpy(x, x)}; };
  const Tensor x = on_gpu(0);
  const auto replay = graph_replay_of(compute, x);
  for (int i = 0; i < 2; ++i) (void)read(replay->run({&x, 1})[0]);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    try {
      (void)replay->run({&x, 1});
    } catch (const Error& error) {
      _exit(error.code() == Code::device_lost ? 0 : 1);
    }
    _exit(2);
  }
  int status = -1;
  waitpid(child, &status, 0);
  REQUIRE(status == 0);
}
