// Owns how the parts of what a trace is keyed by become bytes: keys are made at each call.
#pragma once
#include <string>
#include <type_traits>

namespace pelton {

template <class T>
void append_value(std::string& key, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  key.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace pelton
