// Tests Program: what is recorded, that it runs again on other inputs like the code did, and
// passes.
#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/random/random.h"
#include "program/passes.h"
#include "program/trace/host_callback.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "tests_cpp/ops/update_step.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

VariableRef weight(std::vector<float> values) {
  return make_ref<Variable>(floats(std::move(values)), "w");
}
Tensor run_one(const Program& program, const Tensor& input) { return run(program, {&input, 1})[0]; }

}  // namespace

TEST_CASE("a program repeats the calls on other inputs and with the variables of the moment") {
  const VariableRef w = weight({2, 3});
  const auto compute = [&](const Tensor& x) { return add(multiply(x, w->read()), floats({1, 1})); };
  const Tensor x = floats({1, 1}), other = floats({5, 7});
  Tracer tracer({&x, 1}, {&w, 1});
  const Tensor y = compute(x);
  const auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  REQUIRE(values<float>(run_one(*program, other)) == std::vector<float>{11, 22});
  w->assign(floats({10, 10}));
  REQUIRE(values<float>(run_one(*program, other)) == std::vector<float>{51, 71});
  REQUIRE(to_string(*program).find("read(w)") != std::string::npos);
  REQUIRE_THROWS_AS(run(*program, {}), Error);
}

TEST_CASE("a tape sees through a program") {
  const VariableRef w = weight({2, 3});
  const Tensor x = floats({4, 5});
  Tracer tracer({&x, 1}, {&w, 1});
  const Tensor y = reduce_sum(multiply(multiply(x, w->read()), w->read()));
  const auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  Tape tape;
  tape.start();
  const Tensor again = run_one(*program, x);
  tape.stop();
  const Tape::Source sources[] = {tape.source_of(*w)};
  REQUIRE(values<float>(tape.gradient({&again, 1}, sources)[0]) == std::vector<float>{16, 30});
}

TEST_CASE("assignments happen in each run, and later reads see them") {
  const VariableRef w = weight({1});
  const Tensor x = floats({2});
  Tracer tracer({&x, 1}, {&w, 1});
  w->assign(multiply(w->read(), x));
  const Tensor y = add(w->read(), x);
  const auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  REQUIRE(values<float>(w->value()) == std::vector<float>{2});
  REQUIRE(values<float>(run_one(*program, floats({3}))) == std::vector<float>{9});
  REQUIRE(values<float>(w->value()) == std::vector<float>{6});
}

TEST_CASE("random numbers are drawn anew, the same as without a program") {
  const Tensor x = ones({64}, DType::float32);
  const auto seed = [] { runtime().random().seed(5); };
  seed();
  Tracer tracer({&x, 1}, {});
  const Tensor first = dropout(x, 0.5, std::nullopt);
  const auto program = tracer.finish({&first, 1});
  REQUIRE(program);
  const auto second = values<float>(dropout(x, 0.5, std::nullopt));
  REQUIRE(values<float>(first) != second);
  seed();
  REQUIRE(values<float>(run_one(*program, x)) == values<float>(first));
  REQUIRE(values<float>(run_one(*program, x)) == second);
}

TEST_CASE("what cannot be run again is not recorded") {
  const Tensor x = floats({1});
  const auto obstacle = [&](auto&& body) {
    Tracer tracer({&x, 1}, {});
    const Tensor y = body();
    REQUIRE_FALSE(tracer.finish({&y, 1}));
    return tracer.obstacle();
  };
  REQUIRE(obstacle([&] {
            notify_host_callback("Mine");
            return negative(x);
          }) == "Mine runs on the host");
  REQUIRE(obstacle([&] { return negative(copy(x)); }) == "a tensor was made by no op");
  REQUIRE(obstacle([&] {
            notify_host_read(x, "Mine");
            return negative(x);
          }) == "Mine reads values on the host");
  REQUIRE(obstacle([&] {
            update_step<updates::Sgd>({}, {x}, {floats({1})}, {}, 1);
            return negative(x);
          }) == "op sgd_step writes in place");
}

TEST_CASE("reading what is the same in each run is no obstacle") {
  const Tensor x = floats({1});
  Tracer tracer({&x, 1}, {});
  const Tensor fixed = add(scalar(1.0), scalar(2.0));
  notify_host_read(fixed, "Mine");
  const Tensor y = multiply(x, fixed);
  REQUIRE(tracer.finish({&y, 1}));
}

