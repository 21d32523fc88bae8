// Owns the CUDA kernels of batch normalisation: statistics from a reduction of columns, then one
// pass.
#include "kernels/declared/norm.h"

#include <limits>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/batch_norm.h"
#include "kernels/cuda/reduce/column_reduction.h"

namespace pelton::cuda {
namespace {

Columns channels_of(const TensorView& x) {
  const int64_t channels = x.shape().back();
  return {channels == 0 ? 0 : x.size / channels, channels};
}

// Mean and variance of x; also what no rows give, TensorFlow's nan.
template <class T>
struct MomentsReduction {
  using S = compute_t<T>;
  struct Acc {
    S rows = 0, mean = 0, squares = 0;
  };

  PELTON_HD S at(int64_t row, int64_t column) const { return S(x[row * channels + column]); }
  PELTON_HD Acc chunk(int64_t first, int64_t last, int64_t column) const {
    Acc acc{S(last - first)};
    for (int64_t row = first; row < last; ++row) acc.mean += at(row, column);
    acc.mean /= acc.rows;
    S residual = 0;
    for (int64_t row = first; row < last; ++row) {
      const S deviation = at(row, column) - acc.mean;
      residual += deviation;
      acc.squares += deviation * deviation;
    }
    batch_norm::correct(acc.mean, acc.squares, residual, acc.rows);
    return acc;
  }
  PELTON_HD Acc combine(Acc a, const Acc& b) const {
    if (a.rows == 0 || b.rows == 0) return a.rows == 0 ? b : a;
    batch_norm::Joint<S>(a.rows, b.rows).add(a.mean, a.squares, b.mean, b.squares);
    a.rows += b.rows;
    return a;
  }
  PELTON_HD void finish(int64_t column, const Acc& acc) const {
    const S nan = std::numeric_limits<S>::quiet_NaN();
    mean[column] = acc.rows == 0 ? nan : acc.mean;
    variance[column] = acc.rows == 0 ? nan : acc.squares / acc.rows;
  }

  const T* x;
  int64_t channels;
  S *mean, *variance;
};

struct Normalization {
  int64_t size, channels;
  BatchNormAttrs attrs;
  const void *x, *mean, *variance, *scale, *offset;
  void* y;
};

template <class T>
__global__ void normalize_all(Normalization n) {
  using S = compute_t<T>;
  const auto value = [&](const void* of, int64_t c) { return static_cast<const S*>(of)[c]; };
  for (int64_t i = first_item(); i < n.size; i += item_step()) {
    const int64_t c = i % n.channels;
    const S factor =
        batch_norm::factor(value(n.scale, c), value(n.variance, c), S(n.attrs.epsilon));
    const S normal = batch_norm::normalized(S(static_cast<const T*>(n.x)[i]), value(n.mean, c),
                                            factor, value(n.offset, c));
    static_cast<T*>(n.y)[i] = batch_norm::activated<T>(normal, n.attrs.activation);
  }
}

void normalize(const KernelContext& context, const Normalization& n) {
  void (*kernel)(Normalization) = nullptr;
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { kernel = &normalize_all<T>; });
  launch(context, grid_over(n.size), kernel, n);
}

struct NormGrad {
  int64_t rows, channels;
  BatchNormAttrs attrs;
  const void *grad, *x, *scale, *offset, *mean, *variance;
  void *x_grad, *scale_grad, *offset_grad;
  void* products;  // of the gradient and x - mean, summed
};

// One channel of it, as the numbers that its elements share.
template <class T>
struct NormGradChannel {
  using S = compute_t<T>;
  PELTON_HD NormGradChannel(const NormGrad& norm, int64_t channel)
      : g(norm), mean(of(norm.mean, channel)), offset(of(norm.offset, channel)), c(channel) {
    factor = batch_norm::factor(of(g.scale, c), of(g.variance, c), S(g.attrs.epsilon));
  }
  PELTON_HD static S of(const void* values, int64_t channel) {
    return static_cast<const S*>(values)[channel];
  }
  PELTON_HD S x(int64_t row) const { return S(static_cast<const T*>(g.x)[row * g.channels + c]); }
  // What the activation passes of the gradient.
  PELTON_HD S grad(int64_t row) const {
    const S given(static_cast<const T*>(g.grad)[row * g.channels + c]);
    return batch_norm::passed<T>(given, batch_norm::normalized(x(row), mean, factor, offset),
                                 g.attrs.activation);
  }

