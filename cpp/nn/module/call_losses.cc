#include "nn/module/call_losses.h"

#include <algorithm>
#include <mutex>

namespace pelton {
namespace {

// Threads whose losses are kept; those that have ended are not told.
constexpr size_t kMostThreads = 16;

}  // namespace

void CallLosses::add(uint64_t number, const Tensor& loss) {
  const uint32_t me = thread_number();
  const std::lock_guard held(lock_);
  const auto own = std::find_if(calls_.begin(), calls_.end(),
                                [&](const Call& call) { return call.thread == me; });
  has_any_.store(true, std::memory_order_relaxed);
  if (own != calls_.end() && own->number == number) return own->losses.push_back(loss);
  if (own != calls_.end()) calls_.erase(own);
  if (calls_.size() == kMostThreads) calls_.erase(calls_.begin());
  calls_.push_back({me, number, {loss}});
}

void CallLosses::append_to(std::vector<Tensor>& out, uint64_t number) const {
  if (is_empty()) return;
  const std::lock_guard held(lock_);
  for (const Call& call : calls_)
    if (call.number == number) out.insert(out.end(), call.losses.begin(), call.losses.end());
}

}  // namespace pelton
