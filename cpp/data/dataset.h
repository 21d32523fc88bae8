// Owns Dataset and Iterator: a pipeline as a graph of immutable nodes, and passes over it; Element,
// what passes give. Knows no Python.
#pragma once
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/tensor.h"

namespace pelton::data {

// Cardinalities that are no number of elements.
inline constexpr int64_t kInfinite = -1, kUnknownCardinality = -2;
// More elements than a pass could ever count, which are infinitely many, as in TensorFlow.
inline constexpr int64_t kUncountable = std::numeric_limits<int64_t>::max();
// The product and the sum of two counts that are known, kUncountable at most.
inline int64_t product_of(int64_t a, int64_t b) {
  int64_t count = 0;
  return __builtin_mul_overflow(a, b, &count) ? kUncountable : count;
}
inline int64_t sum_of(int64_t a, int64_t b) {
  int64_t count = 0;
  return __builtin_add_overflow(a, b, &count) ? kUncountable : count;
}

class Dataset;
using DatasetRef = std::shared_ptr<const Dataset>;

// A tensor, a dataset (a window), or neither (None in Python).
struct Component {
  Tensor tensor;
  DatasetRef dataset;

  Component() = default;
  Component(Tensor value) : tensor(std::move(value)) {}
  explicit Component(DatasetRef value) : dataset(std::move(value)) {}
};
using Components = std::vector<Component>;

// Arrays of equal length, whose rows are elements. Undefined arrays give undefined components.
struct Slices {
  std::vector<Tensor> arrays;  // row-major, on the CPU
  int64_t rows = 0;

  Components cut(int64_t row) const;
};
using SlicesRef = std::shared_ptr<const Slices>;

// The leaves of a nested structure in order. A row of slices is cut out when somebody looks at it:
// a batch of such rows is gathered at once.
class Element {
 public:
  Element() = default;
  explicit Element(Components parts) : parts_(std::move(parts)) {}
  Element(SlicesRef slices, int64_t row) : slices_(std::move(slices)), row_(row) {}

  const Components& parts() {
    if (slices_ != nullptr) cut();
    return parts_;
  }
  Components take_parts() {
    parts();
    return std::move(parts_);
  }
  // Null unless the element is a row that nobody has looked at.
  const SlicesRef& slices() const { return slices_; }
  int64_t row() const { return row_; }

 private:
  void cut();

  Components parts_;
  SlicesRef slices_;
  int64_t row_ = 0;
};

// Of a pass with threads: how many elements are ready, how many may be, and how long the threads
// have worked.
struct QueueState {
  int64_t ready = 0, room = 0, busy_ns = 0;
};

// One pass. For one thread at a time.
class Iterator {
 public:
  virtual ~Iterator() = default;
  // The next element; false at the end, after which it is not to be called again.
  virtual bool next(Element& out) = 0;
  // Leaves out up to `count` elements, as if next() had given them, and says how many: fewer at
  // the end.
  virtual int64_t skip(int64_t count);
  virtual QueueState queue() { return {}; }
};
using IteratorRef = std::unique_ptr<Iterator>;

// What a node keeps from one pass to the next, in words: the seeds of later passes, elements.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual std::vector<uint64_t> save() const = 0;
  // For words of save() of a node of the same kind.
  virtual void restore(std::span<const uint64_t> words) = 0;
  // As if a pass had begun.
  virtual void skip_pass() {}
};

// How batch() puts elements together.
struct Batching {
  int64_t size;
  bool drops_remainder;
};

// What a node is: its kind and more for people, the nodes that it reads, what it keeps.
struct NodeInfo {
  std::string kind;
  std::vector<DatasetRef> inputs = {};
  std::string detail = {};
  std::shared_ptr<Memory> memory = nullptr;
  std::optional<Batching> batching = {};  // of batch() alone
};

// What the passes over a node have done since somebody measures. Times are of next().
struct Measurement {
  std::atomic<int64_t> elements{0}, nanoseconds{0}, busy_ns{0}, calls{0}, ready{0}, room{0};
};

// Several threads may begin passes at once.
class Dataset {
 public:
  explicit Dataset(NodeInfo info) : info_(std::move(info)) {}
  virtual ~Dataset() = default;
  // A new pass.
  IteratorRef iterate() const;
  // The number of elements of a pass, kInfinite or kUnknownCardinality.
  virtual int64_t cardinality() const = 0;
  const NodeInfo& info() const { return info_; }
  // What this node and those that it reads keep goes on as if a pass had begun.
  void skip_pass() const;
  // Passes that begin from now on add to `to`; null: to nothing.
  void measure(std::shared_ptr<Measurement> to) const;

 protected:
  virtual IteratorRef begin() const = 0;

 private:
  const NodeInfo info_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<Measurement> measurement_;
};

// An iterator whose next() is a function object.
template <class Next>
IteratorRef make_iterator(Next next) {
  class Made : public Iterator {
   public:
    explicit Made(Next step) : next_(std::move(step)) {}
    bool next(Element& out) override { return next_(out); }

   private:
    Next next_;
  };
  return std::make_unique<Made>(std::move(next));
}

// A dataset from what it is, how many elements it has and a function object that begins a pass.
template <class Begin>
DatasetRef make_dataset(NodeInfo info, int64_t cardinality, Begin begin) {
  class Made : public Dataset {
   public:
    Made(NodeInfo node, int64_t count, Begin start)
        : Dataset(std::move(node)),
          cardinality_(count == kUncountable ? kInfinite : count),
          begin_(std::move(start)) {}
    int64_t cardinality() const override { return cardinality_; }

   protected:
    IteratorRef begin() const override { return begin_(); }

   private:
    int64_t cardinality_;
    Begin begin_;
  };
  return std::make_shared<const Made>(std::move(info), cardinality, std::move(begin));
}

}  // namespace pelton::data
