#include "kernels/cpu/reduce/reduce.h"

#include <algorithm>
#include <cmath>

#include "kernels/common/axes.h"
#include "kernels/cpu/elementwise/elementwise.h"
#include "kernels/cpu/reduce/reduce_plan.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// Columns, or whole rows, that one task accumulates on its stack.
constexpr int64_t kReduceTile = 512;
constexpr int64_t kMaxAccBytes = 16;
// Elements that are worth a task of their own.
constexpr int64_t kTaskElements = 32768;
// Elements of a chunk of rows, where rows are cut.
constexpr int64_t kChunkElements = 2 * kTaskElements;
// Fewer independent results than this are also cut along the reduced rows.
constexpr int64_t kManyTasks = 64;

struct Job {
  const ReducePlan& plan;
  const ReductionTable& table;
  const char* x;
  char* out;
  const char* center;  // one value per result, or null
  int64_t item_size;

  int64_t rows() const { return plan.runs.count() * plan.rows; }
};

// How a job is cut into tasks: by slab, by tile of columns, by chunk of rows. It follows from the
// shape alone, and with it the order of every addition.
struct Cut {
  int64_t slabs, tile, tiles, chunk_rows, chunks;

  int64_t tasks() const { return slabs * tiles * chunks; }
  int64_t task_elements() const { return std::max<int64_t>(1, chunk_rows * tile); }
};

Cut cut_up(const Job& job) {
  Cut cut;
  cut.slabs = job.plan.slabs.count();
  cut.tile = std::min(job.plan.width, kReduceTile);
  cut.tiles = (job.plan.width + cut.tile - 1) / cut.tile;
  const int64_t rows = job.rows();
  const bool many = cut.slabs * cut.tiles >= kManyTasks;
  cut.chunk_rows = many ? rows : std::min(rows, kChunkElements / cut.tile);
  cut.chunks = rows == 0 ? 1 : (rows + cut.chunk_rows - 1) / cut.chunk_rows;
  return cut;
}

// Calls body(begin, end) for pieces of [0, tasks).
template <class F>
void run_tasks(int64_t tasks, int64_t task_elements, F&& body) {
  if (tasks * task_elements <= kTaskElements) return body(0, tasks);
  parallel_for(tasks, std::max<int64_t>(1, kTaskElements / task_elements), body);
}

// Adds the rows [begin, end) of a slab, counted through all its runs, to `width` accumulators.
void add_slab_rows(const Job& job, int64_t slab, int64_t column, int64_t width, int64_t begin,
                   int64_t end, void* acc) {
  const ReducePlan& plan = job.plan;
  const int64_t base = plan.slabs.offset(slab) + column;
  const char* center =
      job.center ? job.center + (slab * plan.width + column) * job.item_size : nullptr;
  while (begin < end) {
    const int64_t row = begin % plan.rows;
    const int64_t n = std::min(plan.rows - row, end - begin);
    const int64_t at = base + plan.runs.offset(begin / plan.rows) + row * plan.width;
    job.table.add(acc, {job.x + at * job.item_size, n, width, plan.width, center});
    begin += n;
  }
}

// Each result is the reduction of one short row of adjacent elements.
void fold_short_rows(const Job& job, int64_t results) {
  const int64_t n = job.plan.rows;
  run_tasks(results, std::max<int64_t>(1, n), [&](int64_t begin, int64_t end) {
    alignas(64) char acc[kReduceTile * kMaxAccBytes];
    for (; begin < end; begin += kReduceTile) {
      const int64_t rows = std::min(kReduceTile, end - begin);
      const char* center = job.center ? job.center + begin * job.item_size : nullptr;
      job.table.add_rows(acc, {job.x + begin * n * job.item_size, rows, n, n, center});
      job.table.finish(job.out + begin * job.table.out_size, acc, rows, n, center);
    }
  });
}

// Each task writes its results at once.
void fold_whole(const Job& job, const Cut& cut) {
  run_tasks(cut.tasks(), cut.task_elements(), [&](int64_t begin, int64_t end) {
    alignas(64) char acc[kReduceTile * kMaxAccBytes];
    for (int64_t task = begin; task < end; ++task) {
      const int64_t slab = task / cut.tiles, column = task % cut.tiles * cut.tile;
      const int64_t width = std::min(cut.tile, job.plan.width - column);
      const int64_t first = slab * job.plan.width + column;
      job.table.start(acc, width);
      add_slab_rows(job, slab, column, width, 0, job.rows(), acc);
      job.table.finish(job.out + first * job.table.out_size, acc, width, job.rows(),
                       job.center ? job.center + first * job.item_size : nullptr);
    }
  });
}

// Tasks leave partial results, which are then merged pairwise, in an order that the shape decides.
void reduce_chunks(const KernelContext& context, const Job& job, const Cut& cut) {
  const int64_t results = cut.slabs * job.plan.width, acc_size = job.table.acc_size;
  const Workspace partial = context.workspace(static_cast<size_t>(cut.chunks * results * acc_size));
  run_tasks(cut.tasks(), cut.task_elements(), [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t chunk = task / cut.tiles % cut.chunks, slab = task / cut.tiles / cut.chunks;
      const int64_t column = task % cut.tiles * cut.tile;
      const int64_t width = std::min(cut.tile, job.plan.width - column);
      void* acc =
          partial.as<char>() + (chunk * results + slab * job.plan.width + column) * acc_size;
      job.table.start(acc, width);
      const int64_t row = chunk * cut.chunk_rows;
      add_slab_rows(job, slab, column, width, row, std::min(job.rows(), row + cut.chunk_rows), acc);
    }
  });
  char* acc = partial.as<char>();
  for (int64_t step = 1; step < cut.chunks; step *= 2)
    for (int64_t i = 0; i + step < cut.chunks; i += 2 * step)
      job.table.merge(acc + i * results * acc_size, acc + (i + step) * results * acc_size, results);
  job.table.finish(job.out, acc, results, job.rows(), job.center);
}

