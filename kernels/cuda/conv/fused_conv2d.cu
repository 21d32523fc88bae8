// Owns the CUDA kernels of the fused convolution: an implicit product whose map goes to the pool in
// the type of its sums, and gradients that read the map's gradient through the windows' cells.
// Where a library does the convolution, kernels of ours finish its map.
#include "kernels/declared/fused_conv2d.h"

#include "kernels/common/divisor.h"
#include "kernels/common/fused_conv2d_shape.h"
#include "kernels/cuda/conv/convolution.h"
#include "kernels/cuda/gemm/bias.h"
#include "kernels/cuda/libraries/convolution.h"
#include "kernels/cuda/reduce/column_reduction.h"

namespace pelton::cuda {
namespace {

// With windows of one cell the result is y, else the map.
struct FusedForward : ForwardProduct {
  template <class T>
  PELTON_HD void store(int64_t group, int64_t row, int64_t column, compute_t<T> value) const {
    using C = compute_t<T>;
    const int64_t at = c.output_at(row, group, column), channel = group * c.group_out + column;
    if (map != nullptr)
      static_cast<C*>(map)[at] = value;
    else
      static_cast<T*>(y)[at] = T(biased(value, C(static_cast<const T*>(bias)[channel]), relu));
  }
  const void* bias;
  bool relu;
  void *map, *y;
};

struct MapPool {
  // Windows of a map, the channels, the windows' sizes, the map's own size, and all results.
  Divisor height, width, channels;
  int64_t pool_y, pool_x, map_height, map_width, size;
  bool relu;
  const void *map, *bias;
  void* y;
  uint8_t* cells;
};

// The first NaN of a window counts as its largest element.
template <class T>
__global__ void pool_map(MapPool p) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < p.size; i += item_step()) {
    const int64_t channel = i % p.channels, window = i / p.channels, channels = p.channels.value();
    const int64_t column = window % p.width * p.pool_x, row = window / p.width;
    const int64_t line = row / p.height * p.map_height + row % p.height * p.pool_y;
    const C* map =
        static_cast<const C*>(p.map) + (line * p.map_width + column) * channels + channel;
    C largest = map[0];
    int64_t best = 0, cell = 0;
    for (int64_t y = 0; y < p.pool_y; ++y)
      for (int64_t x = 0; x < p.pool_x; ++x, ++cell) {
        const C value = map[(y * p.map_width + x) * channels];
        if (!(value <= largest) && largest == largest) largest = value, best = cell;
      }
    const C bias(static_cast<const T*>(p.bias)[channel]);
    static_cast<T*>(p.y)[i] = T(biased(largest, bias, p.relu));
    p.cells[i] = static_cast<uint8_t>(best);
  }
}

// `made` is the convolution whose map it is: all of it, or what the windows see.
template <class T>
void launch_map_pool(const KernelContext& context, const FusedConv2dShape& shape,
                     const Conv2dShape& made, const void* map) {
  const TensorView& y = context.out(0);
  const bool relu = context.attrs<FusedConv2dAttrs>().activation == FusedActivation::relu;
  launch(context, grid_over(y.size), &pool_map<T>,
         MapPool{Divisor(shape.out_y()), Divisor(shape.out_x()), Divisor(shape.conv.out_channels),
                 shape.pool_y, shape.pool_x, made.y.out, made.x.out, y.size, relu, map,
                 context.in(2).data, y.data, context.out(1).as<uint8_t>()});
}

// The part of the convolution that the pool's windows see.
Conv2dShape map_of(const FusedConv2dShape& shape) {
  Conv2dShape conv = shape.conv;
  conv.y.out = shape.out_y() * shape.pool_y;
  conv.x.out = shape.out_x() * shape.pool_x;
  return conv;
}

// The gradient of y where relu lets it pass, and of the map through the windows' cells.
struct PooledGradient {
  static constexpr bool kLeavesOutZeros = true;

  PooledGradient(const KernelContext& context, const FusedConv2dShape& shape)
      : height(shape.out_y()),
        width(shape.out_x()),
        pool_y(shape.pool_y),
        pool_x(shape.pool_x),
        channels(shape.conv.out_channels),
        by_pool_y(shape.pool_y),
        by_pool_x(shape.pool_x),
        cells(shape.is_pooled() ? context.in(3).as<const uint8_t>() : nullptr),
        grad(context.in(4).data) {
    const bool relu = context.attrs<FusedConv2dGradAttrs>().activation == FusedActivation::relu;
    y = relu ? context.in(2).data : nullptr;
  }
  // Of element i of y.
  template <class T>
  PELTON_HD compute_t<T> masked(int64_t i) const {
    using C = compute_t<T>;
    const C value(static_cast<const T*>(grad)[i]);
    return y == nullptr ? value : ReluGrad{}(value, C(static_cast<const T*>(y)[i]));
  }
  template <class T>
  PELTON_HD T at(const Convolution& c, const Convolution::Pixel& o, int64_t group,
                 int64_t channel) const {
    const int64_t line = o.y / by_pool_y, column = o.x / by_pool_x;
    if (line >= height || column >= width) return T{};
    const int64_t window = (o.image * height + line) * width + column;
    const int64_t i = window * channels + group * c.group_out + channel;
    const int64_t cell = (o.y - line * pool_y) * pool_x + o.x - column * pool_x;
    return cells != nullptr && cells[i] != cell ? T{} : T(masked<T>(i));
  }

  int64_t height, width, pool_y, pool_x, channels;
  Divisor by_pool_y, by_pool_x;
  const uint8_t* cells;
  const void *grad, *y;
};