TEST_CASE("a program takes variables that nobody named") {
  const VariableRef w = weight({1, 2});
  const Tensor x = floats({10, 20});
  Tracer tracer({&x, 1}, {}, Tracer::HostCallbacks::ignored);
  notify_host_callback("Mine");
  const Tensor before = w->read();
  w->assign_add(x);
  const Tensor y = add(before, w->read());
  const auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  REQUIRE(values<float>(y) == std::vector<float>{12, 24});
  REQUIRE(values<float>(run_one(*program, floats({1, 1}))) == std::vector<float>{23, 45});
  REQUIRE(values<float>(w->value()) == std::vector<float>{12, 23});
}

TEST_CASE("an argument that is a variable's value is not that variable") {
  const VariableRef w = weight({1});
  const Tensor x = w->value();
  Tracer tracer({&x, 1}, {});
  const Tensor y = add(x, multiply(w->read(), floats({10})));
  const auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  REQUIRE(values<float>(run_one(*program, floats({5}))) == std::vector<float>{15});
}

TEST_CASE("a gradient's op uses the stream of the op that drew it, also in later runs") {
  const Tensor x = ones({64}, DType::float32);
  Tracer tracer({&x, 1}, {});
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor y = dropout(x, 0.5, std::nullopt);
  const Tape::Source source = Tape::source_of(x);
  const Tensor grad = tape.gradient({&y, 1}, {&source, 1})[0];
  const std::vector<Tensor> outputs{y, grad};
  const auto program = tracer.finish(outputs);
  REQUIRE(program);
  const std::vector<Tensor> again = run(*program, {&x, 1});
  REQUIRE(values<float>(again[0]) == values<float>(again[1]));
  REQUIRE(values<float>(again[0]) != values<float>(y));
}

TEST_CASE("host callbacks is one step, and what it writes is read anew") {
  const VariableRef w = weight({1});
  const Tensor x = floats({2});
  int runs = 0;
  const auto work = [&](std::span<const Tensor> given) {
    REQUIRE_FALSE(given[0].defined());
    w->assign(multiply(w->value(), given[1]));
    return std::vector<Tensor>{scalar(++runs)};
  };
  Tracer tracer({&x, 1}, {});
  const Tensor before = w->read();
  const Tensor count = perform("double", {Tensor(), x}, work)[0];
  const Tensor y = add(before, multiply(w->read(), count));
  auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  apply_passes(*program);
  REQUIRE(to_string(*program).find("double(v0)") != std::string::npos);
  REQUIRE(values<float>(run_one(*program, floats({3}))) == std::vector<float>{2 + 6 * 2});
  Tracer outer({&x, 1}, {});
  const Tensor inner = run_one(*program, x);
  const auto nested = outer.finish({&inner, 1});
  REQUIRE(nested);
  REQUIRE(values<float>(run_one(*nested, floats({0}))) == std::vector<float>{12});
  REQUIRE(runs == 4);
}

TEST_CASE("calls in a device scope of their own run there again") {
  const Tensor x = floats({2});
  Tracer tracer({&x, 1}, {});
  context().push_scope("/CPU:0");
  const Tensor y = negative(x);
  context().pop_scope(0);
  const auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  REQUIRE(program->steps[0].scope == "/job:localhost/replica:0/task:0/device:CPU:0");
  REQUIRE(values<float>(run_one(*program, floats({3}))) == std::vector<float>{-3});
  REQUIRE_FALSE(context().has_scope());
}

TEST_CASE("what is computed from constants alone is computed once") {
  const Tensor x = floats({2});
  Tracer tracer({&x, 1}, {});
  const Tensor y = multiply(x, add(scalar(2.0), zeros({1}, DType::float32)));
  auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  apply_passes(*program);
  REQUIRE(program->steps.size() == 1);
  REQUIRE(values<float>(run_one(*program, floats({4}))) == std::vector<float>{8});
}

TEST_CASE("dead steps go, draws and assignments stay") {
  const VariableRef w = weight({1});
  const Tensor x = floats({2});
  Tracer tracer({&x, 1}, {&w, 1});
  (void)exp(negative(x));
  (void)dropout(x, 0.5, std::nullopt);
  w->assign(multiply(x, x));
  const Tensor y = sqrt(x);
  auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  REQUIRE(program->steps.size() == 6);
  passes::remove_dead(*program);
  find_last_uses(*program);
  REQUIRE(program->steps.size() == 4);
  REQUIRE(values<float>(run_one(*program, floats({9}))) == std::vector<float>{3});
  REQUIRE(values<float>(w->value()) == std::vector<float>{81});
}

