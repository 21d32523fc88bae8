// Tests dispatch over several devices, with test-only ops that have kernels for fake GPUs.
#include "autograd/variable.h"
#include "kernels/cpu/array/copy.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/transfer.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/fake_gpus.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;

namespace {

// x + 1, on the device's thread.
void add_one_on_gpu(const KernelContext& c) {
  auto* const queue = static_cast<fake::LaunchQueue*>(c.stream());
  queue->enqueue([from = c.in(0).as<float>(), to = c.out(0).as<float>(), n = c.out(0).size] {
    for (int64_t i = 0; i < n; ++i) to[i] = from[i] + 1;
  });
}
void add_one_on_cpu(const KernelContext& c) {
  for (int64_t i = 0; i < c.out(0).size; ++i) c.out(0).as<float>()[i] = c.in(0).as<float>()[i] + 1;
}
void increment_on_cpu(const KernelContext& c) {
  for (int64_t i = 0; i < c.in(0).size; ++i) c.in(0).as<float>()[i] += 1;
}
void no_outputs(InferContext&) {}

constinit const OpDef both_op{.name = "both",
                              .tf_name = "Both",
                              .inputs = {"x"},
                              .infer = infer::same_as_first,
                              .grad = no_gradient,
                              .kernels = {.cpu = add_one_on_cpu, .cuda = {add_one_on_gpu}}};
constinit const OpDef cpu_op{.name = "only_cpu",
                             .tf_name = "OnlyCpu",
                             .inputs = {"x"},
                             .infer = infer::same_as_first,
                             .grad = no_gradient,
                             .kernels = {.cpu = add_one_on_cpu}};
constinit const OpDef in_place_op{.name = "in_place",
                                  .tf_name = "InPlace",
                                  .inputs = {"x"},
                                  .outputs = 0,
                                  .mutates = true,
                                  .infer = no_outputs,
                                  .grad = no_gradient,
                                  .kernels = {.cpu = increment_on_cpu}};

Tensor ones(Device device = {}) {
  const std::vector<float> values(6, 1.0f);
  return from_host(values.data(), {2, 3}, DType::float32, device);
}

float first(const Tensor& x) {
  std::vector<float> out(static_cast<size_t>(x.size()));
  to_host(x, out.data());
  return out[0];
}

class Scope {
 public:
  explicit Scope(const std::optional<std::string>& name) { context().push_scope(name); }
  ~Scope() { context().pop_scope(context().scope_depth() - 1); }
};

std::string refusal(const OpDef& op, const Tensor& x) {
  try {
    call(op, {x});
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("ops run where placement says, and their inputs follow") {
  const FakeGpus gpus(2);
  const Tensor x = ones();
  REQUIRE(call(both_op, {x}).device() == kGpu0);
  REQUIRE(first(call(both_op, {x})) == 2.0f);
  REQUIRE(call(cpu_op, {call(both_op, {x})}).device() == Device{});
  const Scope scope("/GPU:1");
  REQUIRE(call(both_op, {x}).device() == kGpu1);
  REQUIRE(call(cpu_op, {x}).device() == Device{});
  {
    const Scope inner("/CPU:0");
    REQUIRE(call(both_op, {ones(kGpu0)}).device() == Device{});
  }
  const Scope anywhere(std::nullopt);
  REQUIRE(call(both_op, {x}).device() == kGpu0);
}

TEST_CASE("views, constants and identities go where the scope says") {
  const FakeGpus gpus(2);
  const Tensor x = ones();
  const Scope scope("GPU:1");
  const Tensor there = identity(x);
  REQUIRE(there.device() == kGpu1);
  REQUIRE(first(there) == 1.0f);
  REQUIRE(reshape(x, {.shape = {6}}).device() == kGpu1);
  REQUIRE(constant(x).device() == kGpu1);
  REQUIRE(identity(there).data() != there.data());
}

TEST_CASE("without soft placement a missing kernel or device is an error") {
  const FakeGpus gpus(1);
  runtime().devices().set_soft_placement(false);
  const Scope scope("/GPU:0");
  REQUIRE(call(both_op, {ones()}).device() == kGpu0);
  const std::string all =
      "/job:localhost/replica:0/task:0/device:CPU:0, /job:localhost/replica:0/task:0/device:GPU:0";
  REQUIRE(refusal(cpu_op, ones()) ==
          "only_cpu: Could not satisfy device specification "
          "'/job:localhost/replica:0/task:0/device:GPU:0'. enable_soft_placement=0. Supported "
          "device types [CPU]. All available devices [" +
              all + "].; x: float32 (2, 3) [Op:OnlyCpu]");
  const Scope missing("/GPU:7");
  REQUIRE(refusal(both_op, ones()).find("Supported device types [GPU, CPU]. All") !=
          std::string::npos);
}

TEST_CASE("an in-place op without a kernel works on copies, or raises without soft placement") {
  const FakeGpus gpus(1);
  const Tensor x = ones(kGpu0);
  call_all(in_place_op, {&x, 1}, nullptr);
  REQUIRE(first(x) == 2.0f);
  runtime().devices().set_soft_placement(false);
  REQUIRE(refusal(in_place_op, x).find("in_place has no kernel for") != std::string::npos);
  REQUIRE(first(x) == 2.0f);
}

TEST_CASE("silent copies are counted, and made once per tensor") {
  const FakeGpus gpus(1);
  clear_copies();
  const Tensor x = ones();
  for (int i = 0; i < 3; ++i) call(both_op, {x});
  identity(x);
  const auto counted = copies();
  REQUIRE(counted.size() == 1);
  REQUIRE(counted[0].op == "Both");
  REQUIRE(counted[0].from == Device{});
  REQUIRE(counted[0].to == kGpu0);
  REQUIRE(counted[0].count == 1);
  REQUIRE(counted[0].bytes == 24);
}

TEST_CASE("a variable's new bytes are copied anew") {
  const FakeGpus gpus(1);
  Variable variable(ones(), "v");
  REQUIRE(variable.device() == Device{});
  REQUIRE(first(call(both_op, {variable.read()})) == 2.0f);
  variable.write_in_place([](const Tensor& bytes) { bytes.data_as<float>()[0] = 5; });
  REQUIRE(first(call(both_op, {variable.read()})) == 6.0f);
}

TEST_CASE("device policies decide about silent copies") {
  const FakeGpus gpus(1);
  const Tensor x = ones();
  context().set_policy(DevicePolicy::refuse);
  const std::string text = refusal(both_op, x);
  REQUIRE(identity(x).device() == kGpu0);
  context().set_policy(DevicePolicy::silent);
  REQUIRE(text.find("Tensors on conflicting devices: cannot compute Both as input #0 was expected "
                    "to be on /job:localhost/replica:0/task:0/device:GPU:0 but is actually on "
                    "/job:localhost/replica:0/task:0/device:CPU:0 (operation running on "
                    "/job:localhost/replica:0/task:0/device:GPU:0) Tensors can be copied "
                    "explicitly using: `with tf.device(device_name): x = tf.identity(x)` or "
                    "transparently copied by using tf.config.experimental.set_device_policy("
                    "'silent'). Copying tensors between devices may slow down your model") !=
          std::string::npos);
}

TEST_CASE("variables stay on their device") {
  const FakeGpus gpus(2);
  Variable variable(ones(kGpu1), "v");
  variable.assign(ones());
  REQUIRE(variable.device() == kGpu1);
  variable.assign_add(ones(kGpu0));
  REQUIRE(variable.device() == kGpu1);
  REQUIRE(first(variable.value()) == 2.0f);
}
