// Owns the layer normalisation kernels. A row stays in the cache for its passes; rows are cut into
// blocks that depend on the shape only, and the blocks' sums are joined in order, so that any
// number of threads gives the same bits.
#include "kernels/declared/norm.h"

#include <algorithm>
#include <cmath>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/layer_norm.h"
#include "kernels/cpu/gemm/pack.h"
#include "kernels/cpu/reduce/partial_sums.h"
#include "kernels/cpu/simd/vec.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kLayerNormGrain = 16 * 1024;  // elements
constexpr int64_t kLayerNormBlock = 16 * 1024;  // elements whose gradients of scale are summed
constexpr int64_t kLayerNormLeastRows = 8;      // of a block: its sums cost as much as a row

// The rows of x, of n elements each.
struct LayerRows {
  LayerRows(const TensorView& x, const TensorView& scale)
      : n(scale.size), count(n == 0 ? 0 : x.size / n) {}
  int64_t grain() const { return std::max<int64_t>(1, kLayerNormGrain / n); }
  int64_t per_block() const { return std::max(kLayerNormLeastRows, kLayerNormBlock / n); }
  int64_t n, count;
};

// A row in the type that it is computed in: a copy of one of 16-bit floats, else the row itself.
template <class T>
class WideRow {
 public:
  using S = compute_t<T>;
  WideRow(const KernelContext& context, int64_t n)
      : n_(n), copy_(context.workspace(kCopies ? static_cast<size_t>(n) * sizeof(S) : 0)) {}
  const S* read(const T* row) const {
    if constexpr (kCopies) {
      pack_table<T>().widen(copy_.as<S>(), n_, {row, n_, 1}, 1, n_);
      return copy_.as<S>();
    } else {
      return row;
    }
  }
  // Where to compute what write() takes to `row`; elements of what was read may be replaced.
  S* at(T* row) const {
    if constexpr (kCopies)
      return copy_.as<S>();
    else
      return row;
  }
  void write(T* row) const {
    if constexpr (kCopies) pack_table<T>().narrow(row, n_, copy_.as<S>(), n_, 1, n_);
  }

 private:
  static constexpr bool kCopies = !std::is_same_v<S, T>;
  const int64_t n_;
  const Workspace copy_;
};

// v with zeros behind its first lanes.
template <class S>
[[gnu::always_inline]] inline void clear_rest(Vec<S>& v, int lanes) {
  if (lanes == kLanes<S>) return;
  S values[kLanes<S>];
  store(values, v);
  load_first(v, values, lanes);
}

// The sum of all lanes in a fixed order.
template <class S>
[[gnu::always_inline]] inline S total(const Vec<S>& v) {
  constexpr int kParts = kLanes<S> < 4 ? kLanes<S> : 4;
  S values[kLanes<S>], parts[kParts] = {};
  store(values, v);
  for (int i = 0; i < kLanes<S>; i += kParts)
    for (int part = 0; part < kParts; ++part) parts[part] += values[i + part];
  S sum = parts[0];
  for (int part = 1; part < kParts; ++part) sum += parts[part];
  return sum;
}

// Sums over a row: f(sums, element, lanes) for each of its registers, in four chains of additions
// that do not wait for each other.
template <class S, class Sums, class F>
[[gnu::always_inline]] inline Sums sum_row(int64_t n, const F& f) {
  Sums a, b, c, d;
  int64_t i = 0;
  for (; i + 4 * kLanes<S> <= n; i += 4 * kLanes<S>) {
    f(a, i, kLanes<S>);
    f(b, i + kLanes<S>, kLanes<S>);
    f(c, i + 2 * kLanes<S>, kLanes<S>);
    f(d, i + 3 * kLanes<S>, kLanes<S>);
  }
  for (; i + kLanes<S> <= n; i += kLanes<S>) f(a, i, kLanes<S>);
  if (i < n) f(b, i, static_cast<int>(n - i));
  a.add(b), c.add(d), a.add(c);
  return a;
}

