// Owns the CUDA kernels that draw random numbers. A thread makes the numbers of one block of
// Philox, which are the CPU's: integers and uniform numbers to the last bit.
#include "kernels/declared/random.h"

#include "kernels/common/draws.h"
#include "kernels/common/philox.h"
#include "kernels/common/seed_words.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {
namespace {

// The call's random stream: in its attributes; or, in a graph that is launched again and again, in
// memory that has another one at each launch; or that of a seed in memory.
struct Stream {
  template <class A>
  Stream(const KernelContext& context, const A& attrs)
      : fixed(stream_of(attrs)), at(context.random_stream()) {}
  explicit Stream(const TensorView& words) : seed(words) {}
  PELTON_HD RandomStream now() const {
    if (seed.data != nullptr) return seed.stream();
    return at == nullptr ? fixed : *at;
  }
  RandomStream fixed;
  const RandomStream* at = nullptr;
  random::SeedWords seed;
};

template <class Word>
inline constexpr int kWordsPerBlock = sizeof(PhiloxWords) / sizeof(Word);

template <class Draw>
__global__ void draw_all(Draw draw, Stream stream, int64_t size, void* out) {
  using Word = typename Draw::Word;
  using T = typename Draw::T;
  constexpr int kWords = kWordsPerBlock<Word>;
  const RandomStream now = stream.now();
  for (int64_t block = first_item(); block * kWords < size; block += item_step()) {
    const PhiloxWords words = stream_block(now, static_cast<uint64_t>(block));
    T numbers[kWords];
    if constexpr (std::is_invocable_v<Draw, Word>) {
      for (int k = 0; k < kWords; ++k) numbers[k] = draw(words.template get<Word>(k));
    } else {
      for (int k = 0; k < kWords; k += 2) {
        const auto pair = draw(words.template get<Word>(k), words.template get<Word>(k + 1));
        numbers[k] = pair.first;
        numbers[k + 1] = pair.second;
      }
    }
    for (int k = 0; k < kWords; ++k)
      if (block * kWords + k < size) static_cast<T*>(out)[block * kWords + k] = numbers[k];
  }
}

template <class T>
__global__ void draw_truncated(random::Truncated<T> draw, Stream stream, int64_t size, void* out) {
  constexpr int kGroup = random::Truncated<T>::kGroup;
  const RandomStream now = stream.now();
  for (int64_t group = first_item(); group * kGroup < size; group += item_step()) {
    T numbers[kGroup];
    draw.fill_group(now, group, numbers);
    for (int k = 0; k < kGroup; ++k)
      if (group * kGroup + k < size) static_cast<T*>(out)[group * kGroup + k] = numbers[k];
  }
}

template <class Draw>
void launch_draws(const KernelContext& context, const Draw& draw, const Stream& stream) {
  constexpr int kWords = kWordsPerBlock<typename Draw::Word>;
  const TensorView& out = context.out(0);
  launch(context, grid_over((out.size + kWords - 1) / kWords), &draw_all<Draw>, draw, stream,
         out.size, out.data);
}

template <class A>
void launch_uniform(const KernelContext& context, const Stream& stream) {
  const auto& attrs = context.attrs<A>();
  const DType dtype = context.out(0).dtype;
  if (is_floating(dtype))
    visit(FloatingTypes{}, dtype,
          [&]<class T>() { launch_draws(context, random::UniformReal<T>(attrs), stream); });
  else
    visit(Types<int32_t, int64_t>{}, dtype,
          [&]<class T>() { launch_draws(context, random::UniformInteger<T>(attrs), stream); });
}

template <class A>
void launch_normal(const KernelContext& context, const Stream& stream) {
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { launch_draws(context, random::Normal<T>(context.attrs<A>()), stream); });
}

template <class A>
void launch_truncated(const KernelContext& context, const Stream& stream) {
  const TensorView& out = context.out(0);
  visit(FloatingTypes{}, out.dtype, [&]<class T>() {
    using Draw = random::Truncated<T>;
    launch(context, grid_over((out.size + Draw::kGroup - 1) / Draw::kGroup), &draw_truncated<T>,
           Draw(context.attrs<A>()), stream, out.size, out.data);
  });
}

