// Owns the headers that most files here include, precompiled once per instruction set where no
// compiler cache is used: without it a third of the time goes into reading them.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "kernels/common/attrs.h"
#include "kernels/common/elementary.h"
#include "kernels/cpu/rows.h"
#include "kernels/cpu/simd/vec.h"
#include "runtime/thread_pool.h"
