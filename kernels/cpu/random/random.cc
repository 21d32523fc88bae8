// Owns the random kernels that choose: categorical samples and permutations; built once.
#include "kernels/declared/random.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/common/draws.h"
#include "kernels/common/seed_words.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// Writes running sums of the classes' weights.
template <class T>
void cumulate(const T* logits, int64_t classes, int64_t row, double* sums) {
  double largest = -std::numeric_limits<double>::infinity();
  for (int64_t k = 0; k < classes; ++k)
    largest = std::max(largest, static_cast<double>(compute_t<T>(logits[k])));
  double sum = 0;
  for (int64_t k = 0; k < classes; ++k)
    sums[k] = sum += random::category_weight(static_cast<double>(compute_t<T>(logits[k])), largest);
  check(sum > 0, "logits[", row, "] has no class of positive probability");
}

template <class T, class I>
void sample(const TensorView& logits, const TensorView& out, const RandomStream& stream) {
  const int64_t classes = logits.dim(1), samples = out.dim(1);
  const int64_t grain = std::max<int64_t>(1, 4096 / (classes + samples));
  parallel_for(logits.dim(0), grain, [&](int64_t begin, int64_t end) {
    std::vector<double> sums(static_cast<size_t>(classes));
    for (int64_t row = begin; row < end; ++row) {
      cumulate(logits.as<const T>() + row * classes, classes, row, sums.data());
      for (int64_t k = 0; k < samples; ++k) {
        const int64_t i = row * samples + k;
        const double at = random::unit(stream_word<uint64_t>(stream, i)) * sums.back();
        // Rounding may reach the last sum, where no class would be left; at < its own sum is true.
        const auto found = std::upper_bound(sums.begin(), sums.end(), at);
        const auto last = std::lower_bound(sums.begin(), sums.end(), sums.back());
        out.as<I>()[i] = static_cast<I>(std::min(found, last) - sums.begin());
      }
    }
  });
}

void choose(const TensorView& logits, const TensorView& out, const RandomStream& stream) {
  if (out.size == 0) return;
  visit(FloatingTypes{}, logits.dtype, [&]<class T>() {
    visit(Types<int32_t, int64_t>{}, out.dtype,
          [&]<class I>() { sample<T, I>(logits, out, stream); });
  });
}

// Fisher and Yates: place i changes places with one of [i, size). Orders of 2^32 and more need
// wider words.
template <class Word>
void permute(const TensorView& out, const RandomStream& stream) {
  auto* order = out.as<int64_t>();
  std::iota(order, order + out.size, int64_t{0});
  interruptible_for(out.size - 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto left = static_cast<uint64_t>(out.size - i);
      std::swap(order[i], order[i + static_cast<int64_t>(stream_word<Word>(stream, i) % left)]);
    }
  });
}

void permute_any(const TensorView& out, const RandomStream& stream) {
  if (out.size <= std::numeric_limits<uint32_t>::max())
    permute<uint32_t>(out, stream);
  else
    permute<uint64_t>(out, stream);
}

}  // namespace

void random_categorical(const KernelContext& context) {
  choose(context.in(0), context.out(0), stream_of(context.attrs<RandomCategoricalAttrs>()));
}

void random_permutation(const KernelContext& context) {
  permute_any(context.out(0), stream_of(context.attrs<RandomPermutationAttrs>()));
}

void seeded_categorical(const KernelContext& context) {
  choose(context.in(1), context.out(0), random::SeedWords(context.in(0)).stream());
}

void seeded_permutation(const KernelContext& context) {
  permute_any(context.out(0), random::SeedWords(context.in(0)).stream());
}

}  // namespace pelton::cpu
