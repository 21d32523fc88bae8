// Tests kernels/cpu/gemm.h on every instruction set of this machine, and matmul.
#include <cmath>
#include <limits>

#include "kernels/cpu/gemm/gemm.h"
#include "ops/linalg/linalg.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;

namespace {

std::vector<cpu::Isa> isas_here() {
  std::vector<cpu::Isa> isas;
  for (cpu::Isa isa : {cpu::Isa::generic, cpu::Isa::avx2, cpu::Isa::avx512})
    if (isa <= cpu::best_isa()) isas.push_back(isa);
  return isas;
}

template <class T>
std::vector<T> random_numbers(size_t count, uint64_t seed) {
  uint64_t state = seed;
  std::vector<T> out(count);
  for (T& x : out) x = static_cast<T>(next_random(state));
  return out;
}

// One panel against the definition in gemm.h; C lies in a larger matrix whose rest must survive.
template <class T>
void check_panel(cpu::Isa isa, int64_t rows, int64_t cols, int64_t blocks, int64_t depth,
                 bool accumulate) {
  const cpu::GemmTable<T>& gemm = cpu::gemm_table<T>(isa);
  const int64_t width = (cols + gemm.lanes - 1) / gemm.lanes * gemm.lanes, step = cols + 3;
  const auto a =
      random_numbers<T>(static_cast<size_t>((rows + 5) * 7 * (blocks + 1) * (depth + 1)), 1);
  const auto b = random_numbers<T>(static_cast<size_t>(blocks * depth * width + 1), 2);
  const auto before = random_numbers<T>(static_cast<size_t>(rows * step), 3);
  std::vector<T> c = before;
  std::vector<int64_t> a_rows, c_rows, a_blocks, b_blocks;
  for (int64_t r = 0; r < rows; ++r) a_rows.push_back(r * 7 % 11), c_rows.push_back(r * step);
  for (int64_t q = 0; q < blocks; ++q)
    a_blocks.push_back((blocks - q) * 5), b_blocks.push_back((blocks - 1 - q) * depth * width);
  gemm.panel({rows, cols, a.data(), a_rows.data(), a_blocks.data(), 3, b.data(), b_blocks.data(),
              width, blocks, depth, c.data(), c_rows.data(), accumulate});
  std::vector<double> got(c.begin(), c.end()), expected(before.begin(), before.end());
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t j = 0; j < cols; ++j) {
      double sum = accumulate ? expected[static_cast<size_t>(r * step + j)] : 0;
      for (int64_t q = 0; q < blocks; ++q)
        for (int64_t k = 0; k < depth; ++k)
          sum += static_cast<double>(a[static_cast<size_t>(a_rows[r] + a_blocks[q] + k * 3)]) *
                 static_cast<double>(b[static_cast<size_t>(b_blocks[q] + k * width + j)]);
      expected[static_cast<size_t>(r * step + j)] = sum;
    }
  INFO(cpu::name(isa) << " " << rows << "x" << cols << " blocks " << blocks << " depth " << depth);
  CHECK(max_difference(got, expected) <= tolerance(dtype_of<T>, blocks * depth + 1));
}

// matmul of row-major operands by the definition, in double.
std::vector<double> reference(const Tensor& a, const Tensor& b, int64_t m, int64_t k, int64_t n) {
  const std::vector<double> left = values_of(a), right = values_of(b);
  std::vector<double> out(static_cast<size_t>(m * n));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t p = 0; p < k; ++p)
      for (int64_t j = 0; j < n; ++j)
        out[static_cast<size_t>(i * n + j)] +=
            left[static_cast<size_t>(i * k + p)] * right[static_cast<size_t>(p * n + j)];
  return out;
}

// The transpose of a matrix as a view of the same bytes.
Tensor flipped(const Tensor& x) {
  const Layout& layout = x.layout();
  return x.view(
      {{layout.shape[1], layout.shape[0]}, {layout.strides[1], layout.strides[0]}, layout.offset});
}

