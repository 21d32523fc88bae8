// Owns how depthwise convolutions are cut into runs of pixels that the same taps meet.
#include "kernels/cpu/conv/depthwise.h"

#include <algorithm>
#include <vector>

#include "core/inline_array.h"
#include "kernels/cpu/conv/depthwise_rows.h"
#include "kernels/cpu/gemm/panels.h"
#include "kernels/cpu/gemm/wide_rows.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kDepthwiseGrain = 1 << 15;  // multiply-adds of one piece of a parallel loop
constexpr int64_t kMostSums = 32;             // of the filter gradient's sum
constexpr int64_t kFewChannels = 8;           // so few do not fill a register
constexpr size_t kFewTaps = 25;               // of most filters
constexpr int64_t kJoinedPixels = 16;         // neighbours of few channels: one pixel of many

// A tap along one axis and the position that it reads.
struct AxisTap {
  int64_t tap, from;
};
// Written positions first, first + step, ... that the same taps meet.
struct AxisRun {
  int64_t first, count;
  std::vector<AxisTap> taps;  // of the first position
};
// How the written positions of one axis read: `step` apart they read `from_step` further on.
struct AxisRuns {
  int64_t step, from_step;
  std::vector<AxisRun> runs;
};

bool has_same_taps(const AxisRun& run, const std::vector<AxisTap>& taps) {
  return std::equal(run.taps.begin(), run.taps.end(), taps.begin(), taps.end(),
                    [](const AxisTap& a, const AxisTap& b) { return a.tap == b.tap; });
}

// Runs of `count` positions; taps_of(i) says what position i reads.
template <class F>
AxisRuns make_runs(int64_t count, int64_t step, int64_t from_step, const F& taps_of) {
  AxisRuns out{step, from_step, {}};
  for (int64_t phase = 0; phase < std::min(step, count); ++phase) {
    const size_t begin = out.runs.size();
    for (int64_t i = phase; i < count; i += step) {
      std::vector<AxisTap> taps = taps_of(i);
      if (out.runs.size() > begin && has_same_taps(out.runs.back(), taps))
        ++out.runs.back().count;
      else
        out.runs.push_back({i, 1, std::move(taps)});
    }
  }
  return out;
}

AxisRuns forward_runs(const WindowAxis& a) {
  return make_runs(a.out, 1, a.stride, [&](int64_t i) {
    std::vector<AxisTap> taps;
    for (int64_t t = 0; t < a.window; ++t)
      if (const int64_t from = i * a.stride - a.before + t * a.dilation; from >= 0 && from < a.in)
        taps.push_back({t, from});
    return taps;
  });
}

AxisRuns backward_runs(const WindowAxis& a) {
  return make_runs(a.in, a.stride, 1, [&](int64_t i) {
    std::vector<AxisTap> taps;
    for (int64_t t = 0; t < a.window; ++t)
      if (const int64_t from = i + a.before - t * a.dilation;
          from >= 0 && from % a.stride == 0 && from / a.stride < a.out)
        taps.push_back({t, from / a.stride});
    return taps;
  });
}

// The taps of each written row, by its index.
std::vector<std::vector<AxisTap>> tap_rows(const AxisRuns& axis, int64_t count) {
  std::vector<std::vector<AxisTap>> out(static_cast<size_t>(count));
  for (const AxisRun& run : axis.runs)
    for (int64_t i = 0; i < run.count; ++i) {
      std::vector<AxisTap>& taps = out[static_cast<size_t>(run.first + i * axis.step)];
      taps = run.taps;
      for (AxisTap& tap : taps) tap.from += i * axis.from_step;
    }
  return out;
}

// Sums over taps that are written pixel by pixel: the forward pass and the input gradient.
template <class T>
struct DepthwisePass {
  int64_t batch, channels, window_x;
  Images<const T> source;
  const T* filters;
  std::vector<std::vector<AxisTap>> rows;
  AxisRuns x;
  std::vector<T> joined_filters{};  // each tap's, kJoinedPixels times beside each other; or empty

  // Joins pixels of few channels where neighbours read neighbours.
  void join(int64_t taps) {
    if (channels > kFewChannels || x.step != 1 || x.from_step != 1) return;
    joined_filters.reserve(static_cast<size_t>(taps * channels * kJoinedPixels));
    for (int64_t t = 0; t < taps; ++t)
      for (int64_t i = 0; i < kJoinedPixels; ++i)
        joined_filters.insert(joined_filters.end(), filters + t * channels,
                              filters + (t + 1) * channels);
  }

