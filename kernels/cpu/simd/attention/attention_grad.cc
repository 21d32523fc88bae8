// Owns attention's gradients. The weights of a block are computed once more from the logsumexp that
// the forward pass left, so that no matrix of all scores is ever stored.
#include "kernels/common/attrs/attention_attrs.h"
#include "kernels/cpu/simd/attention/attention_blocks.h"
#include "kernels/cpu/simd/attention/attention_rows.h"
#include "kernels/declared/attention.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kGradTaskWork = 1 << 19;

template <class S>
class Backward {
  using T = compute_t<S>;

 public:
  explicit Backward(const KernelContext& context)
      : context_(context),
        attrs_(context.attrs<AttentionGradAttrs>()),
        shape_(context.in(0).shape(), context.in(1).shape(), context.in(2).shape()),
        rules_(context.in(3), context.in(4), attrs_.causal),
        scale_(static_cast<T>(shape_.scale(attrs_.scale))) {}

  // The heads of a group add to the gradients of its keys, so that they stay in one thread.
  void run() const {
    const int64_t work =
        1 + shape_.heads_per_group() * shape_.queries * shape_.keys * (shape_.depth + shape_.width);
    parallel_for(shape_.batch * shape_.groups, 1 + kGradTaskWork / work,
                 [&](int64_t begin, int64_t end) {
                   const Scratch scratch(*this);
                   for (int64_t i = begin; i < end; ++i)
                     run_group(scratch, i / shape_.groups, i % shape_.groups);
                 });
  }

 private:
  // What a thread works in: a group's keys and values, as they are and across, their gradients, a
  // block of queries and what belongs to it.
  struct Scratch {
    explicit Scratch(const Backward& b)
        : keys(b.context_, b.shape_.keys, b.shape_.depth),
          keys_grad(b.context_, b.shape_.keys, b.shape_.depth),
          values_grad(b.context_, b.shape_.keys, b.shape_.width),
          keys_across(b.context_, b.shape_.keys, b.shape_.depth),
          values_across(b.context_, b.shape_.keys, b.shape_.width),
          queries(b.context_, kQueryBlock, b.shape_.depth),
          queries_grad(b.context_, kQueryBlock, b.shape_.depth),
          result(b.context_, kQueryBlock, b.shape_.width),
          grad(b.context_, kQueryBlock, b.shape_.width),
          weights(b.context_, kQueryBlock + 1, kKeyBlock),
          scores_grad(b.context_, kQueryBlock, kKeyBlock) {}
    T* wide() const { return weights.row(kQueryBlock); }

    RowPanels<T> keys, keys_grad, values_grad;
    ColumnPanels<T> keys_across, values_across;
    RowPanels<T> queries, queries_grad, result, grad, weights, scores_grad;
  };

  void run_group(const Scratch& s, int64_t batch, int64_t group) const {
    const Matrix<const S> keys = head_rows<const S>(context_.in(1), batch, group),
                          values = head_rows<const S>(context_.in(2), batch, group);
    s.keys.pack(keys, shape_.keys);
    s.keys_across.pack(keys, shape_.keys);
    s.values_across.pack(values, shape_.keys);
    s.keys_grad.clear(shape_.keys);
    s.values_grad.clear(shape_.keys);
    const int64_t heads = shape_.heads_per_group();
    for (int64_t head = group * heads; head < (group + 1) * heads; ++head)
      for (int64_t query = 0; query < shape_.queries; query += kQueryBlock)
        run_block(s, batch, head, query, std::min(kQueryBlock, shape_.queries - query));
    s.keys_grad.unpack(head_rows<S>(context_.out(1), batch, group), shape_.keys);
    s.values_grad.unpack(head_rows<S>(context_.out(2), batch, group), shape_.keys);
  }

  void run_block(const Scratch& s, int64_t batch, int64_t head, int64_t query, int64_t rows) const {
    s.queries.pack(head_rows<const S>(context_.in(0), batch, head).at(query, 0), rows);
    s.result.pack(head_rows<const S>(context_.in(5), batch, head).at(query, 0), rows);
    s.grad.pack(head_rows<const S>(context_.in(7), batch, head).at(query, 0), rows);
    s.queries_grad.clear(rows);
    const T* const logsumexp =
        context_.in(6).as<const T>() + (batch * shape_.heads + head) * shape_.queries + query;
    RowGradient<T> gradients[kQueryBlock];
    bool is_blind = false;
    for (int64_t r = 0; r < rows; ++r) {
      s.queries.scale_row(r, scale_);
      gradients[r] = RowGradient<T>::of(logsumexp[r], shape_.keys, s.result.row(r), s.grad.row(r),
                                        shape_.width);
      is_blind |= gradients[r].is_blind();
    }
    for (int64_t key = 0; key < shape_.keys; key += kKeyBlock) {
      const ScoreBlock block{batch, head, query, rows, key, std::min(kKeyBlock, shape_.keys - key)};
      if (rules_.hides(query + rows, key) && !is_blind)
        clear_scores(block);
      else
        add_keys(s, block, gradients);
    }
    for (int64_t r = 0; r < rows; ++r) s.queries_grad.scale_row(r, scale_);
    s.queries_grad.unpack(head_rows<S>(context_.out(0), batch, head).at(query, 0), rows);
  }

  void add_keys(const Scratch& s, const ScoreBlock& block, const RowGradient<T>* gradients) const {
    const int64_t rows = block.rows, key = block.key, cols = block.cols;
    multiply(s.queries.left(rows, shape_.depth), s.keys_across.right(key),
             s.weights.target(0, cols), false);
    rules_.apply(s.weights, block, s.wide());
    multiply(s.grad.left(rows, shape_.width), s.values_across.right(key),
             s.scores_grad.target(0, cols), false);
    for (int64_t r = 0; r < rows; ++r)
      gradients[r].apply(s.weights.row(r), s.scores_grad.row(r), whole_registers<T>(cols));
    multiply(s.weights.left_across(rows, cols), s.grad.right(0), s.values_grad.target(key), true);
    multiply(s.scores_grad.left_across(rows, cols), s.queries.right(0), s.keys_grad.target(key),
             true);
    multiply(s.scores_grad.left(rows, cols), s.keys.right(key), s.queries_grad.target(0), true);
    if (attrs_.scores_needed)
      pack_table<S>().narrow(scores_of(block), shape_.keys, s.scores_grad.data(),
                             s.scores_grad.step(), rows, cols);
  }

  S* scores_of(const ScoreBlock& block) const {
    const int64_t row = (block.batch * shape_.heads + block.head) * shape_.queries + block.query;
    return context_.out(3).as<S>() + row * shape_.keys + block.key;
  }
  void clear_scores(const ScoreBlock& block) const {
    if (!attrs_.scores_needed) return;
    for (int64_t r = 0; r < block.rows; ++r)
      std::fill_n(scores_of(block) + r * shape_.keys, block.cols, S(T(0)));
  }

  const KernelContext& context_;
  const AttentionGradAttrs& attrs_;
  const AttentionShape shape_;
  const ScoreRules<S> rules_;
  const T scale_;
};

}  // namespace

void attention_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class S>() { Backward<S>(context).run(); });
}

}  // namespace pelton::cpu::PELTON_ISA
