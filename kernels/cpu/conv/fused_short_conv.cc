// Owns how images are cut into rows of windows for short reductions, padding and filters included.
#include "kernels/cpu/conv/fused_short_conv.h"

#include <algorithm>
#include <vector>

#include "kernels/common/attrs/attrs.h"
#include "kernels/cpu/conv/short_conv.h"
#include "kernels/cpu/conv/sparse_plan.h"
#include "kernels/cpu/dispatch/share_out.h"
#include "kernels/cpu/gemm/panels.h"
#include "runtime/threads/interrupt.h"

namespace pelton::cpu {
namespace {

template <class T>
class FusedShortConv {
 public:
  FusedShortConv(const FusedConv2dShape& shape, const KernelContext& context)
      : s_(shape),
        context_(context),
        table_(short_conv_table<T>(active_isa())),
        image_(s_),
        depth_(image_.rows * image_.run),
        padded_channels_(ceil_div(s_.conv.out_channels, table_.lanes) * table_.lanes),
        in_place_(padded_channels_ == s_.conv.out_channels) {
    for (int64_t y = 0; y < image_.rows; ++y)
      for (int64_t i = 0; i < image_.run; ++i) offsets_.push_back(y * image_.line + i);
    work_ = static_cast<double>(s_.conv.batch * s_.out_y() * s_.out_x() * s_.area()) *
            static_cast<double>(depth_ * padded_channels_);
  }

  bool run() {
    const T* const filters = context_.in(1).as<const T>();
    if (image_.is_padded && !are_finite(filters, depth_ * s_.conv.out_channels)) return false;
    const int64_t size = in_place_ ? 0 : depth_ * padded_channels_;
    const Workspace packed = context_.workspace(static_cast<size_t>(size) * sizeof(T));
    filters_ = in_place_ ? filters : packed.as<T>();
    if (!in_place_) pack(filters, packed.as<T>());
    const bool pays = work_ >= kParallelWork;
    const bool few = s_.conv.batch < num_threads();
    share_out(pays && !few, s_.conv.batch, 1, [&](int64_t i) { run_image(i, pays && few); });
    return true;
  }

 private:
  static bool are_finite(const T* values, int64_t count) {
    T sum{};
    for (int64_t i = 0; i < count; ++i) sum += values[i] * T{};
    return sum == T{};
  }

  void pack(const T* filters, T* to) const {
    const int64_t channels = s_.conv.out_channels;
    for (int64_t k = 0; k < depth_; ++k, to += padded_channels_) {
      std::copy_n(filters + k * channels, channels, to);
      std::fill(to + channels, to + padded_channels_, T{});
    }
  }

  void run_image(int64_t index, bool shares_rows) const {
    poll_interrupt();
    const int64_t pixels = s_.conv.y.in * s_.conv.x.in * s_.conv.in_channels;
    const T* image = context_.in(0).as<const T>() + index * pixels;
    const Workspace copy =
        context_.workspace(image_.is_padded ? static_cast<size_t>(image_.size) * sizeof(T) : 0);
    if (image_.is_padded) {
      copy_in<T>(image_, image, copy.as<T>());
      image = copy.as<T>();
    }
    const int64_t row_work = s_.out_x() * s_.area() * depth_ * padded_channels_;
    share_out(shares_rows, s_.out_y(), 1 + kRowsWork / std::max<int64_t>(1, row_work),
              [&](int64_t y) { run_row(image, index, y); });
  }

  void run_row(const T* image, int64_t index, int64_t y) const {
    const int64_t row = s_.out_x() * s_.conv.out_channels, at = (index * s_.out_y() + y) * row;
    ShortConv<T> c;
    c.windows = s_.out_x();
    c.channels = s_.conv.out_channels;
    c.pool = s_.pool_x;
    c.from = image + image_.base(y, 0);
    c.line = s_.conv.y.stride * image_.line;
    c.pixel = s_.conv.x.stride * s_.conv.in_channels;
    c.offsets = offsets_.data();
    c.depth = depth_;
    c.filters = filters_;
    c.filter_step = padded_channels_;
    c.bias = context_.in(2).as<const T>();
    c.relu = context_.attrs<FusedConv2dAttrs>().activation == FusedActivation::relu;
    c.y = context_.out(0).as<T>() + at;
    uint8_t* const cells = context_.out(1).as<uint8_t>();
    c.cells = s_.is_pooled() && cells != nullptr ? cells + at : nullptr;
    table_.row(c);
  }

  static constexpr int64_t kRowsWork = 1 << 16;  // multiply-adds of a thread's rows, at least

  const FusedConv2dShape& s_;
  const KernelContext& context_;
  const ShortConvTable<T>& table_;
  const PaddedImage image_;
  const int64_t depth_, padded_channels_;
  const bool in_place_;  // the filters are read where they lie
  double work_ = 0;
  std::vector<int64_t> offsets_;
  const T* filters_ = nullptr;
};

}  // namespace

bool has_short_conv(const FusedConv2dShape& s) {
  const bool has_pool = s.pool_y == 2 && s.pool_x == 2;
  return (has_pool || !s.is_pooled()) && s.conv.groups == 1 && s.conv.y.dilation == 1 &&
         s.conv.x.dilation == 1 && s.conv.y.in * s.conv.x.in > 0 &&
         s.conv.y.window * s.conv.x.window * s.conv.in_channels <= kShortDepth;
}

template <class T>
bool short_conv(const FusedConv2dShape& shape, const KernelContext& context) {
  return FusedShortConv<T>(shape, context).run();
}
template bool short_conv<float>(const FusedConv2dShape&, const KernelContext&);
template bool short_conv<double>(const FusedConv2dShape&, const KernelContext&);

}  // namespace pelton::cpu
