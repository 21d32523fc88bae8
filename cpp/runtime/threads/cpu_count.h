// Owns how many threads this process may use. Must not know the thread pool.
#pragma once
#include <string_view>

namespace pelton {

// The most threads that anybody may ask for.
inline constexpr int kMaxPoolThreads = 1024;

// Number of CPUs this process may keep busy: the affinity mask, lowered (and rounded up) to the
// CPU quota of its control group (version 1 or 2); at least 1.
int available_cpus();

// The thread count that PELTON_NUM_THREADS asks for, else available_cpus().
// Raises invalid_argument when the variable is no whole number in [1, 1024].
int default_num_threads();

// CPUs that a cgroup v2 `cpu.max` line ("200000 100000", "max 100000") allows, rounded up;
// 0 when it sets no limit or cannot be read.
int cpus_of_quota(std::string_view cpu_max);

}  // namespace pelton
