// Owns the kernels that draw by rejection.
#include "kernels/common/rejection.h"

#include "kernels/common/attrs/rejection_attrs.h"
#include "kernels/declared/rejection.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kRejectionGrain = 128;

// Calls f(i, draws) for each element of the output.
template <class F>
void for_elements(const KernelContext& context, const RandomStream& stream, F&& f) {
  parallel_for(context.out(0).size, kRejectionGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      random::ElementDraws draws(stream, i);
      f(i, draws);
    }
  });
}

template <class T>
double parameter(const TensorView& values, int64_t i) {
  return static_cast<double>(static_cast<compute_t<T>>(values.as<const T>()[i]));
}

}  // namespace

void random_gamma(const KernelContext& context) {
  const auto& attrs = context.attrs<RandomGammaAttrs>();
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
    T* out = context.out(0).as<T>();
    for_elements(
        context, {attrs.key, attrs.offset, attrs.block},
        [&](int64_t i, random::ElementDraws& draws) {
          out[i] = random::as_count<T>(random::draw_gamma(parameter<T>(context.in(0), i), draws));
        });
  });
}

void random_poisson(const KernelContext& context) {
  const auto& attrs = context.attrs<RandomCountAttrs>();
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class R>() {
    visit(RealTypes{}, attrs.dtype, [&]<class T>() {
      T* out = context.out(0).as<T>();
      const RandomStream stream{attrs.key, attrs.offset, attrs.block};
      for_elements(context, stream, [&](int64_t i, random::ElementDraws& draws) {
        out[i] = random::as_count<T>(random::draw_poisson(parameter<R>(context.in(0), i), draws));
      });
    });
  });
}

void random_binomial(const KernelContext& context) {
  const auto& attrs = context.attrs<RandomCountAttrs>();
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class R>() {
    visit(RealTypes{}, attrs.dtype, [&]<class T>() {
      T* out = context.out(0).as<T>();
      const RandomStream stream{attrs.key, attrs.offset, attrs.block};
      for_elements(context, stream, [&](int64_t i, random::ElementDraws& draws) {
        const double n = parameter<R>(context.in(0), i), p = parameter<R>(context.in(1), i);
        out[i] = random::as_count<T>(random::draw_binomial(n, p, draws));
      });
    });
  });
}

}  // namespace pelton::cpu
