// Matrix fragments in emulated kernels, and the tiled product that is made of them.
#include <cmath>
#include <vector>

#include "kernels/cuda/gemm/tiled_product.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/runtime/cuda_launches.h"

namespace pelton {
namespace {

constexpr int kSlack = 16;  // more elements than a fragment needs, to begin at wrong places

// How a kernel may get fragments wrong.
struct FragmentFaults {
  int late_lane = -1;    // does not take part
  int lane_beside = -1;  // means another fragment than the others
  int offset = 0;        // of the left matrix in memory
  int step = 16;         // between its rows
};

// One warp: out (16 x 16) = a times b.
template <class T>
__global__ void multiply_fragments(const T* a, const T* b, float* out, FragmentFaults faults) {
  using F = cuda::Fragments<T>;
  const int lane = static_cast<int>(threadIdx.x);
  if (lane == faults.late_lane) return;
  typename F::Left left;
  left.load(a + faults.offset + (lane == faults.lane_beside ? kSlack : 0), faults.step);
  typename F::Right right;
  right.load(b, 16);
  typename F::Sums sums;
  sums.add_product(left, right);
  sums.add_product(left, right);
  sums.store(out, 16);
}

template <class T>
struct FragmentOperands {
  alignas(32) T a[16 * 24 + 2 * kSlack];
  alignas(32) T b[16 * 16];
  alignas(32) float out[16 * 16] = {};
};

template <class T>
void run_warp(FragmentOperands<T>& x, const FragmentFaults& faults = {}) {
  Launches gpu;
  cuda::launch_with_barriers(gpu.context(), {dim3(1), dim3(32)}, multiply_fragments<T>, &x.a[0],
                             &x.b[0], &x.out[0], faults);
}

// Row-major halves; counts how often it is asked for elements one by one.
struct DenseHalves {
  int64_t m, n, k, batch;
  const void *a, *b;
  float* out;
  int64_t* elements;

  template <class T>
  const T* run_a(int64_t index, int64_t row, int64_t depth) const {
    return static_cast<const T*>(a) + (index * m + row) * k + depth;
  }
  template <class T>
  const T* run_b(int64_t index, int64_t depth, int64_t column) const {
    return static_cast<const T*>(b) + (index * k + depth) * n + column;
  }
  template <class T>
  T at_a(int64_t index, int64_t row, int64_t depth) const {
    ++*elements;
    return *run_a<T>(index, row, depth);
  }
  template <class T>
  T at_b(int64_t index, int64_t depth, int64_t column) const {
    ++*elements;
    return *run_b<T>(index, depth, column);
  }
  template <class T>
  void store(int64_t index, int64_t row, int64_t column, float value) const {
    out[(index * m + row) * n + column] = value;
  }
};

// Small whole numbers, whose sums are exact in any order.
template <class T>
std::vector<T> whole_numbers(int64_t count, int64_t factor) {
  std::vector<T> x;
  for (int64_t i = 0; i < count; ++i) x.push_back(T(static_cast<float>(i * factor % 7 - 3)));
  return x;
}

float sum_at(const DenseHalves& p, const auto* a, const auto* b, int64_t index, int64_t row,
             int64_t column) {
  float sum = 0;
  for (int64_t d = 0; d < p.k; ++d)
    sum += float(a[(index * p.m + row) * p.k + d]) * float(b[(index * p.k + d) * p.n + column]);
  return sum;
}

// Whether the product is right; gives the number of elements that were read one by one.
template <class T>
int64_t check_product(int64_t m, int64_t n, int64_t k, int64_t batch, int64_t offset) {
  INFO(m << " x " << k << " x " << n << ", " << batch << " times, from " << offset);
  const auto a = whole_numbers<T>(offset + batch * m * k, 3);
  const auto b = whole_numbers<T>(offset + batch * k * n, 5);
  std::vector<float> out(static_cast<size_t>(batch * m * n), NAN);
  int64_t elements = 0;
  const DenseHalves p{m, n, k, batch, a.data() + offset, b.data() + offset, out.data(), &elements};
  Launches gpu;
  cuda::launch_product<T>(gpu.context(), p);
  size_t wrong = 0;
  for (int64_t i = 0; i < batch * m * n; ++i)
    wrong += out[static_cast<size_t>(i)] !=
             sum_at(p, a.data() + offset, b.data() + offset, i / (m * n), i / n % m, i % n);
  CHECK(wrong == 0);
  return elements;
}

}  // namespace

TEMPLATE_TEST_CASE("matrix fragments add products", "[cuda_emulator]", Half, BFloat16) {
  FragmentOperands<TestType> x;
  for (const int step : {16, 24}) {
    for (int i = 0; i < 16 * 24; ++i) x.a[i] = TestType(std::sin(static_cast<float>(i)));
    for (int i = 0; i < 16 * 16; ++i) x.b[i] = TestType(std::cos(static_cast<float>(i)));
    run_warp(x, {.step = step});
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < 16; ++column) {
        double sum = 0;
        for (int d = 0; d < 16; ++d)
          sum += 2.0 * double{float(x.a[row * step + d])} * double{float(x.b[d * 16 + column])};
        CHECK(std::abs(double{x.out[row * 16 + column]} - sum) < 1e-5);
      }
  }
}

TEST_CASE("matrix fragments that not all lanes share are found", "[cuda_emulator]") {
  FragmentOperands<Half> x;
  CHECK(error_says([&] { run_warp(x, {.late_lane = 7}); }, "a warp's lanes do not meet"));
  CHECK(error_says([&] { run_warp(x, {.lane_beside = 9}); },
                   "the lanes of a warp mean different matrix fragments"));
  run_warp(x);
}

TEST_CASE("matrix fragments in places that GPUs refuse are found", "[cuda_emulator]") {
  FragmentOperands<Half> x;
  CHECK(error_says([&] { run_warp(x, {.offset = 8}); },
                   "an address that is no multiple of 32 bytes"));
  CHECK(error_says([&] { run_warp(x, {.step = 20}); },
                   "rows of a matrix fragment begin 40 bytes apart"));
}

TEMPLATE_TEST_CASE("products of halves at the edges of tiles", "[cuda_emulator]", Half, BFloat16) {
  CHECK(check_product<TestType>(64, 64, 32, 1, 0) == 0);
  CHECK(check_product<TestType>(128, 72, 200, 2, 0) == 0);
  CHECK(check_product<TestType>(64, 64, 64, 1, 1) == 2 * 64 * 64);
  for (const int64_t m : {1, 65})
    for (const int64_t n : {8, 67})
      for (const int64_t k : {0, 1, 31, 33, 96}) check_product<TestType>(m, n, k, 2, 0);
}

}  // namespace pelton
