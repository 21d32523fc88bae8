// Tests the cache of transformed filters: what it gives out is made of the taps at hand.
#include "kernels/cpu/conv/winograd/winograd_filter_cache.h"

#include <vector>

#include "autograd/variable.h"
#include "ops/nn/nn.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;
using cpu::FilterForm;
using cpu::WinogradFilterCache;

namespace {

// A cache whose packed filters are the first tap and the number of calls that made any.
struct Counting {
  WinogradFilterCache cache;
  float calls = 0;
  std::vector<float> taps = std::vector<float>(9 * 16 * 16, 1.0f);

  std::shared_ptr<const float[]> get(int64_t tile = 2, int64_t size = 100) {
    return cache.get({taps.data(), tile, 16, 16, 1, size}, nullptr,
                     [&](const float* from, float* to) {
                       to[0] = from[0];
                       to[1] = ++calls;
                     });
  }
};

}  // namespace

TEST_CASE("transformed filters are used again while no tap changes") {
  Counting c;
  CHECK(c.get()[1] == 1);
  CHECK(c.get()[1] == 1);
  c.taps.back() = 2;  // as an assignment or a step of an optimizer in place does
  CHECK(c.get()[1] == 2);
  c.taps.front() = 3;
  const auto held = c.get();
  CHECK(held[0] == 3);
  c.taps.front() = 4;
  CHECK(c.get()[0] == 4);
  CHECK(held[0] == 3);
}

TEST_CASE("transformed filters of several forms are kept, within a limit") {
  Counting c;
  c.get(2);
  c.get(3);
  CHECK(c.get(2)[1] == 1);
  CHECK(c.get(3)[1] == 2);
  const int64_t large = WinogradFilterCache::kMostBytes / 8 + 1;
  for (int64_t tile = 0; tile < 6; ++tile) c.get(10 + tile, large);
  CHECK(c.cache.bytes() <= WinogradFilterCache::kMostBytes);
  CHECK(c.get(15, large)[1] == 8);
  CHECK(c.get(2)[1] == 9);
  c.get(99, 8 * large);
  CHECK(c.cache.bytes() <= WinogradFilterCache::kMostBytes);
}

TEST_CASE("taps that were the same twice are held and not compared any more") {
  Counting c;
  const Tensor taps = random_tensor({3, 3, 16, 16}, DType::float32, 1);
  const Storage* const storage = taps.storage().get();
  const auto get = [&](const Tensor& of) {
    return c.cache.get({of.data(), 2, 16, 16, 1, 100}, of.storage().get(),
                       [&](const float* from, float* to) {
                         to[0] = from[0];
                         to[1] = ++c.calls;
                       });
  };
  get(taps);
  CHECK(storage->use_count() == 1);  // they may change with each call, as in training
  get(taps);
  CHECK(storage->use_count() == 2);
  CHECK(!taps.is_exclusive());    // so that whoever wants to write makes a copy
  taps.data_as<float>()[0] = 77;  // which nobody may do, to show that nobody looks
  CHECK(get(taps)[0] != 77);
  const Tensor others = random_tensor({3, 3, 16, 16}, DType::float32, 2);
  CHECK(get(others)[1] == 2);
  CHECK(get(others)[1] == 2);
  CHECK(storage->use_count() == 2);  // another place is another form
  const Tensor borrowed(make_ref<Storage>(taps.data(), 0, Device{}, nullptr, nullptr),
                        taps.layout(), DType::float32, Device{});
  for (int i = 0; i < 3; ++i) get(borrowed);
  CHECK(borrowed.storage()->use_count() == 1);
}

TEST_CASE("one image's convolution follows variables that are written in place") {
  const Tensor x = random_tensor({1, 13, 13, 32}, DType::float32, 1);
  const VariableRef w = make_ref<Variable>(random_tensor({3, 3, 32, 64}, DType::float32, 2), "w");
  for (int i = 0; i < 3; ++i) {
    const Tensor first = conv2d(x, w->value(), {});
    for (int j = 0; j < 3; ++j) CHECK(values_of(conv2d(x, w->value(), {})) == values_of(first));
    w->write_in_place([&](const Tensor& bytes) { bytes.data_as<float>()[7 + i] += 1; });
    const Tensor second = conv2d(x, w->value(), {});
    CHECK(values_of(second) != values_of(first));
    CHECK(values_of(second) == values_of(conv2d(x, copy(w->value()), {})));
    w->assign_add(random_tensor({3, 3, 32, 64}, DType::float32, 3));
  }
}

TEST_CASE("one image's convolution follows filters that are written in place") {
  const int before = num_threads();
  for (int i = 0; i < 6; ++i) {
    set_num_threads(1 + i / 2 * 2);
    const int64_t in = i % 2 == 0 ? 32 : 64;  // the latter's output channels are shared out
    const Tensor x = random_tensor({1, 13, 13, in}, DType::float32, 1);
    const Tensor w = random_tensor({3, 3, in, 64}, DType::float32, 2);
    const Tensor first = conv2d(x, w, {});
    w.data_as<float>()[w.size() - 1] += 1;
    const Tensor second = conv2d(x, w, {});
    CHECK(values_of(second) != values_of(first));
    CHECK(values_of(second) == values_of(conv2d(x, copy(w), {})));
  }
  set_num_threads(before);
}
