// Owns the loops over rows of scores: what follows the products of queries and keys. A row is as
// many whole registers as its keys need; what lies behind the keys is never read by a product.
#pragma once
#include <limits>

#include "kernels/common/attention_shape.h"
#include "kernels/cpu/simd/attention/attention_blocks.h"
#include "kernels/cpu/simd/exp_lanes.h"
#include "kernels/cpu/simd/lane_folds.h"

namespace pelton::cpu::PELTON_ISA {

// A block of one head's scores: of queries [query, query + rows) and keys [key, key + cols).
struct ScoreBlock {
  int64_t batch, head, query, rows, key, cols;
};

// Bias, mask and causality of a call; elements of type S, scores of type T.
template <class S>
class ScoreRules {
 public:
  using T = compute_t<S>;
  ScoreRules(const TensorView& mask, const TensorView& bias, bool causal)
      : mask_(mask), bias_(bias), causal_(causal) {}

  // Turns the products of queries and keys into scores; `wide` has room for a row.
  void apply(const RowPanels<T>& scores, const ScoreBlock& block, T* wide) const {
    for (int64_t r = 0; r < block.rows; ++r) {
      T* const row = scores.row(r);
      const int64_t query = block.query + r;
      if (bias_.data != nullptr) add_bias(row, block, query, wide);
      if (mask_.data != nullptr) hide(row, block, query);
      if (causal_ && query + 1 < block.key + block.cols)
        std::fill(row + std::max<int64_t>(0, query + 1 - block.key), row + block.cols,
                  kMaskedScore<T>);
      std::fill(row + block.cols, row + whole_registers<T>(block.cols),
                -std::numeric_limits<T>::infinity());
    }
  }
  // No query before `query` sees keys from `key` on.
  bool hides(int64_t query, int64_t key) const { return causal_ && key >= query; }

 private:
  void add_bias(T* row, const ScoreBlock& block, int64_t query, T* wide) const {
    const int64_t step = bias_.strides[3];
    const S* bias = static_cast<const S*>(bias_.data) + bias_.row(block.batch, block.head, query) +
                    block.key * step;
    pack_table<S>().widen(wide, block.cols, {bias, 0, step}, 1, block.cols);
    for (int64_t i = 0; i < block.cols; ++i) row[i] += wide[i];
  }
  void hide(T* row, const ScoreBlock& block, int64_t query) const {
    const int64_t step = mask_.strides[3];
    const auto* seen = static_cast<const uint8_t*>(mask_.data) +
                       mask_.row(block.batch, block.head, query) + block.key * step;
    if (step == 0) {
      if (*seen == 0) std::fill_n(row, block.cols, kMaskedScore<T>);
      return;
    }
    for (int64_t i = 0; i < block.cols; ++i)
      row[i] = seen[i * step] != 0 ? row[i] : kMaskedScore<T>;
  }

  ScoreOperand mask_, bias_;
  bool causal_;
};

// The softmax of a row whose scores come block by block.
template <class T>
struct RunningSoftmax {
  // exp() of the block's scores relative to the largest so far takes their place; what was made of
  // the earlier blocks is to be multiplied by the result.
  T add(T* scores, int64_t cols) {
    Vec<T> most = splat(max), v;
    for (int64_t i = 0; i < cols; i += kLanes<T>) {
      load(v, scores + i);
      most = larger<T>(v, most);
    }
    const T before = max;
    max = combine_lanes<T>(most, [](T a, T b) { return a > b ? a : b; });
    const Vec<T> from = splat(shift());
    Vec<T> total{};
    for (int64_t i = 0; i < cols; i += kLanes<T>) {
      load(v, scores + i);
      v = exp_lanes(Vec<T>(v - from));
      total += v;
      store(scores + i, v);
    }
    const T factor = before == max ? T(1) : std::exp(before - shift());
    sum = sum * factor + combine_lanes<T>(total, [](T a, T b) { return a + b; });
    return factor;
  }
  // Where all is -infinity the result is NaN from 0 / 0, and not from inf - inf.
  T shift() const { return max == -std::numeric_limits<T>::infinity() ? T(0) : max; }
  T logsumexp() const { return shift() + std::log(sum); }
  // Every key so far is masked.
  bool is_blind() const { return max == kMaskedScore<T>; }

  T max = -std::numeric_limits<T>::infinity(), sum = 0;
};

// The gradient of a row's scores: the recomputed weights exp(score - logsumexp) * weight take the
// scores' place, and weight * (gradient - mean) * rate that of the weights' gradients.
template <class T>
struct RowGradient {
  // Of a row with the given result, gradient of the result (n elements each) and logsumexp.
  static RowGradient of(T logsumexp, int64_t keys, const T* result, const T* grad, int64_t n) {
    const bool is_blind = logsumexp == kMaskedScore<T>;
    Vec<T> products{}, a, b;
    for_lanes<T>(n, [&](int64_t i, int lanes) {
      load_lanes(a, result + i, lanes);
      load_lanes(b, grad + i, lanes);
      multiply_add(products, a, b);
    });
    return {logsumexp, is_blind ? T(1) / static_cast<T>(keys) : T(1), is_blind ? T(0) : T(1),
            combine_lanes<T>(products, [](T x, T y) { return x + y; })};
  }

  void apply(T* scores, T* grads, int64_t cols) const {
    const Vec<T> from = splat(logsumexp), factor = splat(weight), center = splat(mean);
    const Vec<T> slope = splat(rate);
    Vec<T> v, g;
    for (int64_t i = 0; i < cols; i += kLanes<T>) {
      load(v, scores + i);
      load(g, grads + i);
      v = exp_lanes(Vec<T>(v - from)) * factor;
      store(scores + i, v);
      store(grads + i, Vec<T>(v * (g - center) * slope));
    }
  }
  bool is_blind() const { return rate == 0; }

  T logsumexp, weight, rate, mean;
};

}  // namespace pelton::cpu::PELTON_ISA
