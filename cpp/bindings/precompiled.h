// Owns the headers that every binding file includes, precompiled where no compiler cache is used.
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "runtime/precompiled.h"
