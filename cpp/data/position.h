// Owns what a pass begins from, so that it can begin again: what the nodes of its pipeline keep,
// and the stream that the random numbers of its functions follow from.
#pragma once
#include <span>
#include <vector>

#include "data/dataset.h"
#include "data/settings.h"
#include "runtime/dispatch/random_state.h"

namespace pelton::data {

// The stream of a pass, or of a part of it: of the pass or the function that begins it, else of
// the process's state.
RandomStream draw_stream_of_pass();

// The streams of what begins within one pass, in order: they follow from the pass's own alone.
class PassStreams {
 public:
  explicit PassStreams(RandomStream own) : own_(own) {}
  RandomStream own() const { return own_; }
  RandomStream draw();
  const PassSettings& settings() const { return settings_; }

 private:
  RandomStream own_;
  PassSettings settings_ = current_settings();
  int64_t drawn_ = 0;
};

// While one lives, draw_stream_of_pass() of this thread draws from `streams`, whose settings are
// current. What user's code draws is not concerned.
class PassScope {
 public:
  explicit PassScope(PassStreams& streams);
  ~PassScope();
  PassScope(const PassScope&) = delete;
  PassScope& operator=(const PassScope&) = delete;

 private:
  PassStreams* const outer_;
  const SettingsScope settings_;
};

// A pass whose random numbers follow from `streams`; next() is to be called in a PassScope.
IteratorRef begin_pass(const Dataset& dataset, PassStreams& streams);

// All that a pass with this stream would give now, in words.
std::vector<uint64_t> origin_of(const Dataset& dataset, RandomStream stream);
// Has the next pass with the returned stream give what it gave when `origin` was taken; raises
// invalid_argument where that was of a pipeline of other nodes.
RandomStream restore_origin(const Dataset& dataset, std::span<const uint64_t> origin);

}  // namespace pelton::data