template <class S>
struct ValueSum {
  void add(const ValueSum& other) { values += other.values; }
  Vec<S> values{};
};

// Of the deviations from a mean, and their squares.
template <class S>
struct DeviationSums {
  void add(const DeviationSums& other) {
    residual += other.residual;
    squares += other.squares;
  }
  Vec<S> residual{}, squares{};
};

// Beside them those of the normalised values' gradients h and of h times the deviation.
template <class S>
struct GradientSums : DeviationSums<S> {
  void add(const GradientSums& other) {
    DeviationSums<S>::add(other);
    grads += other.grads;
    products += other.products;
  }
  Vec<S> grads{}, products{};
};

template <class S>
[[gnu::always_inline]] inline S mean_of_row(const S* x, int64_t n) {
  const auto sum = sum_row<S, ValueSum<S>>(n, [&](ValueSum<S>& s, int64_t i, int lanes) {
    Vec<S> v;
    load_lanes(v, x + i, lanes);
    s.values += v;
  });
  return total<S>(sum.values) / S(n);
}

// x - mean, added to the sums of deviations.
template <class S>
[[gnu::always_inline]] inline void deviation(Vec<S>& v, DeviationSums<S>& sums, const S* x, S mean,
                                             int lanes) {
  load_lanes(v, x, lanes);
  v -= splat(mean);
  clear_rest<S>(v, lanes);
  sums.residual += v;
  multiply_add(sums.squares, v, v);
}

// The normalised elements of x.
template <class S>
[[gnu::always_inline]] inline void load_normal(Vec<S>& v, const row_norm::Normal<S>& normal,
                                               const S* x, int lanes) {
  Vec<S> from;
  load_lanes(from, x, lanes);
  v = splat(normal.shift);
  multiply_add(v, Vec<S>(from - splat(normal.center)), splat(normal.rate));
}

// y = (x - mean) / sqrt(variance + epsilon) * scale + offset.
template <class S>
void normalize_row(const S* x, const S* scale, const S* offset, S epsilon, int64_t n, S* y) {
  const S center = mean_of_row(x, n);
  using Sums = DeviationSums<S>;
  const Sums sums = sum_row<S, Sums>(n, [&](Sums& s, int64_t i, int lanes) {
    Vec<S> v;
    deviation(v, s, x + i, center, lanes);
  });
  const auto normal = row_norm::Normal<S>::of(center, total<S>(sums.residual),
                                              total<S>(sums.squares), S(n), epsilon);
  for_lanes<S>(n, [&](int64_t i, int lanes) {
    Vec<S> v, factor, sum;
    load_normal(v, normal, x + i, lanes);
    load_lanes(factor, scale + i, lanes);
    load_lanes(sum, offset + i, lanes);
    multiply_add(sum, v, factor);
    store_lanes(y + i, sum, lanes);
  });
}

template <class T>
void normalize_rows(const KernelContext& context) {
  using S = compute_t<T>;
  const LayerRows rows(context.in(0), context.in(1));
  const T* x = context.in(0).as<const T>();
  const S *scale = context.in(1).as<const S>(), *offset = context.in(2).as<const S>();
  const S epsilon(context.attrs<LayerNormAttrs>().epsilon);
  T* y = context.out(0).as<T>();
  if (rows.count == 0) return;
  parallel_for(rows.count, rows.grain(), [&](int64_t begin, int64_t end) {
    const WideRow<T> row(context, rows.n);
    for (int64_t r = begin; r < end; ++r) {
      T* const to = y + r * rows.n;
      const S* const from = row.read(x + r * rows.n);
      normalize_row(from, scale, offset, epsilon, rows.n, row.at(to));
      row.write(to);
    }
  });
}

