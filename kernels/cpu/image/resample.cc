// Owns resample on the CPU: each row of the result is a weighted sum of neighbouring rows, whose
// weights are computed once.
#include "kernels/declared/resample.h"

#include <algorithm>
#include <cstring>
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

// The rows of a result of fewer than kShortSum elements each, and their weights one after the
// other.
template <class T>
struct ShortRows {
  std::vector<int64_t> first, ends{0};
  std::vector<T> weights;

  explicit ShortRows(const std::vector<WeightedRows>& rows) {
    for (const WeightedRows& row : rows) {
      first.push_back(row.first);
      for (const double weight : row.weights) weights.push_back(static_cast<T>(weight));
      ends.push_back(std::ssize(weights));
    }
  }
};

template <class T>
void write_short(T* to, const T* from, int64_t n, const T* weights, int64_t taps) {
  for (int64_t c = 0; c < n; ++c) {
    T sum(0);
    for (int64_t t = 0; t < taps; ++t) sum += weights[t] * from[t * n + c];
    to[c] = sum;
  }
}

// As write_short for N of 3 or 4, four elements at once: of three the fourth is the next row's
// first, which is there to be read and is written again later.
template <int64_t N, class T>
void write_four(T* to, const T* from, const T* weights, int64_t taps) {
  using Four [[gnu::vector_size(4 * sizeof(T))]] = T;
  Four sum{};
  for (int64_t t = 0; t < taps; ++t) {
    Four x;
    std::memcpy(&x, from + t * N, sizeof x);
    sum += weights[t] * x;
  }
  std::memcpy(to, &sum, sizeof sum);
}

// Rows [begin, end) of the result, of all outer indices; N: the elements of a row, or 0 for `n`.
template <int64_t N, class T>
void write_short_rows(const KernelContext& context, const ShortRows<T>& rows,
                      const AxisBlocks& source, int64_t begin, int64_t end) {
  const auto count = std::ssize(rows.first);
  const int64_t n = source.inner, all = source.outer * source.size;
  const T* const x = context.in(0).as<const T>();
  T* const out = context.out(0).as<T>();
  for (int64_t i = begin, outer = begin / count, at = begin % count; i < end; ++i) {
    const auto row = static_cast<size_t>(at);
    const int64_t first = outer * source.size + rows.first[row];
    const T* const weights = rows.weights.data() + rows.ends[row];
    const int64_t taps = rows.ends[row + 1] - rows.ends[row];
    const bool is_last = i + 1 == end || first + taps == all;
    if constexpr (N != 0) {
      if (!is_last)
        write_four<N>(out + i * N, x + first * N, weights, taps);
      else
        write_short(out + i * N, x + first * N, N, weights, taps);
    } else {
      write_short(out + i * n, x + first * n, n, weights, taps);
    }
    if (++at == count) at = 0, ++outer;
  }
}

template <class T>
void write_long_rows(const KernelContext& context, const std::vector<WeightedRows>& rows,
                     const AxisBlocks& source, int64_t begin, int64_t end) {
  const auto count = std::ssize(rows);
  const int64_t n = source.inner;
  const auto& table = part_sum_table<T>(active_isa());
  for (int64_t i = begin; i < end; ++i) {
    const WeightedRows& row = rows[static_cast<size_t>(i % count)];
    const T* from = context.in(0).as<const T>() + (i / count * source.size + row.first) * n;
    table.add(context.out(0).as<T>() + i * n, from, n, row.weights.data(), std::ssize(row.weights),
              n);
  }
}

template <class T>
void write_weighted(const KernelContext& context, const std::vector<WeightedRows>& rows,
                    const AxisBlocks& source) {
  const int64_t n = source.inner;
  const int64_t grain = 1 + kResampleGrain / std::max<int64_t>(1, 4 * n);
  const int64_t all = source.outer * std::ssize(rows);
  if (n >= kShortSum) {
    parallel_for(all, grain, [&](int64_t begin, int64_t end) {
      write_long_rows<T>(context, rows, source, begin, end);
    });
    return;
  }
  const ShortRows<T> rows_of_few(rows);
  parallel_for(all, grain, [&](int64_t begin, int64_t end) {
    if (n == 3)
      write_short_rows<3>(context, rows_of_few, source, begin, end);
    else if (n == 4)
      write_short_rows<4>(context, rows_of_few, source, begin, end);
    else
      write_short_rows<0>(context, rows_of_few, source, begin, end);
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
