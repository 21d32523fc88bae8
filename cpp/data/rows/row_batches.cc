#include "data/rows/row_batches.h"

#include <algorithm>

#include "core/error.h"
#include "data/position.h"
#include "runtime/dispatch/string_owners.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {
namespace {

bool chooses_rows(const Dataset& dataset) {
  static constexpr std::string_view kKinds[] = {"shuffle", "repeat", "take", "skip", "shard"};
  const NodeInfo& info = dataset.info();
  if (info.kind == "from_tensor_slices") return true;
  return std::ranges::find(kKinds, info.kind) != std::end(kKinds) && chooses_rows(*info.inputs[0]);
}

}  // namespace

std::unique_ptr<RowBatches> RowBatches::of(const DatasetRef& dataset) {
  DatasetRef batches = dataset;
  int skipped = 0;
  while (batches->info().kind == "prefetch" || batches->info().kind == "options") {
    skipped += batches->info().kind == "prefetch" ? 1 : 0;
    batches = batches->info().inputs[0];
  }
  const NodeInfo& info = batches->info();
  if (!info.batching || !chooses_rows(*info.inputs[0])) return nullptr;
  return std::unique_ptr<RowBatches>(new RowBatches(info.inputs[0], *info.batching, skipped));
}

void RowBatches::rewind() {
  prepared_.reset();
  has_chosen_ = false;
  pass_.reset();
  pass_ = dataset_->iterate();
  // The numbers of later passes follow from how many streams were drawn before.
  for (int i = 0; i < skipped_; ++i) draw_stream_of_pass();
}

bool RowBatches::choose_rows() {
  if (has_chosen_) return !rows_.empty();
  rows_.clear();
  Element element;
  while (pass_ != nullptr && std::ssize(rows_) < batching_.size) {
    poll_interrupt_at(std::ssize(rows_));
    if (!pass_->next(element)) {
      pass_.reset();
      break;
    }
    check(element.slices() != nullptr && (rows_.empty() || element.slices() == slices_),
          Code::internal, "a row of arrays was looked at");
    slices_ = element.slices();
    rows_.push_back(element.row());
  }
  if (batching_.drops_remainder && std::ssize(rows_) < batching_.size) rows_.clear();
  has_chosen_ = true;
  return !rows_.empty();
}

std::unique_ptr<RowGathering> RowBatches::gather(std::optional<DType> floating) const {
  std::vector<RowGather> parts;
  for (const Tensor& array : slices_->arrays) {
    RowGather& part = parts.emplace_back();
    if (!array.defined()) continue;
    const DType dtype =
        is_floating(array.dtype()) ? floating.value_or(array.dtype()) : array.dtype();
    part = gather_rows(array, rows_, dtype);
  }
  return std::make_unique<RowGathering>(std::move(parts), std::ssize(rows_));
}

bool RowBatches::next(std::optional<DType> floating, Components& out) {
  const AtWork at_work;
  if (!choose_rows()) return false;
  std::unique_ptr<RowGathering> gathering = std::move(prepared_);
  if (gathering == nullptr || floating != floating_) gathering = gather(floating);
  const std::vector<Tensor> parts = gathering->finish();
  out.clear();
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].defined()) keep_strings({&slices_->arrays[i], 1}, {&parts[i], 1});
    out.emplace_back(parts[i]);
  }
  has_chosen_ = false;
  return true;
}

void RowBatches::prepare(std::optional<DType> floating) {
  const AtWork at_work;
  if (prepared_ != nullptr || num_threads() == 1 || !choose_rows()) return;
  int64_t row_bytes = 0;
  for (const Tensor& array : slices_->arrays)
    if (array.defined()) row_bytes += array.bytes() / std::max<int64_t>(1, slices_->rows);
  if (row_bytes * std::ssize(rows_) > RowGathering::kLargest) return;
  try {
    prepared_ = gather(floating);
  } catch (const Error&) {
    return;  // no memory for it yet: next() says so if there is none then
  }
  floating_ = floating;
  prepared_->offer();
}

}  // namespace pelton::data
