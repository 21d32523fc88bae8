// Owns how environment variables that are on or off are read.
#pragma once
#include <cstdlib>
#include <string_view>

namespace pelton {

// Whether the environment variable is "1" or "true", in TensorFlow's spellings; `otherwise` where
// it is not set.
inline bool is_switched_on(const char* variable, bool otherwise = false) {
  const char* const value = std::getenv(variable);
  if (value == nullptr) return otherwise;
  const std::string_view text = value;
  return text == "1" || text == "true" || text == "True" || text == "TRUE";
}

}  // namespace pelton
