// Owns the kernels of pad and tile, as strided copies of slabs.
#include "core/element.h"
#include "kernels/common/axes.h"
#include "kernels/declared/array.h"
#include "runtime/cpu/strided_copy.h"

namespace pelton::cpu {
namespace {

// A box inside the padded output.
struct Slab {
  Shape shape;
  int64_t offset;  // of its first element
};

class Padder {
 public:
  Padder(const TensorView& in, const TensorView& out, const PadAttrs& attrs)
      : in_(in), out_(out), attrs_(attrs), width_(size_of(out.dtype)) {}

  void run() const {
    Slab inside{in_.shape(), 0};
    for (size_t i = 0; i < in_.shape().size(); ++i) inside.offset += before(i) * stride(i);
    copy_strided(inside.shape, width_, {at(inside.offset), out_.strides()},
                 {in_.data, in_.strides()});
    // Axis after axis: the slab spans what earlier axes have padded already.
    for (size_t axis = 0; axis < in_.shape().size(); ++axis) {
      const int64_t start = inside.offset - before(axis) * stride(axis);
      pad_side(inside, axis, before(axis), start, false);
      pad_side(inside, axis, after(axis), inside.offset + in_.dim(axis) * stride(axis), true);
      inside.shape[axis] = out_.dim(axis);
      inside.offset = start;
    }
  }

 private:
  int64_t before(size_t axis) const { return attrs_.paddings[2 * axis]; }
  int64_t after(size_t axis) const { return attrs_.paddings[2 * axis + 1]; }
  int64_t stride(size_t axis) const { return out_.strides()[axis]; }
  char* at(int64_t offset) const { return out_.as<char>() + offset * width_; }

  void pad_side(const Slab& inside, size_t axis, int64_t size, int64_t offset, bool behind) const {
    Slab slab{inside.shape, offset};
    slab.shape[axis] = size;
    if (element_count(slab.shape) == 0) return;
    if (attrs_.mode == PadMode::constant) return fill(slab);
    // The mirror image starts beside the edge and runs away from it, so it is read backwards.
    const int64_t edge = attrs_.mode == PadMode::reflect ? 1 : 0;
    const int64_t first =
        behind ? offset - (1 + edge) * stride(axis) : offset + (2 * size - 1 + edge) * stride(axis);
    Strides backwards = out_.strides();
    backwards[axis] = -backwards[axis];
    copy_strided(slab.shape, width_, {at(offset), out_.strides()}, {at(first), backwards});
  }

  void fill(const Slab& slab) const {
    const Element value = to_element(attrs_.constant_values, out_.dtype);
    copy_strided(slab.shape, width_, {at(slab.offset), out_.strides()},
                 {value.bytes, Strides(slab.shape.size(), 0)});
  }

  const TensorView& in_;
  const TensorView& out_;
  const PadAttrs& attrs_;
  const int64_t width_;
};

}  // namespace

void pad(const KernelContext& context) {
  Padder(context.in(0), context.out(0), context.attrs<PadAttrs>()).run();
}

void tile(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  if (out.size == 0) return;
  const TileLoops loops =
      tile_loops(*in.layout, *out.layout, context.attrs<MultiplesAttrs>().multiples);
  copy_strided(loops.shape, size_of(out.dtype), {out.data, loops.to}, {in.data, loops.from});
}

}  // namespace pelton::cpu
