// Owns the kernels that place whole tensors inside a larger one: concat, stack, slice gradient and
// assignment.
#include <algorithm>
#include <cstring>

#include "kernels/common/axes.h"
#include "kernels/declared/array.h"
#include "runtime/cpu/strided_copy.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kGrainBytes = 256 * 1024;
constexpr int64_t kTogetherBytes = 16 * 1024;  // of short rows that all inputs write in turns
constexpr int64_t kShortRowBytes = 512;

void fill_zeros(const TensorView& out) {
  parallel_for(out.size * size_of(out.dtype), kGrainBytes, [&](int64_t begin, int64_t end) {
    std::memset(out.as<char>() + begin, 0, static_cast<size_t>(end - begin));
  });
}

// Copies `part` to where a slice that starts at `begin` lies in `whole`; no strides: all 1.
void write_slice(const TensorView& whole, const TensorView& part, const Axes& begin,
                 const Axes& steps) {
  if (part.size == 0) return;
  const SlicePlace place = place_slice(*whole.layout, part.shape(), begin, steps);
  const int64_t width = size_of(whole.dtype);
  copy_strided(part.shape(), width, {whole.as<char>() + place.first * width, place.strides},
               {part.data, part.strides()});
}

}  // namespace

void concat(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const int64_t width = size_of(out.dtype);
  const int64_t axis = normalize_axis(context.attrs<AxisAttrs>().axis, out.rank());
  int64_t outer = 1;
  for (size_t i = 0; i < static_cast<size_t>(axis); ++i) outer *= out.dim(i);
  if (out.size == 0) return;
  const int64_t out_row = out.size / outer;
  const auto write_rows = [&](int64_t begin, int64_t end) {
    char* to = out.as<char>() + begin * out_row * width;
    for (size_t i = 0; i < context.input_count(); ++i) {
      const int64_t row = context.in(i).size / outer;
      const char* from = context.in(i).as<const char>() + begin * row * width;
      copy_strided({end - begin, row}, width, {to, {out_row, 1}}, {from, {row, 1}});
      to += row * width;
    }
  };
  if (out_row * width > kShortRowBytes) return write_rows(0, outer);
  const int64_t together = kTogetherBytes / (out_row * width);
  parallel_for(outer, kGrainBytes / (out_row * width), [&](int64_t begin, int64_t end) {
    for (; begin < end; begin += together) write_rows(begin, std::min(end, begin + together));
  });
}

void strided_slice_grad(const KernelContext& context) {
  const TensorView &grad = context.in(0), &out = context.out(0);
  const auto& attrs = context.attrs<SliceGradAttrs>();
  if (grad.size < out.size) fill_zeros(out);
  write_slice(out, grad, attrs.begin, attrs.strides);
}

void strided_slice_assign(const KernelContext& context) {
  const auto& attrs = context.attrs<SliceAttrs>();
  write_slice(context.in(0), context.in(1), attrs.begin, attrs.strides);
}

}  // namespace pelton::cpu
