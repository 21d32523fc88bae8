// Owns what the kernels of matrices share: arithmetic of real and complex numbers alike, loops over
// a batch, products within a factorization. Built once per instruction set.
#pragma once
#include <complex>
#include <vector>

#include "kernels/cpu/gemm/matmul.h"
#include "kernels/cpu/simd/vec.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {

// float32, float64 and their complex numbers.
using MatrixTypes = Types<float, double, Complex64, Complex128>;

template <class T>
struct PartOf {
  using Type = T;
};
template <class R>
struct PartOf<std::complex<R>> {
  using Type = R;
};
// The type of a number's real part.
template <class T>
using part_t = typename PartOf<T>::Type;
template <class T>
inline constexpr bool is_complex_number = !std::is_same_v<T, part_t<T>>;

template <class T>
T conjugate(T x) {
  if constexpr (is_complex_number<T>)
    return {x.real(), -x.imag()};
  else
    return x;
}
template <class T>
part_t<T> real_part(T x) {
  if constexpr (is_complex_number<T>)
    return x.real();
  else
    return x;
}
// |x| squared.
template <class T>
part_t<T> square_size(T x) {
  if constexpr (is_complex_number<T>)
    return x.real() * x.real() + x.imag() * x.imag();
  else
    return x * x;
}
// a * b by the definition: std::complex looks for infinities first.
template <class T>
T times(T a, T b) {
  if constexpr (is_complex_number<T>)
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  else
    return a * b;
}

// y += factor * x, of n elements.
template <class T>
void add_scaled(T* y, T factor, const T* x, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] += times(factor, x[i]);
}
// Sums of products in the lanes of 64 bytes, so that every instruction set adds up in one order. In
// vectors, as compilers make of eight sums in a loop one add after the other.
template <class T>
struct InnerSums {
  static constexpr int kRegisters = 64 / Registers::kBytes;
  static constexpr int64_t kLanesOfAll = 64 / static_cast<int64_t>(sizeof(T));

  [[gnu::always_inline]] void add(const T* a, const T* b) {
#pragma GCC unroll 4
    for (int k = 0; k < kRegisters; ++k) {
      Vec<T> x, y;
      load(x, a + k * kLanes<T>);
      load(y, b + k * kLanes<T>);
      sums[k] += x * y;
    }
  }
  // The first n elements, fewer than all lanes.
  [[gnu::always_inline]] void add_first(const T* a, const T* b, int64_t n) {
#pragma GCC unroll 4
    for (int k = 0; k < kRegisters; ++k, n -= kLanes<T>) {
      if (n <= 0) return;
      Vec<T> x, y;
      const int lanes = n < kLanes<T> ? static_cast<int>(n) : kLanes<T>;
      load_lanes(x, a + k * kLanes<T>, lanes);
      load_lanes(y, b + k * kLanes<T>, lanes);
      sums[k] += x * y;
    }
  }
  [[gnu::always_inline]] T total(const InnerSums& others) const {
    alignas(64) T lanes[kLanesOfAll];
    for (int k = 0; k < kRegisters; ++k) store(lanes + k * kLanes<T>, sums[k] + others.sums[k]);
    for (int64_t half = kLanesOfAll / 2; half > 0; half /= 2)
      for (int64_t j = 0; j < half; ++j) lanes[j] += lanes[j + half];
    return lanes[0];
  }
  Vec<T> sums[kRegisters] = {};
};

template <class T>
T real_inner_product(const T* a, const T* b, int64_t n) {
  constexpr int64_t kAll = InnerSums<T>::kLanesOfAll;
  InnerSums<T> even, odd;
  int64_t i = 0;
  for (; i + 2 * kAll <= n; i += 2 * kAll) {
    even.add(a + i, b + i);
    odd.add(a + i + kAll, b + i + kAll);
  }
  if (i + kAll <= n) {
    even.add(a + i, b + i);
    i += kAll;
  }
  odd.add_first(a + i, b + i, n - i);
  return even.total(odd);
}

// Sum of conj(a) * b: short ones in eight lanes, as tails and totals of vectors cost more than they
// save there.
template <class T>
T inner_product(const T* a, const T* b, int64_t n) {
  constexpr int64_t kLong = 256;
  if constexpr (!is_complex_number<T>)
    if (n >= kLong) return real_inner_product(a, b, n);
  constexpr int64_t kLanes = 8;
  T sums[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int64_t lane = 0; lane < kLanes; ++lane)
      sums[lane] += times(conjugate(a[i + lane]), b[i + lane]);
  for (; i < n; ++i) sums[0] += times(conjugate(a[i]), b[i]);
  for (int64_t lane = 1; lane < kLanes; ++lane) sums[0] += sums[lane];
  return sums[0];
}

