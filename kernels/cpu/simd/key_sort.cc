// Owns the sort of keys in AVX-512 registers: blocks by networks (Batcher, "Sorting networks and
// their applications", 1968), longer rows parted at a pivot before. The order of keys that are all
// of their number leaves nothing to choose: any sort gives the same bits.
#include "kernels/cpu/order/key_sort.h"

#include <stdint.h>

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace pelton::cpu::PELTON_ISA {

#if defined(__AVX512BW__)
namespace {

constexpr int64_t kBlock = 64;       // registers that a network sorts
constexpr int kTogether = 8;         // registers that stay registers while they are merged
constexpr int64_t kSamples = 64;     // keys whose median parts a row
constexpr int64_t kLeastShare = 16;  // a part below 1/16 of its row was parted badly
using Register = __m512i;

// What the instructions do to keys of one size. They are of the kind that masks lanes, with all in
// the mask: GCC 12 warns of what the headers leave undefined in the others.
template <class Key>
struct Keys;

template <>
struct Keys<uint32_t> {
  static constexpr int kLanes = 16;
  using Mask = __mmask16;
  static constexpr Mask kEvery = 0xFFFF;
  static Register all(uint32_t key) { return _mm512_set1_epi32(static_cast<int>(key)); }
  static Register load(Mask mask, const uint32_t* from) {
    return _mm512_mask_loadu_epi32(all(~uint32_t{0}), mask, from);
  }
  static void store(uint32_t* to, Mask mask, Register x) { _mm512_mask_storeu_epi32(to, mask, x); }
  static Register least(Register a, Register b) { return _mm512_maskz_min_epu32(kEvery, a, b); }
  static Register most(Register a, Register b) { return _mm512_maskz_max_epu32(kEvery, a, b); }
  static Register blend(Mask mask, Register a, Register b) {
    return _mm512_mask_blend_epi32(mask, a, b);
  }
  static Mask not_above(Register a, Register b) { return _mm512_cmple_epu32_mask(a, b); }
  static Register pack(Mask mask, Register x) { return _mm512_maskz_compress_epi32(mask, x); }
  static Register places(Register x, Register from) {
    return _mm512_maskz_permutexvar_epi32(kEvery, from, x);
  }
  static Register lanes() {
    return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  }
};

template <>
struct Keys<uint64_t> {
  static constexpr int kLanes = 8;
  using Mask = __mmask8;
  static constexpr Mask kEvery = 0xFF;
  static Register all(uint64_t key) { return _mm512_set1_epi64(static_cast<long long>(key)); }
  static Register load(Mask mask, const uint64_t* from) {
    return _mm512_mask_loadu_epi64(all(~uint64_t{0}), mask, from);
  }
  static void store(uint64_t* to, Mask mask, Register x) { _mm512_mask_storeu_epi64(to, mask, x); }
  static Register least(Register a, Register b) { return _mm512_maskz_min_epu64(kEvery, a, b); }
  static Register most(Register a, Register b) { return _mm512_maskz_max_epu64(kEvery, a, b); }
  static Register blend(Mask mask, Register a, Register b) {
    return _mm512_mask_blend_epi64(mask, a, b);
  }
  static Mask not_above(Register a, Register b) { return _mm512_cmple_epu64_mask(a, b); }
  static Register pack(Mask mask, Register x) { return _mm512_maskz_compress_epi64(mask, x); }
  static Register places(Register x, Register from) {
    return _mm512_maskz_permutexvar_epi64(kEvery, from, x);
  }
  static Register lanes() { return _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0); }
};

// The mask of the lanes from 0 of which there are `count`, at most all.
template <class Key>
typename Keys<Key>::Mask first_lanes(int64_t count) {
  return static_cast<typename Keys<Key>::Mask>((uint32_t{1} << count) - 1);
}

// The lanes whose number has the bit `Step`.
template <class Key, int Step>
consteval typename Keys<Key>::Mask upper_lanes() {
  uint32_t mask = 0;
  for (int lane = 0; lane < Keys<Key>::kLanes; ++lane)
    if ((lane & Step) != 0) mask |= uint32_t{1} << lane;
  return static_cast<typename Keys<Key>::Mask>(mask);
}

// Lane i gets what lane i ^ Turn had.
template <class Key, int Turn>
Register turned(Register x) {
  constexpr int bytes = Turn * static_cast<int>(sizeof(Key));
  if constexpr (bytes == 4) return _mm512_maskz_shuffle_epi32(0xFFFF, x, _MM_PERM_CDAB);
  if constexpr (bytes == 8) return _mm512_maskz_shuffle_epi32(0xFFFF, x, _MM_PERM_BADC);
  if constexpr (bytes == 16) return _mm512_maskz_shuffle_i64x2(0xFF, x, x, 0xB1);
  if constexpr (bytes == 32) return _mm512_maskz_shuffle_i64x2(0xFF, x, x, 0x4E);
  return Keys<Key>::places(x, _mm512_xor_si512(Keys<Key>::lanes(), Keys<Key>::all(Turn)));
}

// Lanes i and i ^ Turn get the smaller and the larger of their keys; Step: the highest bit of Turn.
template <class Key, int Turn, int Step = Turn>
Register ordered(Register x) {
  const Register y = turned<Key, Turn>(x);
  return Keys<Key>::blend(upper_lanes<Key, Step>(), Keys<Key>::least(x, y), Keys<Key>::most(x, y));
}

// Sorts a register whose keys rise and then fall, or fall and then rise, in groups of 2 * Step.
template <class Key, int Step>
Register merged(Register x) {
  if constexpr (Step == 0)
    return x;
  else
    return merged<Key, Step / 2>(ordered<Key, Step>(x));
}

// Sorts each register of which groups of `Size` are sorted.
template <class Key, int Size>
Register sorted_from(Register x) {
  if constexpr (Size == Keys<Key>::kLanes)
    return x;
  else
    return sorted_from<Key, 2 * Size>(merged<Key, Size / 2>(ordered<Key, 2 * Size - 1, Size>(x)));
}

template <class Key>
void order(Register& a, Register& b) {
  const Register least = Keys<Key>::least(a, b);
  b = Keys<Key>::most(a, b);
  a = least;
}

// Sorts Count registers whose keys rise and then fall, or fall and then rise.
template <class Key, int Count>
[[gnu::always_inline]] inline void merge_registers(Register* x) {
  for (int step = Count / 2; step > 0; step /= 2)
    for (int i = 0; i < Count; ++i)
      if ((i & step) == 0) order<Key>(x[i], x[i + step]);
  for (int i = 0; i < Count; ++i) x[i] = merged<Key, Keys<Key>::kLanes / 2>(x[i]);
}

// Two sorted runs of Length registers each become one.
template <class Key, int Length>
[[gnu::noinline]] void merge_short_runs(Register* at) {
  Register x[2 * Length];
  for (int i = 0; i < Length; ++i) {
    x[i] = at[i];
    x[Length + i] = turned<Key, Keys<Key>::kLanes - 1>(at[2 * Length - 1 - i]);
  }
  merge_registers<Key, 2 * Length>(x);
  for (int i = 0; i < 2 * Length; ++i) at[i] = x[i];
}

template <class Key>
[[gnu::noinline]] void merge_eight(Register* at) {
  Register x[kTogether];
  for (int i = 0; i < kTogether; ++i) x[i] = at[i];
  merge_registers<Key, kTogether>(x);
  for (int i = 0; i < kTogether; ++i) at[i] = x[i];
}

// The same for runs of any length.
template <class Key>
void merge_runs(Register* x, int64_t length) {
  if (length == 1) return merge_short_runs<Key, 1>(x);
  if (length == 2) return merge_short_runs<Key, 2>(x);
  if (length == 4) return merge_short_runs<Key, 4>(x);
  constexpr int last = Keys<Key>::kLanes - 1;
  Register* const y = x + length;
  for (int64_t i = 0; i < length / 2; ++i) {
    Register &a = x[i], &b = x[length - 1 - i];
    Register c = turned<Key, last>(y[length - 1 - i]), d = turned<Key, last>(y[i]);
    order<Key>(a, c);
    order<Key>(b, d);
    y[i] = c;
    y[length - 1 - i] = d;
  }
  for (int64_t step = length / 2; step >= kTogether; step /= 2)
    for (int64_t first = 0; first < 2 * length; first += 2 * step)
      for (int64_t i = first; i < first + step; ++i) order<Key>(x[i], x[i + step]);
  for (int64_t i = 0; i < 2 * length; i += kTogether) merge_eight<Key>(x + i);
}

// Sorts at most kBlock registers of keys. The runs behind the last key are of largest keys.
template <class Key>
void sort_block(const Key* from, Key* to, int64_t n) {
  constexpr int64_t lanes = Keys<Key>::kLanes;
  alignas(64) Register block[kBlock];
  const int64_t used = (n + lanes - 1) / lanes;
  int64_t count = 1;
  while (count < used) count *= 2;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t rest = n - i * lanes;
    const auto mask = first_lanes<Key>(rest < 0 ? 0 : rest < lanes ? rest : lanes);
    block[i] = sorted_from<Key, 1>(Keys<Key>::load(mask, from + i * lanes));
  }
  for (int64_t length = 1; length < count; length *= 2)
    for (int64_t first = 0; first + length < used; first += 2 * length)
      merge_runs<Key>(block + first, length);
  for (int64_t i = 0; i < used; ++i) {
    const int64_t rest = n - i * lanes;
    Keys<Key>::store(to + i * lanes, first_lanes<Key>(rest < lanes ? rest : lanes), block[i]);
  }
}

