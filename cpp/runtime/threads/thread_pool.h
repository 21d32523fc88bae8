// Owns the CPU thread pool and parallel_for(). Must not know what the loops compute.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace pelton {

class IdleWork;

// A pool of size() threads, the caller of parallel_for() being one of them. Idle workers spin for
// half a millisecond, so that they are awake when the next step of a training loop comes, then
// sleep. Any number of threads may call it; one loop runs in parallel at a time and the others run
// theirs alone meanwhile.
class ThreadPool {
 public:
  // Starts size - 1 workers (fewer when the system refuses more).
  explicit ThreadPool(int size);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return size_.load(std::memory_order_relaxed); }
  // Waits for the running loop, then restarts with `size` threads.
  void resize(int size);

  // Calls f(begin, end) for consecutive pieces of [0, n), each of at least `grain` items (enough
  // for some 10 us of work) but the last; the pieces depend on n, grain and size() only. Each
  // thread begins with the same share of them in every loop, so that it finds in its caches what it
  // wrote in the last one, and then helps the others. Nested calls run inline. The first exception
  // of any piece stops the loop and is raised here; between pieces the caller polls for interrupts.
  template <class F>
  void parallel_for(int64_t n, int64_t grain, F&& f) {
    using Function = std::remove_reference_t<F>;
    run(
        n, grain,
        [](void* body, int64_t begin, int64_t end) { (*static_cast<Function*>(body))(begin, end); },
        const_cast<void*>(static_cast<const void*>(std::addressof(f))));
  }

  // Workers that wait for a loop take parts of `work`, the last one offered, until it is withdrawn;
  // none is woken for it. After withdraw() they claim no more.
  void offer(IdleWork& work);
  void withdraw(const IdleWork& work);

 private:
  using Body = void (*)(void* context, int64_t begin, int64_t end);
  struct Job;
  struct Share;

  void run(int64_t n, int64_t grain, Body body, void* context);
  void run_shared(Job& job);
  void start(int size);
  void stop();
  void worker_loop(int index);
  uint32_t await_signal(uint32_t seen);
  void do_idle_work();
  void await_workers();

  std::mutex mutex_;  // held by the caller whose loop is shared
  std::atomic<int> size_{1};
  std::vector<std::thread> workers_;
  std::unique_ptr<Share[]> shares_;  // one per thread, of the loop that is shared
  // Each on its own cache line: workers poll the first while the caller writes the others.
  alignas(64) std::atomic<uint32_t> signal_{0};  // loop number << 10 | last worker wanted
  std::atomic<IdleWork*> offered_{nullptr};      // changes under offer_mutex_
  alignas(64) std::atomic<Job*> job_{nullptr};
  std::atomic<int> inside_{0};  // workers that may hold job_
  std::atomic<bool> stopping_{false};
  std::mutex offer_mutex_;  // held while offered_ is used, but for the question whether it is null
};

// The process's pool, made on first use with default_num_threads() threads, made anew in a forked
// child, never destroyed.
ThreadPool& thread_pool();

// Threads that parallel_for() uses.
int num_threads();
// Sets that number; raises invalid_argument when it is not in [1, 1024].
void set_num_threads(int count);

// Which of the pool's threads runs this code: 0 outside parallel_for() and in its caller, else in
// [1, num_threads()); constant during one piece. For workspaces, one slot per thread.
int thread_index();
// True on the pool's own threads.
bool is_pool_worker();
// True where parallel_for() runs in the calling thread alone: within a loop, or in a pool of one.
bool loops_run_alone();

// thread_pool().parallel_for(...).
template <class F>
void parallel_for(int64_t n, int64_t grain, F&& f) {
  thread_pool().parallel_for(n, grain, f);
}

}  // namespace pelton
