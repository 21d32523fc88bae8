// Owns the random kernels that fill tensors and dropout, built once per instruction set. Numbers
// are made in chunks of fixed size, so that any number of threads makes the same ones.
#include "kernels/declared/random.h"

#include <algorithm>
#include <utility>

#include "kernels/common/draws.h"
#include "kernels/common/seed_words.h"
#include "kernels/cpu/simd/philox_vec.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kChunk = 1024;    // numbers
constexpr int64_t kChunkGrain = 8;  // chunks

// The words of blocks `block`, `block` + stride, ... until `out` is full; a block of 16 bytes is
// four 32-bit words or two 64-bit ones.
template <class Word>
void fill_words(const RandomStream& stream, uint64_t block, uint64_t stride, Word* out) {
  constexpr int64_t kBlocks = kChunk * static_cast<int64_t>(sizeof(Word)) / 16;
  constexpr int64_t kStep = kLanes<uint64_t>;
  const auto key = static_cast<uint64_t>(stream.key), offset = static_cast<uint64_t>(stream.offset);
  auto* words = reinterpret_cast<uint64_t*>(out);  // store() may alias
  Lanes64 at;
  for (int64_t j = 0; j < kStep; ++j)
    at[j] = static_cast<uint64_t>(stream.block) + block + static_cast<uint64_t>(j) * stride;
  for (int64_t i = 0; i < kBlocks; i += kStep, at += kStep * stride) {
    Lanes64 a, b;
    philox_lanes(key, offset, at, a, b);
    interleave(a, b);
    store(words + 2 * i, a);
    store(words + 2 * i + kStep, b);
  }
}

// The words of `count` blocks, whose numbers are read, and words written, up to whole registers.
template <class Word>
void fill_words(const RandomStream& stream, const uint64_t* blocks, int64_t count, Word* out) {
  constexpr int64_t kStep = kLanes<uint64_t>;
  const auto key = static_cast<uint64_t>(stream.key), offset = static_cast<uint64_t>(stream.offset);
  auto* words = reinterpret_cast<uint64_t*>(out);  // store() may alias
  for (int64_t i = 0; i < count; i += kStep) {
    Lanes64 a, b, at;
    load(at, blocks + i);
    philox_lanes(key, offset, at + static_cast<uint64_t>(stream.block), a, b);
    interleave(a, b);
    store(words + 2 * i, a);
    store(words + 2 * i + kStep, b);
  }
}

template <class Word, class C>
void draw_normal_pairs(const Word* words, int64_t count, C* drawn) {
  for (int64_t i = 0; i < count; i += 2) {
    const auto pair = random::normal_pair(words[i], words[i + 1]);
    drawn[i] = pair.first;
    drawn[i + 1] = pair.second;
  }
}

// Fills `out` with make(chunk, numbers, first, count), chunk by chunk of the stream, in which the
// first element has the position `start`: numbers[0] is that of the position chunk * kChunk.
template <class T, class F>
void in_chunks(const TensorView& out, int64_t start, const F& make) {
  const int64_t skipped = start / kChunk, stop = start + out.size;
  const int64_t chunks = (stop + kChunk - 1) / kChunk - skipped;
  parallel_for(chunks, kChunkGrain, [&](int64_t begin, int64_t end) {
    const F own = make;  // a copy, so that no store to `numbers` can change what it captured
    alignas(64) T numbers[kChunk];
    for (int64_t chunk = skipped + begin; chunk < skipped + end; ++chunk) {
      const int64_t at = chunk * kChunk, from = std::max(at, start);
      const int64_t first = from - start, count = std::min(at + kChunk, stop) - from;
      own(chunk, numbers, first, count);
      std::copy_n(numbers + (from - at), count, out.as<T>() + first);
    }
  });
}

// The words of a chunk of numbers, each made of one word.
template <class Word>
void chunk_words(const RandomStream& stream, int64_t chunk, Word* words) {
  constexpr uint64_t kBlocks = kChunk * sizeof(Word) / 16;
  fill_words(stream, static_cast<uint64_t>(chunk) * kBlocks, 1, words);
}

