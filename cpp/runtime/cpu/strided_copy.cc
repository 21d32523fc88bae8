#include "runtime/cpu/strided_copy.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "runtime/cpu/turn_block.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

constexpr int64_t kGrainBytes = 64 * 1024;
constexpr int64_t kBlock = kTurnedBlock;

// One axis; steps in bytes.
struct Axis {
  int64_t size;
  int64_t to;
  int64_t from;
};
using AxisList = InlineVec<Axis, kMaxRank>;

// The axes without those of size 1, neighbours merged where both sides step evenly through them.
AxisList merge_axes(const Shape& shape, int64_t width, const Strides& to, const Strides& from) {
  AxisList out;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    const Axis axis{shape[i], to[i] * width, from[i] * width};
    if (!out.empty() && out.back().to == axis.to * axis.size &&
        out.back().from == axis.from * axis.size)
      out.back() = {out.back().size * axis.size, axis.to, axis.from};
    else
      out.push_back(axis);
  }
  return out;
}

// Walks `axes` in row-major order; at() gives both places.
class Walk {
 public:
  Walk(const AxisList& axes, char* to, const char* from, int64_t start)
      : axes_(axes), index_(axes.size()), to_(to), from_(from) {
    for (size_t i = axes.size(); i-- > 0;) {
      index_[i] = start % axes[i].size;
      start /= axes[i].size;
      to_ += index_[i] * axes[i].to;
      from_ += index_[i] * axes[i].from;
    }
  }
  char* to() const { return to_; }
  const char* from() const { return from_; }
  void next() {
    for (size_t i = axes_.size(); i-- > 0;) {
      const Axis& axis = axes_[i];
      to_ += axis.to;
      from_ += axis.from;
      if (++index_[i] < axis.size) return;
      to_ -= axis.to * axis.size;
      from_ -= axis.from * axis.size;
      index_[i] = 0;
    }
  }

 private:
  const AxisList& axes_;
  InlineVec<int64_t, kMaxRank> index_;
  char* to_;
  const char* from_;
};

int64_t count_of(const AxisList& axes) {
  int64_t count = 1;
  for (const Axis& axis : axes) count *= axis.size;
  return count;
}

int64_t grain_of(int64_t item_bytes) { return std::max<int64_t>(1, kGrainBytes / item_bytes); }

// Rows of `bytes` contiguous bytes; a piece may begin and end inside a row.
void copy_rows(const AxisList& rows, int64_t bytes, char* to, const char* from) {
  parallel_for(count_of(rows) * bytes, kGrainBytes, [&](int64_t begin, int64_t end) {
    Walk walk(rows, to, from, begin / bytes);
    for (int64_t at = begin; at < end; walk.next()) {
      const int64_t skip = at % bytes;
      const int64_t n = std::min(bytes - skip, end - at);
      std::memcpy(walk.to() + skip, walk.from() + skip, static_cast<size_t>(n));
      at += n;
    }
  });
}

// Elements that lie one after the other, last to first; `from` is the last one.
template <size_t W>
void reverse_row(int64_t n, char* to, const char* from) {
  constexpr auto kWidth = static_cast<int64_t>(W);
  int64_t i = 0;
  if constexpr (W == 4) {
    typedef uint32_t Words __attribute__((vector_size(16)));
    for (Words x; i + 4 <= n; i += 4) {
      std::memcpy(&x, from - (i + 3) * kWidth, sizeof x);
      x = __builtin_shufflevector(x, x, 3, 2, 1, 0);
      std::memcpy(to + i * kWidth, &x, sizeof x);
    }
  } else if constexpr (W < 4 && W != 3) {
    constexpr int64_t kTogether = 8 / kWidth;
    for (uint64_t x; i + kTogether <= n; i += kTogether) {
      std::memcpy(&x, from - (i + kTogether - 1) * kWidth, sizeof x);
      x = __builtin_bswap64(x);
      if constexpr (W == 2) x = (x & 0x00ff00ff00ff00ff) << 8 | (x >> 8 & 0x00ff00ff00ff00ff);
      std::memcpy(to + i * kWidth, &x, sizeof x);
    }
  } else if constexpr (!std::has_single_bit(W)) {
    // More than the element, in one move: what is too much belongs to the one before in `from`
    // and to the next one in `to`, which is still to be written.
    if (n > 0) std::memcpy(to, from, W);
    for (i = 1; i + 1 < n; ++i) std::memcpy(to + i * kWidth, from - i * kWidth, std::bit_ceil(W));
  }
  for (; i < n; ++i) std::memcpy(to + i * kWidth, from - i * kWidth, W);
}

