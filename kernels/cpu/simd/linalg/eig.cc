// Owns the kernel of eig: reflections make a complex matrix Hessenberg's, rotations with shifts
// make that triangular (Schur's form), whose eigenvectors follow by substitution.
#include <limits>

#include "kernels/cpu/linalg/householder.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int kMostShiftedSteps = 60;  // for one eigenvalue

template <class T>
void make_hessenberg(Part<T> a, Part<T> basis, int64_t n) {
  std::vector<T> v(static_cast<size_t>(n)), row(static_cast<size_t>(n));
  for (int64_t k = 0; k + 2 < n; ++k) {
    const int64_t rest = n - k - 1;
    for (int64_t i = 0; i < rest; ++i) v[static_cast<size_t>(i)] = a.at(k + 1 + i, k);
    const Reflection<T> one = make_reflection(v.data(), rest);
    reflect_rows(a.from(k + 1, k), rest, n - k, v.data(), conjugate(one.scale), row.data());
    reflect_columns(a.from(0, k + 1), n, rest, v.data(), one.scale);
    reflect_columns(basis.from(0, k + 1), n, rest, v.data(), one.scale);
    for (int64_t i = k + 2; i < n; ++i) a.at(i, k) = T(0);
  }
}

// The eigenvalue of the last two rows and columns up to `last` that is nearer to the last element.
template <class T>
T shift_at(Part<T> a, int64_t last, int step) {
  const T d = a.at(last, last);
  if (step % 10 == 9) return d + std::abs(a.at(last, last - 1));  // a cycle is left so
  const T half = (a.at(last - 1, last - 1) - d) / part_t<T>(2);
  const T product = times(a.at(last, last - 1), a.at(last - 1, last));
  const T root = std::sqrt(times(half, half) + product);
  const T sum = std::abs(half + root) > std::abs(half - root) ? half + root : half - root;
  return sum == T(0) ? d : d - product / sum;
}

// [[c, s], [-conj(s), c]] takes (x, y) to (length, 0).
template <class T>
struct Rotation {
  part_t<T> c = 1;
  T s{};
};
template <class T>
Rotation<T> rotation_of(T x, T y) {
  using R = part_t<T>;
  const R first = std::abs(x), length = std::hypot(first, std::abs(y));
  if (length == 0) return {};
  const T phase = first == 0 ? T(1) : x / first;
  return {first / length, times(phase, conjugate(y)) / length};
}

// A QR step with `shift` on rows and columns [first, last] of a triangular form to be.
template <class T>
void step_shifted(Part<T> a, Part<T> basis, int64_t n, int64_t first, int64_t last, T shift) {
  std::vector<Rotation<T>> turns;
  for (int64_t k = first; k <= last; ++k) a.at(k, k) -= shift;
  for (int64_t k = first; k < last; ++k) {
    const Rotation<T> turn = rotation_of(a.at(k, k), a.at(k + 1, k));
    turns.push_back(turn);
    for (int64_t j = k; j < n; ++j) {
      const T x = a.at(k, j), y = a.at(k + 1, j);
      a.at(k, j) = turn.c * x + times(turn.s, y);
      a.at(k + 1, j) = turn.c * y - times(conjugate(turn.s), x);
    }
  }
  const auto turn_columns = [&](Part<T> x, int64_t row, int64_t k, const Rotation<T>& turn) {
    const T left = x.at(row, k), right = x.at(row, k + 1);
    x.at(row, k) = turn.c * left + times(conjugate(turn.s), right);
    x.at(row, k + 1) = turn.c * right - times(turn.s, left);
  };
  for (int64_t k = first; k < last; ++k) {
    const Rotation<T>& turn = turns[static_cast<size_t>(k - first)];
    for (int64_t row = 0; row <= k + 1; ++row) turn_columns(a, row, k, turn);
    for (int64_t row = 0; row < n; ++row) turn_columns(basis, row, k, turn);
  }
  for (int64_t k = first; k <= last; ++k) a.at(k, k) += shift;
}

// Schur's form of a, and its basis; false where it does not end, as with NaN.
template <class T>
bool make_triangular(Part<T> a, Part<T> basis, int64_t n) {
  using R = part_t<T>;
  make_hessenberg(a, basis, n);
  const auto is_small = [&](int64_t k) {
    const R beside = std::abs(a.at(k, k)) + std::abs(a.at(k - 1, k - 1));
    return std::abs(a.at(k, k - 1)) <= std::numeric_limits<R>::epsilon() * beside ||
           std::abs(a.at(k, k - 1)) < std::numeric_limits<R>::min();
  };
  for (int64_t last = n - 1; last > 0; --last)
    for (int step = 0;; ++step) {
      int64_t first = last;
      while (first > 0 && !is_small(first)) --first;
      if (first > 0) a.at(first, first - 1) = T(0);
      if (first == last) break;
      if (step == kMostShiftedSteps) return false;
      step_shifted(a, basis, n, first, last, shift_at(a, last, step));
    }
  return true;
}

// The eigenvectors of upper triangular a as columns of x, each with 1 on the diagonal.
template <class T>
void substitute(Part<const T> a, Part<T> x, int64_t n) {
  using R = part_t<T>;
  R most = 0;
  for (int64_t i = 0; i < n * n; ++i) most = std::max(most, std::abs(a.first[i]));
  const R least = std::max(most * std::numeric_limits<R>::epsilon(), std::numeric_limits<R>::min());
  for (int64_t k = 0; k < n; ++k) {
    x.at(k, k) = T(1);
    for (int64_t i = k - 1; i >= 0; --i) {
      T sum{};
      for (int64_t j = i + 1; j <= k; ++j) sum += times(a.at(i, j), x.at(j, k));
      T gap = a.at(k, k) - a.at(i, i);
      if (std::abs(gap) < least) gap = least;
      x.at(i, k) = sum / gap;
    }
  }
}

template <class T>
void decompose_general(const T* from, int64_t n, T* values, T* vectors) {
  using R = part_t<T>;
  const auto size = static_cast<size_t>(n * n);
  std::vector<T> a(from, from + n * n), basis(size), inner(size);
  for (int64_t i = 0; i < n; ++i) basis[static_cast<size_t>(i * n + i)] = T(1);
  std::fill_n(vectors, n * n, T(0));
  if (!make_triangular<T>({a.data(), n}, {basis.data(), n}, n)) {
    std::fill_n(values, n, T(std::numeric_limits<R>::quiet_NaN()));
    std::fill_n(vectors, n * n, T(std::numeric_limits<R>::quiet_NaN()));
    return;
  }
  for (int64_t i = 0; i < n; ++i) values[i] = a[static_cast<size_t>(i * n + i)];
  substitute<T>({a.data(), n}, {inner.data(), n}, n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      add_scaled(vectors + i * n, basis[size_t(i * n + j)], inner.data() + j * n, n);
  for (int64_t k = 0; k < n; ++k) {
    R length = 0;
    for (int64_t i = 0; i < n; ++i) length += square_size(vectors[i * n + k]);
    length = std::sqrt(length);
    for (int64_t i = 0; i < n; ++i) vectors[i * n + k] /= length;
  }
}

}  // namespace

void eig(const KernelContext& context) {
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t n = batch.columns;
  visit(ComplexTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, 40 * n * n * n, [&](int64_t i) {
      decompose_general(context.in(0).as<const T>() + i * n * n, n, context.out(0).as<T>() + i * n,
                        context.out(1).as<T>() + i * n * n);
    });
  });
}

}  // namespace pelton::cpu::PELTON_ISA
