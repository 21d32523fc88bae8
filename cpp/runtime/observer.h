// Owns Observer: who wants to see each op call (tape, Program recorder, profiler, placement log).
#pragma once
#include <span>

#include "runtime/op_def.h"

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
};

}  // namespace pelton