  // Writes row y of an image.
  void write_row(int64_t image, int64_t y, T* to) const {
    for (const AxisRun& run : x.runs) {
      const int64_t joined = joined_filters.empty() ? 0 : run.count / kJoinedPixels;
      const int64_t pixels = joined * kJoinedPixels;
      if (joined > 0) write_pixels(image, y, run, {0, joined, kJoinedPixels}, to);
      if (pixels < run.count) write_pixels(image, y, run, {pixels, run.count - pixels, 1}, to);
    }
  }

  // Pixels of a run from `first` on: `count` times `joined` of them.
  struct Pixels {
    int64_t first, count, joined;
  };

  void write_pixels(int64_t image, int64_t y, const AxisRun& run, Pixels p, T* to) const {
    const T* const all = p.joined > 1 ? joined_filters.data() : filters;
    const int64_t width = p.joined * channels;
    const std::vector<AxisTap>& lines = rows[static_cast<size_t>(y)];
    const size_t taps = lines.size() * run.taps.size();
    InlineArray<const T*, kFewTaps> from(taps), weights(taps);
    size_t t = 0;
    for (const AxisTap& row : lines)
      for (const AxisTap& column : run.taps) {
        const int64_t at = column.from + p.first * x.from_step;
        from[t] = source.data + source.pixel(image, row.from, at);
        weights[t++] = all + (row.tap * window_x + column.tap) * width;
      }
    depthwise_table<T>(active_isa())
        .gather({from.data(), static_cast<int64_t>(taps), x.from_step * width, p.count, width,
                 x.step * width},
                weights.data(), to + (run.first + p.first * x.step) * channels);
  }
};

int64_t depthwise_grain(const Conv2dShape& s, int64_t width) {
  const int64_t work = s.y.window * s.x.window * width * s.in_channels;
  return 1 + kDepthwiseGrain / std::max<int64_t>(1, work);
}

// Every row of every image goes to `out`.
template <class S>
void write_images(const DepthwisePass<Compute<S>>& pass, int64_t height, int64_t width,
                  int64_t grain, S* out, const KernelContext& context) {
  const int64_t line = width * pass.channels;
  parallel_for(pass.batch * height, grain, [&](int64_t begin, int64_t end) {
    const WideRows<S> wide(context, line);
    for (int64_t i = begin; i < end; ++i) {
      pass.write_row(i / height, i % height, wide.room(out + i * line));
      wide.write(out + i * line, line);
    }
  });
}

// Bands of as many rows as the epilogue takes at once.
template <class T>
void write_bands(const DepthwisePass<T>& pass, const Conv2dShape& s,
                 const BandEpilogue<T>& epilogue, const KernelContext& context) {
  const int64_t rows = epilogue.rows(), bands = ceil_div(s.y.out, rows);
  const int64_t line = s.x.out * s.in_channels;
  parallel_for(s.batch * bands, depthwise_grain(s, rows * s.x.out),
               [&](int64_t begin, int64_t end) {
                 const auto size =
                     static_cast<size_t>(rows * line) * sizeof(T) + 64;  // and one register more
                 const Workspace band = context.workspace(size);
                 for (int64_t i = begin; i < end; ++i) {
                   const int64_t image = i / bands, y = i % bands * rows,
                                 y_end = std::min(s.y.out, y + rows);
                   for (int64_t row = y; row < y_end; ++row)
                     pass.write_row(image, row, band.template as<T>() + (row - y) * line);
                   epilogue.take({image, image + 1, y, y_end, band.template as<T>()});
                 }
               });
}

// The rows [begin, end) of all images' output gradient added to `sums`, [tap][channel].
template <class T>
void add_rows(const DepthwisePass<T>& pass, const Conv2dShape& s, const T* out_grad, int64_t begin,
              int64_t end, T* sums) {
  const DepthwiseTable<T>& table = depthwise_table<T>(active_isa());
  const int64_t channels = s.in_channels;
  std::vector<const T*> from;
  std::vector<T*> to;
  for (int64_t i = begin; i < end; ++i)
    for (const AxisRun& run : pass.x.runs) {
      from.clear(), to.clear();
      for (const AxisTap& row : pass.rows[static_cast<size_t>(i % s.y.out)])
        for (const AxisTap& column : run.taps) {
          from.push_back(pass.source.data + pass.source.pixel(i / s.y.out, row.from, column.from));
          to.push_back(sums + (row.tap * s.x.window + column.tap) * channels);
        }
      table.dots({from.data(), static_cast<int64_t>(from.size()), pass.x.from_step * channels,
                  run.count, channels, channels},
                 out_grad + (i * s.x.out + run.first) * channels, to.data());
    }
}

template <class T>
DepthwisePass<T> forward_pass(const Conv2dShape& s, const T* input, const T* filters) {
  return {s.batch,          s.in_channels,
          s.x.window,       {input, s.y.in, s.x.in, s.in_channels},
          filters,          tap_rows(forward_runs(s.y), s.y.out),
          forward_runs(s.x)};
}

}  // namespace

