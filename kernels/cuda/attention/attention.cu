// Owns the CUDA kernels of attention: the scores' logsumexp first, then the result and the
// gradients in tiles, from weights that each block computes once more and nobody stores.
#include "kernels/declared/attention.h"

#include "kernels/common/attrs/attention_attrs.h"
#include "kernels/cuda/attention/score_tile.h"
#include "kernels/cuda/reduce/block_reduce.h"

namespace pelton::cuda {
namespace {

int64_t score_tiles(int64_t n) { return (n + kScoreTile - 1) / kScoreTile; }

// Which tile a block computes: of rows and columns of one head of one example.
struct TilePlace {
  __device__ TilePlace(int64_t row_tiles, int64_t column_tiles, int64_t heads) {
    int64_t index = blockIdx.x;
    row = index % row_tiles * kScoreTile, index /= row_tiles;
    column = index % column_tiles * kScoreColumns, index /= column_tiles;
    head = index % heads, batch = index / heads;
  }
  int64_t row, column, head, batch;
};

struct TileGrid {
  int64_t row_tiles, column_tiles, heads;
};

TileGrid tile_grid(int64_t rows, int64_t columns, int64_t heads) {
  return {score_tiles(rows), (columns + kScoreColumns - 1) / kScoreColumns, heads};
}

// A block for each tile of each example.
template <class T, class... Params, class... Args>
void launch_tiles(const KernelContext& context, const AttentionOperands& operands,
                  const TileGrid& tiles, void (*kernel)(AttentionOperands, TileGrid, Params...),
                  const Args&... args) {
  const int64_t blocks = tiles.row_tiles * tiles.column_tiles * tiles.heads * operands.shape.batch;
  launch_with_barriers(
      context,
      Grid{dim3(static_cast<unsigned>(blocks)), dim3(kScoreSide, kScoreSide), ScoreTile<T>::kBytes},
      kernel, operands, tiles, args...);
}

// Eight threads for each of 32 queries, each with a softmax of its own keys.
template <class T>
__global__ void attention_logsumexp(AttentionOperands o, TileGrid tiles) {
  using C = compute_t<T>;
  const TilePlace at(tiles.row_tiles, 1, tiles.heads);
  const ScoreTile<T> tile(o, at.batch, at.head);
  const int row = ScoreTile<T>::thread_index() / 8, lane = ScoreTile<T>::thread_index() % 8;
  C most = -std::numeric_limits<C>::infinity(), sum = 0;
  const auto add = [&](C other, C share) {
    const C larger = other > most ? other : most;
    if (larger == -std::numeric_limits<C>::infinity()) return;
    sum = sum * math::exp(most - larger) + share * math::exp(other - larger);
    most = larger;
  };
  for (int64_t key = 0; key < o.shape.keys && (!o.causal || key < at.row + kScoreTile);
       key += kScoreTile) {
    C scores[2][2];
    tile.scores(at.row, key, scores);
    ScoreTile<T>::for_own([&](int i, int j, int64_t own, int64_t column) {
      tile.weights()[own * kScoreStep + column] = scores[i][j];
    });
    __syncthreads();
    for (int i = lane; i < kScoreTile; i += 8) {
      const C score = tile.weights()[row * kScoreStep + i];
      if (score != score) most = sum = score;  // NaN for good
      add(score, C(1));
    }
    __syncthreads();
  }
  for (int lanes = 4; lanes > 0; lanes /= 2) add(shuffle_xor(most, lanes), shuffle_xor(sum, lanes));
  if (lane == 0 && at.row + row < o.shape.queries)
    static_cast<C*>(o.logsumexp)[tile.stats_at(at.row + row)] = most + math::log(sum);
}

// Writes what belongs to the rows and columns of out.
template <class T, class C>
__device__ void store_sums(const HeadRows<T>& out, const TilePlace& at, int64_t width,
                           const ColumnSums<C>& sums, C factor) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < kScoreColumns / kScoreSide; ++j) {
      const int64_t row = at.row + threadIdx.y + i * kScoreSide;
      const int64_t column = at.column + threadIdx.x + j * kScoreSide;
      if (row < out.count && column < width)
        const_cast<T*>(out.rows)[row * out.step + column] = T(sums[i][j] * factor);
    }
}

