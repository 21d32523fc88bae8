// Owns Trace: one path of one kind of call, as far as those who look for the right one must know.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/tensor.h"

namespace pelton {

struct Trace {
  Trace();

  std::string title;     // of the kind of call, for explanations
  std::string obstacle;  // why it is not run from a program; empty: it is, or is to be
  // What the values that the traced code decided by were, in order.
  std::vector<Tensor> guarded_values;
  bool is_complete = true;  // false: there may be more of them, not known yet
  int64_t number;           // in the order of making
  mutable int64_t last_use = 0;

  // Whether a call whose first guards find these values may take this path.
  bool may_be_taken(std::span<const Tensor> seen) const;
  // Whether it is tried before `other`: what runs from a program first, then what was used last.
  bool goes_before(const Trace& other) const;
};

}  // namespace pelton
