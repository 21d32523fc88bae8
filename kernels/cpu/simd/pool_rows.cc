// Owns the pooling loops, vectors along the channels. Must not know images or padding modes.
#include "kernels/cpu/conv/pool_rows.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// Part of a window that lies inside of the image: `cols` columns from element `at` on.
struct Cells {
  int64_t at, cols;
};

[[gnu::always_inline]] inline Cells cells_of(const PoolRow& row, int64_t index) {
  const int64_t first = index * row.stride - row.before;
  const int64_t begin = first < 0 ? 0 : first;
  const int64_t end = first + row.window > row.width ? row.width : first + row.window;
  return {begin * row.channels, end - begin};
}

// Calls f(offset) for the cells of a window, line by line.
template <class F>
[[gnu::always_inline]] inline void for_cells(const PoolRow& row, const Cells& cells, const F& f) {
  for (int64_t y = 0; y < row.lines; ++y)
    for (int64_t x = 0; x < cells.cols; ++x) f(cells.at + y * row.line + x * row.channels);
}

template <class T>
[[gnu::always_inline]] inline void take_larger(Vec<T>& largest, const Vec<T>& x) {
  largest = (x > largest) | (x != x) ? x : largest;
}

// The largest elements of the lines and columns of a window. kSide: both where known, else 0; the
// lines do not wait for each other then.
template <class T, int kSide>
[[gnu::always_inline]] inline void max_of_window(const PoolRow& row, const Cells& cells,
                                                 const T* in, T* out) {
  const T* const first = in + cells.at;
  const int64_t line = row.line, channels = row.channels;
  const int64_t lines = kSide > 0 ? kSide : row.lines, cols = kSide > 0 ? kSide : cells.cols;
  for_lanes<T>(channels, [=](int64_t c, int lanes) {
    Vec<T> largest{}, of_line, x;
    for (int64_t y = 0; y < lines; ++y) {
      load_lanes(of_line, first + y * line + c, lanes);
      for (int64_t z = 1; z < cols; ++z) {
        load_lanes(x, first + y * line + z * channels + c, lanes);
        take_larger<T>(of_line, x);
      }
      if (y == 0)
        largest = of_line;
      else
        take_larger<T>(largest, of_line);
    }
    store_lanes(out + c, largest, lanes);
  });
}

template <class T, int kSide>
void max_of(const PoolRow& row, const T* in, T* out) {
  for (int64_t i = 0; i < row.windows; ++i, out += row.channels) {
    const Cells cells = cells_of(row, i);
    if (cells.cols == kSide)
      max_of_window<T, kSide>(row, cells, in, out);
    else
      max_of_window<T, 0>(row, cells, in, out);
  }
}

template <class T>
void max(const PoolRow& row, const T* in, T* out) {
  if (row.lines == 2 && row.window == 2) return max_of<T, 2>(row, in, out);
  if (row.lines == 3 && row.window == 3) return max_of<T, 3>(row, in, out);
  max_of<T, 0>(row, in, out);
}

// For each lane, which cell of the window holds the first largest element, or the first NaN.
template <class T>
[[gnu::always_inline]] inline auto first_largest(const PoolRow& row, const Cells& cells,
                                                 const T* in, int lanes) {
  using Index = decltype(Vec<T>{} > Vec<T>{});
  Vec<T> largest, x;
  load_lanes(largest, in + cells.at, lanes);
  Index best{}, cell{};
  for_cells(row, cells, [&](int64_t at) {
    load_lanes(x, in + at, lanes);
    const Index wins = (x > largest) | ((x != x) & (largest == largest));
    largest = wins ? x : largest;
    best = wins ? cell : best;
    cell += 1;
  });
  return best;
}

