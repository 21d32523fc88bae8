// Owns how calls whose output shapes follow from values get their sizes: by an OpDef's `sizes`.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton {

// True where sizes have yet to be worked out: in a call, not in a step of a program, which names
// them.
bool lacks_sizes(const OpDef& op, const void* attrs);

// Attributes with all sizes. Of symbolic inputs they are names of elements of `sizes`, which must
// live as long.
struct SizedAttrs {
  AttrBox attrs;
  Tensor sizes;
};

// The attributes of a call that lacks sizes, whose inputs were checked: by ops, whose result is
// read on the host. Observers hear of that, for a record of one run's sizes could not be run again.
SizedAttrs with_sizes(const OpDef& op, std::span<const Tensor> inputs, const void* attrs);

}  // namespace pelton