template <class T>
__global__ void drop_all(random::Dropout<T> draw, Stream stream, int64_t start, int64_t size,
                         const void* x, void* out) {
  constexpr int kWords = kWordsPerBlock<uint32_t>;
  const int64_t stop = start + size;
  const RandomStream now = stream.now();
  for (int64_t block = start / kWords + first_item(); block * kWords < stop; block += item_step()) {
    const PhiloxWords words = stream_block(now, static_cast<uint64_t>(block));
    for (int k = 0; k < kWords; ++k) {
      const int64_t i = block * kWords + k - start;
      if (i >= 0 && i < size)
        static_cast<T*>(out)[i] = draw(words.w[k], static_cast<const T*>(x)[i]);
    }
  }
}

// One thread for each row of logits, so that the running sums are the CPU's.
template <class T>
__global__ void sum_weights(const void* logits, int64_t rows, int64_t classes, double* sums,
                            FailureSite site) {
  for (int64_t row = first_item(); row < rows; row += item_step()) {
    const T* x = static_cast<const T*>(logits) + row * classes;
    const auto logit = [&](int64_t k) { return static_cast<double>(compute_t<T>(x[k])); };
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int64_t k = 0; k < classes; ++k) largest = logit(k) > largest ? logit(k) : largest;
    for (int64_t k = 0; k < classes; ++k)
      sums[row * classes + k] = sum += random::category_weight(logit(k), largest);
    if (!(sum > 0)) fail_at(site, 0, row, rows);
  }
}

// The first of n ascending sums that is greater than `at` (or, with `OrEqual`, not less).
template <bool OrEqual>
PELTON_HD int64_t first_above(const double* sums, int64_t n, double at) {
  int64_t begin = 0;
  while (n > 0) {
    const int64_t half = n / 2;
    const bool is_left = OrEqual ? sums[begin + half] < at : sums[begin + half] <= at;
    if (is_left) begin += half + 1;
    n = is_left ? n - half - 1 : half;
  }
  return begin;
}

template <class I>
__global__ void choose_classes(Stream stream, const double* sums, int64_t classes, int64_t samples,
                               int64_t size, void* out) {
  const RandomStream now = stream.now();
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const double* row = sums + i / samples * classes;
    const double total = row[classes - 1];
    const double at = random::unit(stream_word<uint64_t>(now, i)) * total;
    const int64_t found = first_above<false>(row, classes, at);
    // Rounding may reach the last sum, where no class would be left.
    const int64_t last = first_above<true>(row, classes, total);
    static_cast<I*>(out)[i] = static_cast<I>(found < last ? found : last);
  }
}

// The shuffle of Fisher and Yates without its order of steps, with places and values counted from
// the end. Step i, from the last place down to the first, swaps place i with place swaps[i]. So
// place i ends with what lay at swaps[i] then, and what lies at a place was brought there by the
// latest step before that swapped with it, from the step's own place: a short chain leads back to
// the place where the value began.
struct Shuffle {
  static constexpr unsigned long long kNone = ~0ull;

  // The latest step before `step` that swapped with `place`; `size` when there is none.
  PELTON_HD int64_t step_before(int64_t step, int64_t place) const {
    int64_t found = size;
    for (auto k = heads[place]; k != kNone; k = links[k])
      if (static_cast<int64_t>(k) > step && static_cast<int64_t>(k) < found)
        found = static_cast<int64_t>(k);
    return found;
  }
  PELTON_HD int64_t value_at(int64_t i) const {
    int64_t place = swaps[i];
    for (int64_t step = step_before(i, place); step < size; step = step_before(step, place))
      place = step;
    return place;
  }

  int64_t size;
  int64_t* swaps;
  unsigned long long *heads, *links;  // of lists of the steps that swap with one place
};

template <class Word>
__global__ void draw_swaps(Shuffle shuffle, Stream stream) {
  const RandomStream now = stream.now();
  for (int64_t i = first_item(); i < shuffle.size; i += item_step()) {
    const auto range = static_cast<uint64_t>(i) + 1;
    const uint64_t word = stream_word<Word>(now, shuffle.size - 1 - i);
    shuffle.swaps[i] = i - static_cast<int64_t>(word % range);
    shuffle.heads[i] = Shuffle::kNone;
  }
}

