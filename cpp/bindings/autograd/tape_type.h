// Owns _core.Tape, the C half of tf.GradientTape: a hand-written CPython type, because a tape is
// made and asked once per training step.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

void bind_tape_type(pybind11::module_& module);

}  // namespace pelton::bindings
