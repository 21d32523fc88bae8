// Owns InlineArray: an array whose size is known when it is made; a few items need no memory.
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace pelton {

// Items that are written before they are read.
struct ForOverwrite {};

// `size` items as T{} makes them, up to N of them in the object itself.
template <class T, size_t N>
class InlineArray {
 public:
  explicit InlineArray(size_t size)
      : size_(size), items_(size <= N ? reinterpret_cast<T*>(room_) : allocate(size)) {
    std::uninitialized_value_construct_n(items_, size);
  }
  // With items of any values: to clear few of them takes longer than to write them.
  InlineArray(size_t size, ForOverwrite)
      : size_(size), items_(size <= N ? reinterpret_cast<T*>(room_) : allocate(size)) {
    static_assert(std::is_trivial_v<T>);
  }
  ~InlineArray() {
    std::destroy_n(items_, size_);
    if (size_ > N) ::operator delete(items_, std::align_val_t(alignof(T)));
  }
  InlineArray(const InlineArray&) = delete;
  InlineArray& operator=(const InlineArray&) = delete;

  size_t size() const { return size_; }
  T* data() { return items_; }
  const T* data() const { return items_; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  T& operator[](size_t i) { return items_[i]; }
  const T& operator[](size_t i) const { return items_[i]; }

 private:
  static_assert(std::is_nothrow_default_constructible_v<T>);
  static T* allocate(size_t size) {
    return static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t(alignof(T))));
  }

  size_t size_;
  T* items_;
  alignas(T) std::byte room_[N * sizeof(T)];
};

}  // namespace pelton
