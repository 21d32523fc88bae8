// Owns FreeList: recycles the memory of small objects per thread, so that an eager op needs no
// malloc.
#pragma once
#include <cstddef>
#include <new>

namespace pelton {

// One thread's free objects of one class; not inside FreeList, where nvcc takes it for incomplete.
struct FreeObjects {
  struct Link {
    Link* next;
  };
  Link* head;
  int count;
  bool has_closer;
  bool closed;
};

// Give a class `operator new/delete` through this base to recycle up to kLimit objects per thread.
template <class T>
class FreeList {
 public:
  static void* operator new(size_t bytes) {
    List& list = local_;
    if (list.head == nullptr || bytes != sizeof(T)) return ::operator new(bytes);
    Link* link = list.head;
    list.head = link->next;
    --list.count;
    return link;
  }
  static void operator delete(void* memory, size_t bytes) {
    List& list = local_;
    if (list.closed || list.count >= kLimit || bytes != sizeof(T)) return ::operator delete(memory);
    if (!list.has_closer) close_at_thread_end();
    list.head = new (memory) Link{list.head};
    ++list.count;
  }

 private:
  static constexpr int kLimit = 1024;
  using List = FreeObjects;
  using Link = FreeObjects::Link;
  // Empties the list when its thread ends; the list itself outlives this, being trivial.
  struct Closer {
    List* list;
    ~Closer() {
      list->closed = true;
      while (Link* link = list->head) {
        list->head = link->next;
        ::operator delete(link);
      }
    }
  };
  static void close_at_thread_end() {
    static thread_local Closer closer{&local_};
    closer.list->has_closer = true;
  }
  // In the first block of a thread's storage, which costs no call to reach.
  [[gnu::tls_model("initial-exec")]] static inline thread_local constinit List local_{};
};

}  // namespace pelton
