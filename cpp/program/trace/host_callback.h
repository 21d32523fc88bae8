// Owns how engine code that is no op runs so that records hold it: an optimizer's step, a metric's
// update.
#pragma once
#include <initializer_list>

#include "program/program.h"

namespace pelton {

// While one lives, this thread's callbacks that give nothing are not called: for what runs again.
class HostCallbacksOff {
 public:
  HostCallbacksOff() { ++count_; }
  ~HostCallbacksOff() { --count_; }
  HostCallbacksOff(const HostCallbacksOff&) = delete;
  HostCallbacksOff& operator=(const HostCallbacksOff&) = delete;
  static bool is_active() { return count_ > 0; }

 private:
  static thread_local int count_;
};

// The results of body(arguments), which a record of this call runs again on its own arguments.
// Undefined arguments are undefined then too. `body` keeps alive what it uses.
// `outputs` and `stored`: see HostCallback; without outputs it cannot be traced without values
// (unimplemented).
std::vector<Tensor> perform(const std::string& name, const std::vector<Tensor>& arguments,
                            HostCallback::Body body,
                            decltype(HostCallback::outputs) outputs = std::nullopt,
                            std::string stored = {});
// The outputs of what gives none.
inline const decltype(HostCallback::outputs) kNoOutputs{std::in_place};

}  // namespace pelton
