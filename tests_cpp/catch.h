// Picks the Catch2 that is installed: version 2 (one header) or 3. Owns contains_text(), the
// matcher of a text within a text, to which each version gives another name.
#pragma once
#include <string>
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
inline auto contains_text(const std::string& text) {
  return Catch::Matchers::ContainsSubstring(text);
}
#else
#include <catch2/catch.hpp>
inline auto contains_text(const std::string& text) { return Catch::Matchers::Contains(text); }
#endif
