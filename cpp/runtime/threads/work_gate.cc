#include "runtime/threads/work_gate.h"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "runtime/threads/host_lock.h"
#include "runtime/threads/turn_lock.h"

namespace pelton {
namespace {

using namespace std::chrono_literals;
constexpr auto kNap = 50us;

std::atomic<int> at_work{0};         // threads
std::atomic<uint32_t> closed_by{0};  // the thread for which the others rest; 0: open
std::atomic<bool> is_over{false};    // it stays closed
thread_local int depth = 0;          // of this thread's AtWork

// The child has none of the parent's other threads.
void forget_others() {
  at_work.store(depth > 0 ? 1 : 0);
  if (closed_by.load() != thread_number()) closed_by.store(0);
}

bool is_closed() {
  const uint32_t by = closed_by.load(std::memory_order_seq_cst);
  return by != 0 && by != thread_number();
}

void await_opening() {
  while (is_closed()) std::this_thread::sleep_for(kNap);
}

}  // namespace

AtWork::AtWork() {
  if (depth++ > 0) return;
  for (;;) {
    at_work.fetch_add(1, std::memory_order_seq_cst);
    if (!is_closed()) return;
    at_work.fetch_sub(1, std::memory_order_release);
    await_opening();
  }
}

AtWork::~AtWork() {
  if (--depth == 0) at_work.fetch_sub(1, std::memory_order_release);
}

OthersAtRest::OthersAtRest(std::chrono::milliseconds limit) {
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, &forget_others);
  const HostLockGivenUp others_finish;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  const auto has_time = [&] { return std::chrono::steady_clock::now() < deadline; };
  uint32_t nobody = 0;
  while (!closed_by.compare_exchange_strong(nobody, thread_number()) && nobody != thread_number() &&
         has_time()) {
    nobody = 0;
    std::this_thread::sleep_for(kNap);
  }
  const int mine = depth > 0 ? 1 : 0;
  bool rest = false;  // who comes to the closed gate counts as at work for a moment
  while (!(rest = at_work.load() <= mine) && has_time()) std::this_thread::sleep_for(kNap);
  are_all_ = rest && closed_by.load() == thread_number();
}

OthersAtRest::~OthersAtRest() {
  if (closed_by.load() == thread_number() && !is_over) closed_by.store(0);
}

void close_work_gate() {
  is_over.store(true);
  closed_by.store(thread_number());
}

bool is_work_over() { return is_over.load(std::memory_order_relaxed) && is_closed(); }

void rest_for_good() {
  for (;;) std::this_thread::sleep_for(1h);
}

}  // namespace pelton
