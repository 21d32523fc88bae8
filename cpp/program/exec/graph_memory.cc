#include "program/exec/graph_memory.h"

#include <algorithm>

namespace pelton {

GraphMemory::~GraphMemory() {
  for (const auto& [data, bytes] : blocks_) device_.free(data, bytes);
}

void* GraphMemory::allocate(size_t bytes) {
  auto best = free_.end();
  for (auto at = free_.begin(); at != free_.end(); ++at)
    if (at->first >= bytes && (best == free_.end() || at->first < best->first)) best = at;
  if (best != free_.end()) {
    void* const data = best->second;
    free_.erase(best);
    return data;
  }
  free_.reserve(blocks_.size() + 1);
  void* const data = device_.allocate(bytes);
  try {
    blocks_.emplace(data, bytes);
  } catch (...) {
    device_.free(data, bytes);
    throw;
  }
  return data;
}

// Never allocates: allocate() made room.
void GraphMemory::free(void* data, size_t) noexcept {
  free_.emplace_back(blocks_.find(data)->second, data);
}

}  // namespace pelton
