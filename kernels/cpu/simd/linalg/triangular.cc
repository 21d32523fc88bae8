// Owns the kernels of Cholesky's factors and of triangular systems.
#include <limits>

#include "kernels/common/attrs/linalg_attrs.h"
#include "kernels/cpu/linalg/matrices.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// The factor of a block of at most kMatrixBlock rows; false where it is not definite.
template <class T>
bool factor_block(Part<T> a, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < i; ++j) {
      const T rest = a.at(i, j) - conjugate(inner_product(a.row(i), a.row(j), j));
      a.at(i, j) = rest / real_part(a.at(j, j));
    }
    const part_t<T> pivot = real_part(a.at(i, i)) - real_part(inner_product(a.row(i), a.row(i), i));
    if (!(pivot > 0)) return false;
    a.at(i, i) = std::sqrt(pivot);
  }
  return true;
}

// The rows below a factored block: each times the inverse of its conjugate transpose.
template <class T>
void divide_rows(Part<T> rows, int64_t count, Part<T> factor, int64_t n) {
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < n; ++j) {
      const T rest = rows.at(i, j) - conjugate(inner_product(rows.row(i), factor.row(j), j));
      rows.at(i, j) = rest / real_part(factor.at(j, j));
    }
}

template <class T>
bool factor_lower(const KernelContext& context, Part<T> a, int64_t n) {
  for (int64_t first = 0; first < n; first += kMatrixBlock) {
    const int64_t size = std::min(kMatrixBlock, n - first), next = first + size;
    const Part<T> block = a.from(first, first), below = a.from(next, first);
    if (!factor_block(block, size)) return false;
    divide_rows(below, n - next, block, size);
    const Part<const T> panel{below.first, below.step};
    subtract_product(context, a.from(next, next), panel, panel, n - next, n - next, size, true);
  }
  return true;
}

}  // namespace

void cholesky(const KernelContext& context) {
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t n = batch.columns;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, n * n * n / 3, [&](int64_t i) {
      T* to = context.out(0).as<T>() + i * n * n;
      std::copy_n(context.in(0).as<const T>() + i * n * n, n * n, to);
      const bool is_definite = factor_lower<T>(context, {to, n}, n);
      const T nan = std::numeric_limits<part_t<T>>::quiet_NaN();
      for (int64_t row = 0; row < n; ++row) {
        if (!is_definite) std::fill_n(to + row * n, row + 1, nan);
        std::fill_n(to + row * n + row + 1, n - row - 1, T(0));
      }
    });
  });
}

void triangular_solve(const KernelContext& context) {
  const auto& attrs = context.attrs<TriangularSolveAttrs>();
  const MatrixBatch batch = matrices_of(context.in(1));
  const int64_t n = batch.rows, columns = batch.columns;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, n * n * columns, [&](int64_t i) {
      const T* matrix = context.in(0).as<const T>() + i * n * n;
      T* to = context.out(0).as<T>() + i * n * columns;
      std::copy_n(context.in(1).as<const T>() + i * n * columns, n * columns, to);
      std::vector<T> turned;
      if (attrs.adjoint) {
        turned.resize(static_cast<size_t>(n * n));
        write_transposed(turned.data(), matrix, n, n, true);
        matrix = turned.data();
      }
      solve_triangle<T>(context, {matrix, n}, n, attrs.lower != attrs.adjoint, false, {to, columns},
                        columns);
    });
  });
}

}  // namespace pelton::cpu::PELTON_ISA