// to[j * rows + i] = conj(from[i * columns + j]), or without the conjugate.
template <class T>
void write_transposed(T* to, const T* from, int64_t rows, int64_t columns, bool conjugated) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      const T x = from[i * columns + j];
      to[j * rows + i] = conjugated ? conjugate(x) : x;
    }
}

// The matrices of a batch: how many, and their sizes.
struct MatrixBatch {
  int64_t count, rows, columns;
};
inline MatrixBatch matrices_of(const TensorView& x) {
  const auto rank = static_cast<size_t>(x.rank());
  MatrixBatch batch{1, x.dim(rank - 2), x.dim(rank - 1)};
  for (size_t axis = 0; axis + 2 < rank; ++axis) batch.count *= x.dim(axis);
  return batch;
}

// f(i) for each matrix, several at once where each takes few of `steps`.
template <class F>
void for_matrices(int64_t count, int64_t steps, F&& f) {
  constexpr int64_t kGrainSteps = 20000;
  const int64_t grain = std::max<int64_t>(1, kGrainSteps / std::max<int64_t>(1, steps));
  parallel_for(count, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) f(i);
  });
}

// Rows and columns that a blocked factorization takes at once.
inline constexpr int64_t kMatrixBlock = 48;

// A part of a row-major matrix: its first element, and how far its rows lie apart.
template <class T>
struct Part {
  T* first;
  int64_t step;
  T* row(int64_t i) const { return first + i * step; }
  T& at(int64_t i, int64_t j) const { return first[i * step + j]; }
  Part from(int64_t i, int64_t j) const { return {first + i * step + j, step}; }
};

// c -= a * b for a [m, k] and b [k, n]; `transposed_b`: b is the conjugate transpose of what is
// given, [n, k].
template <class T>
void subtract_product(const KernelContext& context, Part<T> c, Part<const T> a, Part<const T> b,
                      int64_t m, int64_t n, int64_t k, bool transposed_b = false) {
  if (m == 0 || n == 0 || k == 0) return;
  if constexpr (!is_complex_number<T>) {
    std::vector<T> found(static_cast<size_t>(m * n));
    const Matrix<const T> right =
        transposed_b ? Matrix<const T>{b.first, 1, b.step} : Matrix<const T>{b.first, b.step, 1};
    multiply_blocked<T>({m, n, k, {a.first, a.step, 1}, right, found.data()}, context);
    for (int64_t i = 0; i < m; ++i) add_scaled(c.row(i), T(-1), found.data() + i * n, n);
  } else {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < (transposed_b ? n : k); ++j) {
        if (transposed_b)
          c.at(i, j) -= conjugate(inner_product(a.row(i), b.row(j), k));
        else
          add_scaled(c.row(i), -a.at(i, j), b.row(j), n);
      }
  }
}

// Writes x with a x = b over b [n, columns], for triangular a; `unit`: with a diagonal of ones,
// which is not read. The other triangle is not read either.
template <class T>
void solve_triangle(const KernelContext& context, Part<const T> a, int64_t n, bool lower, bool unit,
                    Part<T> b, int64_t columns) {
  for (int64_t done = 0; done < n; done += kMatrixBlock) {
    const int64_t size = std::min(kMatrixBlock, n - done);
    const int64_t first = lower ? done : n - done - size;
    const int64_t known = lower ? 0 : first + size;  // the first row that is solved
    const Part<const T> solved{b.row(known), b.step};
    subtract_product(context, b.from(first, 0), a.from(first, known), solved, size, columns, done);
    for (int64_t step = 0; step < size; ++step) {
      const int64_t i = lower ? first + step : first + size - 1 - step;
      const int64_t begin = lower ? first : i + 1, end = lower ? i : first + size;
      for (int64_t j = begin; j < end; ++j) add_scaled(b.row(i), -a.at(i, j), b.row(j), columns);
      if (unit) continue;
      for (int64_t j = 0; j < columns; ++j) b.at(i, j) /= a.at(i, i);
    }
  }
}

// Reports a failure of matrix `i` of a batch.
[[noreturn]] inline void raise_singular(int64_t i, int64_t count) {
  if (count == 1) raise(Code::invalid_argument, "Input matrix is not invertible");
  raise(Code::invalid_argument, "Input matrix ", i, " of ", count, " is not invertible");
}

}  // namespace pelton::cpu::PELTON_ISA
