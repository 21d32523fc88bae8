// Owns an op's attributes as Python names, writes and prints them.
#pragma once
#include <pybind11/pybind11.h>

#include <string>

#include "runtime/dispatch/op_def.h"

namespace pelton::bindings {

// "int | None": the attribute's type in stubs.
const char* kind_name(AttrKind kind);
// The attribute's value in `attrs`, as Python would pass it.
pybind11::object attr_object(const AttrField& field, const void* attrs);
// "split(value, axis=0, name=None)": a docstring that begins so, and "\n--\n\n", has a signature.
std::string signature_text(const OpDef& op);

}  // namespace pelton::bindings
