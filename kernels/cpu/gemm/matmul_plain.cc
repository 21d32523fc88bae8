// Owns the product by plain loops, for the types without micro-kernels.
#include <complex>
#include <type_traits>

#include "core/dtype.h"
#include "kernels/cpu/gemm/matmul.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// Products and sums wrap around as NumPy's do; the unsigned type keeps that defined, and at least
// 32 bits wide keeps the promotion to int out of it.
template <class T>
struct ElementSum {
  using type = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  static void add(type& sum, T a, T b) { sum += static_cast<type>(a) * static_cast<type>(b); }
};

// Written out: std::complex's operator* spends its time on infinities.
template <class R>
struct ElementSum<std::complex<R>> {
  using type = std::complex<R>;
  static void add(type& sum, type a, type b) {
    sum = {sum.real() + a.real() * b.real() - a.imag() * b.imag(),
           sum.imag() + a.real() * b.imag() + a.imag() * b.real()};
  }
};

// Columns [first, first + count) of one row; the inner loop runs along B's row.
template <class T>
void row_piece(const MatrixProduct<T>& p, int64_t row, int64_t first, int64_t count) {
  constexpr int64_t kCols = 32;
  typename ElementSum<T>::type sums[kCols] = {};
  for (int64_t k = 0; k < p.k; ++k) {
    const T left = *p.a.at(row, k).data;
    const T* right = p.b.at(k, first).data;
    for (int64_t j = 0; j < count; ++j) ElementSum<T>::add(sums[j], left, right[j * p.b.col_step]);
  }
  for (int64_t j = 0; j < count; ++j) p.out[row * p.n + first + j] = static_cast<T>(sums[j]);
}

}  // namespace

template <class T>
void multiply_plain(const MatrixProduct<T>& p) {
  constexpr int64_t kCols = 32;
  const int64_t pieces = (p.n + kCols - 1) / kCols;
  const int64_t grain = 1 + (1 << 14) / (1 + p.k * kCols);
  parallel_for(p.m * pieces, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i % pieces * kCols;
      row_piece(p, i / pieces, first, std::min(kCols, p.n - first));
    }
  });
}
template void multiply_plain<int8_t>(const MatrixProduct<int8_t>&);
template void multiply_plain<int16_t>(const MatrixProduct<int16_t>&);
template void multiply_plain<int32_t>(const MatrixProduct<int32_t>&);
template void multiply_plain<int64_t>(const MatrixProduct<int64_t>&);
template void multiply_plain<uint8_t>(const MatrixProduct<uint8_t>&);
template void multiply_plain<uint16_t>(const MatrixProduct<uint16_t>&);
template void multiply_plain<uint32_t>(const MatrixProduct<uint32_t>&);
template void multiply_plain<uint64_t>(const MatrixProduct<uint64_t>&);
template void multiply_plain<Complex64>(const MatrixProduct<Complex64>&);
template void multiply_plain<Complex128>(const MatrixProduct<Complex128>&);

}  // namespace pelton::cpu
