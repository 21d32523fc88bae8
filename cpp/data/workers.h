// Owns Workers: threads of a pass's own, which end with it, and how its user waits for them.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "data/dataset.h"
#include "runtime/devices/owning_process.h"

namespace pelton::data {

// The threads of one pass. What they share is guarded by `mutex`; whoever changes it notifies
// `changed`. In a child of a fork there are none of them.
class Workers {
 public:
  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Starts `count` threads of `work`, or as many as the system has left; it owns what it uses and
  // returns where wait() says false.
  void start(int count, const std::function<void()>& work);
  // Has the threads end and waits until they have, without the host language's lock; those that a
  // user's function holds for long are left to end after it.
  void end();
  // From now on, as the process ends, nobody waits for threads: they may sleep for good.
  static void leave_to_process() { is_process_ending_ = true; }

  // For a worker: waits until ready() or the end, and says whether it is to go on.
  template <class Ready>
  bool wait(std::unique_lock<std::mutex>& lock, Ready ready) {
    changed.wait(lock, [&] { return is_ending_ || ready(); });
    return !is_ending_;
  }
  // For the pass's user: waits until ready(). Raises interrupted where the user asks to stop,
  // failed_precondition in a child of a fork.
  template <class Ready>
  void wait_as_user(std::unique_lock<std::mutex>& lock, Ready ready) {
    while (!ready()) {
      changed.wait_for(lock, kPatience, [&] { return ready(); });
      if (!ready()) check_user(lock);
    }
  }

  std::mutex mutex;
  std::condition_variable changed;

 private:
  // How many threads are at work, which they tell when they may have outlived this object.
  struct Running {
    std::mutex mutex;
    std::condition_variable over;
    int count = 0;
  };
  bool start_one(const std::function<void()>& run);
  bool wait_until_over();

  static constexpr std::chrono::milliseconds kPatience{50}, kPatienceAtEnd{250};
  static inline std::atomic<bool> is_process_ending_ = false;
  void check_user(std::unique_lock<std::mutex>& lock);

  bool is_ending_ = false;
  OwningProcess owner_;
  std::vector<std::thread> threads_;
  std::shared_ptr<Running> running_;
};

// A pass whose work is done by threads: `Work` has a member `workers`, next(),
// skip() for a pass that has not begun, is_started(), queue(), and owns all that
// the threads use, for they may outlive the pass at the end of the process.
template <class Work>
class ThreadedPass : public Iterator {
 public:
  explicit ThreadedPass(std::shared_ptr<Work> work) : work_(std::move(work)) {}
  ~ThreadedPass() override { work_->workers.end(); }
  bool next(Element& out) override { return work_->next(out); }
  int64_t skip(int64_t count) override {
    return work_->is_started() ? Iterator::skip(count) : work_->skip(count);
  }
  QueueState queue() override { return work_->queue(); }

 private:
  std::shared_ptr<Work> work_;
};

}  // namespace pelton::data
