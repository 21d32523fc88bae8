// Owns the random kernels that fill tensors and dropout, built once per instruction set. Numbers
// are made in chunks of fixed size, so that any number of threads makes the same ones.
#include "kernels/cpu/random.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/common/distributions.h"
#include "kernels/common/random_attrs.h"
#include "kernels/cpu/simd/philox_vec.h"
#include "runtime/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kChunk = 1024;  // numbers
constexpr int64_t kGrain = 8;     // chunks

// The random words of numbers [first, first + kChunk), in order: a block of 16 bytes is four 32-bit
// words or two 64-bit ones.
template <class Word>
void fill_words(uint64_t key, uint64_t offset, int64_t first, Word* out) {
  constexpr int64_t kBytes = kChunk * static_cast<int64_t>(sizeof(Word));
  constexpr int64_t kBlocks = kBytes / 16, kStep = kLanes<uint64_t>;
  const auto block = static_cast<uint64_t>(first) * sizeof(Word) / 16;
  auto* words = reinterpret_cast<uint64_t*>(out);  // store() may alias
  Lanes at;
  for (int64_t j = 0; j < kStep; ++j) at[j] = block + static_cast<uint64_t>(j);
  for (int64_t i = 0; i < kBlocks; i += kStep, at += kStep) {
    Lanes a, b;
    philox_lanes(key, offset, at, a, b);
    interleave(a, b);
    store(words + 2 * i, a);
    store(words + 2 * i + kStep, b);
  }
}

// Fills `out` chunk by chunk with make(words, numbers, first, count).
template <class Word, class T, class A, class F>
void generate(const TensorView& out, const A& attrs, const F& make) {
  const int64_t chunks = (out.size + kChunk - 1) / kChunk;
  parallel_for(chunks, kGrain, [&](int64_t begin, int64_t end) {
    const F own = make;  // a copy, so that no store to `numbers` can change what it captured
    alignas(64) Word words[kChunk];
    alignas(64) T numbers[kChunk];
    for (int64_t chunk = begin; chunk < end; ++chunk) {
      const int64_t first = chunk * kChunk;
      const int64_t count = std::min(kChunk, out.size - first);
      fill_words(static_cast<uint64_t>(attrs.key), static_cast<uint64_t>(attrs.offset), first,
                 words);
      own(words, numbers, first, count);
      std::copy_n(numbers, count, out.as<T>() + first);
    }
  });
}

// 32 random bits per number for float arithmetic, 64 for double.
template <class C>
using word_t = std::conditional_t<std::is_same_v<C, float>, uint32_t, uint64_t>;

// The largest T that is less than `limit`.
template <class T>
T largest_below(compute_t<T> limit) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::nextafter(limit, -std::numeric_limits<T>::infinity());
  } else {
    T value(limit);
    while (float(value) >= limit) {
      if ((value.bits & 0x7fff) == 0)
        value.bits = 0x8001;
      else
        value.bits = static_cast<uint16_t>(value.bits + (value.bits & 0x8000 ? 1 : -1));
    }
    return value;
  }
}

template <class T>
void uniform_real(const TensorView& out, const RandomUniformAttrs& attrs) {
  using C = compute_t<T>;
  const C low(attrs.minval), high(attrs.maxval), span = high - low;
  // Rounding may reach the bound that is excluded; a range upside down has none.
  const C limit = high > low ? high : std::numeric_limits<C>::infinity();
  const T below = high > low ? largest_below<T>(high) : T(low);
  generate<word_t<C>, T>(out, attrs, [=](const auto* words, T* to, int64_t, int64_t) {
    for (int64_t i = 0; i < kChunk; ++i) {
      const T value(low + random::unit(words[i]) * span);
      to[i] = C(value) >= limit ? below : value;
    }
  });
}

template <class T>
void uniform_integer(const TensorView& out, const RandomUniformAttrs& attrs) {
  using U = std::make_unsigned_t<T>;
  const auto low = static_cast<U>(static_cast<T>(attrs.minval));
  // The bound itself may be one too large for T; the difference wraps to the right range.
  const double bound = std::ldexp(1.0, std::numeric_limits<T>::digits);
  const auto high = attrs.maxval >= bound ? static_cast<U>(U{1} << std::numeric_limits<T>::digits)
                                          : static_cast<U>(static_cast<T>(attrs.maxval));
  const U range = static_cast<U>(high - low);
  generate<U, T>(out, attrs, [=](const U* words, T* to, int64_t, int64_t) {
    for (int64_t i = 0; i < kChunk; ++i)
      to[i] = static_cast<T>(static_cast<U>(low + random::below(words[i], range)));
  });
}

template <class T>
void normal(const TensorView& out, const RandomNormalAttrs& attrs) {
  using C = compute_t<T>;
  const C mean(attrs.mean), deviation(attrs.stddev);
  generate<word_t<C>, T>(out, attrs, [=](const auto* words, T* to, int64_t, int64_t) {
    for (int64_t i = 0; i < kChunk; i += 2) {
      const auto pair = random::normal_pair(words[i], words[i + 1]);
      to[i] = T(mean + deviation * pair.first);
      to[i + 1] = T(mean + deviation * pair.second);
    }
  });
}

template <class T>
void truncated(const TensorView& out, const RandomNormalAttrs& attrs) {
  using C = compute_t<T>;
  const C mean(attrs.mean), deviation(attrs.stddev);
  generate<word_t<C>, T>(out, attrs, [=](const auto* words, T* to, int64_t, int64_t) {
    for (int64_t i = 0; i < kChunk; ++i)
      to[i] = T(mean + deviation * random::truncated_normal(words[i]));
  });
}

template <class T>
void drop(const TensorView& x, const TensorView& out, const DropoutAttrs& attrs) {
  using C = compute_t<T>;
  const auto dropped = static_cast<uint32_t>(std::min(std::ceil(attrs.rate * 0x1p32), 0x1p32 - 1));
  const C scale(1.0 / (1.0 - attrs.rate));
  const T* from = x.as<const T>();
  // One 32-bit word per number whatever the dtype: all dtypes drop the same positions.
  generate<uint32_t, T>(out, attrs,
                        [=](const uint32_t* words, T* to, int64_t first, int64_t count) {
                          for (int64_t i = 0; i < count; ++i)
                            to[i] = words[i] >= dropped ? T(C(from[first + i]) * scale) : T(C(0));
                        });
}

}  // namespace

void random_uniform(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const auto& attrs = context.attrs<RandomUniformAttrs>();
  if (is_floating(out.dtype))
    visit(FloatingTypes{}, out.dtype, [&]<class T>() { uniform_real<T>(out, attrs); });
  else
    visit(Types<int32_t, int64_t>{}, out.dtype, [&]<class T>() { uniform_integer<T>(out, attrs); });
}

void random_normal(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { normal<T>(context.out(0), context.attrs<RandomNormalAttrs>()); });
}

void truncated_normal(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { truncated<T>(context.out(0), context.attrs<RandomNormalAttrs>()); });
}

void dropout(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { drop<T>(context.in(0), context.out(0), context.attrs<DropoutAttrs>()); });
}

}  // namespace pelton::cpu::PELTON_ISA
