// Owns what cannot be done on a device while its work is recorded, the same on every kind of GPU.
#pragma once
#include "core/error.h"

namespace pelton {

// Raises failed_precondition while `capturing`; `what` is the sentence's beginning.
inline void check_not_capturing(bool capturing, const char* what) {
  check(!capturing, Code::failed_precondition, what, " while the device's work is being recorded");
}

inline constexpr const char* kNoHostCopy = "host memory cannot be copied to the device";
inline constexpr const char* kNoHostRead = "the device's memory cannot be read";
inline constexpr const char* kNoPeerCopy = "memory cannot be copied between devices";
inline constexpr const char* kNoWait = "the device cannot be waited for";
inline constexpr const char* kNoSecondCapture = "another recording cannot begin";

}  // namespace pelton
