// Owns the transformations that compute elements ahead, in threads of their own.
#pragma once
#include "data/function.h"

namespace pelton::data {

// Up to `ahead` elements (at least 1) are made before they are asked for.
DatasetRef prefetch(DatasetRef input, int64_t ahead);

// As many calls at once as it takes to keep the CPUs busy, and one where calls are short.
inline constexpr int64_t kAutotune = -1;
// map() with up to `calls` calls of the function at once, or kAutotune. Elements keep their order.
DatasetRef parallel_map(DatasetRef input, FunctionRef function, int64_t calls);

}  // namespace pelton::data
