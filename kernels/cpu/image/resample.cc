// Owns resample on the CPU: each row of the result is a weighted sum of neighbouring rows, whose
// weights are computed once.
#include "kernels/declared/resample.h"

#include <algorithm>
#include <vector>

#include "kernels/common/axes.h"
#include "kernels/common/resample.h"
#include "kernels/cpu/reduce/partial_sums.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kResampleGrain = 1 << 15;
constexpr int64_t kShortSum = 16;  // elements: below, the loops cost more than they save

// Row i of a result: rows first, first + 1, ... of the source, by these weights.
struct WeightedRows {
  int64_t first = 0;
  std::vector<double> weights;
};

std::vector<WeightedRows> resampled_rows(const Resampling& r) {
  std::vector<WeightedRows> rows(static_cast<size_t>(r.out));
  for (int64_t i = 0; i < r.out; ++i) {
    WeightedRows& row = rows[static_cast<size_t>(i)];
    const ResampleSpan span = r.inputs_of(i);
    const double sum = r.sum_of_weights(i);
    row.first = span.begin;
    for (int64_t from = span.begin; from < span.end; ++from)
      row.weights.push_back(r.weight(i, from) / sum);
  }
  return rows;
}

// The same matrix by the inputs: spans begin and end further on with each output.
std::vector<WeightedRows> spread_rows(const Resampling& r) {
  std::vector<WeightedRows> rows(static_cast<size_t>(r.in));
  const std::vector<WeightedRows> forward = resampled_rows(r);
  for (int64_t i = 0; i < r.out; ++i) {
    const WeightedRows& from = forward[static_cast<size_t>(i)];
    for (size_t t = 0; t < from.weights.size(); ++t) {
      WeightedRows& row = rows[static_cast<size_t>(from.first) + t];
      if (row.weights.empty()) row.first = i;
      row.weights.push_back(from.weights[t]);
    }
  }
  return rows;
}

template <class T>
void write_short(T* to, const T* from, int64_t n, const std::vector<double>& weights) {
  for (int64_t c = 0; c < n; ++c) {
    T sum(0);
    for (size_t t = 0; t < weights.size(); ++t)
      sum += static_cast<T>(weights[t]) * from[static_cast<int64_t>(t) * n + c];
    to[c] = sum;
  }
}

template <class T>
void write_weighted(const KernelContext& context, const std::vector<WeightedRows>& rows,
                    const AxisBlocks& source) {
  const T* const x = context.in(0).as<const T>();
  T* const out = context.out(0).as<T>();
  const auto count = static_cast<int64_t>(rows.size());
  const int64_t n = source.inner;
  const auto& table = part_sum_table<T>(active_isa());
  parallel_for(source.outer * count, 1 + kResampleGrain / std::max<int64_t>(1, 4 * n),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) {
                   const WeightedRows& row = rows[static_cast<size_t>(i % count)];
                   const T* from = x + (i / count * source.size + row.first) * n;
                   if (n < kShortSum)
                     write_short(out + i * n, from, n, row.weights);
                   else
                     table.add(out + i * n, from, n, row.weights.data(),
                               static_cast<int64_t>(row.weights.size()), n);
                 }
               });
}

}  // namespace

void resample(const KernelContext& context) {
  const auto& attrs = context.attrs<ResampleAttrs>();
  const AxisBlocks blocks = blocks_around(context.in(0).shape(), attrs.axis);
  if (context.out(0).size == 0) return;
  const auto rows = resampled_rows(Resampling(blocks.size, attrs.size, attrs));
  visit(Types<float, double>{}, context.out(0).dtype,
        [&]<class T>() { write_weighted<T>(context, rows, blocks); });
}

void resample_grad(const KernelContext& context) {
  const auto& attrs = context.attrs<ResampleAttrs>();
  const AxisBlocks blocks = blocks_around(context.in(0).shape(), attrs.axis);
  if (context.out(0).size == 0) return;
  const auto rows = spread_rows(Resampling(attrs.size, blocks.size, attrs));
  visit(Types<float, double>{}, context.out(0).dtype,
        [&]<class T>() { write_weighted<T>(context, rows, blocks); });
}

}  // namespace pelton::cpu
