// Owns Spare: objects that a thread uses again and again, with the memory that they have grown.
#pragma once
#include <utility>

namespace pelton {

// One thread's idle objects of one class.
template <class T>
struct IdleObjects {
  static constexpr int kMost = 4;
  T* objects[kMost];
  int count;
  bool has_closer;
  bool closed;
};

// A T of one's own for as long as this lives: one that this thread gave back, else a new one. T has
// clear() noexcept, which makes it as good as new, and is_small(), which says whether it may be
// kept for the next owner.
template <class T>
class Spare {
 public:
  Spare() : object_(take()) {}
  ~Spare() { give_back(object_); }
  Spare(const Spare&) = delete;
  Spare& operator=(const Spare&) = delete;
  T* operator->() { return object_; }
  const T* operator->() const { return object_; }
  T& operator*() { return *object_; }
  const T& operator*() const { return *object_; }

 private:
  using Idle = IdleObjects<T>;
  // Drops the idle objects when their thread ends; the list itself outlives this, being trivial.
  struct Closer {
    Idle* idle;
    ~Closer() {
      idle->closed = true;
      while (idle->count > 0) delete idle->objects[--idle->count];
    }
  };
  static void close_at_thread_end() {
    static thread_local Closer closer{&idle_};
    closer.idle->has_closer = true;
  }
  static T* take() { return idle_.count > 0 ? idle_.objects[--idle_.count] : new T; }
  static void give_back(T* object) {
    object->clear();
    Idle& idle = idle_;
    if (idle.closed || idle.count == Idle::kMost || !object->is_small()) {
      delete object;
      return;
    }
    if (!idle.has_closer) close_at_thread_end();
    idle.objects[idle.count++] = object;
  }

  T* object_;
  // In the first block of a thread's storage, which costs no call to reach.
  [[gnu::tls_model("initial-exec")]] static inline thread_local constinit Idle idle_{};
};

}  // namespace pelton
