// Owns resample on the CPU: each row of the result is a weighted sum of neighbouring rows, whose
// weights are computed once.
#include "kernels/declared/resample.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/common/axes.h"
#include "kernels/common/resample.h"
#include "kernels/cpu/elementwise/cast.h"
#include "kernels/cpu/reduce/partial_sums.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kResampleGrain = 1 << 15;
constexpr int64_t kShortSum = 16;     // elements: below, the loops cost more than they save
constexpr int64_t kOuterRows = 4;     // short rows of this many outer indices share loaded weights
constexpr int64_t kConverted = 2048;  // elements of each row that are converted at once

// n bytes as floats.
void convert_row(Row convert, const void* from, void* to, int64_t n) {
  void* const data[] = {to, const_cast<void*>(from)};
  const int64_t steps[] = {1, 1};
  convert(data, steps, n, nullptr);
}

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

// As write_four for kOuterRows rows of the outer axes, `to_step` and `from_step` elements apart.
// The sums stay in registers as long as the loops over them are unrolled.
template <int64_t N, class T>
void write_four_of_each(T* to, int64_t to_step, const T* from, int64_t from_step, const T* weights,
                        int64_t taps) {
  using Four [[gnu::vector_size(4 * sizeof(T))]] = T;
  Four sums[kOuterRows]{};
  for (int64_t t = 0; t < taps; ++t) {
    const T weight = weights[t];
#pragma GCC unroll 4
    for (int64_t r = 0; r < kOuterRows; ++r) {
      Four x;
      std::memcpy(&x, from + r * from_step + t * N, sizeof x);
      sums[r] += weight * x;
    }
  }
#pragma GCC unroll 4
  for (int64_t r = 0; r < kOuterRows; ++r) std::memcpy(to + r * to_step, &sums[r], sizeof sums[r]);
}

// All rows of the result of kOuterRows outer indices from `outer`, in which N elements lie inside.
template <int64_t N, class T>
void write_outer_rows(const T* x, T* out, const ShortRows<T>& rows, int64_t size, int64_t outer) {
  const auto count = std::ssize(rows.first);
  const int64_t from_step = size * N, to_step = count * N;
  const T* const from = x + outer * from_step;
  T* const to = out + outer * to_step;
  for (int64_t at = 0; at < count; ++at) {
    const auto row = static_cast<size_t>(at);
    const int64_t first = rows.first[row], taps = rows.ends[row + 1] - rows.ends[row];
    const T* const weights = rows.weights.data() + rows.ends[row];
    if (at + 1 < count && first + taps < size) {
      write_four_of_each<N>(to + at * N, to_step, from + first * N, from_step, weights, taps);
      continue;
    }
    for (int64_t r = 0; r < kOuterRows; ++r)
      write_short(to + r * to_step + at * N, from + r * from_step + first * N, N, weights, taps);
  }
}