// Fills `out` with what `draw` makes of the words.
template <class Draw>
void fill(const TensorView& out, const Draw& draw, const RandomStream& stream) {
  using Word = typename Draw::Word;
  using T = typename Draw::T;
  in_chunks<T>(out, 0, [draw, stream](int64_t chunk, T* to, int64_t, int64_t) {
    alignas(64) Word words[kChunk];
    chunk_words(stream, chunk, words);
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

// The groups of a chunk that lack numbers: those that were accepted are at the front of each.
template <class T>
class Incomplete {
 public:
  using Draw = random::Truncated<T>;
  using Word = typename Draw::Word;
  using C = typename Draw::C;
  static constexpr int64_t kGroup = Draw::kGroup, kGroups = kChunk / kGroup;

  Incomplete(const Draw& draw, T* to) : draw_(draw), to_(to) {}
  // `drawn`: the first numbers of `group`, of which some are refused.
  void add(int64_t group, const C* drawn) { keep(group, take(group, 0, drawn)); }
  // Draws from one more block of each group until all are complete; the chunk's first one is
  // `first` of the stream.
  void complete(const RandomStream& stream, int64_t first) {
    alignas(64) uint64_t blocks[kGroups] = {};
    alignas(64) Word words[kChunk];
    alignas(64) C drawn[kChunk];
    for (int64_t round = 1; count_ > 0; ++round) {
      const int64_t count = std::exchange(count_, 0);
      for (int64_t i = 0; i < count; ++i)
        blocks[i] = static_cast<uint64_t>((first + groups_[i]) * Draw::kBlocks + round);
      fill_words(stream, blocks, count, words);
      draw_normal_pairs(words, count * kGroup, drawn);
      for (int64_t i = 0; i < count; ++i)
        keep(groups_[i], take(groups_[i], taken_[i], drawn + i * kGroup));
    }
  }

 private:
  // Appends what is accepted to the numbers of a group; returns how many it has then.
  int32_t take(int64_t group, int32_t have, const C* drawn) {
    T* const own = to_ + group * kGroup;
    for (int64_t k = 0; k < kGroup && have < kGroup; ++k)
      if (Draw::accepts(drawn[k])) own[have++] = draw_.shifted(drawn[k]);
    return have;
  }
  void keep(int64_t group, int32_t have) {
    if (have == kGroup) return;
    groups_[count_] = static_cast<int32_t>(group);
    taken_[count_++] = have;
  }

  const Draw draw_;
  T* const to_;
  int64_t count_ = 0;
  int32_t groups_[kGroups];
  int32_t taken_[kGroups];
};

// Most groups accept all numbers of their first block, which are made for a chunk at once.
template <class T>
void fill_truncated(const TensorView& out, const random::Truncated<T>& draw,
                    const RandomStream& stream) {
  using Draw = random::Truncated<T>;
  using C = typename Draw::C;
  constexpr int64_t kGroups = kChunk / Draw::kGroup;
  in_chunks<T>(out, 0, [draw, stream](int64_t chunk, T* to, int64_t, int64_t) {
    alignas(64) typename Draw::Word words[kChunk];
    alignas(64) C drawn[kChunk];
    fill_words(stream, static_cast<uint64_t>(chunk * kGroups * Draw::kBlocks), Draw::kBlocks,
               words);
    draw_normal_pairs(words, kChunk, drawn);
    for (int64_t i = 0; i < kChunk; ++i) to[i] = draw.shifted(drawn[i]);
    Incomplete<T> incomplete(draw, to);
    for (int64_t group = 0; group < kGroups; ++group) {
      const C* const own = drawn + group * Draw::kGroup;
      int refused = 0;
      for (int k = 0; k < Draw::kGroup; ++k) refused += !Draw::accepts(own[k]);
      if (refused != 0) incomplete.add(group, own);
    }
    incomplete.complete(stream, chunk * kGroups);
  });
}

template <class T>
void drop(const TensorView& x, const TensorView& out, const DropoutAttrs& attrs) {
  const T* from = x.as<const T>();
  const RandomStream stream = stream_of(attrs);
  const int64_t start = attrs.first;
  in_chunks<T>(out, start,
               [from, stream, start, draw = random::Dropout<T>(attrs)](
                   int64_t chunk, T* to, int64_t first, int64_t count) {
                 alignas(64) uint32_t words[kChunk];
                 chunk_words(stream, chunk, words);
                 const int64_t skipped = first + start - chunk * kChunk;
                 for (int64_t i = 0; i < count; ++i)
                   to[skipped + i] = draw(words[skipped + i], from[first + i]);
               });
}

template <class A>
void draw_uniform(const KernelContext& context, const RandomStream& stream) {
  const TensorView& out = context.out(0);
  const auto& attrs = context.attrs<A>();
  if (is_floating(out.dtype))
    visit(FloatingTypes{}, out.dtype,
          [&]<class T>() { fill(out, random::UniformReal<T>(attrs), stream); });
  else
    visit(Types<int32_t, int64_t>{}, out.dtype,
          [&]<class T>() { fill(out, random::UniformInteger<T>(attrs), stream); });
}

template <class A>
void draw_normal(const KernelContext& context, const RandomStream& stream) {
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { fill(context.out(0), random::Normal<T>(context.attrs<A>()), stream); });
}

template <class A>
void draw_truncated(const KernelContext& context, const RandomStream& stream) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() {
    fill_truncated(context.out(0), random::Truncated<T>(context.attrs<A>()), stream);
  });
}

RandomStream seeded(const KernelContext& context) {
  return random::SeedWords(context.in(0)).stream();
}

}  // namespace

void random_uniform(const KernelContext& context) {
  draw_uniform<RandomUniformAttrs>(context, stream_of(context.attrs<RandomUniformAttrs>()));
}
void random_normal(const KernelContext& context) {
  draw_normal<RandomNormalAttrs>(context, stream_of(context.attrs<RandomNormalAttrs>()));
}
void truncated_normal(const KernelContext& context) {
  draw_truncated<RandomNormalAttrs>(context, stream_of(context.attrs<RandomNormalAttrs>()));
}

void dropout(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { drop<T>(context.in(0), context.out(0), context.attrs<DropoutAttrs>()); });
}

void seeded_uniform(const KernelContext& context) {
  draw_uniform<SeededUniformAttrs>(context, seeded(context));
}
void seeded_normal(const KernelContext& context) {
  draw_normal<SeededNormalAttrs>(context, seeded(context));
}
void seeded_truncated_normal(const KernelContext& context) {
  draw_truncated<SeededNormalAttrs>(context, seeded(context));
}

}  // namespace pelton::cpu::PELTON_ISA
