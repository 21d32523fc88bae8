// Owns what the CUDA kernels of attention are made of: a block's tile of scores, its weights and
// the products with them. Every thread of a block takes part in each step.
#pragma once
#include "kernels/common/attention_shape.h"
#include "kernels/common/elementary.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {

// 16 x 16 threads, each with 2 x 2 of 32 x 32 scores and 2 x 4 of 32 x 64 results.
inline constexpr int kScoreTile = 32, kScoreSide = 16, kScoreColumns = 64;
inline constexpr int kScoreStep = kScoreTile + 1, kSliceStep = kScoreSide + 1;

// One call's operands; what a kernel does not need is null.
struct AttentionOperands {
  AttentionShape shape;
  double scale;
  bool causal;
  ScoreOperand mask, bias;
  const void *query, *key, *value;
  void* logsumexp = nullptr;
  const void *result = nullptr, *grad = nullptr;
  void* means = nullptr;  // of each query's gradients of weights
};

// The rows of one head, from `first` on.
template <class T>
struct HeadRows {
  // Of a tensor (batch, positions, heads, width).
  __device__ static HeadRows of(const void* data, int64_t positions, int64_t heads, int64_t width,
                                int64_t batch, int64_t head) {
    return {positions, heads * width,
            static_cast<const T*>(data) + (batch * positions * heads + head) * width};
  }
  __device__ HeadRows from(int64_t first) const {
    HeadRows tail = *this;
    tail.count -= first;
    tail.rows += first * step;
    return tail;
  }
  // Zero outside of the rows and of `width` columns.
  __device__ compute_t<T> at(int64_t row, int64_t column, int64_t width) const {
    return row < count && column < width ? compute_t<T>(rows[row * step + column])
                                         : compute_t<T>(0);
  }
  int64_t count, step;
  const T* rows;
};

// Sums of a tile of results: of rows threadIdx.y + 16 i, columns threadIdx.x + 16 j.
template <class C>
using ColumnSums = C[2][kScoreColumns / kScoreSide];

template <class T>
class ScoreTile {
 public:
  using C = compute_t<T>;
  static constexpr size_t kBytes =
      sizeof(C) * (2 * kScoreTile * kSliceStep + 2 * kScoreTile * kScoreStep +
                   kScoreTile * kScoreColumns + 2 * kScoreTile);

  __device__ ScoreTile(const AttentionOperands& operands, int64_t batch, int64_t head)
      : o_(operands),
        batch_(batch),
        head_(head),
        slices_(shared_memory<C>()),
        query_(rows_of(o_.query, o_.shape.queries, o_.shape.heads, o_.shape.depth, head)),
        grad_(rows_of(o_.grad, o_.shape.queries, o_.shape.heads, o_.shape.width, head)),
        key_(rows_of(o_.key, o_.shape.keys, o_.shape.groups, o_.shape.depth, group())),
        value_(rows_of(o_.value, o_.shape.keys, o_.shape.groups, o_.shape.width, group())) {}
  __device__ C* weights() const { return slices_ + 2 * kScoreTile * kSliceStep; }
  __device__ C* scores_grad() const { return weights() + kScoreTile * kScoreStep; }
  __device__ const HeadRows<T>& query() const { return query_; }
  __device__ const HeadRows<T>& grad() const { return grad_; }
  __device__ const HeadRows<T>& key() const { return key_; }
  __device__ const HeadRows<T>& value() const { return value_; }
  __device__ int64_t stats_at(int64_t query) const {
    return (batch_ * o_.shape.heads + head_) * o_.shape.queries + query;
  }

  // Reads what is known of the 32 queries from `query` on.
  __device__ void load_queries(int64_t query) const {
    const int thread = thread_index();
    if (thread < kScoreTile) {
      const bool inside = query + thread < o_.shape.queries;
      const int64_t at = stats_at(query + thread);
      logsumexp()[thread] = inside ? static_cast<const C*>(o_.logsumexp)[at] : C(0);
      means()[thread] = inside && o_.means != nullptr ? static_cast<const C*>(o_.means)[at] : C(0);
    }
    __syncthreads();
  }
  // Whether any of the 32 queries sees or, seeing none, counts keys from `key` on.
  __device__ bool needs(int64_t query, int64_t key) const {
    if (!o_.causal || key < query + kScoreTile) return true;
    bool is_blind = false;
    for (int r = 0; r < kScoreTile; ++r) is_blind |= logsumexp()[r] == kMaskedScore<C>;
    return is_blind;
  }