void run_job(const KernelContext& context, const Job& job) {
  const bool has_rows_alone = job.plan.width == 1 && job.plan.runs.sizes.empty();
  if (has_rows_alone && job.plan.rows <= kChunkElements)  // what cut_up() would find, dearly
    return fold_short_rows(job, job.plan.slabs.count());
  const Cut cut = cut_up(job);
  if (has_rows_alone && cut.chunks == 1)
    fold_short_rows(job, cut.slabs);
  else if (cut.chunks == 1)
    fold_whole(job, cut);
  else
    reduce_chunks(context, job, cut);
}

// Runs the cast row `from` -> `to` over n adjacent elements.
void convert_all(DType from, DType to, const void* source, void* target, int64_t n) {
  const Row row = cast_row(from, to);
  const int64_t steps[] = {1, 1};
  run_tasks(n, 1, [&](int64_t begin, int64_t end) {
    void* const data[] = {
        static_cast<char*>(target) + begin * size_of(to),
        const_cast<char*>(static_cast<const char*>(source)) + begin * size_of(from)};
    row(data, steps, end - begin, nullptr);
  });
}

// Shifting by an infinite or NaN maximum would make NaN of finite results.
template <class T>
void replace_non_finite(void* values, int64_t n) {
  for (T *v = static_cast<T*>(values), *end = v + n; v != end; ++v)
    if (!std::isfinite(*v)) *v = 0;
}

// What the kind subtracts from each element, one value per result: the mean or the maximum.
void make_center(const KernelContext& context, ReductionKind kind, const ReducePlan& plan,
                 const char* x, DType dtype, char* center) {
  const ReductionKind first =
      kind == ReductionKind::logsumexp ? ReductionKind::max : ReductionKind::mean;
  run_job(context, {plan, reduction_table(first, dtype), x, center, nullptr, size_of(dtype)});
  if (kind != ReductionKind::logsumexp) return;
  if (dtype == DType::float64)
    replace_non_finite<double>(center, context.out(0).size);
  else
    replace_non_finite<float>(center, context.out(0).size);
}

// Elements of `dtype`, in which arithmetic happens.
void reduction_plan(const KernelContext& context, ReductionKind kind, const ReducePlan& plan,
                    DType dtype, const char* x, char* out) {
  const int64_t item = size_of(dtype);
  const ReductionTable& table = reduction_table(kind, dtype);
  if (!has_center(kind)) return run_job(context, {plan, table, x, out, nullptr, item});
  const Workspace center = context.workspace(static_cast<size_t>(context.out(0).size * item));
  make_center(context, kind, plan, x, dtype, center.as<char>());
  run_job(context, {plan, table, x, out, center.as<char>(), item});
}

void reduce_as(const KernelContext& context, ReductionKind kind, const ReducePlan& plan) {
  const TensorView &in = context.in(0), &out = context.out(0);
  if (out.size == 0) return;
  const DType dtype = compute_dtype(in.dtype);
  if (dtype == in.dtype)
    return reduction_plan(context, kind, plan, dtype, in.as<char>(), out.as<char>());
  const int64_t item = size_of(dtype);
  const Workspace wide_in = context.workspace(static_cast<size_t>(in.size * item));
  const Workspace wide_out = context.workspace(static_cast<size_t>(out.size * item));
  convert_all(in.dtype, dtype, in.data, wide_in.data(), in.size);
  reduction_plan(context, kind, plan, dtype, wide_in.as<char>(), wide_out.as<char>());
  convert_all(dtype, out.dtype, wide_out.data(), out.data, out.size);
}

}  // namespace

template <ReductionKind Kind>
void reduce(const KernelContext& context) {
  const TensorView& in = context.in(0);
  const std::optional<Axes>& axes = context.attrs<ReduceAttrs>().axis;
  if (!axes) return reduce_as(context, Kind, {.rows = in.size});
  reduce_as(context, Kind, make_reduce_plan(in.shape(), reduced_axes(in.rank(), axes)));
}

template void reduce<ReductionKind::sum>(const KernelContext&);
template void reduce<ReductionKind::sum_of_squares>(const KernelContext&);
template void reduce<ReductionKind::mean>(const KernelContext&);
template void reduce<ReductionKind::prod>(const KernelContext&);
template void reduce<ReductionKind::max>(const KernelContext&);
template void reduce<ReductionKind::min>(const KernelContext&);
template void reduce<ReductionKind::any>(const KernelContext&);
template void reduce<ReductionKind::all>(const KernelContext&);
template void reduce<ReductionKind::variance>(const KernelContext&);
template void reduce<ReductionKind::deviation>(const KernelContext&);
template void reduce<ReductionKind::logsumexp>(const KernelContext&);

void sum_to_shape(const KernelContext& context) {
  const AxisMask summed = summed_axes(context.in(0).shape(), context.out(0).shape());
  reduce_as(context, ReductionKind::sum, make_reduce_plan(context.in(0).shape(), summed));
}

}  // namespace pelton::cpu
