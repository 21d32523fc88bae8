// Owns which batches of one epoch the callbacks hear of. Asking them costs more than a small step's
// bookkeeping, so what they say holds for as long as they say.
#pragma once
#include <chrono>
#include <functional>
#include <optional>

#include "nn/training/callbacks.h"

namespace pelton {

class BatchHooks {
 public:
  // `call` hands over the logs of a batch's end; `after` comes after each hook, which may have
  // changed the model. Lasts one epoch.
  BatchHooks(Callbacks& callbacks, Phase phase, std::function<void(int64_t step)> call,
             std::function<void()> after)
      : callbacks_(callbacks),
        phase_(phase),
        call_(std::move(call)),
        after_(std::move(after)),
        wants_begin_(callbacks.wants_batch_begin(phase)) {}
  BatchHooks(const BatchHooks&) = delete;
  BatchHooks& operator=(const BatchHooks&) = delete;

  void begin(int64_t step) {
    if (!wants_begin_) return;
    callbacks_.on_batch_begin(phase_, step);
    after_();
  }
  void end(int64_t step) {
    const std::chrono::duration<double> passed = Clock::now() - asked_;
    if (passed.count() < pause_)
      not_asked_ = step;
    else
      ask(step);
  }
  // After the last batch, which callbacks are asked about in any case.
  void finish() {
    if (not_asked_) ask(*not_asked_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void ask(int64_t step) {
    not_asked_.reset();
    if (callbacks_.wants_batch_end(phase_, step)) {
      call_(step);
      return after_();
    }
    asked_ = Clock::now();
    pause_ = callbacks_.batch_end_pause(phase_);
  }

  Callbacks& callbacks_;
  const Phase phase_;
  const std::function<void(int64_t)> call_;
  const std::function<void()> after_;
  const bool wants_begin_;
  Clock::time_point asked_;
  double pause_ = 0;  // seconds from asked_
  std::optional<int64_t> not_asked_;
};

}  // namespace pelton
