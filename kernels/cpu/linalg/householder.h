// Owns Householder's reflections, and the factorization into an orthogonal and a triangular one.
#pragma once
#include <cmath>

#include "kernels/cpu/linalg/matrices.h"

namespace pelton::cpu::PELTON_ISA {

// I - scale * v * v', whose v[0] is 1; its conjugate transpose takes the vector that it was made of
// to (length, 0, ...).
template <class T>
struct Reflection {
  T scale{};
  part_t<T> length{};
};

// Makes the reflection of x [n] and leaves v in x. A scale of 0 leaves everything as it is.
template <class T>
Reflection<T> make_reflection(T* x, int64_t n) {
  part_t<T> tail = 0;
  for (int64_t i = 1; i < n; ++i) tail += square_size(x[i]);
  const T first = x[0];
  part_t<T> turned = 0;
  if constexpr (is_complex_number<T>) turned = first.imag();
  x[0] = T(1);
  if (tail == 0 && turned == 0) return {T(0), real_part(first)};
  part_t<T> length = std::sqrt(square_size(first) + tail);
  if (real_part(first) >= 0) length = -length;
  const T inverse = T(1) / (first - length);
  for (int64_t i = 1; i < n; ++i) x[i] = times(x[i], inverse);
  return {(T(length) - first) / length, length};
}

// a [m, n] -= scale * v * (v' a), for v [m]; `row`: room for n numbers.
template <class T>
void reflect_rows(Part<T> a, int64_t m, int64_t n, const T* v, T scale, T* row) {
  if (scale == T(0)) return;
  std::fill_n(row, n, T(0));
  for (int64_t i = 0; i < m; ++i) add_scaled(row, conjugate(v[i]), a.row(i), n);
  for (int64_t i = 0; i < m; ++i) add_scaled(a.row(i), -times(scale, v[i]), row, n);
}

// a [m, n] -= scale * (a v) * v', for v [n].
template <class T>
void reflect_columns(Part<T> a, int64_t m, int64_t n, const T* v, T scale) {
  if (scale == T(0)) return;
  for (int64_t i = 0; i < m; ++i) {
    T sum{};
    for (int64_t j = 0; j < n; ++j) sum += times(a.at(i, j), v[j]);
    sum = times(scale, sum);
    for (int64_t j = 0; j < n; ++j) a.at(i, j) -= times(sum, conjugate(v[j]));
  }
}

// The reflections of a matrix: their vectors as rows, the first element on the diagonal.
template <class T>
struct Reflections {
  std::vector<T> vectors;  // [count, size]
  std::vector<T> scales;
  int64_t size = 0;
  const T* vector(int64_t i) const { return vectors.data() + i * size + i; }
};

// Writes R over a [m, n]; what was below its diagonal is 0.
template <class T>
Reflections<T> triangulate(Part<T> a, int64_t m, int64_t n) {
  const int64_t count = std::min(m, n);
  Reflections<T> found{std::vector<T>(static_cast<size_t>(count * m)),
                       std::vector<T>(static_cast<size_t>(count)), m};
  std::vector<T> row(static_cast<size_t>(n));
  for (int64_t k = 0; k < count; ++k) {
    T* v = found.vectors.data() + k * m + k;
    for (int64_t i = k; i < m; ++i) v[i - k] = a.at(i, k);
    const Reflection<T> one = make_reflection(v, m - k);
    found.scales[static_cast<size_t>(k)] = one.scale;
    reflect_rows(a.from(k, k + 1), m - k, n - k - 1, v, conjugate(one.scale), row.data());
    a.at(k, k) = one.length;
    for (int64_t i = k + 1; i < m; ++i) a.at(i, k) = T(0);
  }
  return found;
}

// Writes the first `columns` columns of the product of all reflections to q [m, columns].
template <class T>
void write_basis(const Reflections<T>& reflections, Part<T> q, int64_t columns) {
  const int64_t m = reflections.size;
  for (int64_t i = 0; i < m; ++i) {
    std::fill_n(q.row(i), columns, T(0));
    if (i < columns) q.at(i, i) = T(1);
  }
  std::vector<T> row(static_cast<size_t>(columns));
  for (auto k = static_cast<int64_t>(reflections.scales.size()) - 1; k >= 0; --k)
    reflect_rows(q.from(k, 0), m - k, columns, reflections.vector(k),
                 reflections.scales[static_cast<size_t>(k)], row.data());
}

}  // namespace pelton::cpu::PELTON_ISA
