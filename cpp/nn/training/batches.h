// Owns ArrayBatches: batches gathered from arrays that stay where the user has them.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "data/rows/gather_rows.h"
#include "nn/training/batch_source.h"

namespace pelton {

enum class Shuffle : uint8_t {
  none,
  samples,  // a new order of all samples in every pass
  batches,  // neighbours stay together; the order of the batches changes
};

// Arrays with one sample per row; y and sample_weight may be undefined. Nested arrays are leaves.
struct Samples {
  Tensor x;
  Tensor y;
  Tensor sample_weight;
  std::vector<Tensor> leaves;
  std::vector<std::string> roles;  // of the leaves: "x", "y" or "sample_weight"
  std::shared_ptr<const Nesting> nesting;

  // All arrays, with undefined ones.
  std::vector<Tensor> arrays() const;
  // The argument that array `i` of them belongs to.
  std::string role(size_t i) const;
  int64_t rows() const;
};

class ArrayBatches : public BatchSource {
 public:
  // Floating arrays become floatx as they are gathered, others keep their dtype; with `cast_x`
  // integers in x become floatx too. The last batch may be smaller. Raises value_error for arrays
  // of different lengths or without rows, and for a batch size below 1.
  ArrayBatches(Samples samples, int64_t batch_size, Shuffle shuffle = Shuffle::none,
               bool cast_x = false);

  ~ArrayBatches() override;

  std::optional<int64_t> count() const override;
  void rewind() override;
  bool next(Batch& batch) override;
  // Has idle workers of the pool gather the next batch, unless it is large.
  void prepare() override;
  void drop_prepared() override;
  int64_t size() const { return static_cast<int64_t>(order_.size()); }

 protected:
  Batch no_rows() const;

 private:
  class Gathering;
  RowGather gather(size_t array, std::span<const int64_t> rows) const;
  std::unique_ptr<Gathering> begin_next() const;

  Samples samples_;
  std::vector<Tensor> arrays_;  // of the samples, on the CPU
  int64_t batch_size_;
  Shuffle shuffle_;
  bool cast_x_;
  std::vector<int64_t> order_;
  int64_t next_ = 0;
  std::unique_ptr<Gathering> prepared_;  // of the rows from next_ on
};

// All rows in one batch, which may have none.
class WholeBatch : public ArrayBatches {
 public:
  explicit WholeBatch(const Samples& samples);
  bool next(Batch& batch) override;
};

// Raises value_error, with each array's name and length, unless all have the same length.
void check_lengths(const Samples& samples);
// The first floor(n * (1 - fraction)) rows and the rest, without copying. Raises value_error when
// either would be empty.
std::pair<Samples, Samples> split_samples(const Samples& samples, double fraction);
// Rows [begin, end) of `x`, sharing its bytes.
Tensor slice_rows(const Tensor& x, int64_t begin, int64_t end);
// `order` shuffled with numbers drawn from the engine's random state.
void shuffle_order(std::span<int64_t> order);

}  // namespace pelton