// The gradient of one row, whose part of the gradients of scale and offset is added to theirs.
template <class S>
void gradient_row(const S* grad, const S* x, const S* scale, S epsilon, int64_t n, S* x_grad,
                  S* __restrict scale_grad, S* __restrict offset_grad) {
  const S center = mean_of_row(x, n);
  using Sums = GradientSums<S>;
  const Sums sums = sum_row<S, Sums>(n, [&](Sums& s, int64_t i, int lanes) {
    Vec<S> v, g, factor;
    deviation(v, s, x + i, center, lanes);
    load_lanes(g, grad + i, lanes);
    load_lanes(factor, scale + i, lanes);
    g *= factor;
    s.grads += g;
    multiply_add(s.products, g, v);
  });
  const auto normal = row_norm::Normal<S>::of(center, total<S>(sums.residual),
                                              total<S>(sums.squares), S(n), epsilon);
  const auto formula =
      row_norm::InputGrad<S>::of(normal, total<S>(sums.grads), total<S>(sums.products), S(n));
  const Vec<S> rate = splat(formula.rate), mean = splat(formula.mean), slope = splat(formula.slope);
  for_lanes<S>(n, [&](int64_t i, int lanes) {
    Vec<S> v, g, factor, of_scale, of_offset;
    load_normal(v, normal, x + i, lanes);
    load_lanes(g, grad + i, lanes);
    load_lanes(factor, scale + i, lanes);
    load_lanes(of_scale, scale_grad + i, lanes);
    load_lanes(of_offset, offset_grad + i, lanes);
    multiply_add(of_scale, g, v);
    of_offset += g;
    store_lanes(scale_grad + i, of_scale, lanes);
    store_lanes(offset_grad + i, of_offset, lanes);
    store_lanes(x_grad + i, Vec<S>(rate * (g * factor - mean - v * slope)), lanes);
  });
}

// Adds the blocks' sums of n elements in order; `step` lies between those of two blocks.
template <class S>
void join_blocks(const S* blocks, int64_t count, int64_t step, int64_t n, S* out) {
  parallel_for(n, std::max<int64_t>(1, kLayerNormGrain / std::max<int64_t>(1, count)),
               [&](int64_t begin, int64_t end) {
                 part_sum_table<S>().add(out + begin, blocks + begin, step, nullptr, count,
                                         end - begin);
               });
}

template <class T>
void gradient_of_rows(const KernelContext& context) {
  using S = compute_t<T>;
  const LayerRows rows(context.in(1), context.in(2));
  const int64_t n = rows.n;
  if (n == 0) return;
  const T *grad = context.in(0).as<const T>(), *x = context.in(1).as<const T>();
  const S* scale = context.in(2).as<const S>();
  const S epsilon(context.attrs<LayerNormAttrs>().epsilon);
  T* x_grad = context.out(0).as<T>();
  const int64_t per_block = rows.per_block(), blocks = (rows.count + per_block - 1) / per_block;
  const Workspace sums = context.workspace(static_cast<size_t>(2 * blocks * n) * sizeof(S));
  parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
    const WideRow<T> row(context, n), grad_row(context, n);
    for (int64_t b = begin; b < end; ++b) {
      S* sum = sums.as<S>() + 2 * b * n;
      std::fill_n(sum, 2 * n, S(0));
      for (int64_t r = b * per_block; r < std::min(rows.count, (b + 1) * per_block); ++r) {
        T* const to = x_grad + r * n;
        const S *g = grad_row.read(grad + r * n), *from = row.read(x + r * n);
        gradient_row(g, from, scale, epsilon, n, grad_row.at(to), sum, sum + n);
        grad_row.write(to);
      }
    }
  });
  join_blocks(sums.as<S>(), blocks, 2 * n, n, context.out(1).as<S>());
  join_blocks(sums.as<S>() + n, blocks, 2 * n, n, context.out(2).as<S>());
}

}  // namespace

void layer_norm(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { normalize_rows<T>(context); });
}

void layer_norm_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(1).dtype, [&]<class T>() { gradient_of_rows<T>(context); });
}

}  // namespace pelton::cpu::PELTON_ISA
