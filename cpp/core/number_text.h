// Owns parse_number: what a text says as a number, in every locale.
#pragma once
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace pelton {

// White space around a number and a plus before it count for nothing.
inline std::string_view trimmed_number(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

// What stands behind the 0x of a hexadecimal number, of either sign.
inline std::optional<std::string_view> hexadecimal_digits(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (!text.starts_with("0x") && !text.starts_with("0X")) return {};
  return text.substr(2);
}

template <class T>
bool parse_hexadecimal(std::string_view text, std::string_view digits, T& value) {
  const char* const end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, value, std::chars_format::hex);
  if (result.ptr != end || result.ec != std::errc() || digits.starts_with('-')) return false;
  if (text.starts_with('-')) value = -value;
  return true;
}

// False for what is no number and for integers that T does not hold; floating-point numbers out of
// range become infinite or 0.
template <class T>
bool parse_number(std::string_view text, T& value) {
  text = trimmed_number(text);
  if constexpr (std::is_floating_point_v<T>)
    if (const auto digits = hexadecimal_digits(text))
      return parse_hexadecimal(text, *digits, value);
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end || text.empty()) return false;
  if constexpr (std::is_floating_point_v<T>)
    if (result.ec == std::errc::result_out_of_range) {
      const auto exponent = text.find_first_of("eE");
      const bool is_small =
          exponent != std::string_view::npos && text.find('-', exponent) != std::string_view::npos;
      value = is_small ? T(0) : text[0] == '-' ? -HUGE_VAL : HUGE_VAL;
      return true;
    }
  return result.ec == std::errc();
}

}  // namespace pelton
