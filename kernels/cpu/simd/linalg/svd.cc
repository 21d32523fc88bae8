// Owns the kernel of svd: a triangular factor whose rows rotations in pairs make orthogonal
// (Jacobi's method, from one side).
#include <limits>
#include <numeric>

#include "kernels/common/attrs/linalg_attrs.h"
#include "kernels/cpu/linalg/householder.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int kMostSweeps = 40;  // over all pairs; ten do as a rule

// Cosine, and sine times the phase, that make two vectors orthogonal.
template <class T>
struct Turn {
  part_t<T> cosine;
  T sine;
};

template <class T>
void turn_pair(T* x, T* y, int64_t n, const Turn<T>& turn) {
  for (int64_t i = 0; i < n; ++i) {
    const T a = x[i], b = y[i];
    x[i] = turn.cosine * a - times(conjugate(turn.sine), b);
    y[i] = times(turn.sine, a) + turn.cosine * b;
  }
}

template <class T>
part_t<T> squared_length(const T* x, int64_t n) {
  return real_part(inner_product(x, x, n));
}

// Turns rows i and j of x [n, n], and those of `turned` along, where they are not orthogonal yet;
// returns whether they were not. `squares`: the squared lengths of the rows of x.
template <class T>
bool turn_rows(Part<T> x, Part<T> turned, int64_t n, int64_t i, int64_t j, part_t<T>* squares) {
  using R = part_t<T>;
  constexpr R kCancelled = R(0.01);  // below, a difference is not exact enough
  const R limit = std::numeric_limits<R>::epsilon() * std::sqrt(static_cast<R>(n));
  const T product = inner_product(x.row(i), x.row(j), n);
  const R length = std::abs(product), first = squares[i], second = squares[j];
  if (!(length > limit * std::sqrt(first) * std::sqrt(second))) return false;
  const R ratio = (second - first) / (2 * length);
  const R tangent = std::copysign(1 / (std::abs(ratio) + std::hypot(R(1), ratio)), ratio);
  const R cosine = 1 / std::sqrt(1 + tangent * tangent);
  const Turn<T> turn{cosine, product / length * (cosine * tangent)};
  turn_pair(x.row(i), x.row(j), n, turn);
  turn_pair(turned.row(i), turned.row(j), n, turn);
  squares[i] = first - tangent * length;
  squares[j] = second + tangent * length;
  if (!(squares[i] > kCancelled * first)) squares[i] = squared_length(x.row(i), n);
  if (!(squares[j] > kCancelled * second)) squares[j] = squared_length(x.row(j), n);
  return true;
}

// Turns the rows of x [n, n] until they are orthogonal, and those of `turned` along.
template <class T>
void make_orthogonal(Part<T> x, Part<T> turned, int64_t n) {
  std::vector<part_t<T>> squares(static_cast<size_t>(n));
  bool is_done = false;
  for (int sweep = 0; sweep < kMostSweeps && !is_done; ++sweep) {
    is_done = true;
    for (int64_t i = 0; i < n; ++i) squares[static_cast<size_t>(i)] = squared_length(x.row(i), n);
    for (int64_t i = 0; i + 1 < n; ++i)
      for (int64_t j = i + 1; j < n; ++j) is_done &= !turn_rows(x, turned, n, i, j, squares.data());
  }
}

// What is found of a matrix [m, n], m >= n: vectors as columns.
template <class T>
struct Singular {
  std::vector<T> left, right;  // [m, m or n], [n, n]
  std::vector<part_t<T>> values;
};

// The largest absolute value; NaN or infinity where there is one.
template <class T>
part_t<T> largest_size(const std::vector<T>& a) {
  part_t<T> most = 0;
  for (const T& x : a) {
    const part_t<T> size = std::abs(x);
    if (!(size <= most)) most = size;
    if (std::isnan(most)) return most;
  }
  return most;
}

// Columns of [m, columns] that are not yet there (from `known` on) made orthogonal to the others.
template <class T>
void complete_basis(std::vector<T>& basis, int64_t m, int64_t columns, int64_t known) {
  if (known == columns) return;
  std::vector<T> copy(static_cast<size_t>(m * known));
  for (int64_t i = 0; i < m; ++i)
    std::copy_n(basis.data() + i * columns, known, copy.data() + i * known);
  const Reflections<T> reflections = triangulate<T>({copy.data(), known}, m, known);
  std::vector<T> whole(static_cast<size_t>(m * columns));
  write_basis<T>(reflections, {whole.data(), columns}, columns);
  for (int64_t i = 0; i < m; ++i)
    std::copy_n(whole.data() + i * columns + known, columns - known,
                basis.data() + i * columns + known);
}

