// Owns the kernel of eigh: reflections make a Hermitian matrix tridiagonal and real, rotations with
// implicit shifts make that diagonal.
#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels/cpu/linalg/householder.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int kMostShifts = 60;  // for one eigenvalue, which takes two as a rule

// A real symmetric tridiagonal matrix; `beside[i]` lies between diagonal elements i and i + 1.
template <class R>
struct Tridiagonal {
  std::vector<R> diagonal, beside;
};

// a [n, n] -= v w' + w v', for Hermitian a.
template <class T>
void subtract_pair(Part<T> a, int64_t n, const T* v, const T* w) {
  for (int64_t i = 0; i < n; ++i) {
    const T left = v[i], right = w[i];
    for (int64_t j = 0; j < n; ++j)
      a.at(i, j) -= times(left, conjugate(w[j])) + times(right, conjugate(v[j]));
  }
}

// The matrix a, whose reflections are written as rows to `found`; a is left in pieces.
template <class T>
Tridiagonal<part_t<T>> make_tridiagonal(Part<T> a, int64_t n, Reflections<T>& found) {
  Tridiagonal<part_t<T>> result;
  found = {std::vector<T>(static_cast<size_t>(n * n)), std::vector<T>(static_cast<size_t>(n)), n};
  std::vector<T> w(static_cast<size_t>(n)), mirrored(static_cast<size_t>(n));
  for (int64_t k = 0; k + 1 < n; ++k) {
    const int64_t rest = n - k - 1;
    T* v = found.vectors.data() + (k + 1) * n + k + 1;
    for (int64_t i = 0; i < rest; ++i) v[i] = a.at(k + 1 + i, k);
    const Reflection<T> one = make_reflection(v, rest);
    found.scales[static_cast<size_t>(k + 1)] = one.scale;
    const Part<T> inner = a.from(k + 1, k + 1);
    for (int64_t i = 0; i < rest; ++i) mirrored[static_cast<size_t>(i)] = conjugate(v[i]);
    for (int64_t i = 0; i < rest; ++i)
      w[static_cast<size_t>(i)] =
          times(one.scale, conjugate(inner_product(inner.row(i), mirrored.data(), rest)));
    const T along = times(conjugate(one.scale), inner_product(v, w.data(), rest)) / part_t<T>(2);
    add_scaled(w.data(), -along, v, rest);
    subtract_pair(inner, rest, v, w.data());
    result.diagonal.push_back(real_part(a.at(k, k)));
    result.beside.push_back(one.length);
  }
  result.diagonal.push_back(real_part(a.at(n - 1, n - 1)));
  result.beside.push_back(0);
  return result;
}

// Rows i and i + 1 of vectors turned: c * upper - s * lower above s * upper + c * lower.
template <class T>
void turn_rows(Part<T> vectors, int64_t i, int64_t n, part_t<T> c, part_t<T> s) {
  T *upper = vectors.row(i), *lower = vectors.row(i + 1);
  for (int64_t k = 0; k < n; ++k) {
    const T x = upper[k], y = lower[k];
    upper[k] = c * x - s * y;
    lower[k] = s * x + c * y;
  }
}

// One implicit QL step on elements [first, last]; the vectors' rows turn along.
template <class T>
void step_down(Tridiagonal<part_t<T>>& t, int64_t first, int64_t last, Part<T> vectors, int64_t n) {
  using R = part_t<T>;
  R *d = t.diagonal.data(), *e = t.beside.data();
  const R half = (d[first + 1] - d[first]) / (2 * e[first]);
  R bulge = d[last] - d[first] + e[first] / (half + std::copysign(std::hypot(half, R(1)), half));
  R s = 1, c = 1, moved = 0;
  for (int64_t i = last - 1; i >= first; --i) {
    const R off = s * e[i], next = c * e[i], length = std::hypot(off, bulge);
    e[i + 1] = length;
    if (length == 0) {  // it falls into two
      d[i + 1] -= moved;
      e[last] = 0;
      return;
    }
    s = off / length;
    c = bulge / length;
    const R base = d[i + 1] - moved, mixed = (d[i] - base) * s + 2 * c * next;
    moved = s * mixed;
    d[i + 1] = base + moved;
    bulge = c * mixed - next;
    turn_rows(vectors, i, n, c, s);
  }
  d[first] -= moved;
  e[first] = bulge;
  e[last] = 0;
}

// Leaves the eigenvalues on the diagonal; false where it does not end, as with NaN.
template <class T>
bool diagonalize(Tridiagonal<part_t<T>>& t, Part<T> vectors, int64_t n) {
  using R = part_t<T>;
  for (int64_t first = 0; first < n; ++first)
    for (int step = 0;; ++step) {
      int64_t last = first;
      for (; last + 1 < n; ++last) {
        const auto i = static_cast<size_t>(last);
        const R beside = std::abs(t.diagonal[i]) + std::abs(t.diagonal[i + 1]);
        if (std::abs(t.beside[i]) <= std::numeric_limits<R>::epsilon() * beside) break;
      }
      if (last == first) break;
      if (step == kMostShifts) return false;
      step_down(t, first, last, vectors, n);
    }
  return std::all_of(t.diagonal.begin(), t.diagonal.end(), [](R x) { return std::isfinite(x); });
}

// The lower triangle of `from` as a whole Hermitian matrix.
template <class T>
std::vector<T> hermitian(const T* from, int64_t n) {
  std::vector<T> a(from, from + n * n);
  for (int64_t i = 0; i < n; ++i) {
    a[static_cast<size_t>(i * n + i)] = real_part(from[i * n + i]);
    for (int64_t j = 0; j < i; ++j) a[static_cast<size_t>(j * n + i)] = conjugate(from[i * n + j]);
  }
  return a;
}

template <class T>
void decompose_hermitian(const T* from, int64_t n, T* values, T* vectors) {
  using R = part_t<T>;
  std::vector<T> a = hermitian(from, n);
  Reflections<T> reflections;
  Tridiagonal<R> t = make_tridiagonal<T>({a.data(), n}, n, reflections);
  write_basis<T>(reflections, {a.data(), n}, n);
  std::vector<T> rows(static_cast<size_t>(n * n));
  write_transposed(rows.data(), a.data(), n, n, false);
  if (!diagonalize<T>(t, {rows.data(), n}, n)) {
    std::fill_n(values, n, T(std::numeric_limits<R>::quiet_NaN()));
    std::fill_n(vectors, n * n, T(std::numeric_limits<R>::quiet_NaN()));
    return;
  }
  std::vector<size_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t i, size_t j) { return t.diagonal[i] < t.diagonal[j]; });
  for (int64_t k = 0; k < n; ++k) {
    const size_t row = order[static_cast<size_t>(k)];
    values[k] = t.diagonal[row];
    for (int64_t i = 0; i < n; ++i)
      vectors[i * n + k] = rows[row * static_cast<size_t>(n) + size_t(i)];
  }
}

}  // namespace

void eigh(const KernelContext& context) {
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t n = batch.columns;
  if (n == 0) return;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, 9 * n * n * n, [&](int64_t i) {
      decompose_hermitian(context.in(0).as<const T>() + i * n * n, n,
                          context.out(0).as<T>() + i * n, context.out(1).as<T>() + i * n * n);
    });
  });
}

}  // namespace pelton::cpu::PELTON_ISA
