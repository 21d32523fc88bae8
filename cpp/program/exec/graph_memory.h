// Owns GraphMemory: the scratch memory of kernels that a graph launches again and again: blocks of
// a device that nobody else gets while the graph lives.
#pragma once
#include <map>
#include <vector>

#include "core/storage.h"

namespace pelton {

// For one thread at a time. A block that is freed is for the work that is recorded next.
class GraphMemory : public Allocator {
 public:
  explicit GraphMemory(Allocator& device) : device_(device) {}
  ~GraphMemory() override;
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  void* allocate(size_t bytes) override;
  void free(void* data, size_t bytes) noexcept override;

 private:
  Allocator& device_;
  std::map<void*, size_t> blocks_;              // all of them, with their sizes
  std::vector<std::pair<size_t, void*>> free_;  // room for all of blocks_
};

}  // namespace pelton