// The rows of x [n, n] and of `turned` in the order of falling lengths, as columns of right and
// left; x has been divided by `scale`.
template <class T>
Singular<T> sorted_rows(Part<T> x, Part<T> turned, int64_t n, part_t<T> scale) {
  using R = part_t<T>;
  std::vector<R> lengths(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i)
    lengths[static_cast<size_t>(i)] = std::sqrt(real_part(inner_product(x.row(i), x.row(i), n)));
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return lengths[static_cast<size_t>(i)] > lengths[static_cast<size_t>(j)];
  });
  Singular<T> found{
      std::vector<T>(static_cast<size_t>(n * n)), std::vector<T>(static_cast<size_t>(n * n)), {}};
  int64_t known = 0;
  for (int64_t k = 0; k < n; ++k) {
    const int64_t row = order[static_cast<size_t>(k)];
    const R length = lengths[static_cast<size_t>(row)];
    found.values.push_back(length * scale);
    known += length > 0;
    for (int64_t i = 0; i < n; ++i) {
      const auto place = static_cast<size_t>(i * n + k);
      found.left[place] = turned.at(row, i);
      found.right[place] = length > 0 ? x.at(row, i) / length : T(0);
    }
  }
  complete_basis(found.right, n, n, known);
  return found;
}

// a [m, n], m >= n: a = Q R, and the rows of conj(R) are turned: R = turned' * values * x.
template <class T>
Singular<T> decompose_tall(std::vector<T> a, int64_t m, int64_t n, int64_t kept) {
  using R = part_t<T>;
  const R scale = largest_size(a);
  if (!std::isfinite(scale)) {
    const R nan = std::numeric_limits<R>::quiet_NaN();
    return {std::vector<T>(static_cast<size_t>(m * kept), T(nan)),
            std::vector<T>(static_cast<size_t>(n * n), T(nan)),
            std::vector<R>(static_cast<size_t>(n), nan)};
  }
  if (scale > 0)
    for (T& x : a) x /= scale;
  const Reflections<T> reflections = triangulate<T>({a.data(), n}, m, n);
  std::vector<T> turned(static_cast<size_t>(n * n));
  for (int64_t i = 0; i < n; ++i) turned[static_cast<size_t>(i * n + i)] = T(1);
  for (int64_t i = 0; i < n * n; ++i) a[size_t(i)] = conjugate(a[size_t(i)]);
  make_orthogonal<T>({a.data(), n}, {turned.data(), n}, n);
  Singular<T> found = sorted_rows<T>({a.data(), n}, {turned.data(), n}, n, scale);
  std::vector<T> left(static_cast<size_t>(m * kept));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < kept; ++j)
      left[static_cast<size_t>(i * kept + j)] =
          i < n && j < n ? found.left[size_t(i * n + j)] : T(i == j);
  std::vector<T> row(static_cast<size_t>(kept));
  for (int64_t k = n - 1; k >= 0; --k)
    reflect_rows<T>({left.data() + k * kept, kept}, m - k, kept, reflections.vector(k),
                    reflections.scales[static_cast<size_t>(k)], row.data());
  found.left = std::move(left);
  return found;
}

}  // namespace

void svd(const KernelContext& context) {
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t m = batch.rows, n = batch.columns, least = std::min(m, n), most = std::max(m, n);
  const int64_t kept = context.attrs<FactorAttrs>().full_matrices ? most : least;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, 40 * most * least * least, [&](int64_t i) {
      const T* from = context.in(0).as<const T>() + i * m * n;
      std::vector<T> a(from, from + m * n);
      if (m < n) write_transposed(a.data(), from, m, n, true);
      const Singular<T> found = decompose_tall(std::move(a), most, least, kept);
      const std::vector<T>& left = m < n ? found.right : found.left;
      const std::vector<T>& right = m < n ? found.left : found.right;
      std::copy(found.values.begin(), found.values.end(),
                context.out(0).as<part_t<T>>() + i * least);
      std::copy(left.begin(), left.end(), context.out(1).as<T>() + i * int64_t(left.size()));
      std::copy(right.begin(), right.end(), context.out(2).as<T>() + i * int64_t(right.size()));
    });
  });
}

}  // namespace pelton::cpu::PELTON_ISA
