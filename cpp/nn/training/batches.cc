#include "nn/training/batches.h"

#include <cmath>
#include <numeric>

#include "data/rows/gather_rows.h"
#include "data/rows/row_gathering.h"
#include "data/shuffle.h"
#include "nn/config/dtype_policy.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "runtime/threads/idle_work.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"
#include "runtime/threads/work_gate.h"

namespace pelton {
namespace {

int64_t length_of(const Tensor& x) { return x.rank() > 0 ? x.shape()[0] : 0; }

void check_rank(const char* name, const Tensor& x) {
  check(!x.defined() || x.rank() > 0, Code::value_error,
        "Expected arrays with one sample per row: `", name, "` has rank 0. Received: ", name, "=",
        x);
}

}  // namespace

void shuffle_order(std::span<int64_t> order) {
  const RandomStream stream = runtime().random().draw_order();
  data::RandomWords words(
      {static_cast<uint64_t>(stream.key), static_cast<uint64_t>(stream.offset)});
  const auto size = static_cast<int64_t>(order.size());
  interruptible_for(size - 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      std::swap(order[i], order[i + words() % static_cast<uint64_t>(size - i)]);
  });
}

std::vector<Tensor> Samples::arrays() const {
  std::vector<Tensor> out{x, y, sample_weight};
  out.insert(out.end(), leaves.begin(), leaves.end());
  return out;
}

std::string Samples::role(size_t i) const {
  constexpr const char* kNames[] = {"x", "y", "sample_weight"};
  return i < std::size(kNames) ? kNames[i] : roles[i - std::size(kNames)];
}

int64_t Samples::rows() const {
  const Tensor& first = first_defined(x, leaves);
  return first.defined() ? length_of(first) : 0;
}

void check_lengths(const Samples& samples) {
  const std::vector<Tensor> arrays = samples.arrays();
  std::string sizes;
  bool same = true;
  std::string last;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const std::string name = samples.role(i);
    if (!arrays[i].defined()) continue;
    check_rank(name.c_str(), arrays[i]);
    same &= length_of(arrays[i]) == samples.rows();
    if (name != last) sizes += cat(sizes.empty() ? "'" : "\n'", name, "' sizes: ");
    sizes += cat(name == last ? ", " : "", length_of(arrays[i]));
    last = name;
  }
  check(same, Code::value_error,
        "Data cardinality is ambiguous. Make sure all arrays contain the same number of samples.",
        sizes, "\n");
}

Tensor slice_rows(const Tensor& x, int64_t begin, int64_t end) {
  if (!x.defined()) return x;
  Layout layout{x.shape(), x.strides(), 0};
  layout.shape[0] = end - begin;
  const int64_t origin =
      (static_cast<const char*>(x.data()) - static_cast<const char*>(x.storage()->data())) /
      size_of(x.dtype());
  layout.offset = origin + begin * x.strides()[0];
  return x.view(layout);
}

std::pair<Samples, Samples> split_samples(const Samples& samples, double fraction) {
  check_lengths(samples);
  const int64_t size = samples.rows();
  const auto at = static_cast<int64_t>(std::floor(static_cast<double>(size) * (1.0 - fraction)));
  check(at > 0 && at < size, Code::value_error, "Training data contains ", size,
        " samples, which is not sufficient to split it into a validation and training set as "
        "specified by `validation_split=",
        fraction,
        "`. Either provide more data, or a different value for the `validation_split` "
        "argument.");
  const auto part = [&](int64_t begin, int64_t end) {
    Samples out = samples;
    for (Tensor* array : {&out.x, &out.y, &out.sample_weight})
      *array = slice_rows(*array, begin, end);
    for (Tensor& leaf : out.leaves) leaf = slice_rows(leaf, begin, end);
    return out;
  };
  return {part(0, at), part(at, size)};
}

// One batch, all its arrays row by row.
class ArrayBatches::Gathering {
 public:
  Gathering(const ArrayBatches& owner, std::span<const int64_t> rows)
      : owner_(owner),
        floatx_(pelton::floatx()),
        gathering_(gather_all(owner, rows), std::ssize(rows)) {}

  DType floatx() const { return floatx_; }
  void offer() { gathering_.offer(); }
  Batch finish() {
    const std::vector<Tensor> parts = gathering_.finish();
    Batch out{parts[0], parts[1], parts[2], {}, owner_.samples_.nesting};
    out.leaves.assign(parts.begin() + 3, parts.end());
    return out;
  }

