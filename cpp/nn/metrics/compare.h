// Owns compare(): the loop of accuracies that look at single values. Knows no metric.
#pragma once
#include "nn/training/host_array.h"
#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "runtime/threads/interrupt.h"

namespace pelton::metrics {

// 1 where f(target, output) holds, else 0. Ranks that differ by a last axis of size 1 are matched;
// raises invalid_argument, naming `metric`, unless the shapes are equal then or broadcast.
template <class F>
Tensor compare(const char* metric, Tensor target, Tensor output, F&& f) {
  match_rank(target, output);
  if (target.shape() != output.shape()) {
    const Shape shape = [&] {
      try {
        return broadcast_shapes(target.shape(), output.shape());
      } catch (const Error& error) {
        raise(error.code(), metric, ": ", error.message());
      }
    }();
    target = broadcast_to(target, {.shape = shape});
    output = broadcast_to(output, {.shape = shape});
  }
  const HostArray<double> a(target), b(output);
  Tensor out = empty(target.shape(), DType::float32);
  auto* correct = out.data_as<float>();
  interruptible_for(a.size(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) correct[i] = f(a[i], b[i]) ? 1.0f : 0.0f;
  });
  return out;
}

}  // namespace pelton::metrics
