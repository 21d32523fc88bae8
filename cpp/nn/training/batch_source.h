// Owns BatchSource: where the Trainer's batches come from. Knows no model.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/tensor.h"

namespace pelton {

// How the leaves of nested data belong together: known to the language that nested them.
class Nesting {
 public:
  virtual ~Nesting() = default;
};

// `x`, or where that is undefined the first of the leaves that is not, of which inputs may be None.
inline const Tensor& first_defined(const Tensor& x, const std::vector<Tensor>& leaves) {
  if (!x.defined())
    for (const Tensor& leaf : leaves)
      if (leaf.defined()) return leaf;
  return x;
}

// One batch of one input and one target; targets and weights may be undefined. Nested data are all
// in `leaves`, for steps that know how they nest (OwnSteps).
struct Batch {
  Tensor x;
  Tensor y;
  Tensor sample_weight;
  std::vector<Tensor> leaves;
  std::shared_ptr<const Nesting> nesting;

  int64_t size() const {
    const Tensor& first = first_defined(x, leaves);
    return first.defined() && first.rank() > 0 ? first.shape()[0] : 1;
  }
};

class BatchSource {
 public:
  virtual ~BatchSource() = default;
  // Batches of one pass; absent where only the end will tell.
  virtual std::optional<int64_t> count() const = 0;
  // Starts a new pass over the data.
  virtual void rewind() = 0;
  // The next batch of the pass; false at its end.
  virtual bool next(Batch& batch) = 0;
  // next() will be called for one more batch: a source whose rows lie in memory may begin it beside
  // what the caller does until then.
  virtual void prepare() {}
  // Nothing that prepare() began reads the user's arrays any more.
  virtual void drop_prepared() {}
};

}  // namespace pelton