void check_product(DType dtype, int64_t m, int64_t k, int64_t n) {
  const Tensor a = random_tensor({m, k}, dtype, 1), b = random_tensor({k, n}, dtype, 2);
  const std::vector<double> expected = reference(a, b, m, k, n);
  const double allowed = tolerance(dtype, k);
  INFO(m << " x " << k << " x " << n << " " << name(dtype));
  CHECK(max_difference(values_of(matmul(a, b)), expected) <= allowed);
  const Tensor at = contiguous(flipped(a)), bt = contiguous(flipped(b));
  CHECK(max_difference(values_of(matmul(at, b, {.transpose_a = true})), expected) <= allowed);
  CHECK(max_difference(values_of(matmul(a, bt, {.transpose_b = true})), expected) <= allowed);
  CHECK(max_difference(values_of(matmul(at, bt, {true, true})), expected) <= allowed);
  CHECK(max_difference(values_of(matmul(flipped(at), flipped(bt))), expected) <= allowed);
}

// A view of every second element of a tensor twice as large in both axes.
Tensor thinned(const Tensor& x) {
  const Layout& l = x.layout();
  return x.view({{l.shape[0] / 2, l.shape[1] / 2}, {l.strides[0] * 2, l.strides[1] * 2}, l.offset});
}

}  // namespace

TEST_CASE("every register tile of every instruction set sums as defined") {
  for (cpu::Isa isa : isas_here())
    for (int64_t rows = 1; rows <= 13; ++rows)
      for (bool accumulate : {false, true}) {
        const int64_t widest = cpu::gemm_table<float>(isa).panel_cols;
        for (int64_t cols : {int64_t{1}, int64_t{3}, widest / 2, widest - 1, widest})
          check_panel<float>(isa, rows, cols, 3, 5, accumulate);
        for (int64_t cols : {int64_t{1}, widest / 4 + 1, widest / 2 - 1, widest / 2})
          check_panel<double>(isa, rows, cols, 2, 4, accumulate);
      }
}

TEST_CASE("a panel without terms is zero, or left alone when it accumulates") {
  for (cpu::Isa isa : isas_here()) {
    check_panel<float>(isa, 7, 6, 0, 4, false);
    check_panel<float>(isa, 7, 6, 2, 0, false);
    check_panel<float>(isa, 7, 6, 0, 4, true);
    check_panel<double>(isa, 40, 3, 1, 300, true);
  }
}

TEST_CASE("matmul of every size class and orientation") {
  const int64_t sizes[][3] = {{1, 1, 1},     {4, 4, 4},     {1, 7, 9},      {9, 7, 1},
                              {5, 300, 17},  {64, 64, 10},  {64, 576, 64},  {1, 300, 500},
                              {500, 300, 1}, {97, 513, 33}, {130, 70, 300}, {3, 1, 257}};
  for (DType dtype : {DType::float32, DType::float64, DType::float16, DType::bfloat16})
    for (const auto& size : sizes) check_product(dtype, size[0], size[1], size[2]);
  check_product(DType::float32, 33, 512, 512);
  check_product(DType::float32, 256, 1024, 40);
}

TEST_CASE("matmul of integers wraps around and of complex numbers follows the definition") {
  for (DType dtype : {DType::int8, DType::int16, DType::int32, DType::int64, DType::uint8})
    if (dtype != DType::uint8) check_product(dtype, 5, 3, 40);
  const int8_t big[] = {100, 100};
  const Tensor row = from_host(big, {1, 2}, DType::int8),
               column = from_host(big, {2, 1}, DType::int8);
  CHECK(matmul(row, column).data_as<int8_t>()[0] == static_cast<int8_t>(20000 & 255));
  const Complex64 i(0, 1);
  const Tensor z = from_host(&i, {1, 1}, DType::complex64);
  CHECK(matmul(z, z).data_as<Complex64>()[0] == Complex64(-1, 0));
}

TEST_CASE("matmul reads strided views where they lie") {
  const Tensor a = thinned(random_tensor({20, 80}, DType::float32, 3));
  const Tensor b = thinned(random_tensor({80, 60}, DType::float32, 4));
  const auto expected = reference(contiguous(a), contiguous(b), 10, 40, 30);
  CHECK(max_difference(values_of(matmul(a, b)), expected) <= tolerance(DType::float32, 40));
}

