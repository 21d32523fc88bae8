#include "nn/weights/seed.h"

#include <atomic>

#include "runtime/runtime.h"

namespace pelton {
namespace {
std::atomic<int64_t (*)()> default_seeds = nullptr;
}

void install_default_seeds(int64_t (*source)()) { default_seeds = source; }

int64_t default_seed() {
  if (const auto source = default_seeds.load()) return source();
  return runtime().random().draw_seed();
}

}  // namespace pelton
