#include "runtime/fake/emulated_block.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/error.h"

namespace pelton::fake {
namespace {

bool is_same(const Place& a, const Place& b) {
  return a.line() == b.line() && a.column() == b.column() &&
         std::strcmp(a.file_name(), b.file_name()) == 0;
}

std::string text(const dim3& index) { return cat('(', index.x, ", ", index.y, ", ", index.z, ')'); }

}  // namespace

std::string text(const Place& place) {
  const std::string_view file = place.file_name();
  return cat(file.substr(file.rfind('/') + 1), ':', place.line());
}

void EmulatedBlock::start(const dim3& size) {
  count_ = size_t{size.x} * size.y * size.z;
  while (threads_.size() < count_) threads_.emplace_back();
  while (warps_.size() * warpSize < count_) warps_.emplace_back();
  error_ = nullptr;
  entry_ = [this] {
    try {
      (*thread_)();
    } catch (...) {
      error_ = std::current_exception();
    }
  };
  for (size_t i = 0; i < count_; ++i) {
    Thread& thread = threads_[i];
    const auto n = static_cast<unsigned>(i);
    thread.index = dim3(n % size.x, n / size.x % size.y, n / size.x / size.y);
    thread.wait = Wait::nothing;
    thread.fiber.start(entry_);
  }
}

void EmulatedBlock::run(const dim3& size, const std::function<void()>& thread) {
  thread_ = &thread;
  start(size);
  do {
    for (size_t first = 0; first < count_; first += warpSize)
      run_warp(first, std::min(count_, first + warpSize));
  } while (release_barrier());
}

void EmulatedBlock::run_ready(size_t first, size_t last) {
  for (size_t i = first; i < last; ++i) {
    Thread& thread = threads_[i];
    if (thread.wait != Wait::nothing) continue;
    current_ = i;
    threadIdx = thread.index;
    if (thread.fiber.resume()) thread.wait = Wait::over;
    if (error_) std::rethrow_exception(error_);
  }
}

// Runs until each of the warp's threads waits for the block or is over.
void EmulatedBlock::run_warp(size_t first, size_t last) {
  do {
    run_ready(first, last);
  } while (finish_exchanges(first, last));
  for (size_t i = first; i < last; ++i)
    if (threads_[i].wait == Wait::warp) raise_stuck(threads_[i]);
}

bool EmulatedBlock::has_arrived(unsigned mask, size_t first, size_t last,
                                const Place& place) const {
  for (size_t lane = 0; lane < warpSize; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    if (first + lane >= last) return false;
    const Thread& other = threads_[first + lane];
    if (other.wait != Wait::warp || other.mask != mask || !is_same(other.place, place))
      return false;
  }
  return true;
}

// True when some lanes may go on. All of them read what was exchanged before the next exchange is
// finished, since run_ready() runs each up to its next wait.
bool EmulatedBlock::finish_exchanges(size_t first, size_t last) {
  bool any = false;
  for (size_t i = first; i < last; ++i) {
    const Thread& thread = threads_[i];
    if (thread.wait != Wait::warp || !has_arrived(thread.mask, first, last, thread.place)) continue;
    const unsigned mask = thread.mask;
    for (size_t lane = 0; lane < warpSize; ++lane) {
      if ((mask >> lane & 1u) == 0) continue;
      warps_[first / warpSize].values[lane] = threads_[first + lane].value;
      threads_[first + lane].wait = Wait::nothing;
    }
    any = true;
  }
  return any;
}

// True when there are threads that go on; raises for a barrier that not all reach in one place.
bool EmulatedBlock::release_barrier() {
  const auto end = threads_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto first = std::find_if(threads_.begin(), end,
                                  [](const Thread& thread) { return thread.wait == Wait::block; });
  if (first == end) return false;
  for (auto other = threads_.begin(); other != end; ++other) {
    check(other->wait == Wait::block, Code::internal, "divergent barrier in block ", text(blockIdx),
          ": thread ", text(first->index), " waits at ", text(first->place), ", thread ",
          text(other->index), " has ended");
    check(is_same(first->place, other->place), Code::internal, "divergent barrier in block ",
          text(blockIdx), ": thread ", text(first->index), " waits at ", text(first->place),
          ", thread ", text(other->index), " at ", text(other->place));
  }
  for (auto thread = threads_.begin(); thread != end; ++thread) thread->wait = Wait::nothing;
  return true;
}

void EmulatedBlock::raise_stuck(const Thread& thread) const {
  raise(Code::internal, "a warp's lanes do not meet in block ", text(blockIdx), ": thread ",
        text(thread.index), " waits at ", text(thread.place), " for the lanes of mask ",
        thread.mask, ", and some wait elsewhere or have ended");
}

void EmulatedBlock::wait(Wait what, const Place& place) {
  Thread& thread = threads_[current_];
  thread.wait = what;
  thread.place = place;
  Fiber::suspend();
}

void EmulatedBlock::wait_for_block(const Place& place) { wait(Wait::block, place); }

Exchange EmulatedBlock::exchange(unsigned mask, const void* value, size_t bytes,
                                 const Place& place) {
  const size_t lane = current_ % warpSize;
  check((mask >> lane & 1u) != 0, Code::internal, text(place), ": lane ", lane,
        " takes part in an exchange whose mask leaves it out");
  Thread& thread = threads_[current_];
  thread.mask = mask;
  std::memcpy(thread.value.bytes, value, bytes);
  const Warp& warp = warps_[current_ / warpSize];
  wait(Wait::warp, place);
  return {warp.values, static_cast<int>(lane)};
}

}  // namespace pelton::fake
