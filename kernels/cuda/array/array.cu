// Owns the CUDA kernels that place whole tensors inside a larger one: concat, stack, pad, tile,
// slice gradient and assignment.
#include "kernels/declared/array.h"

#include <cstring>

#include "core/element.h"
#include "kernels/common/axes.h"
#include "kernels/cuda/elementwise/operands.h"
#include "kernels/cuda/elementwise/types.h"

namespace pelton::cuda {
namespace {

// nest.strides[0] leads over `to`, nest.strides[1] over `from`.
struct Box {
  Nest<2> nest;
  int64_t size;
  void* to;
  const void* from;
};

template <class T>
__global__ void copy_box(Box box) {
  for (int64_t i = first_item(); i < box.size; i += item_step()) {
    int64_t at[2];
    box.nest.offsets(i, at);
    static_cast<T*>(box.to)[at[0]] = static_cast<const T*>(box.from)[at[1]];
  }
}

template <class T>
__global__ void set_zeros(T* out, int64_t size) {
  for (int64_t i = first_item(); i < size; i += item_step()) out[i] = T{};
}

struct Place {
  void* data;
  Strides strides;
};

// Copies elements as wide as `dtype`s, of the given shape, between two arrangements.
void copy_strided(const KernelContext& context, const Shape& shape, DType dtype, const Place& to,
                  const Place& from) {
  const Layout to_layout{shape, to.strides}, from_layout{shape, from.strides};
  const Layout* const layouts[] = {&to_layout, &from_layout};
  const Box box{make_nest<2>(shape, layouts), element_count(shape), to.data, from.data};
  visit_width(dtype, [&]<class T>() { launch(context, grid_over(box.size), &copy_box<T>, box); });
}

char* bytes_at(const TensorView& x, int64_t element) {
  return x.as<char>() + element * size_of(x.dtype);
}

// Copies `part` to where a slice that starts at `begin` lies in `whole`; no strides: all 1.
void write_slice(const KernelContext& context, const TensorView& whole, const TensorView& part,
                 const Axes& begin, const Axes& steps) {
  if (part.size == 0) return;
  const SlicePlace place = place_slice(*whole.layout, part.shape(), begin, steps);
  copy_strided(context, part.shape(), whole.dtype, {bytes_at(whole, place.first), place.strides},
               {part.data, part.strides()});
}

// How each axis of a padded tensor follows from the input's.
struct Padding {
  int rank = 0;
  int64_t sizes[kMaxRank], in_sizes[kMaxRank], in_strides[kMaxRank], before[kMaxRank];
  PadMode mode;
  int64_t size = 0;

  // Position `at` of an axis outside [0, n), seen in the mirror of the mode.
  PELTON_HD int64_t mirrored(int64_t at, int64_t n) const {
    const int64_t edge = mode == PadMode::reflect ? 0 : 1;
    return at < 0 ? -at - edge : 2 * (n - 1) - at + edge;
  }
  // The element that output element `index` shows; below 0 for the constant.
  PELTON_HD int64_t source(int64_t index) const {
    int64_t from = 0;
    for (int axis = rank - 1; axis >= 0; --axis) {
      int64_t at = index % sizes[axis] - before[axis];
      index /= sizes[axis];
      if (at < 0 || at >= in_sizes[axis]) {
        if (mode == PadMode::constant) return -1;
        at = mirrored(at, in_sizes[axis]);
      }
      from += at * in_strides[axis];
    }
    return from;
  }
};

template <class T>
__global__ void pad_all(Padding padding, T* out, const T* in, T value) {
  for (int64_t i = first_item(); i < padding.size; i += item_step()) {
    const int64_t from = padding.source(i);
    out[i] = from < 0 ? value : in[from];
  }
}

}  // namespace

void concat(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const int64_t axis = normalize_axis(context.attrs<AxisAttrs>().axis, out.rank());
  int64_t outer = 1, first = 0;
  for (size_t i = 0; i < static_cast<size_t>(axis); ++i) outer *= out.dim(i);
  if (out.size == 0) return;
  for (size_t i = 0; i < context.input_count(); ++i) {
    const int64_t row = context.in(i).size / outer;
    copy_strided(context, {outer, row}, out.dtype, {bytes_at(out, first), {out.size / outer, 1}},
                 {context.in(i).data, {row, 1}});
    first += row;
  }
}

void strided_slice_grad(const KernelContext& context) {
  const TensorView &grad = context.in(0), &out = context.out(0);
  const auto& attrs = context.attrs<SliceGradAttrs>();
  if (grad.size < out.size)
    visit_width(out.dtype, [&]<class T>() {
      launch(context, grid_over(out.size), &set_zeros<T>, out.as<T>(), out.size);
    });
  write_slice(context, out, grad, attrs.begin, attrs.strides);
}

void strided_slice_assign(const KernelContext& context) {
  const auto& attrs = context.attrs<SliceAttrs>();
  write_slice(context, context.in(0), context.in(1), attrs.begin, attrs.strides);
}

void pad(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  const auto& attrs = context.attrs<PadAttrs>();
  Padding padding;
  padding.rank = static_cast<int>(in.rank());
  for (size_t i = 0; i < in.shape().size(); ++i) {
    padding.sizes[i] = out.dim(i);
    padding.in_sizes[i] = in.dim(i);
    padding.in_strides[i] = in.strides()[i];
    padding.before[i] = attrs.paddings[2 * i];
  }
  padding.mode = attrs.mode;
  padding.size = out.size;
  const bool constant = attrs.mode == PadMode::constant;
  const Element value = to_element(constant ? attrs.constant_values : 0.0, out.dtype);
  visit_width(out.dtype, [&]<class T>() {
    T filling;
    std::memcpy(&filling, value.bytes, sizeof filling);
    launch(context, grid_over(out.size), &pad_all<T>, padding, out.as<T>(), in.as<const T>(),
           filling);
  });
}

void tile(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  if (out.size == 0) return;
  const TileLoops loops =
      tile_loops(*in.layout, *out.layout, context.attrs<MultiplesAttrs>().multiples);
  copy_strided(context, loops.shape, out.dtype, {out.data, loops.to}, {in.data, loops.from});
}

}  // namespace pelton::cuda