namespace {

struct ConvNet {
  VariableRef filters =
      make_ref<Variable>(random_normal({3, 3, 2, 4}, 0, 1, DType::float32, 1), "f");
  VariableRef bias = make_ref<Variable>(random_normal({4}, 0, 1, DType::float32, 2), "b");
  bool pooled = true;
  bool relu_is_read = false;

  Tensor operator()(const Tensor& x) const {
    Tensor y = relu(bias_add(conv2d(x, filters->read(), {}), bias->read()));
    const Tensor whole = y;
    if (pooled) y = max_pool2d(y, {});
    const Tensor loss = reduce_sum(square(y));
    return relu_is_read ? add(loss, reduce_sum(whole)) : loss;
  }
};

// The gradients of loss() by two variables, then its value.
std::vector<Tensor> gradients(const Variable& first, const Variable& second,
                              const std::function<Tensor()>& loss) {
  Tape tape;
  tape.start();
  const Tensor value = loss();
  tape.stop();
  const Tape::Source sources[] = {tape.source_of(first), tape.source_of(second)};
  std::vector<Tensor> out = tape.gradient({&value, 1}, sources);
  out.push_back(value);
  return out;
}

// What `net` does with x, after all passes.
template <class Net>
Program program_of(const Net& net, const Tensor& x, std::span<const VariableRef> variables) {
  Tracer tracer({&x, 1}, variables);
  const Tensor y = net(x);
  auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  apply_passes(*program);
  return std::move(*program);
}

void require_close(const Tensor& a, const Tensor& b) {
  const auto x = values<float>(a), y = values<float>(b);
  REQUIRE(x.size() == y.size());
  for (size_t i = 0; i < x.size(); ++i) REQUIRE(x[i] == Approx(y[i]).epsilon(1e-4).margin(1e-3));
}

}  // namespace

TEST_CASE("a fused convolution has the values and gradients of its parts") {
  ConvNet net;
  net.pooled = GENERATE(false, true);
  net.relu_is_read = GENERATE(false, true);
  const Tensor x = random_normal({3, 9, 8, 2}, 0, 1, DType::float32, 3);
  const std::vector<VariableRef> variables{net.filters, net.bias};
  const Program program = program_of(net, x, variables);
  const std::string text = to_string(program);
  const bool whole_chain = net.pooled && !net.relu_is_read;
  REQUIRE(text.find("fused_conv2d") != std::string::npos);
  REQUIRE((text.find("pool=(2, 2)") != std::string::npos) == whole_chain);
  REQUIRE(text.find(" conv2d(") == std::string::npos);
  const auto fused = gradients(*net.filters, *net.bias, [&] { return run_one(program, x); });
  const auto parts = gradients(*net.filters, *net.bias, [&] { return net(x); });
  for (size_t i = 0; i < parts.size(); ++i) require_close(fused[i], parts[i]);
}

namespace {

struct DenseNet {
  VariableRef kernel = make_ref<Variable>(random_normal({6, 5}, 0, 1, DType::float32, 1), "k");
  VariableRef bias = make_ref<Variable>(random_normal({5}, 0, 1, DType::float32, 2), "b");
  bool has_relu = true;
  bool product_is_read = false;
  bool product_has_scope = false;

  Tensor multiply(const Tensor& x) const {
    if (!product_has_scope) return matmul(x, kernel->read());
    const size_t depth = context().scope_depth();
    context().push_scope("/device:CPU:0");
    const Tensor product = matmul(x, kernel->read());
    context().pop_scope(depth);
    return product;
  }
  Tensor operator()(const Tensor& x) const {
    const Tensor product = multiply(x);
    Tensor y = bias_add(product, bias->read());
    if (has_relu) y = relu(y);
    const Tensor loss = reduce_sum(square(y));
    return product_is_read ? add(loss, reduce_sum(product)) : loss;
  }
};

}  // namespace

