// Owns Winograd's transforms, vectors along the channels. Must not know images.
#include "kernels/cpu/winograd_tiles.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// G g: four numbers from three taps.
template <class V>
[[gnu::always_inline]] inline void expand(V (&to)[4], const V& a, const V& b, const V& c) {
  const V outer = 0.5f * (a + c), inner = 0.5f * b;
  to[0] = a;
  to[1] = outer + inner;
  to[2] = outer - inner;
  to[3] = c;
}

// One register of output channels; arguments by value, as the stores could alias captured ones.
template <class T>
[[gnu::always_inline]] inline void filter_lanes(const T* w, int64_t tap_step, int lanes, T* to,
                                                int64_t step) {
  Vec<T> columns[3][4], row[4];
#pragma GCC unroll 3
  for (int x = 0; x < 3; ++x) {
    Vec<T> taps[3];
#pragma GCC unroll 3
    for (int y = 0; y < 3; ++y) load_lanes(taps[y], w + (y * 3 + x) * tap_step, lanes);
    expand(columns[x], taps[0], taps[1], taps[2]);
  }
#pragma GCC unroll 4
  for (int y = 0; y < 4; ++y, to += 4 * step) {
    expand(row, columns[0][y], columns[1][y], columns[2][y]);
    store(to, row[0]);
    store(to + step, row[1]);
    store(to + 2 * step, row[2]);
    store(to + 3 * step, row[3]);
  }
}

template <class T>
void filters(const T* w, int64_t tap_step, int64_t count, T* to, int64_t step) {
  int64_t i = 0;
  for (; i + kLanes<T> <= count; i += kLanes<T>)
    filter_lanes(w + i, tap_step, kLanes<T>, to + i, step);
  if (i < count) filter_lanes(w + i, tap_step, static_cast<int>(count - i), to + i, step);
}

// transposed(B) d: four numbers from four pixels.
template <class V>
[[gnu::always_inline]] inline void mix(V (&to)[4], const V& a, const V& b, const V& c, const V& d) {
  to[0] = a - c;
  to[1] = b + c;
  to[2] = c - b;
  to[3] = b - d;
}

// Rows are loaded twice, so that what is at hand fits in 16 registers.
template <class T>
void input(const T* x, int64_t line, int64_t channels, T* to, int64_t step) {
  constexpr int kFirst[] = {0, 1, 2, 1}, kSecond[] = {2, 2, 1, 3};
  for_lanes<T>(channels, [&](int64_t i, int lanes) {
#pragma GCC unroll 4
    for (int r = 0; r < 4; ++r) {
      Vec<T> mixed[4], row[4], first, second;
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) {
        load_lanes(first, x + kFirst[r] * line + c * channels + i, lanes);
        load_lanes(second, x + kSecond[r] * line + c * channels + i, lanes);
        mixed[c] = r == 1 ? first + second : first - second;
      }
      mix(row, mixed[0], mixed[1], mixed[2], mixed[3]);
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) store_lanes(to + (r * 4 + c) * step + i, row[c], lanes);
    }
  });
}

template <class T>
void output(const T* from, int64_t step, int64_t channels, T* y, int64_t line, int64_t pixel,
            int64_t rows, int64_t cols) {
  for_lanes<T>(channels, [&](int64_t i, int lanes) {
    Vec<T> sums[2][4];
#pragma GCC unroll 4
    for (int c = 0; c < 4; ++c) {
      Vec<T> m[4];
      for (int r = 0; r < 4; ++r) load(m[r], from + (r * 4 + c) * step + i);
      sums[0][c] = m[0] + m[1] + m[2];
      sums[1][c] = m[1] - m[2] - m[3];
    }
    const auto write = [&](T* to, const Vec<T>(&s)[4]) {
      store_lanes(to, s[0] + s[1] + s[2], lanes);
      if (cols > 1) store_lanes(to + pixel, s[1] - s[2] - s[3], lanes);
    };
    write(y + i, sums[0]);
    if (rows > 1) write(y + line + i, sums[1]);
  });
}

// Four numbers from two gradients, for the products with the four that input() makes.
template <class V>
[[gnu::always_inline]] inline void expand(V (&to)[4], const V& a, const V& b) {
  const V first = 0.5f * a, second = 0.5f * b;
  to[0] = a;
  to[1] = first + second;
  to[2] = first - second;
  to[3] = b;
}

template <class T>
void grads(const T* g, int64_t line, int64_t pixel, int64_t count, int64_t rows, int64_t cols,
           T* to, int64_t step) {
  for_lanes<T>(count, [&](int64_t i, int lanes) {
    Vec<T> pixels[2][2] = {}, columns[2][4], row[4];
    load_lanes(pixels[0][0], g + i, lanes);
    if (cols > 1) load_lanes(pixels[0][1], g + pixel + i, lanes);
    if (rows > 1) load_lanes(pixels[1][0], g + line + i, lanes);
    if (rows > 1 && cols > 1) load_lanes(pixels[1][1], g + line + pixel + i, lanes);
    for (int x = 0; x < 2; ++x) expand(columns[x], pixels[0][x], pixels[1][x]);
#pragma GCC unroll 4
    for (int y = 0; y < 4; ++y) {
      expand(row, columns[0][y], columns[1][y]);
      for (int x = 0; x < 4; ++x) store(to + (y * 4 + x) * step + i, row[x]);
    }
  });
}

// Three taps from the four sums of products.
template <class V>
[[gnu::always_inline]] inline void gather(V (&to)[3], const V& a, const V& b, const V& c,
                                          const V& d) {
  to[0] = a + b + c;
  to[1] = b - c;
  to[2] = b + c - d;
}

template <class T>
void taps(const T* from, int64_t step, int64_t count, T* w, int64_t tap_step) {
  for_lanes<T>(count, [&](int64_t i, int lanes) {
    Vec<T> columns[4][3], row[3];
    for (int x = 0; x < 4; ++x) {
      Vec<T> m[4];
      for (int y = 0; y < 4; ++y) load(m[y], from + (y * 4 + x) * step + i);
      gather(columns[x], m[0], m[1], m[2], m[3]);
    }
    for (int y = 0; y < 3; ++y) {
      gather(row, columns[0][y], columns[1][y], columns[2][y], columns[3][y]);
      for (int x = 0; x < 3; ++x) store_lanes(w + (y * 3 + x) * tap_step + i, row[x], lanes);
    }
  });
}

template <class T>
constexpr WinogradTable<T> table{filters<T>, input<T>, output<T>, grads<T>, taps<T>};

}  // namespace

template <class T>
const WinogradTable<T>& winograd_table() {
  return table<T>;
}
template const WinogradTable<float>& winograd_table<float>();

}  // namespace pelton::cpu::PELTON_ISA