template <class S>
void depthwise_conv2d(const Conv2dShape& s, const S* input, const S* filters, S* out,
                      const BandEpilogue<Compute<S>>* epilogue, const KernelContext& context) {
  const int64_t inputs = s.batch * s.y.in * s.x.in * s.in_channels;
  const int64_t weights = s.y.window * s.x.window * s.in_channels;
  const WideRows<S> wide_input(context, inputs), wide_filters(context, weights);
  auto pass = forward_pass(s, wide_input.read(input, inputs), wide_filters.read(filters, weights));
  pass.join(s.y.window * s.x.window);
  if (epilogue != nullptr) return write_bands(pass, s, *epilogue, context);
  write_images(pass, s.y.out, s.x.out, depthwise_grain(s, s.x.out), out, context);
}

template <class S>
void depthwise_input_grad(const Conv2dShape& s, const S* filters, const S* out_grad, S* input_grad,
                          const KernelContext& context) {
  const int64_t outputs = s.batch * s.y.out * s.x.out * s.in_channels;
  const int64_t weights = s.y.window * s.x.window * s.in_channels;
  const WideRows<S> wide_grad(context, outputs), wide_filters(context, weights);
  DepthwisePass<Compute<S>> pass{
      s.batch,
      s.in_channels,
      s.x.window,
      {wide_grad.read(out_grad, outputs), s.y.out, s.x.out, s.in_channels},
      wide_filters.read(filters, weights),
      tap_rows(backward_runs(s.y), s.y.in),
      backward_runs(s.x)};
  pass.join(s.y.window * s.x.window);
  write_images(pass, s.y.in, s.x.in, depthwise_grain(s, s.x.in), input_grad, context);
}

template <class S>
void depthwise_filter_grad(const FilterGrad<S>& g, const KernelContext& context) {
  using T = Compute<S>;
  const Conv2dShape& s = g.shape;
  const int64_t inputs = s.batch * s.y.in * s.x.in * s.in_channels;
  const int64_t rows = s.batch * s.y.out, outputs = rows * s.x.out * s.in_channels;
  const int64_t size = s.y.window * s.x.window * s.in_channels;
  const WideRows<S> wide_input(context, inputs), wide_grad(context, outputs);
  const DepthwisePass<T> pass = forward_pass<T>(s, wide_input.read(g.input, inputs), nullptr);
  const T* const out_grad = wide_grad.read(g.out_grad, outputs);
  const int64_t pieces = std::clamp<int64_t>(rows / depthwise_grain(s, s.x.out), 1, kMostSums);
  const Workspace room = context.workspace(static_cast<size_t>(pieces * size) * sizeof(T));
  T* const sums = room.template as<T>();
  parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      std::fill_n(sums + i * size, size, T(0));
      add_rows(pass, s, out_grad, piece_begin(rows, pieces, i), piece_begin(rows, pieces, i + 1),
               sums + i * size);
    }
  });
  for (int64_t i = 1; i < pieces; ++i)
    for (int64_t c = 0; c < size; ++c) sums[c] += sums[i * size + c];
  pack_table<S>(active_isa()).narrow(g.filters, 0, sums, 0, 1, size);
}

template void depthwise_conv2d<Half>(const Conv2dShape&, const Half*, const Half*, Half*,
                                     const BandEpilogue<Compute<Half>>*, const KernelContext&);
template void depthwise_input_grad<Half>(const Conv2dShape&, const Half*, const Half*, Half*,
                                         const KernelContext&);
template void depthwise_filter_grad<Half>(const FilterGrad<Half>&, const KernelContext&);
template void depthwise_conv2d<BFloat16>(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                         BFloat16*, const BandEpilogue<Compute<BFloat16>>*,
                                         const KernelContext&);
template void depthwise_input_grad<BFloat16>(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                             BFloat16*, const KernelContext&);
template void depthwise_filter_grad<BFloat16>(const FilterGrad<BFloat16>&, const KernelContext&);
template void depthwise_conv2d<float>(const Conv2dShape&, const float*, const float*, float*,
                                      const BandEpilogue<Compute<float>>*, const KernelContext&);
template void depthwise_input_grad<float>(const Conv2dShape&, const float*, const float*, float*,
                                          const KernelContext&);
template void depthwise_filter_grad<float>(const FilterGrad<float>&, const KernelContext&);
template void depthwise_conv2d<double>(const Conv2dShape&, const double*, const double*, double*,
                                       const BandEpilogue<Compute<double>>*, const KernelContext&);
template void depthwise_input_grad<double>(const Conv2dShape&, const double*, const double*,
                                           double*, const KernelContext&);
template void depthwise_filter_grad<double>(const FilterGrad<double>&, const KernelContext&);

}  // namespace pelton::cpu