__global__ void list_swaps(Shuffle shuffle) {
  for (int64_t i = first_item(); i < shuffle.size; i += item_step())
    shuffle.links[i] =
        atomicExch(&shuffle.heads[shuffle.swaps[i]], static_cast<unsigned long long>(i));
}

__global__ void find_values(Shuffle shuffle, int64_t* out) {
  const int64_t last = shuffle.size - 1;
  for (int64_t i = first_item(); i <= last; i += item_step())
    out[i] = last - shuffle.value_at(last - i);
}

void choose(const KernelContext& context, const TensorView& logits, const Stream& stream) {
  const TensorView& out = context.out(0);
  if (out.size == 0) return;
  const int64_t rows = logits.dim(0), classes = logits.dim(1);
  const Workspace sums = context.workspace(static_cast<size_t>(logits.size) * sizeof(double));
  void (*sum)(const void*, int64_t, int64_t, double*, FailureSite) = nullptr;
  visit(FloatingTypes{}, logits.dtype, [&]<class T>() { sum = &sum_weights<T>; });
  launch(context, grid_over(rows), sum, logits.data, rows, classes, sums.as<double>(),
         bad_value(context, "logits[{position}] has no class of positive probability"));
  visit(Types<int32_t, int64_t>{}, out.dtype, [&]<class I>() {
    launch(context, grid_over(out.size), &choose_classes<I>, stream, sums.as<const double>(),
           classes, out.dim(1), out.size, out.data);
  });
}

void permute(const KernelContext& context, const Stream& stream) {
  const TensorView& out = context.out(0);
  static_assert(sizeof(unsigned long long) == sizeof(int64_t));
  const Workspace room = context.workspace(static_cast<size_t>(3 * out.size) * sizeof(int64_t));
  auto* const heads = room.as<unsigned long long>();
  const Shuffle shuffle{out.size, room.as<int64_t>() + 2 * out.size, heads, heads + out.size};
  const Grid grid = grid_over(out.size);
  const bool narrow = out.size <= std::numeric_limits<uint32_t>::max();
  launch(context, grid, narrow ? &draw_swaps<uint32_t> : &draw_swaps<uint64_t>, shuffle, stream);
  launch(context, grid, &list_swaps, shuffle);
  launch(context, grid, &find_values, shuffle, out.as<int64_t>());
}

template <class A>
Stream own_stream(const KernelContext& context) {
  return Stream(context, context.attrs<A>());
}

}  // namespace

void random_uniform(const KernelContext& context) {
  launch_uniform<RandomUniformAttrs>(context, own_stream<RandomUniformAttrs>(context));
}
void random_normal(const KernelContext& context) {
  launch_normal<RandomNormalAttrs>(context, own_stream<RandomNormalAttrs>(context));
}
void truncated_normal(const KernelContext& context) {
  launch_truncated<RandomNormalAttrs>(context, own_stream<RandomNormalAttrs>(context));
}
void random_categorical(const KernelContext& context) {
  choose(context, context.in(0), own_stream<RandomCategoricalAttrs>(context));
}
void random_permutation(const KernelContext& context) {
  permute(context, own_stream<RandomPermutationAttrs>(context));
}

void dropout(const KernelContext& context) {
  const TensorView &x = context.in(0), &out = context.out(0);
  const auto& attrs = context.attrs<DropoutAttrs>();
  constexpr int kWords = kWordsPerBlock<uint32_t>;
  visit(FloatingTypes{}, out.dtype, [&]<class T>() {
    launch(context, grid_over(out.size / kWords + 2), &drop_all<T>, random::Dropout<T>(attrs),
           Stream(context, attrs), attrs.first, out.size, x.data, out.data);
  });
}

void seeded_uniform(const KernelContext& context) {
  launch_uniform<SeededUniformAttrs>(context, Stream(context.in(0)));
}
void seeded_normal(const KernelContext& context) {
  launch_normal<SeededNormalAttrs>(context, Stream(context.in(0)));
}
void seeded_truncated_normal(const KernelContext& context) {
  launch_truncated<SeededNormalAttrs>(context, Stream(context.in(0)));
}
void seeded_categorical(const KernelContext& context) {
  choose(context, context.in(1), Stream(context.in(0)));
}
void seeded_permutation(const KernelContext& context) { permute(context, Stream(context.in(0))); }

}  // namespace pelton::cuda