 private:
  static std::vector<RowGather> gather_all(const ArrayBatches& owner,
                                           std::span<const int64_t> rows) {
    std::vector<RowGather> out;
    for (size_t i = 0; i < owner.arrays_.size(); ++i) out.push_back(owner.gather(i, rows));
    return out;
  }

  const ArrayBatches& owner_;
  DType floatx_;
  RowGathering gathering_;
};

ArrayBatches::ArrayBatches(Samples samples, int64_t batch_size, Shuffle shuffle, bool cast_x)
    : samples_(std::move(samples)),
      arrays_(samples_.arrays()),
      batch_size_(batch_size),
      shuffle_(shuffle),
      cast_x_(cast_x) {
  check(batch_size >= 1, Code::value_error,
        "`batch_size` must be at least 1. Received: batch_size=", batch_size);
  check_lengths(samples_);
  // Rows are gathered by plain loops.
  for (Tensor& array : arrays_)
    if (array.defined() && array.device().type != DeviceType::cpu) array = copy_to(array, Device{});
  order_.resize(static_cast<size_t>(samples_.rows()));
}

ArrayBatches::~ArrayBatches() = default;

std::optional<int64_t> ArrayBatches::count() const {
  return (size() + batch_size_ - 1) / batch_size_;
}

void ArrayBatches::rewind() {
  const AtWork at_work;
  drop_prepared();
  next_ = 0;
  std::iota(order_.begin(), order_.end(), 0);
  if (shuffle_ == Shuffle::samples) shuffle_order(order_);
  if (shuffle_ != Shuffle::batches) return;
  std::vector<int64_t> batches(static_cast<size_t>(size() / batch_size_));
  std::iota(batches.begin(), batches.end(), 0);
  shuffle_order(batches);  // a smaller last batch stays last
  for (size_t i = 0; i < batches.size(); ++i)
    for (int64_t j = 0; j < batch_size_; ++j)
      order_[i * static_cast<size_t>(batch_size_) + static_cast<size_t>(j)] =
          batches[i] * batch_size_ + j;
}

RowGather ArrayBatches::gather(size_t array, std::span<const int64_t> rows) const {
  const Tensor& source = arrays_[array];
  if (!source.defined()) return {};
  const bool to_float = samples_.role(array) == "sample_weight" || (array == 0 && cast_x_);
  const bool convert = is_floating(source.dtype()) || (to_float && !is_complex(source.dtype()));
  return gather_rows(source, rows, convert ? floatx() : source.dtype());
}

std::unique_ptr<ArrayBatches::Gathering> ArrayBatches::begin_next() const {
  const int64_t rows = std::min(batch_size_, size() - next_);
  return std::make_unique<Gathering>(
      *this, std::span(order_).subspan(static_cast<size_t>(next_), static_cast<size_t>(rows)));
}

Batch ArrayBatches::no_rows() const { return Gathering(*this, {}).finish(); }

bool ArrayBatches::next(Batch& batch) {
  const AtWork at_work;
  if (next_ >= size()) return false;
  std::unique_ptr<Gathering> gathering = std::move(prepared_);
  if (gathering == nullptr || gathering->floatx() != floatx()) gathering = begin_next();
  batch = gathering->finish();
  next_ += batch.size();
  return true;
}

void ArrayBatches::prepare() {
  const AtWork at_work;
  if (next_ >= size() || num_threads() == 1) return;
  drop_prepared();
  int64_t row_bytes = 0;
  for (const Tensor& array : arrays_)
    if (array.defined()) row_bytes += array.bytes() / size();
  if (row_bytes * batch_size_ > RowGathering::kLargest) return;
  try {
    prepared_ = begin_next();
  } catch (const Error&) {
    return;  // no memory for it yet: next() says so if there is none then
  }
  prepared_->offer();
}

void ArrayBatches::drop_prepared() { prepared_.reset(); }

WholeBatch::WholeBatch(const Samples& samples)
    : ArrayBatches(samples, std::max<int64_t>(1, samples.rows())) {}

bool WholeBatch::next(Batch& batch) {
  if (size() > 0) return ArrayBatches::next(batch);
  batch = no_rows();
  return true;
}

}  // namespace pelton
