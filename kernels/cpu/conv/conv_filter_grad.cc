// Owns how the filter gradient is cut into units and segments of the pixel sum.
#include "kernels/cpu/conv/conv_filter_grad.h"

#include <algorithm>
#include <type_traits>

#include "kernels/cpu/conv/depthwise.h"
#include "kernels/cpu/conv/mostly_zero_grad.h"
#include "kernels/cpu/conv/winograd/winograd_choice.h"
#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/panels.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kUnits = 32;       // enough for that many threads
constexpr int64_t kMostChunks = 16;  // partial sums of one filter element
constexpr int64_t kPackRows = 64;    // so many uses pay for packing the output gradient
constexpr double kTurnedGain = 1.5;  // over the direct way
constexpr int64_t kMostPanels = 4;   // of a unit: they share one copy of the input

// The filters of a group are the product of a matrix that gathers the input (a row for each tap
// and channel, a column for each output pixel) and the output gradient (a row for each pixel).
// The pixels are taken in segments that stay in the caches; a unit is a piece of the panels of
// output channels over a chunk of the segments.
template <class S>
class FilterGradient {
  using T = Compute<S>;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  FilterGradient(const FilterGrad<S>& g, const KernelContext& context)
      : g_(g),
        s_(g.shape),
        context_(context),
        gemm_(gemm_table<T>(active_isa())),
        pack_(pack_table<S>(active_isa())),
        in_(s_.group_in()),
        out_(s_.group_out()),
        rows_(s_.y.window * s_.x.window * in_),
        panels_(out_, gemm_.lanes, gemm_.panel_cols),
        pieces_(ceil_div(panels_.count(), kMostPanels)),
        width_(widest_piece()),
        copies_(kConverts || is_padded()) {
    plan_segments();
    if (copies_) copy_size_ = copy_size();
    plan_chunks();
    plan_rows();
  }

