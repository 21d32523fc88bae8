// Owns the list of all ops, which bindings, docs and tests loop over, and OpFamily, by which the
// files in cpp/ops/ put theirs into it.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "ops/composite_op.h"

namespace pelton {

// Every OpDef of the engine, by name.
const std::vector<const OpDef*>& op_list();
// The op called `name`; null when there is none.
const OpDef* find_op(std::string_view name);
// Every op that is made of other ops, by name. Where an OpDef has the name too, the composite
// widens it: its inputs and attributes are those of the OpDef, then more attributes.
const std::vector<const CompositeOp*>& composite_list();

// The ops of one file, listed by a constant at its end: `const OpFamily pad_ops(kPadOps);`
class OpFamily {
 public:
  explicit OpFamily(std::span<const OpDef* const> ops);
  explicit OpFamily(std::span<const CompositeOp* const> composites);

 private:
  friend const std::vector<const OpDef*>& op_list();
  friend const std::vector<const CompositeOp*>& composite_list();

  std::span<const OpDef* const> ops_;
  std::span<const CompositeOp* const> composites_;
  const OpFamily* const next_;
};

}  // namespace pelton
