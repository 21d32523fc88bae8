// Owns NumericsCheck: while it is on in a thread, the ops that give NaN or infinite numbers there
// raise, saying where. Must not know ops.
#pragma once
#include "runtime/dispatch/observer.h"

namespace pelton {

class NumericsCheck : public Observer {
 public:
  // Switches it on or off for the calling thread.
  static void set(bool on);
  // Raises invalid_argument for a bad output of an op that computes.
  void on_call(const OpCall& call) override;
};

}  // namespace pelton
