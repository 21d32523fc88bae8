// Owns Gauss's elimination with partial pivots: the kernels of lu, matrix_solve, matrix_inverse and
// slogdet.
#include <numeric>
#include <span>

#include "kernels/common/attrs/linalg_attrs.h"
#include "kernels/cpu/linalg/matrices.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// What elimination finds beside the factors, which it writes over the matrix.
struct Pivots {
  std::vector<int64_t> rows;  // which row of the matrix became row i
  bool is_odd = false;        // the number of exchanges
  bool is_singular = false;
};

template <class T>
void exchange_rows(Part<T> a, int64_t n, int64_t i, int64_t j, Pivots& pivots) {
  if (i == j) return;
  std::swap_ranges(a.row(i), a.row(i) + n, a.row(j));
  std::swap(pivots.rows[static_cast<size_t>(i)], pivots.rows[static_cast<size_t>(j)]);
  pivots.is_odd = !pivots.is_odd;
}

// Eliminates columns [first, end) below the diagonal, within these columns.
template <class T>
void eliminate_panel(Part<T> a, int64_t n, int64_t first, int64_t end, Pivots& pivots) {
  for (int64_t k = first; k < end; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (std::abs(a.at(i, k)) > std::abs(a.at(best, k))) best = i;
    exchange_rows(a, n, k, best, pivots);
    const T pivot = a.at(k, k);
    if (pivot == T(0)) {
      pivots.is_singular = true;
      continue;
    }
    for (int64_t i = k + 1; i < n; ++i) {
      a.at(i, k) /= pivot;
      add_scaled(a.row(i) + k + 1, -a.at(i, k), a.row(k) + k + 1, end - k - 1);
    }
  }
}

// a = P' L U: L below the diagonal, with ones on it, and U above.
template <class T>
Pivots eliminate(const KernelContext& context, Part<T> a, int64_t n) {
  Pivots pivots;
  pivots.rows.resize(static_cast<size_t>(n));
  std::iota(pivots.rows.begin(), pivots.rows.end(), int64_t{0});
  for (int64_t first = 0; first < n; first += kMatrixBlock) {
    const int64_t next = std::min(n, first + kMatrixBlock), rest = n - next;
    eliminate_panel(a, n, first, next, pivots);
    const Part<T> right = a.from(first, next), below = a.from(next, first);
    solve_triangle<T>(context, {a.from(first, first).first, n}, next - first, true, true, right,
                      rest);
    subtract_product<T>(context, a.from(next, next), {below.first, n}, {right.first, n}, rest, rest,
                        next - first);
  }
  return pivots;
}

// A copy of the matrix, or of its conjugate transpose.
template <class T>
std::vector<T> copy_of(const T* matrix, int64_t n, bool adjoint) {
  std::vector<T> copy(matrix, matrix + n * n);
  if (adjoint) write_transposed(copy.data(), matrix, n, n, true);
  return copy;
}

// Writes the x with P' L U x = b over b, whose rows are already in the order of the pivots.
template <class T>
void solve_factors(const KernelContext& context, const std::vector<T>& factors, int64_t n, T* b,
                   int64_t columns) {
  for (const bool lower : {true, false})
    solve_triangle<T>(context, {factors.data(), n}, n, lower, lower, {b, columns}, columns);
}

// f(i, pivots, whether the rows were exchanged an odd number of times) for each matrix.
template <class T, class F>
void visit_pivots(const KernelContext& context, F&& f) {
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t n = batch.columns;
  for_matrices(batch.count, n * n * n, [&](int64_t i) {
    std::vector<T> factors = copy_of(context.in(0).as<const T>() + i * n * n, n, false);
    const Pivots found = eliminate<T>(context, {factors.data(), n}, n);
    std::vector<T> pivots;
    for (int64_t k = 0; k < n; ++k) pivots.push_back(factors[static_cast<size_t>(k * n + k)]);
    f(i, std::span<const T>(pivots), found.is_odd);
  });
}

}  // namespace

void lu(const KernelContext& context) {
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t n = batch.columns;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, n * n * n, [&](int64_t i) {
      T* to = context.out(0).as<T>() + i * n * n;
      std::copy_n(context.in(0).as<const T>() + i * n * n, n * n, to);
      const Pivots pivots = eliminate<T>(context, {to, n}, n);
      if (pivots.is_singular) raise_singular(i, batch.count);
      visit(Types<int32_t, int64_t>{}, context.out(1).dtype, [&]<class I>() {
        I* places = context.out(1).as<I>() + i * n;
        for (const int64_t row : pivots.rows) *places++ = static_cast<I>(row);
      });
    });
  });
}

void matrix_solve(const KernelContext& context) {
  const bool adjoint = context.attrs<MatrixSolveAttrs>().adjoint;
  const MatrixBatch batch = matrices_of(context.in(1));
  const int64_t n = batch.rows, columns = batch.columns;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, n * n * (n + columns), [&](int64_t i) {
      std::vector<T> factors = copy_of(context.in(0).as<const T>() + i * n * n, n, adjoint);
      const Pivots pivots = eliminate<T>(context, {factors.data(), n}, n);
      if (pivots.is_singular) raise_singular(i, batch.count);
      const T* rhs = context.in(1).as<const T>() + i * n * columns;
      T* to = context.out(0).as<T>() + i * n * columns;
      for (int64_t row = 0; row < n; ++row)
        std::copy_n(rhs + pivots.rows[static_cast<size_t>(row)] * columns, columns,
                    to + row * columns);
      solve_factors(context, factors, n, to, columns);
    });
  });
}

void matrix_inverse(const KernelContext& context) {
  const bool adjoint = context.attrs<MatrixSolveAttrs>().adjoint;
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t n = batch.columns;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, 2 * n * n * n, [&](int64_t i) {
      std::vector<T> factors = copy_of(context.in(0).as<const T>() + i * n * n, n, adjoint);
      const Pivots pivots = eliminate<T>(context, {factors.data(), n}, n);
      if (pivots.is_singular) raise_singular(i, batch.count);
      T* to = context.out(0).as<T>() + i * n * n;
      std::fill_n(to, n * n, T(0));
      for (int64_t row = 0; row < n; ++row)
        to[row * n + pivots.rows[static_cast<size_t>(row)]] = T(1);
      solve_factors(context, factors, n, to, n);
    });
  });
}

void slogdet(const KernelContext& context) {
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    visit_pivots<T>(context, [&](int64_t i, std::span<const T> pivots, bool is_odd) {
      T sign(is_odd ? -1 : 1);
      part_t<T> size = 0;
      for (const T& pivot : pivots) {
        const part_t<T> length = std::abs(pivot);
        sign = length == 0 ? T(0) : times(sign, pivot / length);
        size += std::log(length);
      }
      context.out(0).as<T>()[i] = sign;
      context.out(1).as<part_t<T>>()[i] = size;
    });
  });
}

void det(const KernelContext& context) {
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    visit_pivots<T>(context, [&](int64_t i, std::span<const T> pivots, bool is_odd) {
      T product(is_odd ? -1 : 1);
      for (const T& pivot : pivots) product = times(product, pivot);
      context.out(0).as<T>()[i] = product;
    });
  });
}

}  // namespace pelton::cpu::PELTON_ISA
