// Owns FaultPlan: which call of a fake GPU fails, for tests of what happens then.
#pragma once
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace pelton::fake {

// The calls that may fail, as their names in a plan: "allocate", "launch", "copy", "synchronize".
enum class Call : uint8_t { allocate, launch, copy, synchronize };

struct Fault {
  std::optional<Call> call;  // absent: any call counts
  int64_t at = 1;            // the at-th such call from now on fails
  Code code = Code::internal;
  bool sticky = false;  // every call after it fails with device_lost
};

// "launch:3:internal:sticky" or "any:1:resource_exhausted". Raises value_error for anything else.
Fault parse_fault(std::string_view text);

// One device's plan. Safe to call from any thread.
class FaultPlan {
 public:
  void set(std::optional<Fault> fault);
  // Raises when the plan says that this call fails, or that the device is lost.
  void on_call(Call call, std::string_view device);

 private:
  std::mutex mutex_;
  std::optional<Fault> fault_;
  int64_t seen_ = 0;
  std::string lost_;  // why; empty: the device works
};

}  // namespace pelton::fake
