// Owns the random kernels that choose: categorical samples and permutations; built once.
#include "kernels/declared/random.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/common/draws.h"
#include "kernels/common/philox.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// The 64 random bits of number `i`.
template <class A>
uint64_t word_at(const A& attrs, int64_t i) {
  return philox_word<uint64_t>(static_cast<uint64_t>(attrs.key),
                               static_cast<uint64_t>(attrs.offset), static_cast<uint64_t>(i));
}

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
void sample(const TensorView& logits, const TensorView& out, const RandomCategoricalAttrs& attrs) {
  const int64_t classes = logits.dim(1), samples = out.dim(1);
  const int64_t grain = std::max<int64_t>(1, 4096 / (classes + samples));
  parallel_for(logits.dim(0), grain, [&](int64_t begin, int64_t end) {
    std::vector<double> sums(static_cast<size_t>(classes));
    for (int64_t row = begin; row < end; ++row) {
      cumulate(logits.as<const T>() + row * classes, classes, row, sums.data());
      for (int64_t k = 0; k < samples; ++k) {
        const int64_t i = row * samples + k;
        const double at = random::unit(word_at(attrs, i)) * sums.back();
        // Rounding may reach the last sum, where no class would be left; at < its own sum is true.
        const auto found = std::upper_bound(sums.begin(), sums.end(), at);
        const auto last = std::lower_bound(sums.begin(), sums.end(), sums.back());
        out.as<I>()[i] = static_cast<I>(std::min(found, last) - sums.begin());
      }
    }
  });
}

}  // namespace

void random_categorical(const KernelContext& context) {
  const TensorView &logits = context.in(0), &out = context.out(0);
  if (out.size == 0) return;
  visit(FloatingTypes{}, logits.dtype, [&]<class T>() {
    visit(Types<int32_t, int64_t>{}, out.dtype,
          [&]<class I>() { sample<T, I>(logits, out, context.attrs<RandomCategoricalAttrs>()); });
  });
}

// Fisher and Yates: position i changes places with one of [0, i].
void random_permutation(const KernelContext& context) {
  const TensorView& out = context.out(0);
  auto* order = out.as<int64_t>();
  std::iota(order, order + out.size, int64_t{0});
  interruptible_for(out.size, [&](int64_t begin, int64_t end) {
    for (int64_t step = begin; step < end; ++step) {
      const int64_t i = out.size - 1 - step;
      const uint64_t word = word_at(context.attrs<RandomPermutationAttrs>(), i);
      std::swap(order[i], order[random::below(word, static_cast<uint64_t>(i) + 1)]);
    }
  });
}

}  // namespace pelton::cpu
