// Owns the rows of gathering batches from arrays of MNIST's size: every batch of other samples, in
// random order, as `fit` takes them.
#include "data/rows/gather_rows.h"

#include <memory>
#include <numeric>

#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "nn/training/batches.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

constexpr int64_t kSamples = 60000, kPixels = 784;

// The array is made in the first call: only rows that are run take its memory.
class Batches {
 public:
  Batches(DType dtype, int64_t batch) : dtype_(dtype), batch_(batch) {}

  void gather_next() {
    if (order_.empty()) begin();
    if (next_ + batch_ > kSamples) next_ = 0;
    const std::span rows(order_.data() + next_, static_cast<size_t>(batch_));
    parallel_for(batch_, 8, gather_rows(array_, rows, DType::float32).copy);
    next_ += batch_;
  }

 private:
  void begin() {
    array_ = zeros_of({kSamples, kPixels}, dtype_);
    order_.resize(kSamples);
    std::iota(order_.begin(), order_.end(), 0);
    shuffle_order(order_);
  }

  DType dtype_;
  int64_t batch_;
  Tensor array_;
  std::vector<int64_t> order_;
  int64_t next_ = 0;
};

}  // namespace

std::vector<BenchRow> data_feeding_rows() {
  std::vector<BenchRow> rows;
  for (const DType dtype : {DType::uint8, DType::float32, DType::float64})
    for (const int64_t batch : {64, 128}) {
      const auto batches = std::make_shared<Batches>(dtype, batch);
      const auto bytes = static_cast<double>(batch * kPixels * (size_of(dtype) + 4));
      rows.push_back({cat("gather_rows ", name(dtype), " to float32 ", batch, "x784"), 0, bytes,
                      false, [batches] { batches->gather_next(); }});
    }
  return rows;
}

}  // namespace pelton
