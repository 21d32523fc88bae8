// Owns Observer: who wants to see each op call (tape, Program tracer, profiler, placement log)
// and what else changes values.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "runtime/dispatch/op_def.h"

namespace pelton {

struct OpCall {
  const OpDef& op;
  std::span<const Tensor> inputs;  // as the caller gave them
  std::span<const Tensor> outputs;
  const void* attrs;
  Device device;
};

class Observer {
 public:
  virtual ~Observer() = default;
  // After the kernel was launched; must not call ops.
  virtual void on_call(const OpCall& call) = 0;
  // A random stream was drawn for the op that is called next; `op_seed` is that op's own, if any.
  virtual void on_draw(std::optional<int64_t> /*op_seed*/) {}
  // The same, for an op of which TensorFlow has seeds and which reserved so many blocks: the number
  // of the op in this observer's graph (RandomState), if it has one now.
  virtual std::optional<int64_t> on_op_draw(std::optional<int64_t> op_seed, int64_t /*blocks*/) {
    on_draw(op_seed);
    return std::nullopt;
  }
  // Whether it writes down a graph now, in which ops have seeds of their own, and the seed of the
  // next op there without one: absent where the process has none.
  virtual bool is_graph() const { return false; }
  virtual std::optional<int64_t> next_op_seed() { return std::nullopt; }
  // A tensor was made of host memory.
  virtual void on_host_value(const Tensor& /*tensor*/) {}
  // `variable` was read, or is about to be.
  virtual void on_read(const Counted& /*variable*/) {}
  // `variable`, which is trainable, was read by an op's caller, who has `value` of it.
  virtual void on_trainable_read(const Counted& /*variable*/, const Tensor& /*value*/) {}
  // `variable` is about to take `value`.
  virtual void on_assign(const Counted& /*variable*/, const Tensor& /*value*/) {}
  // What this thread takes for the value of `variable`, if this observer says so.
  virtual const Tensor* stand_in(const Counted& /*variable*/) { return nullptr; }
  // The op that is called next writes the bytes of these variables, its first operands.
  virtual void on_update(std::span<const Counted* const> /*variables*/) {}
  // `what` reads the values of `tensor` on the host.
  virtual void on_host_read(const Tensor& /*tensor*/, std::string_view /*what*/) {}
  // Code ran that is not the engine's; `what` names it.
  virtual void on_host_callback(std::string_view /*what*/) {}
};

}  // namespace pelton