template <class T>
struct BiasGradReduction {
  using Acc = compute_t<T>;
  PELTON_HD Acc chunk(int64_t first, int64_t last, int64_t column) const {
    Acc sum(0);
    for (int64_t row = first; row < last; ++row)
      sum += grad.masked<T>(row * grad.channels + column);
    return sum;
  }
  PELTON_HD Acc combine(Acc a, Acc b) const { return a + b; }
  PELTON_HD void finish(int64_t column, Acc sum) const { out[column] = T(sum); }

  PooledGradient grad;
  T* out;
};

__global__ void check_cells(const uint8_t* cells, int64_t size, int64_t limit, FailureSite site) {
  for (int64_t i = first_item(); i < size; i += item_step())
    if (cells[i] >= limit) fail_at(site, cells[i], i, limit);
}

// The gradient of the whole map as an array.
template <class T>
__global__ void spread_gradient(PooledGradient grad, Convolution c, Divisor channels,
                                Divisor height, Divisor width, int64_t size, void* map) {
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const int64_t index = i / channels, line = index / width;
    const Convolution::Pixel pixel{line / height, line % height, index % width};
    static_cast<T*>(map)[i] = grad.template at<T>(c, pixel, 0, i % channels);
  }
}

// One of the two gradients by a library, which reads the map's gradient from `map`.
bool derive_by_library(const KernelContext& context, const Conv2dShape& conv, ConvolutionPass pass,
                       void* map) {
  if (map == nullptr) return false;
  const bool of_filters = pass == ConvolutionPass::filter_grad;
  return library_convolution(
      context, {pass, conv, (of_filters ? context.in(0) : context.out(0)).data,
                (of_filters ? context.out(1) : context.in(1)).data, map, context.out(1).dtype});
}

template <class T>
void fused_gradients(const KernelContext& context, const FusedConv2dShape& shape) {
  const TensorView &images = context.in(0), &filters = context.in(1);
  const Convolution c(shape.conv);
  const PooledGradient grad(context, shape);
  reduce_columns_of(context, Columns(c.images * grad.height * grad.width, grad.channels),
                    BiasGradReduction<T>{grad, context.out(2).as<T>()});
  const int64_t size = library_convolution == nullptr ? 0 : element_count(shape.conv.output());
  const Workspace room = context.workspace(static_cast<size_t>(size) * sizeof(T));
  void* const map = size > 0 ? room.data() : nullptr;
  if (map != nullptr)
    launch(context, grid_over(size), &spread_gradient<T>, grad, c, Divisor(grad.channels),
           Divisor(c.y.out), Divisor(c.x.out), size, map);
  if (!derive_by_library(context, shape.conv, ConvolutionPass::filter_grad, map))
    launch_product<T>(context, FilterGradProduct(c, images.data, grad, context.out(1).data));
  if (context.attrs<FusedConv2dGradAttrs>().input_needed &&
      !derive_by_library(context, shape.conv, ConvolutionPass::input_grad, map))
    launch_product<T>(context, InputGradProduct(c, filters.data, grad, context.out(0).data));
}

// The convolution alone, to `map`. A library rounds its results to T, so it is asked only where the
// sums are of that type.
template <class T>
bool convolve_by_library(const KernelContext& context, const Conv2dShape& shape, void* map) {
  if (library_convolution == nullptr || !std::is_same_v<T, compute_t<T>>) return false;
  return library_convolution(context, {ConvolutionPass::forward, shape, context.in(0).data,
                                       context.in(1).data, map, context.out(0).dtype});
}

}  // namespace

void fused_conv2d(const KernelContext& context) {
  const TensorView &images = context.in(0), &filters = context.in(1), &y = context.out(0);
  const auto& attrs = context.attrs<FusedConv2dAttrs>();
  const FusedConv2dShape shape = fused_conv2d_shape(images.shape(), filters.shape(), attrs);
  if (y.size == 0) return;
  const bool relu = attrs.activation == FusedActivation::relu, pooled = shape.is_pooled();
  const void* const bias = context.in(2).data;
  visit(FloatingTypes{}, y.dtype, [&]<class T>() {
    const int64_t elements = pooled ? element_count(shape.conv.output()) : 0;
    const Workspace room = context.workspace(static_cast<size_t>(elements) * sizeof(compute_t<T>));
    void* const map = pooled ? room.data() : nullptr;
    Conv2dShape made = shape.conv;
    if (!convolve_by_library<T>(context, made, pooled ? map : y.data)) {
      made = map_of(shape);
      launch_product<T>(
          context,
          FusedForward{{Convolution(made), images.data, filters.data}, bias, relu, map, y.data});
    } else if (!pooled) {
      launch_bias<T>(context, y.size, shape.conv.out_channels, bias, relu, y.data);
    }
    if (pooled) launch_map_pool<T>(context, shape, made, map);
  });
}

void fused_conv2d_grad(const KernelContext& context) {
  const FusedConv2dShape shape =
      fused_conv2d_shape(context.in(0).shape(), context.in(1).shape(),
                         forward_attrs(context.attrs<FusedConv2dGradAttrs>()));
  if (shape.is_pooled())
    launch(context, grid_over(context.in(3).size), &check_cells, context.in(3).as<const uint8_t>(),
           context.in(3).size, shape.area(),
           bad_value(context, "argmax holds {value}, but a window has only {limit} cells"));
  visit(FloatingTypes{}, context.in(0).dtype,
        [&]<class T>() { fused_gradients<T>(context, shape); });
}

}  // namespace pelton::cuda
