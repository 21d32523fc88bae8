// Tests device names and placement as tables.
#include "runtime/devices/visible_devices.h"
#include "runtime/dispatch/placement.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

constexpr Device kCpu0{DeviceType::cpu, 0}, kCpu1{DeviceType::cpu, 1};
constexpr Device kFirstGpu{DeviceType::gpu, 0}, kSecondGpu{DeviceType::gpu, 1};
const std::vector<Device> kAll{kCpu0, kCpu1, kFirstGpu, kSecondGpu};
const std::vector<Device> kOneCpu{kCpu0};

struct NameRow {
  const char* name;
  const char* canonical;  // null: an error
};

struct PlaceRow {
  const char* scope;
  bool gpu_kernel;
  const std::vector<Device>* devices;
  bool soft;
  std::optional<Device> expected;  // absent: an error
};

}  // namespace

TEST_CASE("device names parse as TensorFlow's") {
  const NameRow rows[] = {
      {"/job:localhost/replica:0/task:0/device:GPU:1",
       "/job:localhost/replica:0/task:0/device:GPU:1"},
      {"gpu:0", "/device:GPU:0"},
      {"/gpu:0", "/device:GPU:0"},
      {"GPU", "/device:GPU:*"},
      {"/CPU:*", "/device:CPU:*"},
      {"/device:cpu:3", "/device:CPU:3"},
      {"/device:Gpu:0", "/device:Gpu:0"},
      {"", ""},
      {"/job:worker/task:2", "/job:worker/task:2"},
      {"/foo:0", nullptr},
      {"/device:GPU", nullptr},
      {"/CPU:0/GPU:0", nullptr},
      {"/device:GPU:x", nullptr},
      {"CPU:0:1", nullptr},
      {"/device:cpu:1:2", nullptr},
      {"CPU:", nullptr},
      {"XPU:0", nullptr},
      {"cpu: 01", "/device:CPU:1"},
      {"//CPU:0/", "/device:CPU:0"},
      {"GPU:x", nullptr},
      {"GPU:-1", "/device:GPU:-1"},  // refused where a scope is entered
      {"GPU:99999999999", "/device:GPU:2147483647"},
  };
  for (const NameRow& row : rows) {
    INFO(row.name);
    if (row.canonical == nullptr)
      REQUIRE_THROWS_AS(DeviceSpec::parse(row.name), Error);
    else
      REQUIRE(DeviceSpec::parse(row.name).to_string() == row.canonical);
  }
}

TEST_CASE("inner device scopes win field by field") {
  const DeviceSpec outer = DeviceSpec::parse("/job:localhost/device:GPU:1");
  REQUIRE(outer.merged_with(DeviceSpec::parse("GPU")).to_string() == "/job:localhost/device:GPU:1");
  REQUIRE(outer.merged_with(DeviceSpec::parse("CPU:0")).to_string() ==
          "/job:localhost/device:CPU:0");
}

TEST_CASE("placement follows TensorFlow's eager rules") {
  const PlaceRow rows[] = {
      {"", true, &kAll, true, kFirstGpu},  // GPU first, never GPU:1 by itself
      {"", false, &kAll, true, kCpu0},
      {"", true, &kOneCpu, true, kCpu0},
      {"/GPU:1", true, &kAll, true, kSecondGpu},
      {"/CPU:1", true, &kAll, true, kCpu1},
      {"/GPU:0", true, &kOneCpu, true, kCpu0},
      {"/GPU:7", true, &kAll, true, kFirstGpu},  // not the CPU
      {"/CPU:9", true, &kAll, true, kFirstGpu},  // type and index are both dropped
      {"/GPU:0", false, &kAll, true, kCpu0},
      {"/GPU:0", false, &kAll, false, std::nullopt},
      {"/GPU:0", true, &kOneCpu, false, std::nullopt},
      {"/device:FOO:0", true, &kAll, false, std::nullopt},
      {"/job:worker", true, &kAll, true, std::nullopt},
  };
  for (const PlaceRow& row : rows) {
    INFO(row.scope << " gpu kernel " << row.gpu_kernel << " soft " << row.soft);
    const PlacementRequest request{.op = "MatMul",
                                   .has_gpu_kernel = row.gpu_kernel,
                                   .scope = DeviceSpec::parse(row.scope),
                                   .devices = *row.devices,
                                   .soft = row.soft};
    if (row.expected)
      REQUIRE(place(request).device == *row.expected);
    else
      REQUIRE_THROWS_AS(place(request), Error);
  }
}

TEST_CASE("an op that no device has a kernel for is named") {
  for (const char* scope : {"", "/GPU:0"}) {
    const PlacementRequest request{
        .op = "Novel", .has_cpu_kernel = false, .scope = DeviceSpec::parse(scope), .devices = kAll};
    try {
      place(request);
      FAIL("no error");
    } catch (const Error& error) {
      REQUIRE(error.code() == Code::not_found);
      REQUIRE(
          error.message() ==
          "Could not find device for node: {{node Novel}} = Novel[]\nAll kernels registered for "
          "op Novel:\n  <no registered kernels>\n");
    }
  }
}

TEST_CASE("an impossible placement says what exists") {
  struct Row {
    const char* scope;
    bool cpu_kernel, gpu_kernel;
    const std::vector<Device>* devices;
    const char* text;
  };
  const Row rows[] = {
      {"/device:GPU:0", true, true, &kOneCpu,  // the device is missing
       "Could not satisfy device specification '/device:GPU:0'. enable_soft_placement=0. "
       "Supported device types [CPU]. All available devices "
       "[/job:localhost/replica:0/task:0/device:CPU:0]."},
      {"/device:GPU:1", true, false, &kAll,  // the kernel is
       "Could not satisfy device specification '/device:GPU:1'. enable_soft_placement=0. "
       "Supported device types [CPU]. All available devices "
       "[/job:localhost/replica:0/task:0/device:CPU:0, "
       "/job:localhost/replica:0/task:0/device:CPU:1, "
       "/job:localhost/replica:0/task:0/device:GPU:0, "
       "/job:localhost/replica:0/task:0/device:GPU:1]."},
      {"", false, true, &kOneCpu,
       "No supported device found in available devices "
       "[/job:localhost/replica:0/task:0/device:CPU:0]. enable_soft_placement=0. "
       "Supported devices types []."},
  };
  for (const Row& row : rows) {
    INFO(row.scope);
    try {
      place({.op = "MatMul",
             .has_cpu_kernel = row.cpu_kernel,
             .has_gpu_kernel = row.gpu_kernel,
             .scope = DeviceSpec::parse(row.scope),
             .devices = *row.devices,
             .soft = false});
      FAIL("no error");
    } catch (const Error& error) {
      REQUIRE(error.code() == Code::invalid_argument);
      REQUIRE(error.message() == row.text);
    }
  }
}

TEST_CASE("CUDA_VISIBLE_DEVICES is read as CUDA reads it") {
  struct Row {
    const char* text;
    std::vector<int> shown;
  };
  const Row rows[] = {
      {"0", {0}},       {"1", {1}},
      {"0,1", {0, 1}},  {"3,0", {3, 0}},
      {"", {}},         {"-1", {}},
      {"1,-1,2", {1}},  {"0,7,1", {0}},
      {"2, 1", {2, 1}}, {"NoDevFiles", {}},
      {"1,1", {}},      {"GPU-2,0", {2, 0}},
      {"GPU-9", {}},    {"0,1,2,3", {0, 1, 2, 3}},
      {"0,x", {0}},     {",1", {}},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    REQUIRE(visible_ordinals(row.text, 4) == row.shown);
  }
}
