// Owns the list of passes: functions that rewrite a Program into a cheaper one with the same
// outputs. Each is one file in passes/.
#pragma once
#include <span>
#include <string>

#include "program/program.h"

namespace pelton {

struct Pass {
  const char* name;
  const char* reason;  // what it saves, with the figure's source
  void (*apply)(Program&);
};

// All passes, in the order in which they run.
std::span<const Pass> all_passes();
// Runs the passes that $PELTON_PROGRAM_PASSES names (comma-separated; unset: all, "none": none)
// and finds last uses. Raises value_error for an unknown name.
void apply_passes(Program& program);

namespace passes {
void fold_constants(Program& program);
void fuse_batch_norm(Program& program);
void fuse_conv2d(Program& program);
void fuse_cross_entropy(Program& program);
void fuse_matmul(Program& program);
void name_bias(Program& program);
void remove_dead(Program& program);
}  // namespace passes

}  // namespace pelton