  const NormGrad& g;
  S mean, offset, factor;
  int64_t c;
};

// Sums of the gradient and of gradient * (x - mean).
template <class T>
struct GradSumsReduction {
  using S = compute_t<T>;
  struct Acc {
    S sum = 0, product = 0;
  };

  PELTON_HD Acc chunk(int64_t first, int64_t last, int64_t column) const {
    const NormGradChannel<T> channel(g, column);
    Acc acc;
    for (int64_t row = first; row < last; ++row) {
      const S grad = channel.grad(row);
      acc.sum += grad;
      acc.product += grad * (channel.x(row) - channel.mean);
    }
    return acc;
  }
  PELTON_HD Acc combine(const Acc& a, const Acc& b) const {
    return {a.sum + b.sum, a.product + b.product};
  }
  PELTON_HD void finish(int64_t column, const Acc& acc) const {
    const S variance = static_cast<const S*>(g.variance)[column];
    static_cast<S*>(g.offset_grad)[column] = acc.sum;
    static_cast<S*>(g.products)[column] = acc.product;
    static_cast<S*>(g.scale_grad)[column] =
        batch_norm::factor(acc.product, variance, S(g.attrs.epsilon));
  }

  NormGrad g;
};

template <class T>
__global__ void input_grad_all(NormGrad g) {
  using S = compute_t<T>;
  for (int64_t i = first_item(); i < g.rows * g.channels; i += item_step()) {
    const int64_t c = i % g.channels;
    const NormGradChannel<T> channel(g, c);
    const auto value = [&](const void* values) { return channel.of(values, c); };
    const auto formula = batch_norm::InputGrad<S>::of(
        value(g.scale), channel.mean, value(g.variance), S(g.attrs.epsilon), value(g.offset_grad),
        value(g.products), S(g.rows));
    static_cast<T*>(g.x_grad)[i] =
        T(formula(channel.grad(i / g.channels), channel.x(i / g.channels)));
  }
}

}  // namespace

void batch_norm_train(const KernelContext& context) {
  const TensorView &x = context.in(0), &mean = context.out(1), &variance = context.out(2);
  const Columns columns = channels_of(x);
  visit(FloatingTypes{}, x.dtype, [&]<class T>() {
    using S = compute_t<T>;
    reduce_columns_of(
        context, columns,
        MomentsReduction<T>{x.as<const T>(), columns.columns, mean.as<S>(), variance.as<S>()});
  });
  normalize(context, {x.size, columns.columns, context.attrs<BatchNormAttrs>(), x.data, mean.data,
                      variance.data, context.in(1).data, context.in(2).data, context.out(0).data});
}

void batch_norm_infer(const KernelContext& context) {
  const TensorView& x = context.in(0);
  normalize(context,
            {x.size, x.shape().back(), context.attrs<BatchNormAttrs>(), x.data, context.in(1).data,
             context.in(2).data, context.in(3).data, context.in(4).data, context.out(0).data});
}

void batch_norm_grad(const KernelContext& context) {
  const TensorView& x = context.in(1);
  const Columns columns = channels_of(x);
  const Workspace products =
      context.workspace(static_cast<size_t>(columns.columns * size_of(context.in(2).dtype)));
  const NormGrad g{columns.rows,
                   columns.columns,
                   context.attrs<BatchNormAttrs>(),
                   context.in(0).data,
                   x.data,
                   context.in(2).data,
                   context.in(3).data,
                   context.in(4).data,
                   context.in(5).data,
                   context.out(0).data,
                   context.out(1).data,
                   context.out(2).data,
                   products.data()};
  visit(FloatingTypes{}, x.dtype, [&]<class T>() {
    reduce_columns_of(context, columns, GradSumsReduction<T>{g});
    launch(context, grid_over(x.size), &input_grad_all<T>, g);
  });
}

}  // namespace pelton::cuda
