// Owns SpareMemory: memory of a device that its holder can do without, such as that of a captured
// graph, and gives back when others find none. Knows no holder.
#pragma once
#include <functional>

#include "core/error.h"
#include "core/storage.h"

namespace pelton {

class SpareMemory {
 public:
  // `give_back` frees what nobody uses now and says whether there was any. Any thread calls it,
  // also one that the holder runs in: it waits for nobody and allocates nothing.
  SpareMemory(const Allocator& device, std::function<bool()> give_back);
  ~SpareMemory();
  SpareMemory(const SpareMemory&) = delete;
  SpareMemory& operator=(const SpareMemory&) = delete;

 private:
  friend bool give_back_spare_memory(const Allocator& device);
  const Allocator& device_;
  const std::function<bool()> give_back_;
};

// Asks all who hold spare memory of the device; whether any of them gave some back.
bool give_back_spare_memory(const Allocator& device);

// What `allocate` returns; where it raises resource_exhausted, once more without the spare memory.
template <class Allocate>
void* allocate_with_spare(const Allocator& device, const Allocate& allocate) {
  try {
    return allocate();
  } catch (const Error& error) {
    if (error.code() != Code::resource_exhausted || !give_back_spare_memory(device)) throw;
  }
  return allocate();
}

}  // namespace pelton
