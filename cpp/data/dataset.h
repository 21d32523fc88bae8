// Owns Dataset and Iterator: a pipeline as a graph of immutable nodes, and passes over it; Element,
// what passes give. Knows no Python.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "core/tensor.h"

namespace pelton::data {

// Cardinalities that are no number of elements.
inline constexpr int64_t kInfinite = -1, kUnknownCardinality = -2;

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

// One pass. For one thread at a time.
class Iterator {
 public:
  virtual ~Iterator() = default;
  // The next element; false at the end, after which it is not to be called again.
  virtual bool next(Element& out) = 0;
};
using IteratorRef = std::unique_ptr<Iterator>;

// Several threads may begin passes at once.
class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual IteratorRef iterate() const = 0;
  // The number of elements of a pass, kInfinite or kUnknownCardinality.
  virtual int64_t cardinality() const = 0;
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

// A dataset from how many elements it has and a function object that begins a pass.
template <class Begin>
DatasetRef make_dataset(int64_t cardinality, Begin begin) {
  class Made : public Dataset {
   public:
    Made(int64_t count, Begin start) : cardinality_(count), begin_(std::move(start)) {}
    IteratorRef iterate() const override { return begin_(); }
    int64_t cardinality() const override { return cardinality_; }

   private:
    int64_t cardinality_;
    Begin begin_;
  };
  return std::make_shared<const Made>(cardinality, std::move(begin));
}

}  // namespace pelton::data