  void run() {
    const bool direct = chunks_ == 1 && !kConverts;
    const int64_t units = s_.groups * pieces_ * chunks_;
    const Workspace partial =
        context_.workspace(direct ? 0 : static_cast<size_t>(units * rows_ * width_) * sizeof(T));
    for (int64_t r = 0; r < rows_; ++r)
      sum_rows_[static_cast<size_t>(r)] = r * (direct ? s_.out_channels : width_);
    const auto loop = [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const Unit unit = unit_at(i);
        if constexpr (!kConverts)
          if (direct) {
            run_unit(unit, g_.filters + column(unit));
            continue;
          }
        run_unit(unit, partial.as<T>() + i * rows_ * width_);
      }
    };
    if (work() < kParallelWork)
      loop(0, units);
    else
      parallel_for(units, 1, loop);
    if (!direct) add_chunks(partial.as<T>());
  }

 private:
  struct Unit {
    int64_t group;
    int64_t first_panel, last_panel;
    int64_t first_segment, last_segment;
  };

  // Output pixels: `rows` whole rows (counted over all images), or a part of one row.
  struct Segment {
    int64_t row, rows;
    int64_t col, cols;
  };

  // What one unit works with: room for a segment's copies, and the offsets of its blocks.
  struct Room {
    T* input;
    T* out_grad;
    std::vector<int64_t> input_blocks, out_grad_blocks;
  };

  double work() const {
    return static_cast<double>(s_.batch * s_.y.out * s_.x.out) *
           static_cast<double>(rows_ * s_.out_channels);
  }

  int64_t first_panel(int64_t piece) const { return piece_begin(panels_.count(), pieces_, piece); }
  int64_t piece_width(int64_t first, int64_t last) const {
    return panels_.padded(panels_.begin(last) - panels_.begin(first));
  }
  int64_t widest_piece() const {
    int64_t widest = 0;
    for (int64_t i = 0; i < pieces_; ++i)
      widest = std::max(widest, piece_width(first_panel(i), first_panel(i + 1)));
    return widest;
  }

  static int64_t span(const WindowAxis& axis) { return (axis.window - 1) * axis.dilation + 1; }

  bool is_padded() const {
    const auto exceeds = [](const WindowAxis& axis) {
      return axis.before > 0 || (axis.out - 1) * axis.stride + span(axis) > axis.in;
    };
    return exceeds(s_.y) || exceeds(s_.x);
  }

  void plan_segments() {
    row_pieces_ = ceil_div(s_.x.out, gemm_.depth_block);
    segment_rows_ = row_pieces_ > 1 ? 1 : std::max<int64_t>(1, gemm_.depth_block / s_.x.out);
    segments_ = ceil_div(s_.batch * s_.y.out, segment_rows_) * row_pieces_;
  }

  // Depends on the shapes only: the order of the sum must not follow the number of threads.
  void plan_chunks() {
    const int64_t columns = s_.groups * pieces_;
    chunks_ = std::clamp<int64_t>(ceil_div(kUnits, columns), 1, std::min(segments_, kMostChunks));
    if (work() < kParallelWork) chunks_ = 1;
  }

  // Offsets of the rows of the gathered matrix: in the input, or in a segment's copy of it.
  void plan_rows() {
    const int64_t pixel = copies_ ? in_ : s_.in_channels;
    const int64_t line = copies_ ? copy_width() * in_ : s_.x.in * s_.in_channels;
    input_rows_.reserve(static_cast<size_t>(rows_));
    for (int64_t y = 0; y < s_.y.window; ++y)
      for (int64_t x = 0; x < s_.x.window; ++x)
        for (int64_t c = 0; c < in_; ++c)
          input_rows_.push_back(y * s_.y.dilation * line + x * s_.x.dilation * pixel + c);
    sum_rows_.resize(static_cast<size_t>(rows_));
  }

  Unit unit_at(int64_t index) const {
    const int64_t chunk = index % chunks_, column = index / chunks_, piece = column % pieces_;
    return {column / pieces_, first_panel(piece), first_panel(piece + 1),
            piece_begin(segments_, chunks_, chunk), piece_begin(segments_, chunks_, chunk + 1)};
  }

  Segment segment(int64_t index) const {
    const int64_t row = index / row_pieces_ * segment_rows_, piece = index % row_pieces_;
    const int64_t col = piece_begin(s_.x.out, row_pieces_, piece);
    return {row, std::min(segment_rows_, s_.batch * s_.y.out - row), col,
            piece_begin(s_.x.out, row_pieces_, piece + 1) - col};
  }

  // First output channel of a unit.
  int64_t column(const Unit& unit) const {
    return unit.group * out_ + panels_.begin(unit.first_panel);
  }
  int64_t cols(const Unit& unit) const {
    return panels_.begin(unit.last_panel) - panels_.begin(unit.first_panel);
  }

  int64_t copy_width() const {
    const int64_t cols = row_pieces_ > 1 ? gemm_.depth_block : s_.x.out;
    return (cols - 1) * s_.x.stride + span(s_.x);
  }

  // Most input lines that a segment's copy holds: each image's part adds its own overlap.
  int64_t copy_lines() const {
    const int64_t parts = std::min(segment_rows_, segment_rows_ / s_.y.out + 2);
    return checked_add(checked_multiply(segment_rows_, s_.y.stride),
                       checked_multiply(parts, span(s_.y)));
  }

  // Elements of it: as many as strides and dilations spread it over, which may exceed 64 bits.
  int64_t copy_size() const {
    const int64_t pixels = checked_multiply(copy_lines(), copy_width());
    return checked_multiply(pixels, in_ * static_cast<int64_t>(sizeof(T))) /
           static_cast<int64_t>(sizeof(T));
  }

  bool is_in_place(int64_t panel) const {
    return !kConverts && rows_ < kPackRows && panels_.is_whole(panel);
  }

  void run_unit(const Unit& unit, T* sums) const {
    const int64_t grad_size =
        is_in_place(unit.last_panel - 1)  // then the others are, too
            ? 0
            : gemm_.depth_block * piece_width(unit.first_panel, unit.last_panel);
    const Workspace scratch =
        context_.workspace(static_cast<size_t>(copy_size_ + grad_size) * sizeof(T));
    Room room{scratch.as<T>() + grad_size, scratch.as<T>(), {}, {}};
    std::fill(room.out_grad, room.out_grad + grad_size, T{});
    GemmPanel<T> p;
    p.rows = rows_;
    p.a_rows = input_rows_.data();
    p.a_step = s_.x.stride * (copies_ ? in_ : s_.in_channels);
    p.c_rows = sum_rows_.data();
    for (int64_t i = unit.first_segment; i < unit.last_segment; ++i) {
      poll_interrupt();
      const Segment part = segment(i);
      p.accumulate = i > unit.first_segment;
      p.blocks = part.rows;
      p.depth = part.cols;
      place_input(p, room, unit, part);
      for (int64_t panel = unit.first_panel; panel < unit.last_panel; ++panel) {
        place_out_grad(p, room, unit, panel, part);
        p.c = sums + panels_.begin(panel) - panels_.begin(unit.first_panel);
        gemm_.panel(p);
      }
    }
  }

  void place_input(GemmPanel<T>& p, Room& room, const Unit& unit, const Segment& part) const {
    room.input_blocks.clear();
    if (copies_) {
      copy_input(room, unit, part);
      p.a = room.input;
    } else if constexpr (!kConverts) {
      for (int64_t row = part.row; row < part.row + part.rows; ++row) {
        const int64_t image = row / s_.y.out, y = row % s_.y.out * s_.y.stride;
        room.input_blocks.push_back(((image * s_.y.in + y) * s_.x.in + part.col * s_.x.stride) *
                                    s_.in_channels);
      }
      p.a = g_.input + unit.group * in_;
    }
    p.a_blocks = room.input_blocks.data();
  }

  // Copies the input lines that a segment sees, padding included, image by image.
  void copy_input(Room& room, const Unit& unit, const Segment& part) const {
    const int64_t line = copy_width() * in_;
    T* to = room.input;
    for (int64_t row = part.row; row < part.row + part.rows;) {
      const int64_t image = row / s_.y.out, y = row % s_.y.out;
      const int64_t rows = std::min(s_.y.out - y, part.row + part.rows - row);
      const int64_t lines = (rows - 1) * s_.y.stride + span(s_.y);
      const int64_t first = y * s_.y.stride - s_.y.before;
      for (int64_t i = 0; i < lines; ++i)
        copy_line(to + i * line, unit, image, first + i, part.col * s_.x.stride - s_.x.before);
      for (int64_t i = 0; i < rows; ++i)
        room.input_blocks.push_back(to - room.input + i * s_.y.stride * line);
      to += lines * line;
      row += rows;
    }
  }

  // One line of copy_width() pixels from input column `x` on, which may lie outside.
  void copy_line(T* to, const Unit& unit, int64_t image, int64_t y, int64_t x) const {
    const int64_t width = copy_width();
    const bool inside = y >= 0 && y < s_.y.in;
    const int64_t begin = inside ? std::clamp<int64_t>(-x, 0, width) : width;
    const int64_t end = inside ? std::clamp<int64_t>(s_.x.in - x, begin, width) : width;
    std::fill(to, to + begin * in_, T{});
    if (begin < end) {
      const S* from = g_.input + ((image * s_.y.in + y) * s_.x.in + x + begin) * s_.in_channels +
                      unit.group * in_;
      if (s_.groups == 1)
        pack_.widen(to + begin * in_, 0, {from, 0, 1}, 1, (end - begin) * in_);
      else
        pack_.widen(to + begin * in_, in_, {from, s_.in_channels, 1}, end - begin, in_);
    }
    std::fill(to + end * in_, to + width * in_, T{});
  }

  void place_out_grad(GemmPanel<T>& p, Room& room, const Unit& unit, int64_t panel,
                      const Segment& part) const {
    const bool in_place = is_in_place(panel);
    const int64_t first = panels_.begin(panel) - panels_.begin(unit.first_panel);
    const S* from =
        g_.out_grad + (part.row * s_.x.out + part.col) * s_.out_channels + column(unit) + first;
    T* const to = room.out_grad + gemm_.depth_block * first;
    p.cols = panels_.cols(panel);
    p.b_step = in_place ? s_.out_channels : panels_.width(panel);
    p.b = to;
    if constexpr (!kConverts)
      if (in_place) p.b = from;
    if (!in_place)
      pack_.widen(to, p.b_step, {from, s_.out_channels, 1}, part.rows * part.cols, p.cols);
    room.out_grad_blocks.clear();
    for (int64_t i = 0; i < part.rows; ++i)
      room.out_grad_blocks.push_back(i * part.cols * p.b_step);
    p.b_blocks = room.out_grad_blocks.data();
  }

  // Adds the chunks in their order to the first one and stores the sums.
  void add_chunks(T* partial) const {
    const int64_t size = rows_ * width_;
    parallel_for(s_.groups * pieces_ * rows_, 64, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t unit = i / rows_ * chunks_, row = i % rows_;
        T* const sum = partial + unit * size + row * width_;
        for (int64_t chunk = 1; chunk < chunks_; ++chunk)
          for (int64_t j = 0; j < width_; ++j) sum[j] += sum[chunk * size + j];
        const Unit first = unit_at(unit);
        pack_.narrow(g_.filters + row * s_.out_channels + column(first), width_, sum, width_, 1,
                     cols(first));
      }
    });
  }

  const FilterGrad<S>& g_;
  const Conv2dShape& s_;
  const KernelContext& context_;
  const GemmTable<T>& gemm_;
  const PackTable<S>& pack_;
  const int64_t in_, out_;  // channels of one group
  const int64_t rows_;      // of one group's filters as a matrix
  const Panels panels_;
  const int64_t pieces_;   // of the panels
  const int64_t width_;    // of the widest piece
  const bool copies_;      // segments of the input are copied, because padded or narrow
  int64_t copy_size_ = 0;  // of such a copy
  int64_t row_pieces_, segment_rows_, segments_, chunks_;
  std::vector<int64_t> input_rows_, sum_rows_;
};