// Rows [begin, end) of the result, of all outer indices; N: the elements of a row, or 0 for `n`.
template <int64_t N, class T>
void write_short_rows(const T* x, T* out, const ShortRows<T>& rows, const AxisBlocks& source,
                      int64_t begin, int64_t end) {
  const auto count = std::ssize(rows.first);
  const int64_t n = source.inner, all = source.outer * source.size;
  for (int64_t i = begin, outer = begin / count, at = begin % count; i < end; ++i) {
    if constexpr (N != 0)
      for (; at == 0 && i + kOuterRows * count <= end; i += kOuterRows * count, outer += kOuterRows)
        write_outer_rows<N>(x, out, rows, source.size, outer);
    if (i == end) break;
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
void write_long_rows(const T* x, T* out, const std::vector<WeightedRows>& rows,
                     const AxisBlocks& source, int64_t begin, int64_t end) {
  const auto count = std::ssize(rows);
  const int64_t n = source.inner;
  const auto& table = part_sum_table<T>(active_isa());
  for (int64_t i = begin; i < end; ++i) {
    const WeightedRows& row = rows[static_cast<size_t>(i % count)];
    const T* from = x + (i / count * source.size + row.first) * n;
    table.add(out + i * n, from, n, row.weights.data(), std::ssize(row.weights), n);
  }
}

// As write_long_rows for bytes, a part of each row converted at a time.
void write_long_rows_of_bytes(const KernelContext& context, const std::vector<WeightedRows>& rows,
                              const AxisBlocks& source, int64_t begin, int64_t end) {
  const auto count = std::ssize(rows);
  const int64_t n = source.inner, step = std::min(n, kConverted);
  const auto& table = part_sum_table<float>(active_isa());
  const Row convert = cast_row(DType::uint8, DType::float32);
  std::vector<float> parts;
  for (int64_t i = begin; i < end; ++i) {
    const WeightedRows& row = rows[static_cast<size_t>(i % count)];
    const auto taps = std::ssize(row.weights);
    const auto* from =
        context.in(0).as<const uint8_t>() + (i / count * source.size + row.first) * n;
    float* const to = context.out(0).as<float>() + i * n;
    parts.resize(std::max(parts.size(), static_cast<size_t>(taps * step)));
    for (int64_t at = 0; at < n; at += step) {
      const int64_t length = std::min(step, n - at);
      for (int64_t t = 0; t < taps; ++t)
        convert_row(convert, from + t * n + at, parts.data() + t * step, length);
      table.add(to + at, parts.data(), step, row.weights.data(), taps, length);
    }
  }
}

template <class T>
void write_short_results(const T* x, T* out, const std::vector<WeightedRows>& rows,
                         const AxisBlocks& source, int64_t grain) {
  const int64_t n = source.inner;
  const ShortRows<T> rows_of_few(rows);
  parallel_for(source.outer * std::ssize(rows), grain, [&](int64_t begin, int64_t end) {
    if (n == 3)
      write_short_rows<3>(x, out, rows_of_few, source, begin, end);
    else if (n == 4)
      write_short_rows<4>(x, out, rows_of_few, source, begin, end);
    else
      write_short_rows<0>(x, out, rows_of_few, source, begin, end);
  });
}

template <class T>
void write_weighted(const KernelContext& context, const std::vector<WeightedRows>& rows,
                    const AxisBlocks& source) {
  const int64_t n = source.inner;
  const int64_t grain = 1 + kResampleGrain / std::max<int64_t>(1, 4 * n);
  const auto* const x = context.in(0).as<const T>();
  if (n < kShortSum) return write_short_results(x, context.out(0).as<T>(), rows, source, grain);
  parallel_for(source.outer * std::ssize(rows), grain, [&](int64_t begin, int64_t end) {
    write_long_rows(x, context.out(0).as<T>(), rows, source, begin, end);
  });
}

void write_weighted_bytes(const KernelContext& context, const std::vector<WeightedRows>& rows,
                          const AxisBlocks& source) {
  const int64_t n = source.inner, size = context.in(0).size;
  const int64_t grain = 1 + kResampleGrain / std::max<int64_t>(1, 4 * n);
  if (n >= kShortSum) {
    parallel_for(source.outer * std::ssize(rows), grain, [&](int64_t begin, int64_t end) {
      write_long_rows_of_bytes(context, rows, source, begin, end);
    });
    return;
  }
  const Workspace converted = context.workspace(static_cast<size_t>(size) * sizeof(float));
  const auto* const x = converted.as<float>();
  convert_row(cast_row(DType::uint8, DType::float32), context.in(0).data, converted.data(), size);
  write_short_results(x, context.out(0).as<float>(), rows, source, grain);
}

}  // namespace

void resample(const KernelContext& context) {
  const auto& attrs = context.attrs<ResampleAttrs>();
  const AxisBlocks blocks = blocks_around(context.in(0).shape(), attrs.axis);
  if (context.out(0).size == 0) return;
  const auto rows = resampled_rows(Resampling(blocks.size, attrs.size, attrs));
  if (context.in(0).dtype == DType::uint8) return write_weighted_bytes(context, rows, blocks);
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
