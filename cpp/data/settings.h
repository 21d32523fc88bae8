// Owns what tf.data.Options says of a pass's threads.
#pragma once
#include "data/dataset.h"

namespace pelton::data {

// 0: not set. What a pass begins within the other's has the same.
struct PassSettings {
  int64_t threads = 0;       // at most so many calls of a function at once
  int64_t chosen_calls = 0;  // at most so many where the engine chooses
  bool loops_alone = false;  // loops of functions run in the thread that calls them

  // How many calls at once are made of those that are asked for, at least one.
  int64_t limited(int64_t calls, bool is_chosen) const;
};

// Those of the pass that this thread works for.
const PassSettings& current_settings();

// While one lives, current_settings() of this thread are these.
class SettingsScope {
 public:
  explicit SettingsScope(const PassSettings& settings);
  ~SettingsScope();
  SettingsScope(const SettingsScope&) = delete;
  SettingsScope& operator=(const SettingsScope&) = delete;

 private:
  const PassSettings outer_;
};

// The same elements, from passes with these settings.
DatasetRef with_settings(DatasetRef input, PassSettings settings);

}  // namespace pelton::data
