// Owns how an op's inputs get to the op's device: the thread's device policy, mirrors that spare a
// second copy, and the count of copies that nobody asked for.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/dispatch/op_def.h"

namespace pelton {

// Copies of inputs that one kind of op made between two devices.
struct CopyCount {
  std::string op;  // TensorFlow's name
  Device from;
  Device to;
  int64_t count = 0;
  int64_t bytes = 0;
};

// Input `index` of `op` on `device`: itself, its mirror, or a new copy, which is counted. Raises
// invalid_argument where the policy wants copies to be explicit.
Tensor transfer(const OpDef& op, size_t index, const Tensor& input, Device device);

// What was counted since the start or the last clear_copies(), in order of op and devices.
std::vector<CopyCount> copies();
void clear_copies();

}  // namespace pelton