template <class T>
__global__ void attention_result(AttentionOperands o, TileGrid tiles, void* out) {
  using C = compute_t<T>;
  const TilePlace at(tiles.row_tiles, tiles.column_tiles, tiles.heads);
  const ScoreTile<T> tile(o, at.batch, at.head);
  const AttentionShape& s = o.shape;
  ColumnSums<C> sums = {};
  tile.load_queries(at.row);
  for (int64_t key = 0; key < s.keys; key += kScoreTile) {
    if (!tile.needs(at.row, key)) break;
    tile.make_weights(at.row, key, false);
    tile.add_product(tile.weights(), false, tile.value().from(key), at.column, s.width, sums);
  }
  store_sums(HeadRows<T>::of(out, s.queries, s.heads, s.width, at.batch, at.head), at, s.width,
             sums, C(1));
}

// Sums of result * gradient, a warp for each query.
template <class T>
__global__ void attention_means(AttentionOperands o) {
  using C = compute_t<T>;
  const AttentionShape& s = o.shape;
  const int64_t query = blockIdx.x % s.queries, head = blockIdx.x / s.queries % s.heads;
  const int64_t batch = blockIdx.x / s.queries / s.heads;
  const int64_t start = ((batch * s.queries + query) * s.heads + head) * s.width;
  C sum = 0;
  for (int64_t i = threadIdx.x; i < s.width; i += blockDim.x)
    sum +=
        C(static_cast<const T*>(o.result)[start + i]) * C(static_cast<const T*>(o.grad)[start + i]);
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += shuffle_xor(sum, lanes);
  if (threadIdx.x == 0) static_cast<C*>(o.means)[blockIdx.x] = sum;
}

template <class T>
__global__ void attention_query_grad(AttentionOperands o, TileGrid tiles, void* out) {
  using C = compute_t<T>;
  const TilePlace at(tiles.row_tiles, tiles.column_tiles, tiles.heads);
  const ScoreTile<T> tile(o, at.batch, at.head);
  const AttentionShape& s = o.shape;
  ColumnSums<C> sums = {};
  tile.load_queries(at.row);
  for (int64_t key = 0; key < s.keys; key += kScoreTile) {
    if (!tile.needs(at.row, key)) break;
    tile.make_weights(at.row, key, true);
    tile.add_product(tile.scores_grad(), false, tile.key().from(key), at.column, s.depth, sums);
  }
  store_sums(HeadRows<T>::of(out, s.queries, s.heads, s.depth, at.batch, at.head), at, s.depth,
             sums, C(o.scale));
}

// The gradient of keys or, with `of_values`, of values: of one group, from all its heads.
template <class T>
__global__ void attention_key_grad(AttentionOperands o, TileGrid tiles, void* out, bool of_values) {
  using C = compute_t<T>;
  const TilePlace at(tiles.row_tiles, tiles.column_tiles, tiles.heads);
  const AttentionShape& s = o.shape;
  const int64_t width = of_values ? s.width : s.depth;
  ColumnSums<C> sums = {};
  for (int64_t i = 0; i < s.heads_per_group(); ++i) {
    const ScoreTile<T> tile(o, at.batch, at.head * s.heads_per_group() + i);
    for (int64_t query = 0; query < s.queries; query += kScoreTile) {
      __syncthreads();  // the queries before may still be read
      tile.load_queries(query);
      if (!tile.needs(query, at.row)) continue;
      tile.make_weights(query, at.row, !of_values);
      tile.add_product(of_values ? tile.weights() : tile.scores_grad(), true,
                       (of_values ? tile.grad() : tile.query()).from(query), at.column, width,
                       sums);
    }
  }
  store_sums(HeadRows<T>::of(out, s.keys, s.groups, width, at.batch, at.head), at, width, sums,
             of_values ? C(1) : C(o.scale));
}

