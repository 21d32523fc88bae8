// Owns parallel_map(): several calls of a function at once, whose results keep their order.
#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>

#include "data/position.h"
#include "data/prefetch.h"
#include "data/workers.h"
#include "runtime/threads/cpu_count.h"
#include "runtime/threads/loops_alone.h"

namespace pelton::data {
namespace {

// A place in the order of elements, filled by a worker.
struct Slot {
  Element element;
  std::exception_ptr error;
  bool is_element = false;
  bool is_ready = false;
};

// Calls that take less are not worth a thread's waking.
constexpr std::chrono::microseconds kShortCall{50};
constexpr int kTrials = 8;
constexpr int64_t kMostThreads = 256;  // of a pass, however many calls at once are asked for

class ParallelMapping : public std::enable_shared_from_this<ParallelMapping> {
 public:
  ParallelMapping(IteratorRef input, const FunctionRef& function, int64_t calls)
      : input_(std::move(input)),
        function_(function),
        trials_(calls == kAutotune ? kTrials : 0),
        count_(static_cast<int>(current_settings().limited(
            calls == kAutotune ? available_cpus() : std::min(calls, kMostThreads),
            calls == kAutotune))) {}

  bool next(Element& out) {
    if (trials_ > 0) return try_next(out);
    if (!is_parallel_) return map_next(out);
    if (!std::exchange(is_started_, true))
      workers.start(count_, [self = shared_from_this()] { self->run(); });
    std::unique_lock lock(workers.mutex);
    workers.wait_as_user(lock, [&] { return !slots_.empty() && slots_.front().is_ready; });
    Slot slot = std::move(slots_.front());
    slots_.pop_front();
    lock.unlock();
    workers.changed.notify_all();
    if (slot.error != nullptr) std::rethrow_exception(slot.error);
    out = std::move(slot.element);
    return slot.is_element;
  }

  // Before the first element no function has been called.
  int64_t skip(int64_t count) {
    const PassScope scope(streams_);
    const int64_t done = input_->skip(count);
    number_ += done;
    return done;
  }
  bool is_started() const { return is_started_; }
  QueueState queue() {
    const std::lock_guard lock(workers.mutex);
    const auto ready =
        std::count_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.is_ready; });
    return {ready, is_started_ ? 2 * count_ : 0, busy_ns_};
  }

  Workers workers;

 private:
  bool map_next(Element& out) {
    const PassScope scope(streams_);
    if (!input_->next(out)) return false;
    out = Element(function_.call(out, number_++));
    return true;
  }

  // The first calls tell whether several at once pay.
  bool try_next(Element& out) {
    const PassScope scope(streams_);
    if (!input_->next(out)) return false;
    const auto begin = std::chrono::steady_clock::now();
    out = Element(function_.call(out, number_++));
    const auto end = std::chrono::steady_clock::now();
    shortest_ = std::min(shortest_, end - begin);
    if (--trials_ == 0) is_parallel_ = shortest_ >= kShortCall;
    return true;
  }

  // The input's element for a new slot, which is last; null where there is none.
  Slot* claim(int64_t& number) {
    const std::lock_guard turn(input_mutex_);
    {
      std::unique_lock lock(workers.mutex);
      const auto most = static_cast<size_t>(2 * count_);
      if (!workers.wait(lock, [&] { return slots_.size() < most; }) || is_over_) return nullptr;
    }
    Slot made;
    const PassScope scope(streams_);
    const auto begin = std::chrono::steady_clock::now();
    try {
      made.is_element = input_->next(made.element);
    } catch (...) {
      made.error = std::current_exception();
    }
    busy_ns_ += (std::chrono::steady_clock::now() - begin).count();
    made.is_ready = !made.is_element;
    const bool is_end = !made.is_element && made.error == nullptr;
    const std::lock_guard lock(workers.mutex);
    is_over_ = is_end;
    slots_.push_back(std::move(made));
    number = number_++;
    return &slots_.back();
  }

  void run() {
    const LoopsAlone alone;
    while (true) {
      int64_t number = 0;
      Slot* const slot = claim(number);
      if (slot == nullptr) return;
      if (!slot->is_ready) call(*slot, number);
      workers.changed.notify_all();
    }
  }

  // References to a deque's items stay while others are added and removed at its ends.
  void call(Slot& slot, int64_t number) {
    std::exception_ptr error;
    Components parts;
    const auto begin = std::chrono::steady_clock::now();
    try {
      parts = function_.call(slot.element, number);
    } catch (...) {
      error = std::current_exception();
    }
    busy_ns_ += (std::chrono::steady_clock::now() - begin).count();
    const std::lock_guard lock(workers.mutex);
    slot.element = Element(std::move(parts));
    slot.error = error;
    slot.is_ready = true;
  }

  IteratorRef input_;
  FunctionPass function_;
  int trials_;
  const int count_;
  std::chrono::nanoseconds shortest_ = std::chrono::hours(1);
  bool is_parallel_ = true, is_started_ = false;
  std::mutex input_mutex_;  // of the input and of number_, before that of the workers
  int64_t number_ = 0;
  bool is_over_ = false;
  std::deque<Slot> slots_;
  PassStreams streams_{draw_stream_of_pass()};
  std::atomic<int64_t> busy_ns_{0};
};

}  // namespace

DatasetRef parallel_map(DatasetRef input, FunctionRef function, int64_t calls) {
  const int64_t cardinality = input->cardinality();
  return make_dataset({"parallel_map", {input}, function->title()}, cardinality,
                      [input, function, calls]() -> IteratorRef {
                        return std::make_unique<ThreadedPass<ParallelMapping>>(
                            std::make_shared<ParallelMapping>(input->iterate(), function, calls));
                      });
}

}  // namespace pelton::data
