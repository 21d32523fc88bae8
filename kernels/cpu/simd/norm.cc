// Owns the batch normalisation kernels. Rows are cut into blocks that depend on the shape only, and
// the blocks' results are joined in order, so that any number of threads gives the same bits.
#include "kernels/declared/norm.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/batch_norm.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kBlockElements = 16 * 1024;  // a block stays in the cache for its second pass
constexpr int64_t kNormGrain = 32 * 1024;

// x as rows of channels, cut into blocks of rows.
struct Rows {
  explicit Rows(const TensorView& x)
      : channels(x.shape().back()),
        count(channels == 0 ? 0 : x.size / channels),
        per_block(std::clamp<int64_t>(kBlockElements / std::max<int64_t>(1, channels), 16, 1024)),
        blocks((count + per_block - 1) / per_block) {}
  int64_t begin(int64_t block) const { return block * per_block; }
  int64_t end(int64_t block) const { return std::min(count, (block + 1) * per_block); }
  int64_t grain() const {
    return std::max<int64_t>(1, kNormGrain / std::max<int64_t>(1, channels));
  }

  int64_t channels, count, per_block, blocks;
};

// Mean and sum of squared deviations of one block of rows; the deviations' own sum corrects what
// rounding did to the mean (the two-pass algorithm of Chan, Golub and LeVeque, 1983).
template <class T, class S>
void block_moments(const T* x, int64_t rows, int64_t channels, S* __restrict mean,
                   S* __restrict squares, S* __restrict residual) {
  std::fill_n(mean, 3 * channels, S(0));
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < channels; ++c) mean[c] += S(x[r * channels + c]);
  for (int64_t c = 0; c < channels; ++c) mean[c] /= S(rows);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < channels; ++c) {
      const S d = S(x[r * channels + c]) - mean[c];
      residual[c] += d;
      squares[c] += d * d;
    }
  for (int64_t c = 0; c < channels; ++c)
    batch_norm::correct(mean[c], squares[c], residual[c], S(rows));
}

// Joins the blocks' moments in order, with the update formula of the same paper.
template <class S>
void join_moments(const Rows& rows, const S* moments, S* __restrict mean, S* __restrict variance) {
  const int64_t channels = rows.channels;
  std::copy_n(moments, channels, mean);
  std::copy_n(moments + channels, channels, variance);
  for (int64_t block = 1; block < rows.blocks; ++block) {
    const S* other = moments + block * 3 * channels;
    const auto before = static_cast<double>(rows.begin(block));
    const auto added = static_cast<double>(rows.end(block) - rows.begin(block));
    const batch_norm::Joint<S> joint(before, added);
    for (int64_t c = 0; c < channels; ++c)
      joint.add(mean[c], variance[c], other[c], other[channels + c]);
  }
  for (int64_t c = 0; c < channels; ++c) variance[c] /= S(rows.count);
}

// y = (x - mean) * factor + offset, then the activation.
template <FusedActivation activation, class T, class S>
void normalize(const Rows& rows, const T* x, const S* mean, const S* factor, const S* offset,
               T* y) {
  const int64_t channels = rows.channels;
  parallel_for(rows.count, rows.grain(), [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      const T* __restrict from = x + r * channels;
      T* __restrict to = y + r * channels;
      for (int64_t c = 0; c < channels; ++c)
        to[c] = batch_norm::activated<T>(
            batch_norm::normalized(S(from[c]), mean[c], factor[c], offset[c]), activation);
    }
  });
}

// scale / sqrt(variance + epsilon).
template <class S>
void find_factors(const S* scale, const S* variance, int64_t channels, double epsilon, S* factor) {
  for (int64_t c = 0; c < channels; ++c)
    factor[c] = batch_norm::factor(scale[c], variance[c], S(epsilon));
}

template <class T, FusedActivation activation>
void train(const KernelContext& context) {
  using S = compute_t<T>;
  const Rows rows(context.in(0));
  const int64_t channels = rows.channels;
  const T* x = context.in(0).as<const T>();
  S *mean = context.out(1).as<S>(), *variance = context.out(2).as<S>();
  if (rows.count == 0) {  // no rows: TensorFlow's nan, also where there are channels
    std::fill_n(mean, channels, std::numeric_limits<S>::quiet_NaN());
    std::fill_n(variance, channels, std::numeric_limits<S>::quiet_NaN());
    return;
  }
  const Workspace space =
      context.workspace(static_cast<size_t>((3 * rows.blocks + 1) * channels) * sizeof(S));
  S* moments = space.as<S>() + channels;
  parallel_for(rows.blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      S* block = moments + b * 3 * channels;
      block_moments(x + rows.begin(b) * channels, rows.end(b) - rows.begin(b), channels, block,
                    block + channels, block + 2 * channels);
    }
  });
  join_moments(rows, moments, mean, variance);
  S* factor = space.as<S>();
  find_factors(context.in(1).as<const S>(), variance, channels,
               context.attrs<BatchNormAttrs>().epsilon, factor);
  normalize<activation>(rows, x, mean, factor, context.in(2).as<const S>(), context.out(0).as<T>());
}

