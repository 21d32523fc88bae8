#include "data/prefetch.h"

#include <deque>
#include <exception>

#include "core/error.h"
#include "data/position.h"
#include "data/workers.h"

namespace pelton::data {
namespace {

class Prefetching : public std::enable_shared_from_this<Prefetching> {
 public:
  Prefetching(IteratorRef input, int64_t ahead)
      : input_(std::move(input)), ahead_(static_cast<size_t>(ahead)) {}

  // Before the first element none is made ahead.
  int64_t skip(int64_t count) {
    const PassScope scope(streams_);
    return input_->skip(count);
  }
  bool is_started() const { return is_started_; }
  QueueState queue() {
    const std::lock_guard lock(workers.mutex);
    return {std::ssize(ready_), static_cast<int64_t>(ahead_), busy_ns_};
  }

  bool next(Element& out) {
    if (!std::exchange(is_started_, true))
      workers.start(1, [self = shared_from_this()] { self->run(); });
    std::unique_lock lock(workers.mutex);
    workers.wait_as_user(lock, [&] { return !ready_.empty(); });
    Made made = std::move(ready_.front());
    ready_.pop_front();
    lock.unlock();
    workers.changed.notify_all();
    if (made.error != nullptr) std::rethrow_exception(made.error);
    out = std::move(made.element);
    return made.is_element;
  }

  Workers workers;

 private:
  // An element, an error, or the end. After an error the pass goes on, as without a thread.
  struct Made {
    Element element;
    bool is_element = false;
    std::exception_ptr error;
  };

  Made make() {
    Made out;
    const PassScope scope(streams_);
    const auto begin = std::chrono::steady_clock::now();
    try {
      out.is_element = input_->next(out.element);
    } catch (...) {
      out.error = std::current_exception();
    }
    busy_ns_ += (std::chrono::steady_clock::now() - begin).count();
    return out;
  }

  void run() {
    while (true) {
      Made made = make();
      const bool is_end = !made.is_element && made.error == nullptr;
      std::unique_lock lock(workers.mutex);
      if (!workers.wait(lock, [&] { return ready_.size() < ahead_; })) return;
      ready_.push_back(std::move(made));
      lock.unlock();
      workers.changed.notify_all();
      if (is_end) return;
    }
  }

  IteratorRef input_;
  const size_t ahead_;
  std::deque<Made> ready_;
  bool is_started_ = false;
  PassStreams streams_{draw_stream_of_pass()};
  std::atomic<int64_t> busy_ns_{0};
};

}  // namespace

DatasetRef prefetch(DatasetRef input, int64_t ahead) {
  check(ahead > 0, "Buffer size must be greater than zero.");
  const int64_t cardinality = input->cardinality();
  return make_dataset({"prefetch", {input}, cat(ahead)}, cardinality,
                      [input, ahead]() -> IteratorRef {
                        return std::make_unique<ThreadedPass<Prefetching>>(
                            std::make_shared<Prefetching>(input->iterate(), ahead));
                      });
}

}  // namespace pelton::data
