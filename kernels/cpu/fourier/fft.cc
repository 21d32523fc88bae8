// Owns the kernel of fft, and the plans that were used last.
#include <algorithm>
#include <mutex>

#include "kernels/common/attrs/linalg_attrs.h"
#include "kernels/cpu/fourier/fft_plan.h"
#include "kernels/declared/linalg.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// The plan of that length, made anew or one of the last few. Any thread may ask.
template <class R>
std::shared_ptr<const FftPlan<R>> plan_of(int64_t n, bool inverse) {
  constexpr size_t kKept = 8;
  static std::mutex mutex;
  static std::vector<std::shared_ptr<const FftPlan<R>>> plans;
  const std::lock_guard lock(mutex);
  for (const auto& plan : plans)
    if (plan->size() == n && plan->is_inverse() == inverse) return plan;
  if (plans.size() == kKept) plans.erase(plans.begin());
  return plans.emplace_back(std::make_shared<const FftPlan<R>>(n, inverse));
}

}  // namespace

void fft(const KernelContext& context) {
  constexpr int64_t kGrainElements = 2048;
  const TensorView &in = context.in(0), &out = context.out(0);
  if (in.size == 0) return;
  const int64_t n = in.dim(static_cast<size_t>(in.rank()) - 1);
  visit(ComplexTypes{}, in.dtype, [&]<class T>() {
    const auto plan = plan_of<typename T::value_type>(n, context.attrs<FftAttrs>().inverse);
    const int64_t grain = std::max<int64_t>(1, kGrainElements / n);
    parallel_for(in.size / n, grain, [&](int64_t begin, int64_t end) {
      std::vector<T> spare(static_cast<size_t>(plan->room()));
      for (int64_t row = begin; row < end; ++row) {
        std::copy_n(in.as<const T>() + row * n, n, out.as<T>() + row * n);
        plan->transform(out.as<T>() + row * n, spare.data());
      }
    });
  });
}

}  // namespace pelton::cpu
