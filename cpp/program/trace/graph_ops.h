// Owns GraphOps, the random ops of one graph in the order in which its code calls them, and
// UnrecordedGraph, a graph of which nothing but these is written down.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/dispatch/observer.h"

namespace pelton {

class GraphOps {
 public:
  // The seed of the next op without one of its own; absent before set_seed.
  std::optional<int64_t> next_seed();
  // The number (RandomState) of the next op: a new one's, or what it had before begin_again().
  int64_t next(int64_t op_seed);
  bool empty() const { return numbers_.empty(); }
  // The same code is traced again: its ops go on.
  void begin_again() { seeds_ = 0, place_ = 0; }

 private:
  std::vector<int64_t> numbers_;
  int64_t seeds_ = 0;  // that were given
  size_t place_ = 0;
};

// While one lives, this thread's random ops are in a graph of theirs, as if they were traced.
class UnrecordedGraph : public Observer {
 public:
  explicit UnrecordedGraph(GraphOps& ops);
  ~UnrecordedGraph() override;
  UnrecordedGraph(const UnrecordedGraph&) = delete;
  UnrecordedGraph& operator=(const UnrecordedGraph&) = delete;

  void on_call(const OpCall& /*call*/) override {}
  std::optional<int64_t> on_op_draw(std::optional<int64_t> op_seed, int64_t /*blocks*/) override {
    return op_seed ? std::optional(ops_.next(*op_seed)) : std::nullopt;
  }
  bool is_graph() const override { return true; }
  std::optional<int64_t> next_op_seed() override { return ops_.next_seed(); }

 private:
  GraphOps& ops_;
};

}  // namespace pelton
