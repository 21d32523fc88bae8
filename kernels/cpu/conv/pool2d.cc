// Owns how pools are shared out: rows of windows forwards, stripes of the input backwards.
#include "kernels/declared/pool2d.h"

#include <algorithm>
#include <memory>
#include <type_traits>

#include "kernels/common/window.h"
#include "kernels/cpu/conv/pool_rows.h"
#include "kernels/cpu/gemm/pack.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kGrainElements = 1 << 14;  // read by one piece of a parallel loop

// Lines of the image that one row of windows covers.
struct Lines {
  int64_t begin, end;
};

Lines lines_of(const WindowAxis& y, int64_t row) {
  const int64_t first = row * y.stride - y.before;
  return {std::max<int64_t>(0, first), std::min(y.in, first + y.window)};
}

PoolRow row_of(const Pool2dShape& s, const Lines& lines) {
  PoolRow row;
  row.channels = s.channels, row.line = s.x.in * s.channels;
  row.lines = lines.end - lines.begin, row.width = s.x.in;
  row.windows = s.x.out, row.window = s.x.window;
  row.stride = s.x.stride, row.before = s.x.before;
  return row;
}

// Calls f(image, row) for every row of windows.
template <class F>
void for_rows(const Pool2dShape& s, const F& f) {
  const int64_t elements = std::max<int64_t>(1, s.y.window * s.x.in * s.channels);
  parallel_for(s.batch * s.y.out, 1 + kGrainElements / elements, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) f(i / s.y.out, i % s.y.out);
  });
}

// A tensor's rows in the type they are computed in: in place, or widened copies of some lines.
template <class S>
class Widened {
  using T = Compute<S>;

 public:
  Widened(const KernelContext& context, int64_t elements) {
    if constexpr (kCopies)
      copy_.reset(new Workspace(context.workspace(static_cast<size_t>(elements) * sizeof(T))));
  }

  const T* read(const S* from, int64_t elements) {
    if constexpr (!kCopies)
      return from;
    else {
      pack_table<S>(active_isa()).widen(copy_->template as<T>(), 0, {from, 0, 1}, 1, elements);
      return copy_->template as<T>();
    }
  }
  // Where results for `to` go until write().
  T* room(S* to) {
    if constexpr (!kCopies)
      return to;
    else
      return copy_->template as<T>();
  }
  void write(S* to, int64_t elements) {
    if constexpr (kCopies)
      pack_table<S>(active_isa()).narrow(to, 0, copy_->template as<T>(), 0, 1, elements);
  }

 private:
  static constexpr bool kCopies = !std::is_same_v<S, T>;
  std::unique_ptr<const Workspace> copy_;  // null: in place
};

// Forward pools: f(row, in, out) for each row of windows.
template <class S, class F>
void pool(const KernelContext& context, const Pool2dShape& s, const F& f) {
  const int64_t line = s.x.in * s.channels, out_line = s.x.out * s.channels;
  for_rows(s, [&](int64_t image, int64_t row) {
    const Lines lines = lines_of(s.y, row);
    Widened<S> in(context, s.y.window * line), out(context, out_line);
    const S* from = context.in(0).as<const S>() + (image * s.y.in + lines.begin) * line;
    S* to = context.out(0).as<S>() + (image * s.y.out + row) * out_line;
    f(row_of(s, lines), in.read(from, (lines.end - lines.begin) * line), out.room(to));
    out.write(to, out_line);
  });
}

// A stripe of one image's lines that no other stripe's windows touch.
struct Stripe {
  int64_t image;
  int64_t first_row, last_row;  // rows of windows
  Lines lines;
};

// Gradients: f(row, stripe's lines of in_grad, ...) for each row of windows. Where windows neither
// overlap nor leave gaps, each row of windows is a stripe and every element is written once.
template <class S>
class PoolGradient {
 public:
  using T = Compute<S>;

  PoolGradient(const Pool2dShape& s, S* in_grad) : s_(s), in_grad_(in_grad) {
    tiles_ = s.y.stride == s.y.window && s.x.stride == s.x.window;
    line_ = s.x.in * s.channels;
    out_line_ = s.x.out * s.channels;
  }

