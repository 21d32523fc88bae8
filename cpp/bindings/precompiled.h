// Owns the headers that every binding file includes, precompiled like cpp/runtime/precompiled.h.
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "runtime/precompiled.h"
