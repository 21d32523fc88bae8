// Owns Ref, an intrusive counted pointer, and Counted, the base that carries the count.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace pelton {

class Counted {
 public:
  void retain() const { count_.fetch_add(1, std::memory_order_relaxed); }
  // True when the last reference is gone and the object must be deleted. A sole owner need not
  // write: nobody else can reach the count.
  bool release() const {
    return count_.load(std::memory_order_acquire) == 1 ||
           count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  // One more reference, unless the last one is gone already: for who found the object otherwise
  // than by a reference.
  bool retain_if_alive() const {
    int32_t count = count_.load(std::memory_order_relaxed);
    while (count > 0 && !count_.compare_exchange_weak(count, count + 1, std::memory_order_acquire))
      continue;
    return count > 0;
  }
  int32_t use_count() const { return count_.load(std::memory_order_acquire); }

 protected:
  ~Counted() = default;

 private:
  template <class T>
  friend class Ref;
  // The first reference, before any other thread knows the object.
  void start() const { count_.store(1, std::memory_order_relaxed); }

  mutable std::atomic<int32_t> count_{0};
};

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* object) : object_(object) {
    if (object_) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) let_go(object_);
  }

  // The first reference to an object that was just made.
  static Ref first(T* made) {
    Ref ref;
    made->start();
    ref.object_ = made;
    return ref;
  }
  // Takes over a reference that was counted before.
  static Ref counted(T* retained) { return borrowed(retained); }
  // Without a reference of its own: somebody else holds the object for as long as this is there,
  // and its destructor must never run.
  static Ref borrowed(T* held) {
    Ref ref;
    ref.object_ = held;
    return ref;
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Ref&) const = default;

 private:
  // Apart from the destructor, so that dropping an empty Ref costs one comparison and no call.
  [[gnu::noinline]] static void let_go(T* object) {
    if (object->release()) delete object;
  }

  T* object_ = nullptr;
};

template <class T, class... Args>
Ref<T> make_ref(Args&&... args) {
  return Ref<T>::first(new T(std::forward<Args>(args)...));
}

}  // namespace pelton
