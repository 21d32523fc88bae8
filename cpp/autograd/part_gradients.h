// Owns PartGradients: gradients of parts of one tensor, put together when its own is wanted.
#pragma once
#include <vector>

#include "core/tensor.h"
#include "kernels/common/attrs/attrs.h"

namespace pelton {

class PartGradients {
 public:
  // `whole` has the shape of the tensor. `part` says where `gradient` belongs; it stays where it is
  // until the sum is taken.
  void add(const Tensor& whole, const SliceAttrs& part, Tensor gradient);
  // Parts that overlap so much that their sum is smaller than they are.
  bool exceed_whole() const { return shares_ > 1.5; }
  // Gives the sum away: parts that lie side by side along one axis are laid one after the other,
  // others are padded and added.
  Tensor take_sum();

 private:
  struct Part {
    const SliceAttrs* place;
    Tensor gradient;
  };

  bool is_along(const Part& part, size_t axis) const;
  bool lie_along(size_t axis);
  Tensor joined(size_t axis) const;
  Tensor padded_sum() const;

  Tensor whole_;
  double shares_ = 0;  // of the tensor's elements that the parts have, added up
  std::vector<Part> parts_;
};

}  // namespace pelton