TEST_CASE("matmul broadcasts the leading axes") {
  const Tensor a = random_tensor({2, 1, 3, 4}, DType::float32, 5);
  const Tensor b = random_tensor({5, 4, 6}, DType::float32, 6);
  const Tensor c = matmul(a, b);
  REQUIRE(c.shape() == Shape{2, 5, 3, 6});
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 5; ++j) {
      const Tensor left = a.view({{3, 4}, {4, 1}, i * 12}),
                   right = b.view({{4, 6}, {6, 1}, j * 24});
      const Tensor part = c.view({{3, 6}, {6, 1}, (i * 5 + j) * 18});
      CHECK(max_difference(values_of(part), reference(left, right, 3, 4, 6)) <= 1e-6);
    }
  const Tensor rows =
      matmul(random_tensor({7, 1, 4}, DType::float32, 7), b.view({{4, 6}, {6, 1}, 0}));
  CHECK(rows.shape() == Shape{7, 1, 6});
  const Tensor merged =
      matmul(random_tensor({3, 7, 4}, DType::float32, 7), b.view({{4, 6}, {6, 1}, 0}));
  CHECK(max_difference(values_of(merged), reference(random_tensor({21, 4}, DType::float32, 7),
                                                    b.view({{4, 6}, {6, 1}, 0}), 21, 4, 6)) <=
        1e-6);
}

TEST_CASE("matmul of empty operands") {
  const Tensor none = random_tensor({0, 4}, DType::float32, 1);
  CHECK(matmul(none, random_tensor({4, 3}, DType::float32, 1)).shape() == Shape{0, 3});
  const Tensor sum =
      matmul(random_tensor({2, 0}, DType::float32, 1), random_tensor({0, 3}, DType::float32, 1));
  CHECK(values_of(sum) == std::vector<double>(6, 0.0));
  CHECK(
      matmul(random_tensor({0, 2, 3}, DType::float64, 1), random_tensor({3, 2}, DType::float64, 1))
          .shape() == Shape{0, 2, 2});
}

TEST_CASE("matmul gives the same bits in every run and for any number of threads") {
  const int before = num_threads();
  const Tensor a = random_tensor({150, 700}, DType::float32, 8);
  const Tensor b = random_tensor({700, 130}, DType::float32, 9);
  set_num_threads(1);
  const std::vector<double> alone = values_of(matmul(a, b));
  for (int threads : {2, 3, 5}) {
    set_num_threads(threads);
    for (int run = 0; run < 5; ++run) CHECK(values_of(matmul(a, b)) == alone);
  }
  set_num_threads(before);
}

TEST_CASE("matmul passes NaN and infinity on") {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  const float left[] = {1, nan, 0, 1}, right[] = {inf, 2, 3, 4};
  const Tensor a = from_host(left, {2, 2}, DType::float32);
  const Tensor b = from_host(right, {2, 2}, DType::float32);
  const std::vector<double> c = values_of(matmul(a, b));
  CHECK((std::isnan(c[0]) && std::isnan(c[1]) && std::isnan(c[2]) && c[3] == 4));
}

TEST_CASE("matmul refuses what does not fit and names it") {
  const auto f32 = [](const Shape& shape) { return random_tensor(shape, DType::float32, 1); };
  const Tensor a = f32({2, 3});
  CHECK(error_says([&] { matmul(a, a); }, "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3]"));
  CHECK(error_says([&] { matmul(a, f32({3})); }, "has different ndims: [2,3] vs. [3]"));
  CHECK(error_says(
      [&] {
        matmul(a, random_tensor({3, 2}, DType::float64, 1));
      },
      "expected to be a float tensor but is a double tensor"));
  CHECK(error_says(
      [&] {
        matmul(f32({2, 2, 3}), f32({5, 3, 2}));
      },
      "must have compatible batch dimensions: [2,2,3] vs. [5,3,2]"));
  CHECK(error_says([&] { matmul(a, a, {true, true}); }, "transpose_a=True"));
}