  // f(row, first line, row of windows, in_grad at the first line, overwrite).
  template <class F>
  void run(const KernelContext& context, const F& f) const {
    const int64_t stripes = tiles_ && s_.y.out > 0 ? s_.y.out : 1;
    const int64_t elements = std::max<int64_t>(1, s_.y.in * line_ / stripes);
    parallel_for(s_.batch * stripes, 1 + kGrainElements / elements,
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i)
                     run_stripe(context, stripe(i / stripes, i % stripes, stripes), f);
                 });
  }

  int64_t out_offset(int64_t image, int64_t row) const {
    return (image * s_.y.out + row) * out_line_;
  }
  int64_t in_offset(int64_t image, int64_t line) const { return (image * s_.y.in + line) * line_; }
  int64_t line() const { return line_; }
  int64_t out_line() const { return out_line_; }

 private:
  Stripe stripe(int64_t image, int64_t index, int64_t stripes) const {
    if (stripes != s_.y.out || !tiles_) return {image, 0, s_.y.out, {0, s_.y.in}};
    const int64_t begin = index == 0 ? 0 : lines_of(s_.y, index).begin;
    const int64_t end = index + 1 == stripes ? s_.y.in : lines_of(s_.y, index + 1).begin;
    return {image, index, index + 1, {begin, end}};
  }

  template <class F>
  void run_stripe(const KernelContext& context, const Stripe& stripe, const F& f) const {
    const int64_t size = (stripe.lines.end - stripe.lines.begin) * line_;
    S* const to = in_grad_ + in_offset(stripe.image, stripe.lines.begin);
    Widened<S> room(context, size);
    T* const grad = room.room(to);
    if (!tiles_ || leaves_rest()) std::fill(grad, grad + size, T{});
    for (int64_t row = stripe.first_row; row < stripe.last_row; ++row) {
      const Lines lines = lines_of(s_.y, row);
      f(stripe.image, row, lines, grad + (lines.begin - stripe.lines.begin) * line_, tiles_);
    }
    room.write(to, size);
  }

  // True when the last windows end before the image does.
  bool leaves_rest() const {
    const auto rest = [](const WindowAxis& a) { return a.out * a.stride - a.before < a.in; };
    return rest(s_.y) || rest(s_.x);
  }

  const Pool2dShape& s_;
  S* in_grad_;
  bool tiles_;
  int64_t line_, out_line_;
};

template <class S>
void max_grad(const KernelContext& context) {
  const Pool2dShape s = pool2d_shape(context.in(0).shape(), context.attrs<Pool2dAttrs>());
  const auto& table = pool_table<Compute<S>>(active_isa());
  const PoolGradient<S> gradient(s, context.out(0).as<S>());
  gradient.run(context, [&](int64_t image, int64_t row, const Lines& lines, Compute<S>* in_grad,
                            bool overwrite) {
    const int64_t size = (lines.end - lines.begin) * gradient.line();
    Widened<S> in(context, size), out_grad(context, gradient.out_line());
    const S* x = context.in(0).as<const S>() + gradient.in_offset(image, lines.begin);
    const S* g = context.in(1).as<const S>() + gradient.out_offset(image, row);
    table.max_grad(row_of(s, lines), in.read(x, size), out_grad.read(g, gradient.out_line()),
                   in_grad, overwrite);
  });
}

template <class S>
void mean_grad(const KernelContext& context) {
  const auto& attrs = context.attrs<Pool2dGradAttrs>();
  const Pool2dShape s = pool2d_shape(context.out(0).shape(), forward_attrs(attrs));
  const auto& table = pool_table<Compute<S>>(active_isa());
  const PoolGradient<S> gradient(s, context.out(0).as<S>());
  gradient.run(context, [&](int64_t image, int64_t row, const Lines& lines, Compute<S>* in_grad,
                            bool overwrite) {
    Widened<S> out_grad(context, gradient.out_line());
    const S* g = context.in(0).as<const S>() + gradient.out_offset(image, row);
    table.mean_grad(row_of(s, lines), out_grad.read(g, gradient.out_line()), in_grad, overwrite);
  });
}

template <class S>
void max_pick(const KernelContext& context) {
  const Pool2dShape s = pool2d_shape(context.in(0).shape(), context.attrs<Pool2dAttrs>());
  const auto& table = pool_table<Compute<S>>(active_isa());
  const int64_t line = s.x.in * s.channels, out_line = s.x.out * s.channels;
  for_rows(s, [&](int64_t image, int64_t row) {
    const Lines lines = lines_of(s.y, row);
    const int64_t size = (lines.end - lines.begin) * line;
    const int64_t from = (image * s.y.in + lines.begin) * line;
    S* to = context.out(0).as<S>() + (image * s.y.out + row) * out_line;
    Widened<S> in(context, size), values(context, size), out(context, out_line);
    table.max_pick(row_of(s, lines), in.read(context.in(0).as<const S>() + from, size),
                   values.read(context.in(1).as<const S>() + from, size), out.room(to));
    out.write(to, out_line);
  });
}

}  // namespace

void max_pool2d(const KernelContext& context) {
  const Pool2dShape s = pool2d_shape(context.in(0).shape(), context.attrs<Pool2dAttrs>());
  visit(RealTypes{}, context.out(0).dtype, [&]<class S>() {
    const auto& table = pool_table<Compute<S>>(active_isa());
    pool<S>(context, s, table.max);
  });
}

void avg_pool2d(const KernelContext& context) {
  const Pool2dShape s = pool2d_shape(context.in(0).shape(), context.attrs<Pool2dAttrs>());
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class S>() {
    const auto& table = pool_table<Compute<S>>(active_isa());
    pool<S>(context, s, table.mean);
  });
}

void max_pool2d_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class S>() { max_grad<S>(context); });
}

void max_pool2d_pick(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class S>() { max_pick<S>(context); });
}

void avg_pool2d_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class S>() { mean_grad<S>(context); });
}

}  // namespace pelton::cpu
