// Owns Storage: counted bytes on one device that remember how to be freed, and the Allocator
// interface.
#pragma once
#include <cstddef>

#include "core/device.h"
#include "core/free_list.h"
#include "core/ref.h"
#include "core/string_bytes.h"

namespace pelton {

// Hands out 64-byte aligned blocks; outlives every Storage made from it.
class Allocator {
 public:
  virtual ~Allocator() = default;
  // Raises resource_exhausted when `bytes` cannot be had; 0 bytes give a valid pointer.
  virtual void* allocate(size_t bytes) = 0;
  virtual void free(void* data, size_t bytes) noexcept = 0;
  // Memory for a scope of the calling thread, which gives it back, as a rule the last one first.
  virtual void* allocate_scratch(size_t bytes) { return allocate(bytes); }
  virtual void free_scratch(void* data, size_t bytes) noexcept { free(data, bytes); }
};

class Storage : public Counted, public FreeList<Storage> {
 public:
  // Frees memory that somebody else owns (a NumPy array); called with `context`, never throws.
  using Deleter = void (*)(void* context) noexcept;

  Storage(Allocator& allocator, size_t bytes, Device device)
      : data_(allocator.allocate(bytes)), bytes_(bytes), device_(device), allocator_(&allocator) {}
  Storage(void* data, size_t bytes, Device device, Deleter deleter, void* context)
      : data_(data), bytes_(bytes), device_(device), deleter_(deleter), context_(context) {}
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage() {
    if (allocator_) allocator_->free(data_, bytes_);
    if (deleter_) deleter_(context_);
  }

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  Device device() const { return device_; }
  // False for borrowed memory, which must never be written.
  bool is_owned() const { return allocator_ != nullptr; }
  // What elements that are strings point to; null where there are none, or only empty ones. Who
  // writes elements sets it, while nobody else reads them.
  const Ref<StringBytes>& strings() const { return strings_; }
  void set_strings(Ref<StringBytes> strings) const { strings_ = std::move(strings); }

 private:
  void* data_;
  size_t bytes_;
  Device device_;
  Allocator* allocator_ = nullptr;
  Deleter deleter_ = nullptr;
  void* context_ = nullptr;
  mutable Ref<StringBytes> strings_;
};

}  // namespace pelton