template <class T, FusedActivation activation>
void infer(const KernelContext& context) {
  using S = compute_t<T>;
  const Rows rows(context.in(0));
  const Workspace factors = context.workspace(static_cast<size_t>(rows.channels) * sizeof(S));
  find_factors(context.in(3).as<const S>(), context.in(2).as<const S>(), rows.channels,
               context.attrs<BatchNormAttrs>().epsilon, factors.as<S>());
  normalize<activation>(rows, context.in(0).as<const T>(), context.in(1).as<const S>(),
                        factors.as<S>(), context.in(4).as<const S>(), context.out(0).as<T>());
}

// The gradient of one batch: what its kernel reads, and the factors by which it finds y again.
template <class T>
struct GradOperands {
  using S = compute_t<T>;
  explicit GradOperands(const KernelContext& context)
      : grad(context.in(0).as<const T>()),
        x(context.in(1).as<const T>()),
        scale(context.in(2).as<const S>()),
        offset(context.in(3).as<const S>()),
        mean(context.in(4).as<const S>()),
        variance(context.in(5).as<const S>()),
        epsilon(context.attrs<BatchNormAttrs>().epsilon) {}
  const T *grad, *x;
  const S *scale, *offset, *mean, *variance;
  S epsilon;
};

// What the activation passes of the gradient of one element of channel c.
template <FusedActivation activation, class T, class S>
[[gnu::always_inline]] inline S passed(const GradOperands<T>& o, const S* factor, S grad, S x,
                                       int64_t c) {
  return batch_norm::passed<T>(grad, batch_norm::normalized(x, o.mean[c], factor[c], o.offset[c]),
                               activation);
}

// Sums of the gradients and of gradient * (x - mean) over the rows [begin, end).
template <FusedActivation activation, class T, class S>
void block_sums(const GradOperands<T>& o, const S* factor, int64_t begin, int64_t end,
                int64_t channels, S* __restrict sum, S* __restrict product) {
  std::fill_n(sum, channels, S(0));
  std::fill_n(product, channels, S(0));
  for (int64_t r = begin; r < end; ++r)
    for (int64_t c = 0; c < channels; ++c) {
      const S x(o.x[r * channels + c]);
      const S g = passed<activation>(o, factor, S(o.grad[r * channels + c]), x, c);
      sum[c] += g;
      product[c] += g * (x - o.mean[c]);
    }
}

// The terms of batch_norm::InputGrad, channel by channel, then one pass over x.
template <FusedActivation activation, class T, class S>
void input_grad(const GradOperands<T>& o, const Rows& rows, const S* factor, const S* sum,
                const S* product, S* shift, S* slope, T* out) {
  const int64_t channels = rows.channels;
  for (int64_t c = 0; c < channels; ++c) {
    const auto grad_of = batch_norm::InputGrad<S>::of(o.scale[c], o.mean[c], o.variance[c],
                                                      o.epsilon, sum[c], product[c], S(rows.count));
    shift[c] = grad_of.shift, slope[c] = grad_of.slope;
  }
  parallel_for(rows.count, rows.grain(), [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      const T* __restrict grad = o.grad + r * channels, * __restrict from = o.x + r * channels;
      T* __restrict to = out + r * channels;
      for (int64_t c = 0; c < channels; ++c) {
        const S x(from[c]), g = passed<activation>(o, factor, S(grad[c]), x, c);
        to[c] = T(batch_norm::InputGrad<S>{o.mean[c], factor[c], shift[c], slope[c]}(g, x));
      }
    }
  });
}

template <class T, FusedActivation activation>
void gradient(const KernelContext& context) {
  using S = compute_t<T>;
  const GradOperands<T> o(context);
  const Rows rows(context.in(1));
  const int64_t channels = rows.channels;
  const Workspace space =
      context.workspace(static_cast<size_t>((2 * rows.blocks + 4) * channels) * sizeof(S));
  S *product = space.as<S>(), *factor = product + channels, *shift = factor + channels;
  S *slope = shift + channels, *partial = slope + channels;
  S *scale_grad = context.out(1).as<S>(), *sum = context.out(2).as<S>();
  find_factors(o.scale, o.variance, channels, o.epsilon, factor);
  parallel_for(rows.blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      S* sums = partial + b * 2 * channels;
      block_sums<activation>(o, factor, rows.begin(b), rows.end(b), channels, sums,
                             sums + channels);
    }
  });
  std::fill_n(sum, channels, S(0));
  std::fill_n(product, channels, S(0));
  for (int64_t b = 0; b < rows.blocks; ++b)
    for (int64_t c = 0; c < channels; ++c) {
      sum[c] += partial[b * 2 * channels + c];
      product[c] += partial[(b * 2 + 1) * channels + c];
    }
  for (int64_t c = 0; c < channels; ++c)
    scale_grad[c] = batch_norm::factor(product[c], o.variance[c], o.epsilon);
  input_grad<activation>(o, rows, factor, sum, product, shift, slope, context.out(0).as<T>());
}

bool has_relu(const KernelContext& context) {
  return context.attrs<BatchNormAttrs>().activation == FusedActivation::relu;
}

}  // namespace

void batch_norm_train(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
    has_relu(context) ? train<T, FusedActivation::relu>(context)
                      : train<T, FusedActivation::none>(context);
  });
}

void batch_norm_infer(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
    has_relu(context) ? infer<T, FusedActivation::relu>(context)
                      : infer<T, FusedActivation::none>(context);
  });
}

void batch_norm_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
    has_relu(context) ? gradient<T, FusedActivation::relu>(context)
                      : gradient<T, FusedActivation::none>(context);
  });
}

}  // namespace pelton::cpu::PELTON_ISA
