// Owns cat(): joins values into one message string. Knows nothing of the engine's types:
// a type joins in by an `append(std::string&, const T&)` found next to it.
#pragma once
#include <concepts>
#include <cstdio>
#include <string>
#include <string_view>

namespace pelton {

inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, const char* text) { out += text; }
inline void append(std::string& out, char c) { out += c; }
inline void append(std::string& out, bool value) { out += value ? "True" : "False"; }

template <std::integral T>
void append(std::string& out, T value) {
  out += std::to_string(value);
}

template <std::floating_point T>
void append(std::string& out, T value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  out += text;
}

// Joins the parts in order: cat("rank ", 3, " != ", 4).
template <class... Parts>
std::string cat(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

}  // namespace pelton