template <class T>
void max_grad(const PoolRow& row, const T* in, const T* out_grad, T* in_grad, bool overwrite) {
  for (int64_t i = 0; i < row.windows; ++i, out_grad += row.channels) {
    const Cells cells = cells_of(row, i);
    for_lanes<T>(row.channels, [&](int64_t c, int lanes) {
      const auto best = first_largest(row, cells, in + c, lanes);
      Vec<T> grad, old{};
      load_lanes(grad, out_grad + c, lanes);
      auto cell = best - best;
      for_cells(row, cells, [&](int64_t at) {
        if (!overwrite) load_lanes(old, in_grad + at + c, lanes);
        const Vec<T> share = best == cell ? grad : Vec<T>{};
        store_lanes(in_grad + at + c, overwrite ? share : old + share, lanes);
        cell += 1;
      });
    });
  }
}

template <class T>
void max_pick(const PoolRow& row, const T* in, const T* values, T* out) {
  for (int64_t i = 0; i < row.windows; ++i, out += row.channels) {
    const Cells cells = cells_of(row, i);
    for_lanes<T>(row.channels, [&](int64_t c, int lanes) {
      const auto best = first_largest(row, cells, in + c, lanes);
      Vec<T> picked{}, x;
      auto cell = best - best;
      for_cells(row, cells, [&](int64_t at) {
        load_lanes(x, values + at + c, lanes);
        picked = best == cell ? x : picked;
        cell += 1;
      });
      store_lanes(out + c, picked, lanes);
    });
  }
}

template <class T>
void mean(const PoolRow& row, const T* in, T* out) {
  for (int64_t i = 0; i < row.windows; ++i, out += row.channels) {
    const Cells cells = cells_of(row, i);
    const Vec<T> count = splat(static_cast<T>(row.lines * cells.cols));
    for_lanes<T>(row.channels, [&](int64_t c, int lanes) {
      Vec<T> sum{}, x;
      for_cells(row, cells, [&](int64_t at) {
        load_lanes(x, in + at + c, lanes);
        sum += x;
      });
      store_lanes(out + c, sum / count, lanes);
    });
  }
}

template <class T>
void mean_grad(const PoolRow& row, const T* out_grad, T* in_grad, bool overwrite) {
  for (int64_t i = 0; i < row.windows; ++i, out_grad += row.channels) {
    const Cells cells = cells_of(row, i);
    const Vec<T> count = splat(static_cast<T>(row.lines * cells.cols));
    for_lanes<T>(row.channels, [&](int64_t c, int lanes) {
      Vec<T> share, old{};
      load_lanes(share, out_grad + c, lanes);
      share /= count;
      for_cells(row, cells, [&](int64_t at) {
        if (!overwrite) load_lanes(old, in_grad + at + c, lanes);
        store_lanes(in_grad + at + c, overwrite ? share : old + share, lanes);
      });
    });
  }
}

template <class T>
constexpr bool kIsFloating = false;
template <>
constexpr bool kIsFloating<float> = true;
template <>
constexpr bool kIsFloating<double> = true;

template <class T>
constexpr PoolTable<T> pool_functions() {
  if constexpr (kIsFloating<T>)
    return {max<T>, max_grad<T>, max_pick<T>, mean<T>, mean_grad<T>};
  else
    return {max<T>, nullptr, nullptr, nullptr, nullptr};
}

}  // namespace

template <class T>
const PoolTable<T>& pool_table() {
  static constexpr PoolTable<T> table = pool_functions<T>();
  return table;
}
template const PoolTable<float>& pool_table<float>();
template const PoolTable<double>& pool_table<double>();
template const PoolTable<int8_t>& pool_table<int8_t>();
template const PoolTable<int16_t>& pool_table<int16_t>();
template const PoolTable<int32_t>& pool_table<int32_t>();
template const PoolTable<int64_t>& pool_table<int64_t>();
template const PoolTable<uint8_t>& pool_table<uint8_t>();
template const PoolTable<uint16_t>& pool_table<uint16_t>();
template const PoolTable<uint32_t>& pool_table<uint32_t>();
template const PoolTable<uint64_t>& pool_table<uint64_t>();

}  // namespace pelton::cpu::PELTON_ISA