// Multiply-adds of a register: output channels fill the registers, all else is counted one by one.
template <class T>
double register_work(const Conv2dShape& s) {
  const int64_t vectors = ceil_div(s.out_channels, gemm_table<T>(active_isa()).lanes);
  return static_cast<double>(s.batch * s.y.out * s.x.out) *
         static_cast<double>(s.y.window * s.x.window) *
         static_cast<double>(s.in_channels * vectors);
}

// Few output channels fill no register, but many input channels do where the input and the output
// gradient change their places: the filters are then turned round, taps and channels.
template <class T>
bool pays_turned(const Conv2dShape& s) {
  if (s.groups != 1 || s.y.stride != 1 || s.x.stride != 1) return false;
  const Conv2dShape turned = reversed(s);
  return turned.y.before >= 0 && turned.x.before >= 0 &&
         kTurnedGain * register_work<Compute<T>>(turned) < register_work<Compute<T>>(s);
}

template <class S>
void turned_filter_grad(const FilterGrad<S>& g, const KernelContext& context) {
  const int64_t taps = g.shape.y.window * g.shape.x.window;
  const int64_t in = g.shape.in_channels, out = g.shape.out_channels;
  const Workspace room = context.workspace(static_cast<size_t>(taps * in * out) * sizeof(S));
  const S* const turned = room.as<S>();
  const FilterGrad<S> other{reversed(g.shape), g.out_grad, g.input, room.as<S>()};
  FilterGradient<S>(other, context).run();
  for (int64_t t = 0; t < taps; ++t)
    for (int64_t c = 0; c < in; ++c)
      for (int64_t o = 0; o < out; ++o)
        g.filters[(t * in + c) * out + o] = turned[((taps - 1 - t) * out + o) * in + c];
}

}  // namespace

template <class T>
void filter_grad(const FilterGrad<T>& grad, const KernelContext& context) {
  const Conv2dShape& s = grad.shape;
  const int64_t size = s.y.window * s.x.window * s.group_in() * s.out_channels;
  if (size == 0) return;
  if (s.batch * s.y.out * s.x.out == 0) {
    std::fill(grad.filters, grad.filters + size, T{});
    return;
  }
  if (is_depthwise(s)) return depthwise_filter_grad(grad, context);
  if (mostly_zero_filter_grad(grad, context)) return;
  if constexpr (std::is_same_v<Compute<T>, float>)
    if (const int64_t tile = winograd_filter_grad_tile(s);
        tile != 0 && winograd_filter_grad(grad, tile, context))
      return;
  if (pays_turned<T>(s)) return turned_filter_grad(grad, context);
  FilterGradient<T>(grad, context).run();
}
template void filter_grad<Half>(const FilterGrad<Half>&, const KernelContext&);
template void filter_grad<BFloat16>(const FilterGrad<BFloat16>&, const KernelContext&);
template void filter_grad<float>(const FilterGrad<float>&, const KernelContext&);
template void filter_grad<double>(const FilterGrad<double>&, const KernelContext&);

}  // namespace pelton::cpu
