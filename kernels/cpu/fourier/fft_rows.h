// Owns what the kernels of Fourier transforms share: the plans that were used last, rows as planes
// and back, and the walk over all rows, some at a time.
#pragma once
#include <algorithm>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

#include "kernels/cpu/fourier/fft_plan.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {

inline constexpr int64_t kRowsTogether = 8;  // their elements of one index are 32 bytes of float
// Longer rows would not stay in the cache together.
inline constexpr int64_t kLongestTogether = 1 << 14;

// The plan of that length, made anew or one of the last few. Any thread may ask.
template <class Plan>
std::shared_ptr<const Plan> plan_of(int64_t n, bool inverse) {
  constexpr size_t kKept = 8;
  static std::mutex mutex;
  static std::vector<std::shared_ptr<const Plan>> plans;
  const std::lock_guard lock(mutex);
  for (const auto& plan : plans)
    if (plan->size() == n && plan->is_inverse() == inverse) return plan;
  if (plans.size() == kKept) plans.erase(plans.begin());
  return plans.emplace_back(std::make_shared<const Plan>(n, inverse));
}

typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

// to[j * to_step + i] = from[i * from_step + j] for i, j < 8.
[[gnu::always_inline]] inline void turn_eight(float* to, int64_t to_step, const float* from,
                                              int64_t from_step) {
  Eight x[8], y[8];
  for (int i = 0; i < 8; ++i) x[i] = *reinterpret_cast<const Eight*>(from + i * from_step);
  for (int i = 0; i < 8; i += 2) {  // pairs within quarters
    y[i] = __builtin_shufflevector(x[i], x[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    y[i + 1] = __builtin_shufflevector(x[i], x[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; ++k) {  // fours within halves
      x[i + 2 * k] = __builtin_shufflevector(y[i + k], y[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      x[i + 2 * k + 1] =
          __builtin_shufflevector(y[i + k], y[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    y[i] = __builtin_shufflevector(x[i], x[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    y[i + 4] = __builtin_shufflevector(x[i], x[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (int i = 0; i < 8; ++i) *reinterpret_cast<Eight*>(to + i * to_step) = y[i];
}

// The first n numbers of rows that begin `step` parts apart, real and imaginary parts in turn, as
// planes.
template <int64_t Rows, class R>
void read_rows(const R* from, int64_t step, Planes<R> to, int64_t n) {
  int64_t i = 0;
  if constexpr (Rows == 8 && std::is_same_v<R, float>) {
    for (alignas(32) float turned[64]; i + 4 <= n; i += 4) {
      turn_eight(turned, 8, from + 2 * i, step);
      for (int64_t k = 0; k < 4; ++k) {
        std::copy_n(turned + 16 * k, 8, to.real + (i + k) * 8);
        std::copy_n(turned + 16 * k + 8, 8, to.imaginary + (i + k) * 8);
      }
    }
  }
  for (; i < n; ++i)
    for (int64_t r = 0; r < Rows; ++r) {
      to.real[i * Rows + r] = from[r * step + 2 * i];
      to.imaginary[i * Rows + r] = from[r * step + 2 * i + 1];
    }
}

template <int64_t Rows, class R>
void write_rows(Planes<R> from, R* to, int64_t step, int64_t n) {
  int64_t i = 0;
  if constexpr (Rows == 8 && std::is_same_v<R, float>) {
    for (alignas(32) float parts[64]; i + 4 <= n; i += 4) {
      for (int64_t k = 0; k < 4; ++k) {
        std::copy_n(from.real + (i + k) * 8, 8, parts + 16 * k);
        std::copy_n(from.imaginary + (i + k) * 8, 8, parts + 16 * k + 8);
      }
      turn_eight(to + 2 * i, step, parts, 8);
    }
  }
  for (; i < n; ++i)
    for (int64_t r = 0; r < Rows; ++r) {
      to[r * step + 2 * i] = from.real[i * Rows + r];
      to[r * step + 2 * i + 1] = from.imaginary[i * Rows + r];
    }
}

// Calls f<Rows>(row, space) for groups of Rows rows that begin at `row`, with room for what the
// plan transforms them in.
template <class R, class Plan, class F>
void for_row_groups(const Plan& plan, int64_t rows, const F& f) {
  constexpr int64_t kGrainElements = 2048;
  const int64_t n = plan.size();
  const int64_t together = n <= kLongestTogether && rows >= kRowsTogether ? kRowsTogether : 1;
  const int64_t grain = std::max<int64_t>(1, kGrainElements / (n * together));
  parallel_for((rows + together - 1) / together, grain, [&](int64_t begin, int64_t end) {
    const auto space =
        std::make_unique_for_overwrite<R[]>(static_cast<size_t>(plan.space(together)));
    for (int64_t row = begin * together; row < std::min(rows, end * together);) {
      const bool is_whole = together > 1 && row + together <= rows;
      if (is_whole)
        f.template operator()<kRowsTogether>(row, space.get());
      else
        f.template operator()<1>(row, space.get());
      row += is_whole ? together : 1;
    }
  });
}

}  // namespace pelton::cpu::PELTON_ISA
