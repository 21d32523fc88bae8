// Owns the random kernels that fill tensors and dropout, built once per instruction set. Numbers
// are made in chunks of fixed size, so that any number of threads makes the same ones.
#include "kernels/declared/random.h"

#include <algorithm>

#include "kernels/common/draws.h"
#include "kernels/common/seeded_bits.h"
#include "kernels/cpu/simd/philox_vec.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kChunk = 1024;    // numbers
constexpr int64_t kChunkGrain = 8;  // chunks

// The random words of numbers [first, first + kChunk), in order: a block of 16 bytes is four 32-bit
// words or two 64-bit ones.
template <class Word>
void fill_words(uint64_t key, uint64_t offset, int64_t first, Word* out) {
  constexpr int64_t kBytes = kChunk * static_cast<int64_t>(sizeof(Word));
  constexpr int64_t kBlocks = kBytes / 16, kStep = kLanes<uint64_t>;
  const auto block = static_cast<uint64_t>(first) * sizeof(Word) / 16;
  auto* words = reinterpret_cast<uint64_t*>(out);  // store() may alias
  Lanes64 at;
  for (int64_t j = 0; j < kStep; ++j) at[j] = block + static_cast<uint64_t>(j);
  for (int64_t i = 0; i < kBlocks; i += kStep, at += kStep) {
    Lanes64 a, b;
    philox_lanes(key, offset, at, a, b);
    interleave(a, b);
    store(words + 2 * i, a);
    store(words + 2 * i + kStep, b);
  }
}

// Fills `out` with make(words, numbers, first, count), chunk by chunk of the stream, in which the
// first element has the position `start`.
template <class Word, class T, class A, class F>
void generate(const TensorView& out, const A& attrs, int64_t start, const F& make) {
  const int64_t skipped = start / kChunk, stop = start + out.size;
  const int64_t chunks = (stop + kChunk - 1) / kChunk - skipped;
  parallel_for(chunks, kChunkGrain, [&](int64_t begin, int64_t end) {
    const F own = make;  // a copy, so that no store to `numbers` can change what it captured
    alignas(64) Word words[kChunk];
    alignas(64) T numbers[kChunk];
    for (int64_t chunk = skipped + begin; chunk < skipped + end; ++chunk) {
      const int64_t at = chunk * kChunk, from = std::max(at, start);
      const int64_t first = from - start, count = std::min(at + kChunk, stop) - from;
      fill_words(static_cast<uint64_t>(attrs.key), static_cast<uint64_t>(attrs.offset), at, words);
      own(words + (from - at), numbers, first, count);
      std::copy_n(numbers, count, out.as<T>() + first);
    }
  });
}

// Fills `out` with what `draw` makes of the words.
template <class Draw, class A>
void fill(const TensorView& out, const A& attrs) {
  using Word = typename Draw::Word;
  using T = typename Draw::T;
  generate<Word, T>(out, attrs, 0,
                    [draw = Draw(attrs)](const Word* words, T* to, int64_t, int64_t) {
                      if constexpr (std::is_invocable_v<Draw, Word>)
                        for (int64_t i = 0; i < kChunk; ++i) to[i] = draw(words[i]);
                      else
                        for (int64_t i = 0; i < kChunk; i += 2) {
                          const auto pair = draw(words[i], words[i + 1]);
                          to[i] = pair.first;
                          to[i + 1] = pair.second;
                        }
                    });
}

template <class T>
void drop(const TensorView& x, const TensorView& out, const DropoutAttrs& attrs) {
  const T* from = x.as<const T>();
  generate<uint32_t, T>(out, attrs, attrs.first,
                        [from, draw = random::Dropout<T>(attrs)](const uint32_t* words, T* to,
                                                                 int64_t first, int64_t count) {
                          for (int64_t i = 0; i < count; ++i)
                            to[i] = draw(words[i], from[first + i]);
                        });
}

}  // namespace

void random_uniform(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const auto& attrs = context.attrs<RandomUniformAttrs>();
  if (is_floating(out.dtype))
    visit(FloatingTypes{}, out.dtype, [&]<class T>() { fill<random::UniformReal<T>>(out, attrs); });
  else
    visit(Types<int32_t, int64_t>{}, out.dtype,
          [&]<class T>() { fill<random::UniformInteger<T>>(out, attrs); });
}

void random_normal(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() {
    fill<random::Normal<T>>(context.out(0), context.attrs<RandomNormalAttrs>());
  });
}

void truncated_normal(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() {
    fill<random::Truncated<T>>(context.out(0), context.attrs<RandomNormalAttrs>());
  });
}

void dropout(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { drop<T>(context.in(0), context.out(0), context.attrs<DropoutAttrs>()); });
}

void seeded_bits(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const random::SeededBits draw(context.in(0).as<const uint32_t>());
  auto* const to = out.as<uint32_t>();
  parallel_for(out.size, kChunk * kChunkGrain, [&](int64_t begin, int64_t end) {
    const random::SeededBits own = draw;
    for (int64_t i = begin; i < end; ++i) to[i] = own(static_cast<uint32_t>(i));
  });
}

}  // namespace pelton::cpu::PELTON_ISA
