// Declares the slots that Tensor and Variable share; each list is defined in its protocol's file.
#pragma once
#include <Python.h>

#include <vector>

namespace pelton::bindings {

std::vector<PyType_Slot> operator_slots();   // operators.cc: numbers and comparisons
std::vector<PyType_Slot> subscript_slots();  // subscript.cc: length, indexing, iteration

}  // namespace pelton::bindings
