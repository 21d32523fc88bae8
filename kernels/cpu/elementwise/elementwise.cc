#include "kernels/cpu/elementwise/elementwise.h"

#include <algorithm>

#include "kernels/cpu/dispatch/loop_nest.h"
#include "kernels/cpu/elementwise/joined_rows.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// Additions in about 10 us.
constexpr int64_t kRowGrain = 32768;
// Elements of a widened row at a time: four buffers of them stay in the first-level cache.
constexpr int64_t kChunk = 512;

struct Operands {
  size_t count = 0;
  const TensorView* views[kMaxOperands];
  int64_t item_size[kMaxOperands];
  bool any_narrow = false;
};

bool is_narrow(DType dtype) { return compute_dtype(dtype) != dtype; }

Operands operands_of(const KernelContext& context) {
  Operands operands;
  operands.count = context.input_count() + 1;
  for (size_t k = 0; k < operands.count; ++k) {
    const TensorView& view = k == 0 ? context.out(0) : context.in(k - 1);
    operands.views[k] = &view;
    operands.item_size[k] = size_of(view.dtype);
    operands.any_narrow |= is_narrow(view.dtype);
  }
  return operands;
}

// Runs the row on float copies of its float16 and bfloat16 operands, a chunk at a time.
void run_widened(const RowCall& call, const Operands& operands, char* const* data,
                 const int64_t* steps, int64_t n) {
  float buffers[kMaxOperands][kChunk];
  for (int64_t done = 0; done < n; done += kChunk) {
    const int64_t m = n - done < kChunk ? n - done : kChunk;
    void* at[kMaxOperands];
    int64_t at_steps[kMaxOperands];
    for (size_t k = 0; k < operands.count; ++k) {
      char* source = data[k] + done * steps[k] * operands.item_size[k];
      const DType dtype = operands.views[k]->dtype;
      at[k] = is_narrow(dtype) ? static_cast<void*>(buffers[k]) : source;
      at_steps[k] = is_narrow(dtype) && steps[k] != 0 ? 1 : steps[k];
      if (k == 0 || !is_narrow(dtype)) continue;
      void* const widen[] = {buffers[k], source};
      const int64_t widen_steps[] = {1, steps[k]};
      cast_row(dtype, DType::float32)(widen, widen_steps, steps[k] == 0 ? 1 : m, nullptr);
    }
    call.row(at, at_steps, m, call.attrs);
    const DType dtype = operands.views[0]->dtype;
    if (!is_narrow(dtype)) continue;
    void* const narrow[] = {data[0] + done * operands.item_size[0], buffers[0]};
    const int64_t narrow_steps[] = {1, 1};
    cast_row(DType::float32, dtype)(narrow, narrow_steps, m, nullptr);
  }
}

void run_row_at(const RowCall& call, const Operands& operands, char* const* data,
                const int64_t* steps, int64_t n) {
  if (call.widens && operands.any_narrow) return run_widened(call, operands, data, steps, n);
  void* at[kMaxOperands];
  for (size_t k = 0; k < operands.count; ++k) at[k] = data[k];
  call.row(at, steps, n, call.attrs);
}

void run_row(const RowCall& call, const Operands& operands, const int64_t* offsets,
             const int64_t* steps, int64_t n) {
  char* data[kMaxOperands];
  for (size_t k = 0; k < operands.count; ++k)
    data[k] = operands.views[k]->as<char>() + offsets[k] * operands.item_size[k];
  run_row_at(call, operands, data, steps, n);
}

// Many rows of few elements at once, through copies of the operands that are not row-major.
void run_joined(const RowCall& call, const Operands& operands, const JoinedRows& joined,
                int64_t begin, int64_t end) {
  RowBuffers buffers(joined);
  char* data[kMaxOperands];
  int64_t steps[kMaxOperands];
  for (int64_t at = begin; at < end; at += kJoined) {
    const int64_t n = std::min(end - at, kJoined);
    for (size_t k = 0; k < operands.count; ++k) data[k] = buffers.row(k, at, n, steps[k]);
    run_row_at(call, operands, data, steps, n);
  }
}

// True where all elements are the same one: a single value, or one that was broadcast.
bool is_one_value(const TensorView& view) {
  if (view.size == 1) return true;
  const Strides& strides = view.strides();
  return std::all_of(strides.begin(), strides.end(), [](int64_t stride) { return stride == 0; });
}

// One row covers everything when each operand is row-major and complete, or a single value.
bool flat_steps(const Operands& operands, int64_t* steps) {
  const int64_t size = operands.views[0]->size;
  for (size_t k = 0; k < operands.count; ++k) {
    const TensorView& view = *operands.views[k];
    if (view.size == size && view.is_contiguous)
      steps[k] = 1;
    else if (is_one_value(view))
      steps[k] = 0;
    else
      return false;
  }
  return true;
}

// Calls body(begin, end) for pieces of [0, n); a small loop does not even ask for the thread pool.
template <class F>
void in_pieces(int64_t n, int64_t grain, F&& body) {
  if (n <= grain) return body(0, n);
  parallel_for(n, grain, body);
}

// A few results of operands that are row-major and complete, or single values, as one row: what
// calling it costs is most of its time. False where that does not apply.
bool run_few(const KernelContext& context, const RowCall& call, int64_t size) {
  if (size > kRowGrain / call.cost) return false;
  void* data[kMaxOperands];
  int64_t steps[kMaxOperands];
  const size_t count = context.input_count() + 1;
  for (size_t k = 0; k < count; ++k) {
    const TensorView& view = k == 0 ? context.out(0) : context.in(k - 1);
    const bool is_whole = view.size == size && view.is_contiguous;
    if (!is_whole && !is_one_value(view)) return false;
    if (call.widens && is_narrow(view.dtype)) return false;
    data[k] = view.data;
    steps[k] = is_whole ? 1 : 0;
  }
  call.row(data, steps, size, call.attrs);
  return true;
}

}  // namespace

void run_rows(const KernelContext& context, const RowCall& call) {
  const int64_t size = context.out(0).size;
  if (size == 0 || run_few(context, call, size)) return;
  const Operands operands = operands_of(context);
  const int64_t grain = kRowGrain / call.cost;
  int64_t steps[kMaxOperands];
  if (flat_steps(operands, steps)) {
    in_pieces(size, grain, [&](int64_t begin, int64_t end) {
      int64_t offsets[kMaxOperands];
      for (size_t k = 0; k < operands.count; ++k) offsets[k] = begin * steps[k];
      run_row(call, operands, offsets, steps, end - begin);
    });
    return;
  }
  const Layout* layouts[kMaxOperands];
  for (size_t k = 0; k < operands.count; ++k) layouts[k] = operands.views[k]->layout;
  const LoopNest nest = make_loop_nest(context.out(0).shape(), {layouts, operands.count});
  if (nest.row() <= kLongestShortRow && nest.rank > 1) {
    const JoinedRows joined({operands.views, operands.count});
    if (joined.is_faster(nest.row())) {
      in_pieces(size, grain, [&](int64_t begin, int64_t end) {
        run_joined(call, operands, joined, begin, end);
      });
      return;
    }
  }
  for (size_t k = 0; k < operands.count; ++k) steps[k] = nest.step(k);
  in_pieces(size, grain, [&](int64_t begin, int64_t end) {
    for_each_row(nest, begin, end, [&](const int64_t* offsets, int64_t n) {
      run_row(call, operands, offsets, steps, n);
    });
  });
}

}  // namespace pelton::cpu