// (batch, heads, queries, keys); the columns of a tile are those of scores.
template <class T>
__global__ void attention_scores_grad(AttentionOperands o, TileGrid tiles, void* out) {
  TilePlace at(tiles.row_tiles, tiles.column_tiles, tiles.heads);
  const ScoreTile<T> tile(o, at.batch, at.head);
  tile.load_queries(at.row);
  for (int half = 0; half < kScoreColumns / kScoreTile; ++half, at.column += kScoreTile) {
    tile.make_weights(at.row, at.column, true);
    ScoreTile<T>::for_own([&](int, int, int64_t row, int64_t column) {
      if (at.row + row < o.shape.queries && at.column + column < o.shape.keys)
        static_cast<T*>(out)[tile.stats_at(at.row + row) * o.shape.keys + at.column + column] =
            T(tile.scores_grad()[row * kScoreStep + column]);
    });
    __syncthreads();
  }
}

template <class A>
AttentionOperands operands_of(const KernelContext& context) {
  const auto& attrs = context.attrs<A>();
  const AttentionShape shape(context.in(0).shape(), context.in(1).shape(), context.in(2).shape());
  return {shape,
          shape.scale(attrs.scale),
          attrs.causal,
          ScoreOperand(context.in(3)),
          ScoreOperand(context.in(4)),
          context.in(0).data,
          context.in(1).data,
          context.in(2).data};
}

template <class T>
void run_attention_grad(const KernelContext& context, const AttentionOperands& o) {
  const AttentionShape& s = o.shape;
  const auto rows = static_cast<unsigned>(s.batch * s.heads * s.queries);
  launch_with_barriers(context, Grid{dim3(rows), dim3(32)}, &attention_means<T>, o);
  launch_tiles<T>(context, o, tile_grid(s.queries, s.depth, s.heads), &attention_query_grad<T>,
                  context.out(0).data);
  launch_tiles<T>(context, o, tile_grid(s.keys, s.depth, s.groups), &attention_key_grad<T>,
                  context.out(1).data, false);
  launch_tiles<T>(context, o, tile_grid(s.keys, s.width, s.groups), &attention_key_grad<T>,
                  context.out(2).data, true);
  if (context.attrs<AttentionGradAttrs>().scores_needed)
    launch_tiles<T>(context, o, tile_grid(s.queries, s.keys, s.heads), &attention_scores_grad<T>,
                    context.out(3).data);
}

}  // namespace

void attention(const KernelContext& context) {
  AttentionOperands o = operands_of<AttentionAttrs>(context);
  o.logsumexp = context.out(1).data;
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() {
    launch_tiles<T>(context, o, tile_grid(o.shape.queries, 1, o.shape.heads),
                    &attention_logsumexp<T>);
    launch_tiles<T>(context, o, tile_grid(o.shape.queries, o.shape.width, o.shape.heads),
                    &attention_result<T>, context.out(0).data);
  });
}

void attention_grad(const KernelContext& context) {
  AttentionOperands o = operands_of<AttentionGradAttrs>(context);
  const AttentionShape& s = o.shape;
  const DType dtype = compute_dtype(context.out(0).dtype);
  const Workspace means =
      context.workspace(static_cast<size_t>(s.batch * s.heads * s.queries * size_of(dtype)));
  o.result = context.in(5).data;
  o.logsumexp = context.in(6).data;
  o.grad = context.in(7).data;
  o.means = means.data();
  visit(FloatingTypes{}, context.out(0).dtype,
        [&]<class T>() { run_attention_grad<T>(context, o); });
}

}  // namespace pelton::cuda
