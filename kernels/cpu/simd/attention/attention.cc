// Owns attention's forward pass: blocks of queries against blocks of keys, with a softmax that
// takes the blocks one after the other (Dao et al., "FlashAttention", 2022).
#include "kernels/declared/attention.h"

#include "kernels/common/attrs/attention_attrs.h"
#include "kernels/cpu/simd/attention/attention_blocks.h"
#include "kernels/cpu/simd/attention/attention_rows.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kTaskWork = 1 << 19;  // multiply-adds that pay for waking a thread

template <class S>
class Forward {
  using T = compute_t<S>;

 public:
  explicit Forward(const KernelContext& context)
      : context_(context),
        attrs_(context.attrs<AttentionAttrs>()),
        shape_(context.in(0).shape(), context.in(1).shape(), context.in(2).shape()),
        rules_(context.in(3), context.in(4), attrs_.causal),
        scale_(static_cast<T>(shape_.scale(attrs_.scale))) {}

  void run() const {
    const int64_t groups = shape_.batch * shape_.groups;
    const int64_t blocks = (shape_.queries + kQueryBlock - 1) / kQueryBlock;
    if (groups == 0 || blocks == 0) return;
    const int64_t wanted = (4 * num_threads() + groups - 1) / groups;
    const int64_t pieces = loops_run_alone() ? 1 : std::min(blocks, wanted);
    const int64_t work = 1 + shape_.heads_per_group() * shape_.queries * shape_.keys *
                                 (shape_.depth + shape_.width) / pieces;
    parallel_for(groups * pieces, 1 + kTaskWork / work, [&](int64_t begin, int64_t end) {
      const Scratch scratch(*this);
      for (int64_t i = begin; i < end; ++i)
        run_group(scratch, i / pieces, kQueryBlock * (blocks * (i % pieces) / pieces),
                  kQueryBlock * (blocks * (i % pieces + 1) / pieces));
    });
  }

 private:
  // What a thread works in: a group's keys and values, a block of queries and its results.
  struct Scratch {
    explicit Scratch(const Forward& f)
        : keys(f.context_, f.shape_.keys, f.shape_.depth),
          values(f.context_, f.shape_.keys, f.shape_.width),
          queries(f.context_, kQueryBlock, f.shape_.depth),
          sums(f.context_, kQueryBlock, f.shape_.width),
          scores(f.context_, kQueryBlock + 1, kKeyBlock) {}
    T* wide() const { return scores.row(kQueryBlock); }

    ColumnPanels<T> keys;
    RowPanels<T> values, queries, sums, scores;
  };

  void run_group(const Scratch& s, int64_t index, int64_t begin, int64_t end) const {
    const int64_t batch = index / shape_.groups, group = index % shape_.groups;
    s.keys.pack(head_rows<const S>(context_.in(1), batch, group), shape_.keys);
    s.values.pack(head_rows<const S>(context_.in(2), batch, group), shape_.keys);
    const int64_t heads = shape_.heads_per_group();
    for (int64_t head = group * heads; head < (group + 1) * heads; ++head)
      for (int64_t query = begin; query < std::min(end, shape_.queries); query += kQueryBlock)
        run_block(s, batch, head, query, std::min(kQueryBlock, shape_.queries - query));
  }

  void run_block(const Scratch& s, int64_t batch, int64_t head, int64_t query, int64_t rows) const {
    s.queries.pack(head_rows<const S>(context_.in(0), batch, head).at(query, 0), rows);
    for (int64_t r = 0; r < rows; ++r) s.queries.scale_row(r, scale_);
    s.sums.clear(rows);
    RunningSoftmax<T> softmax[kQueryBlock];
    const auto is_blind = [](const RunningSoftmax<T>& row) { return row.is_blind(); };
    for (int64_t key = 0; key < shape_.keys; key += kKeyBlock) {
      if (rules_.hides(query + rows, key) && !std::any_of(softmax, softmax + rows, is_blind)) break;
      add_keys(s, {batch, head, query, rows, key, std::min(kKeyBlock, shape_.keys - key)}, softmax);
    }
    finish(s, batch, head, query, rows, softmax);
  }

  void add_keys(const Scratch& s, const ScoreBlock& block, RunningSoftmax<T>* softmax) const {
    multiply(s.queries.left(block.rows, shape_.depth), s.keys.right(block.key),
             s.scores.target(0, block.cols), false);
    rules_.apply(s.scores, block, s.wide());
    for (int64_t r = 0; r < block.rows; ++r) {
      const T factor = softmax[r].add(s.scores.row(r), whole_registers<T>(block.cols));
      if (block.key > 0) s.sums.scale_row(r, factor);
    }
    multiply(s.scores.left(block.rows, block.cols), s.values.right(block.key), s.sums.target(0),
             true);
  }

  void finish(const Scratch& s, int64_t batch, int64_t head, int64_t query, int64_t rows,
              const RunningSoftmax<T>* softmax) const {
    if (shape_.keys > 0)
      for (int64_t r = 0; r < rows; ++r) s.sums.scale_row(r, T(1) / softmax[r].sum);
    s.sums.unpack(head_rows<S>(context_.out(0), batch, head).at(query, 0), rows);
    T* const logsumexp = context_.out(1).as<T>();
    if (logsumexp == nullptr) return;
    for (int64_t r = 0; r < rows; ++r)
      logsumexp[(batch * shape_.heads + head) * shape_.queries + query + r] =
          softmax[r].logsumexp();
  }

  const KernelContext& context_;
  const AttentionAttrs& attrs_;
  const AttentionShape shape_;
  const ScoreRules<S> rules_;
  const T scale_;
};

}  // namespace

void attention(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class S>() { Forward<S>(context).run(); });
}

}  // namespace pelton::cpu::PELTON_ISA
