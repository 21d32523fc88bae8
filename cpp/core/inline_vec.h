// Owns InlineVec: a trivially copyable sequence with a fixed capacity, for shapes and attributes.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>

#include "core/error.h"

namespace pelton {

template <class T, size_t N>
class InlineVec {
 public:
  // Written out, so that InlineVec{} does not set the whole capacity to zero.
  constexpr InlineVec() {}
  constexpr InlineVec(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  constexpr explicit InlineVec(size_t count, T value = T{}) {
    reserve(count);
    size_ = static_cast<uint32_t>(count);
    std::fill_n(items_.begin(), count, value);
  }
  template <std::input_iterator Iterator>
  constexpr InlineVec(Iterator first, Iterator last) {
    assign(first, last);
  }
  constexpr InlineVec(std::span<const T> values) { assign(values.begin(), values.end()); }
  constexpr InlineVec(const InlineVec& other) { copy(other); }
  constexpr InlineVec& operator=(const InlineVec& other) {
    if (this != &other) copy(other);
    return *this;
  }

  template <std::input_iterator Iterator>
  constexpr void assign(Iterator first, Iterator last) {
    reserve(static_cast<size_t>(last - first));
    size_ = static_cast<uint32_t>(last - first);
    std::copy(first, last, items_.begin());
  }
  constexpr void push_back(T value) {
    reserve(size_ + 1);
    items_[size_++] = value;
  }
  constexpr void insert(size_t at, T value) {
    reserve(size_ + 1);
    std::copy_backward(begin() + at, end(), end() + 1);
    items_[at] = value;
    ++size_;
  }
  constexpr void erase(size_t at) {
    std::copy(begin() + at + 1, end(), begin() + at);
    --size_;
  }
  constexpr void resize(size_t count, T value = T{}) {
    reserve(count);
    if (count > size_) std::fill(begin() + size_, begin() + count, value);
    size_ = static_cast<uint32_t>(count);
  }
  constexpr void clear() { size_ = 0; }

  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* data() { return items_.data(); }
  constexpr const T* data() const { return items_.data(); }
  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }
  constexpr T& operator[](size_t i) { return items_[i]; }
  constexpr const T& operator[](size_t i) const { return items_[i]; }
  constexpr T& back() { return items_[size_ - 1]; }
  constexpr const T& back() const { return items_[size_ - 1]; }
  constexpr bool operator==(const InlineVec& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  static_assert(std::is_trivially_copyable_v<T>);
  // What the usual shape has at most: that many are copied without a loop or a call.
  static constexpr size_t kFew = std::min<size_t>(4, N);

  // Copies only the items in use, for the capacity is much larger than the usual size.
  constexpr void copy(const InlineVec& other) {
    size_ = other.size_;
    if (std::is_constant_evaluated())
      std::copy(other.begin(), other.end(), items_.begin());
    else if (size_ <= kFew) [[likely]]
      copy_few(other);
    else
      std::memcpy(items_.data(), other.items_.data(), size_ * sizeof(T));
  }
  // One at a time: a wider load would wait for the stores that have just written single items.
  void copy_few(const InlineVec& other) {
    for (size_t i = 0; i < kFew; ++i) {
      T item = other.items_[i];
      if constexpr (sizeof(T) == sizeof(int64_t) && std::is_integral_v<T>)
        asm("" : "+r"(item));  // keeps the compiler from joining the loads
      items_[i] = item;
    }
  }
  static constexpr void reserve(size_t count) {
    if (count > N) raise(Code::invalid_argument, "at most ", N, " dimensions, got ", count);
  }

  uint32_t size_ = 0;
  std::array<T, N> items_;
};

}  // namespace pelton