  // The scores that this thread has; outside of the keys -infinity.
  __device__ void scores(int64_t query, int64_t key, C (&s)[2][2]) const {
    multiply(query_.from(query), key_.from(key), o_.shape.depth, s);
    for_own([&](int i, int j, int64_t row, int64_t column) {
      s[i][j] = score(s[i][j] * C(o_.scale), query + row, key + column);
    });
  }
  // Writes the weights; with `gradients` those of the scores, too. Ends at a barrier.
  __device__ void make_weights(int64_t query, int64_t key, bool gradients) const {
    C s[2][2], g[2][2];
    scores(query, key, s);
    if (gradients) multiply(grad_.from(query), value_.from(key), o_.shape.width, g);
    for_own([&](int i, int j, int64_t row, int64_t column) {
      const bool inside = query + row < o_.shape.queries && key + column < o_.shape.keys;
      const bool is_blind = logsumexp()[row] == kMaskedScore<C>;
      C weight = inside ? math::exp(s[i][j] - logsumexp()[row]) : C(0);
      if (is_blind) weight = weight / C(o_.shape.keys);
      weights()[row * kScoreStep + column] = weight;
      if (gradients)
        scores_grad()[row * kScoreStep + column] =
            is_blind ? C(0) : weight * (g[i][j] - means()[row]);
    });
    __syncthreads();
  }

  // sums += matrix * rows, the columns from `first` on of 32 rows; with `across` the matrix's
  // transpose. Ends at a barrier.
  __device__ void add_product(const C* matrix, bool across, const HeadRows<T>& rows, int64_t first,
                              int64_t width, ColumnSums<C>& sums) const {
    C* const columns = scores_grad() + kScoreTile * kScoreStep;
    for (int i = thread_index(); i < kScoreTile * kScoreColumns; i += kScoreSide * kScoreSide)
      columns[i] = rows.at(i / kScoreColumns, first + i % kScoreColumns, width);
    __syncthreads();
    for (int k = 0; k < kScoreTile; ++k)
      for (int i = 0; i < 2; ++i) {
        const int row = static_cast<int>(threadIdx.y) + i * kScoreSide;
        const C left = across ? matrix[k * kScoreStep + row] : matrix[row * kScoreStep + k];
        for (int j = 0; j < kScoreColumns / kScoreSide; ++j)
          sums[i][j] += left * columns[k * kScoreColumns + threadIdx.x + j * kScoreSide];
      }
    __syncthreads();
  }

  // f(i, j, row, column) for the elements that this thread has.
  template <class F>
  __device__ static void for_own(const F& f) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        f(i, j, threadIdx.y + i * kScoreSide, threadIdx.x + j * kScoreSide);
  }
  __device__ static int thread_index() {
    return static_cast<int>(threadIdx.y * kScoreSide + threadIdx.x);
  }

 private:
  __device__ int64_t group() const { return head_ / o_.shape.heads_per_group(); }
  __device__ HeadRows<T> rows_of(const void* data, int64_t positions, int64_t heads, int64_t width,
                                 int64_t head) const {
    return HeadRows<T>::of(data, positions, heads, width, batch_, head);
  }
  __device__ C* logsumexp() const {
    return scores_grad() + kScoreTile * kScoreStep + kScoreTile * kScoreColumns;
  }
  __device__ C* means() const { return logsumexp() + kScoreTile; }

  // Rows of a times rows of b, in slices of 16 columns. Ends at a barrier.
  __device__ void multiply(const HeadRows<T>& a, const HeadRows<T>& b, int64_t width,
                           C (&sums)[2][2]) const {
    C *left = slices_, *right = slices_ + kScoreTile * kSliceStep;
    for_own([&](int i, int j, int64_t, int64_t) { sums[i][j] = C(0); });
    const unsigned x = threadIdx.x, y = threadIdx.y;
    for (int64_t first = 0; first < width; first += kScoreSide) {
      for (unsigned row = y; row < kScoreTile; row += kScoreSide) {
        left[row * kSliceStep + x] = a.at(row, first + x, width);
        right[row * kSliceStep + x] = b.at(row, first + x, width);
      }
      __syncthreads();
      for (int d = 0; d < kScoreSide; ++d)
        for_own([&](int i, int j, int64_t row, int64_t column) {
          sums[i][j] += left[row * kSliceStep + d] * right[column * kSliceStep + d];
        });
      __syncthreads();
    }
  }

  __device__ C score(C product, int64_t query, int64_t key) const {
    if (key >= o_.shape.keys) return -std::numeric_limits<C>::infinity();
    if (query >= o_.shape.queries) return C(0);
    if (o_.bias.data != nullptr)
      product += C(static_cast<const T*>(
          o_.bias.data)[o_.bias.row(batch_, head_, query) + key * o_.bias.strides[3]]);
    const bool is_hidden =
        (o_.causal && key > query) ||
        (o_.mask.data != nullptr &&
         !static_cast<const bool*>(
             o_.mask.data)[o_.mask.row(batch_, head_, query) + key * o_.mask.strides[3]]);
    return is_hidden ? kMaskedScore<C> : product;
  }

  const AttentionOperands& o_;
  const int64_t batch_, head_;
  C* const slices_;
  const HeadRows<T> query_, grad_, key_, value_;
};

}  // namespace pelton::cuda
