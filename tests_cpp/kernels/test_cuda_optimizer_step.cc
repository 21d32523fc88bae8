// Tests that an optimizer step is one launch for its parameters, of whatever sizes.
#include <vector>

#include "kernels/cuda/training/optimizer_step.cu"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/cuda_launches.h"

namespace pelton {
namespace {

class CountedLaunches : public Launches {
 public:
  void enqueue(std::function<void()> work) override {
    ++count;
    Launches::enqueue(std::move(work));
  }
  int count = 0;
};

// Momentum's step on parameters of these sizes, from zeros: w = -(index + 1) / 2 after it.
// Gradients are sums of so many parts of their own size.
int launches_of_step(const std::vector<int64_t>& sizes, int64_t parts = 1) {
  const size_t count = sizes.size();
  std::vector<std::vector<float>> data(3 * count);
  std::vector<Layout> layouts;
  layouts.reserve(3 * count + 1);
  std::vector<TensorView> views;
  for (size_t i = 0; i < 3 * count; ++i) {
    const int64_t size = sizes[i % count];
    const bool is_gradient = i / count == 2;
    const int64_t all = is_gradient ? parts * size : size;
    const float part = static_cast<float>(i - 2 * count + 1) / static_cast<float>(parts);
    data[i].assign(static_cast<size_t>(all), is_gradient ? part : 0);
    layouts.push_back(
        Layout::contiguous(is_gradient && parts > 1 ? Shape{parts, size} : Shape{size}));
    views.push_back({data[i].data(), DType::float32, all, &layouts.back(), true});
  }
  float rate = 0.5f;
  int64_t before = 0;
  layouts.push_back(Layout::contiguous({}));
  views.push_back({&rate, DType::float32, 1, &layouts.back(), true});
  views.push_back({&before, DType::int64, 1, &layouts.back(), true});
  const updates::StepAttrs<updates::Sgd> attrs{{.momentum = 0.25}};
  CountedLaunches gpu;
  cuda::update<updates::Sgd>(gpu.context(views, {}, &attrs));
  for (size_t i = 0; i < count; ++i)
    for (size_t group : {size_t{0}, size_t{1}})
      for (const float value : data[group * count + i])
        if (value != -0.5f * static_cast<float>(i + 1)) return -1;
  return gpu.count;
}

}  // namespace

TEST_CASE("an optimizer step is one launch for all its parameters", "[cuda_emulator]") {
  CHECK(launches_of_step({5}) == 1);
  CHECK(launches_of_step({1, 0, 700, 256, 0, 257, 3}) == 1);
  CHECK(launches_of_step({0, 0}) == 0);
  CHECK(launches_of_step({300000, 0, 2}) == 1);
  CHECK(launches_of_step({5, 0, 700, 3}, 2) == 1);
  CHECK(launches_of_step({300000, 0, 2}, 4) == 1);
  CHECK(launches_of_step(std::vector<int64_t>(56, 3)) == 1);
  std::vector<int64_t> many(130, 1);
  many[56] = 600;  // the first of the second launch
  many[129] = 1000;
  CHECK(launches_of_step(many) == 3);
}

}  // namespace pelton