template <size_t W>
void copy_row(Axis axis, char* to, const char* from) {
  constexpr auto kWidth = static_cast<int64_t>(W);
  if (axis.to == kWidth && axis.from == -kWidth) return reverse_row<W>(axis.size, to, from);
  for (int64_t i = 0; i < axis.size; ++i) std::memcpy(to + i * axis.to, from + i * axis.from, W);
}

template <size_t W>
void copy_elements(AxisList axes, char* to, const char* from) {
  const Axis last = axes.back();
  axes.resize(axes.size() - 1);
  parallel_for(count_of(axes), grain_of(last.size * static_cast<int64_t>(W)),
               [&](int64_t begin, int64_t end) {
                 Walk walk(axes, to, from, begin);
                 for (int64_t i = begin; i < end; ++i, walk.next())
                   copy_row<W>(last, walk.to(), walk.from());
               });
}

// Source and target are contiguous along different axes (`across` and the last one): square blocks
// keep the lines of both in the cache.
template <size_t W>
void copy_transposed(AxisList axes, size_t across, char* to, const char* from) {
  const Axis rows = axes[across];
  const Axis last = axes.back();
  axes.resize(axes.size() - 1);
  axes[across] = {(rows.size + kBlock - 1) / kBlock, rows.to * kBlock, rows.from * kBlock};
  int64_t blocks_inside = 1;  // items of `axes` per step of the blocked axis
  for (size_t i = across + 1; i < axes.size(); ++i) blocks_inside *= axes[i].size;
  const int64_t grain = grain_of(last.size * kBlock * static_cast<int64_t>(W));
  const TurnBlock turn = turn_block();
  parallel_for(count_of(axes), grain, [&](int64_t begin, int64_t end) {
    Walk walk(axes, to, from, begin);
    for (int64_t item = begin; item < end; ++item, walk.next()) {
      const int64_t block = item / blocks_inside % axes[across].size;
      const int64_t height = std::min(kBlock, rows.size - block * kBlock);
      for (int64_t left = 0; left < last.size; left += kBlock) {
        const Axis part{std::min(kBlock, last.size - left), last.to, last.from};
        if (W == 4 && height == kBlock && part.size == kBlock && rows.from == 4) {
          turn(walk.to() + left * last.to, rows.to, walk.from() + left * last.from, last.from);
          continue;
        }
        for (int64_t row = 0; row < height; ++row)
          copy_row<W>(part, walk.to() + row * rows.to + left * last.to,
                      walk.from() + row * rows.from + left * last.from);
      }
    }
  });
}

template <size_t W>
void copy_any(const AxisList& axes, char* to, const char* from) {
  constexpr auto kWidth = static_cast<int64_t>(W);
  if (axes.back().to == kWidth)
    for (size_t i = 0; i + 1 < axes.size(); ++i)
      if (std::abs(axes[i].from) == kWidth) return copy_transposed<W>(axes, i, to, from);
  copy_elements<W>(axes, to, from);
}

// Short rows that move as one wide element, such as pixels of three channels.
bool moves_as_one(int64_t bytes) {
  return bytes <= 16 && (std::has_single_bit(static_cast<uint64_t>(bytes)) || bytes == 3 ||
                         bytes == 6 || bytes == 12);
}

}  // namespace

void copy_strided(const Shape& shape, int64_t width, StridedTarget target, StridedSource source) {
  if (element_count(shape) == 0) return;
  AxisList axes = merge_axes(shape, width, target.strides, source.strides);
  auto* to = static_cast<char*>(target.data);
  const auto* from = static_cast<const char*>(source.data);
  if (axes.empty()) return std::memcpy(to, from, static_cast<size_t>(width)), void();
  if (axes.back().to == width && axes.back().from == width) {
    const int64_t bytes = axes.back().size * width;
    axes.resize(axes.size() - 1);
    if (axes.empty() || !moves_as_one(bytes)) return copy_rows(axes, bytes, to, from);
    width = bytes;
  }
  switch (width) {
    case 1:
      return copy_any<1>(axes, to, from);
    case 2:
      return copy_any<2>(axes, to, from);
    case 3:
      return copy_any<3>(axes, to, from);
    case 4:
      return copy_any<4>(axes, to, from);
    case 6:
      return copy_any<6>(axes, to, from);
    case 8:
      return copy_any<8>(axes, to, from);
    case 12:
      return copy_any<12>(axes, to, from);
    case 16:
      return copy_any<16>(axes, to, from);
    default:
      raise(Code::internal, "no element is ", width, " bytes wide");
  }
}

void copy_bytes(void* to, const void* from, int64_t bytes) {
  if (bytes > 0) copy_rows({}, bytes, static_cast<char*>(to), static_cast<const char*>(from));
}

}  // namespace pelton
