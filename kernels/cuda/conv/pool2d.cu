// Owns the CUDA kernels of pooling. One thread makes one result: of a gradient from all windows
// that see its element, in their order, so that the sums are the same every time.
#include "kernels/declared/pool2d.h"

#include "kernels/common/divisor.h"
#include "kernels/common/window.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {
namespace {

struct Span {
  int64_t begin, end;
};

// The inputs that window `i` of an axis sees.
PELTON_HD Span inputs_of(const WindowAxis& axis, int64_t i) {
  const int64_t first = i * axis.stride - axis.before, end = first + axis.window;
  return {first < 0 ? 0 : first, end < axis.in ? end : axis.in};
}

// The windows of an axis that see input `i`.
PELTON_HD Span windows_over(const WindowAxis& axis, int64_t i) {
  const int64_t unseen = i + axis.before - axis.window + 1,
                end = (i + axis.before) / axis.stride + 1;
  return {unseen <= 0 ? 0 : (unseen + axis.stride - 1) / axis.stride,
          end < axis.out ? end : axis.out};
}

// One channel of one pixel.
struct Spot {
  int64_t image, y, x, channel;
};

struct Pooling {
  Pool2dShape shape;
  int64_t size = 0;                 // of the result
  Divisor height, width, channels;  // of the result
  const void* in = nullptr;
  const void* other = nullptr;
  void* out = nullptr;

  PELTON_HD Spot spot(int64_t index) const {
    const int64_t pixel = index / channels, line = pixel / width;
    return {line / height, line % height, pixel % width, index % channels};
  }
  PELTON_HD int64_t input_at(const Spot& s) const {
    return ((s.image * shape.y.in + s.y) * shape.x.in + s.x) * shape.channels + s.channel;
  }
  PELTON_HD int64_t output_at(const Spot& s) const {
    return ((s.image * shape.y.out + s.y) * shape.x.out + s.x) * shape.channels + s.channel;
  }
  // Calls f(input element) for what `window` sees, line by line.
  template <class F>
  PELTON_HD void for_cells(const Spot& window, F&& f) const {
    const Span lines = inputs_of(shape.y, window.y), columns = inputs_of(shape.x, window.x);
    for (int64_t y = lines.begin; y < lines.end; ++y)
      for (int64_t x = columns.begin; x < columns.end; ++x)
        f(input_at({window.image, y, x, window.channel}));
  }
  // Calls f(window) for the windows that see `cell`, row by row.
  template <class F>
  PELTON_HD void for_windows(const Spot& cell, F&& f) const {
    const Span rows = windows_over(shape.y, cell.y), columns = windows_over(shape.x, cell.x);
    for (int64_t y = rows.begin; y < rows.end; ++y)
      for (int64_t x = columns.begin; x < columns.end; ++x) f(Spot{cell.image, y, x, cell.channel});
  }
  template <class T>
  PELTON_HD int64_t first_largest(const Spot& window) const {
    using C = compute_t<T>;
    C largest{};
    int64_t best = -1;
    for_cells(window, [&](int64_t at) {
      const C x(static_cast<const T*>(in)[at]);
      if (best < 0 || x > largest || (x != x && largest == largest)) largest = x, best = at;
    });
    return best;
  }
  PELTON_HD int64_t cells_of(const Spot& window) const {
    const Span lines = inputs_of(shape.y, window.y), columns = inputs_of(shape.x, window.x);
    return (lines.end - lines.begin) * (columns.end - columns.begin);
  }
};

// Each gives one result. `kOverInputs`: for an element of the input, else for a window.
struct MaxOfWindow {
  static constexpr bool kOverInputs = false;
  template <class T>
  PELTON_HD static compute_t<T> at(const Pooling& p, const Spot& window) {
    return compute_t<T>(static_cast<const T*>(p.in)[p.first_largest<T>(window)]);
  }
};

struct PickOfWindow {
  static constexpr bool kOverInputs = false;
  template <class T>
  PELTON_HD static compute_t<T> at(const Pooling& p, const Spot& window) {
    return compute_t<T>(static_cast<const T*>(p.other)[p.first_largest<T>(window)]);
  }
};

struct MeanOfWindow {
  static constexpr bool kOverInputs = false;
  template <class T>
  PELTON_HD static compute_t<T> at(const Pooling& p, const Spot& window) {
    using C = compute_t<T>;
    C sum(0);
    p.for_cells(window, [&](int64_t cell) { sum += C(static_cast<const T*>(p.in)[cell]); });
    return sum / C(p.cells_of(window));
  }
};

struct GradOfMax {
  static constexpr bool kOverInputs = true;
  template <class T>
  PELTON_HD static compute_t<T> at(const Pooling& p, const Spot& cell) {
    using C = compute_t<T>;
    const int64_t own = p.input_at(cell);
    C sum(0);
    p.for_windows(cell, [&](const Spot& window) {
      if (p.first_largest<T>(window) == own)
        sum += C(static_cast<const T*>(p.other)[p.output_at(window)]);
    });
    return sum;
  }
};

struct GradOfMean {
  static constexpr bool kOverInputs = true;
  template <class T>
  PELTON_HD static compute_t<T> at(const Pooling& p, const Spot& cell) {
    using C = compute_t<T>;
    C sum(0);
    p.for_windows(cell, [&](const Spot& window) {
      sum += C(static_cast<const T*>(p.in)[p.output_at(window)]) / C(p.cells_of(window));
    });
    return sum;
  }
};

template <class F, class T>
__global__ void pool_all(Pooling p) {
  for (int64_t i = first_item(); i < p.size; i += item_step())
    static_cast<T*>(p.out)[i] = T(F::template at<T>(p, p.spot(i)));
}

template <class F, class Types>
void launch_pool(const KernelContext& context, const Pool2dShape& shape) {
  const TensorView& out = context.out(0);
  const void* const other = context.input_count() > 1 ? context.in(1).data : nullptr;
  void (*kernel)(Pooling) = nullptr;
  visit(Types{}, out.dtype, [&]<class T>() { kernel = &pool_all<F, T>; });
  const Divisor height(F::kOverInputs ? shape.y.in : shape.y.out);
  const Divisor width(F::kOverInputs ? shape.x.in : shape.x.out);
  launch(context, grid_over(out.size), kernel,
         Pooling{shape, out.size, height, width, Divisor(shape.channels), context.in(0).data, other,
                 out.data});
}

// Of kernels whose first input is the pool's.
template <class F, class Types = FloatingTypes>
void pool_input(const KernelContext& context) {
  launch_pool<F, Types>(context, pool2d_shape(context.in(0).shape(), context.attrs<Pool2dAttrs>()));
}

}  // namespace

void max_pool2d(const KernelContext& context) { pool_input<MaxOfWindow, RealTypes>(context); }
void max_pool2d_pick(const KernelContext& context) { pool_input<PickOfWindow>(context); }
void max_pool2d_grad(const KernelContext& context) { pool_input<GradOfMax>(context); }
void avg_pool2d(const KernelContext& context) { pool_input<MeanOfWindow>(context); }

void avg_pool2d_grad(const KernelContext& context) {
  const Pool2dAttrs attrs = forward_attrs(context.attrs<Pool2dGradAttrs>());
  launch_pool<GradOfMean, FloatingTypes>(context, pool2d_shape(context.out(0).shape(), attrs));
}

}  // namespace pelton::cuda
