#include "program/trace/graph_ops.h"

#include "runtime/dispatch/context.h"
#include "runtime/runtime.h"

namespace pelton {

std::optional<int64_t> GraphOps::next_seed() {
  return runtime().random().is_seeded() ? std::optional(seeds_++) : std::nullopt;
}

int64_t GraphOps::next(int64_t op_seed) {
  if (place_ == numbers_.size()) numbers_.push_back(runtime().random().add_graph_op(op_seed));
  return numbers_[place_++];
}

UnrecordedGraph::UnrecordedGraph(GraphOps& ops) : ops_(ops) { context().push_observer(this); }

UnrecordedGraph::~UnrecordedGraph() { context().remove_observer(this); }

}  // namespace pelton
