// Owns the transformations that call a function for each element, on the thread of the pass.
#pragma once
#include "data/function.h"

namespace pelton::data {

DatasetRef map(DatasetRef input, FunctionRef function);
// Elements for which the predicate is true.
DatasetRef filter(DatasetRef input, FunctionRef predicate);
// Elements up to the first for which it is false.
DatasetRef take_while(DatasetRef input, FunctionRef predicate);
// The elements of the datasets that the function gives, `block` at a time from each of up to
// `cycle` that are open at once.
DatasetRef interleave(DatasetRef input, FunctionRef function, int64_t cycle, int64_t block);

}  // namespace pelton::data