TEST_CASE("a fused product in a program has the bits of its parts") {
  DenseNet net;
  net.has_relu = GENERATE(false, true);
  net.product_is_read = GENERATE(false, true);
  const Tensor x = random_normal(GENERATE(Shape{3, 6}, Shape{2, 3, 6}), 0, 1, DType::float32, 3);
  const std::vector<VariableRef> variables{net.kernel, net.bias};
  const Program program = program_of(net, x, variables);
  const std::string text = to_string(program);
  REQUIRE((text.find("fused_matmul(") != std::string::npos) == !net.product_is_read);
  REQUIRE((text.find(" matmul(") != std::string::npos) == net.product_is_read);
  const auto fused = gradients(*net.kernel, *net.bias, [&] { return run_one(program, x); });
  const auto parts = gradients(*net.kernel, *net.bias, [&] { return net(x); });
  for (size_t i = 0; i < parts.size(); ++i)
    REQUIRE(values<float>(fused[i]) == values<float>(parts[i]));
}

TEST_CASE("products of integers, of open shapes or in another scope stay as they are") {
  DenseNet net;
  SECTION("a scope of their own") { net.product_has_scope = true; }
  const Tensor x = random_normal({3, 6}, 0, 1, DType::float32, 3);
  SECTION("an open shape") { net.kernel->open_shape({}); }
  SECTION("integers") {
    net.kernel = make_ref<Variable>(ones({6, 5}, DType::int32), "k");
    net.bias = make_ref<Variable>(ones({5}, DType::int32), "b");
  }
  const Tensor input = cast(x, net.kernel->dtype());
  const std::vector<VariableRef> variables{net.kernel, net.bias};
  const Program program = program_of(net, input, variables);
  REQUIRE(to_string(program).find("fused_matmul(") == std::string::npos);
}

namespace {

struct NormNet {
  VariableRef gamma = make_ref<Variable>(random_normal({4}, 1, 1, DType::float32, 1), "gamma");
  VariableRef beta = make_ref<Variable>(random_normal({4}, 0, 1, DType::float32, 2), "beta");
  VariableRef average = make_ref<Variable>(zeros({4}, DType::float32), "average");
  bool training = true;
  bool norm_is_read = false;

  Tensor operator()(const Tensor& x) const {
    Tensor y;
    if (training) {
      const Outputs out = batch_norm_train(x, gamma->read(), beta->read(), {});
      average->assign(stop_gradient(out.tensors[1]));
      y = out.tensors[0];
    } else {
      const Tensor mean = average->read();
      y = batch_norm_infer(x, mean, exp(mean), gamma->read(), beta->read(), {});
    }
    const Tensor loss = reduce_sum(square(relu(y)));
    return norm_is_read ? add(loss, reduce_sum(y)) : loss;
  }
  std::vector<VariableRef> variables() const { return {gamma, beta, average}; }
  // Its gradients, value and the average that it leaves.
  std::vector<Tensor> results(const std::function<Tensor()>& loss) const {
    average->assign(zeros({4}, DType::float32));
    std::vector<Tensor> out = gradients(*gamma, *beta, loss);
    out.push_back(average->value());
    return out;
  }
};

}  // namespace

TEST_CASE("a batch normalization with relu in a program has the bits of its parts") {
  NormNet net;
  net.training = GENERATE(false, true);
  net.norm_is_read = GENERATE(false, true);
  const Tensor x = random_normal({3, 5, 4}, 0, 1, DType::float32, 3);
  const Program program = program_of(net, x, net.variables());
  const std::string text = to_string(program);
  REQUIRE((text.find("activation=relu") != std::string::npos) == !net.norm_is_read);
  REQUIRE((text.find(" relu(") != std::string::npos) == net.norm_is_read);
  const auto fused = net.results([&] { return run_one(program, x); });
  const auto parts = net.results([&] { return net(x); });
  REQUIRE(fused.size() == 4);
  for (size_t i = 0; i < parts.size(); ++i)
    REQUIRE(values<float>(fused[i]) == values<float>(parts[i]));
}

TEST_CASE("relu's gradient goes into that of the normalization where a program holds both") {
  NormNet net;
  net.norm_is_read = GENERATE(false, true);
  const Tensor x = random_normal({3, 5, 4}, 0, 1, DType::float32, 3);
  Tracer tracer({&x, 1}, net.variables());
  const auto parts = net.results([&] { return net(x); });
  auto program = tracer.finish(parts);
  REQUIRE(program);
  apply_passes(*program);
  const std::string text = to_string(*program);
  REQUIRE((text.find("relu_grad(") != std::string::npos) == net.norm_is_read);
  const auto fused = run(*program, {&x, 1});
  for (size_t i = 0; i < parts.size(); ++i)
    REQUIRE(values<float>(fused[i]) == values<float>(parts[i]));
}