// The median of keys from all over the row.
template <class Key>
Key sampled(const Key* from, int64_t n) {
  Key keys[kSamples];
  for (int64_t i = 0; i < kSamples; ++i) keys[i] = from[i * (n / kSamples)];
  sort_block(keys, keys, kSamples);
  return keys[kSamples / 2];
}

struct Bounds {
  uint64_t least, most;
};

template <class Key>
Bounds bounds_of(const Key* from, int64_t n) {
  Key least = from[0], most = from[0];
  for (int64_t i = 0; i < n; ++i) {
    least = from[i] < least ? from[i] : least;
    most = from[i] > most ? from[i] : most;
  }
  return {least, most};
}

// Moves the keys up to the pivot to the front of `to`, the others behind; returns how many are up
// to it.
template <class Key>
int64_t part(const Key* from, Key* to, int64_t n, Key pivot) {
  using K = Keys<Key>;
  const Register middle = K::all(pivot);
  Key *low = to, *high = to + n;
  for (int64_t i = 0; i < n; i += K::kLanes) {
    const auto there = first_lanes<Key>(n - i < K::kLanes ? n - i : K::kLanes);
    const Register x = K::load(there, from + i);
    const auto below = static_cast<typename K::Mask>(K::not_above(x, middle) & there);
    const auto above = static_cast<typename K::Mask>(~below & there);
    const int lows = __builtin_popcount(below), highs = __builtin_popcount(above);
    K::store(low, first_lanes<Key>(lows), K::pack(below, x));
    low += lows;
    high -= highs;
    K::store(high, first_lanes<Key>(highs), K::pack(above, x));
  }
  return low - to;
}

// Sorts n keys at `from` into `to`, which is `from` or `other`; `other` may be written. A row that
// its samples part badly is parted in the middle of its range, which can happen as many times as
// keys have bits.
template <class Key>
void sort_row(Key* from, Key* other, int64_t n, Key* to) {
  bool is_bad = false;
  while (n > kBlock * Keys<Key>::kLanes) {
    Key pivot;
    if (is_bad) {
      const Bounds bounds = bounds_of(from, n);
      if (bounds.least == bounds.most) break;
      pivot = static_cast<Key>(bounds.least + (bounds.most - bounds.least) / 2);
    } else {
      pivot = sampled(from, n);
    }
    const int64_t low = part(from, other, n, pivot), high = n - low;
    Key* const parted = other;
    other = from, from = parted;
    is_bad = (low < high ? low : high) < n / kLeastShare;
    if (high == 0) continue;
    if (low < high) {
      sort_row(from, other, low, to);
      from += low, other += low, to += low, n = high;
    } else {
      sort_row(from + low, other + low, high, to + low);
      n = low;
    }
  }
  if (n <= kBlock * Keys<Key>::kLanes)
    sort_block(from, to, n);
  else if (from != to)
    __builtin_memcpy(to, from, static_cast<size_t>(n) * sizeof(Key));
}

template <class Key>
void sort_keys(Key* keys, Key* spare, int64_t n) {
  if (n > 1) sort_row(keys, spare, n, keys);
}

}  // namespace

template <class Key>
KeySort<Key> key_sort() {
  return &sort_keys<Key>;
}
#else
template <class Key>
KeySort<Key> key_sort() {
  return nullptr;
}
#endif

template KeySort<uint32_t> key_sort();
template KeySort<uint64_t> key_sort();

}  // namespace pelton::cpu::PELTON_ISA
