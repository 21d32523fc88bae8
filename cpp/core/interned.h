// Owns Text and Constant, attribute values of any length. Each different one is kept once, for
// good, so that a copy is a pointer and equal values have equal pointers: they are part of a
// program, as its identifiers are; data belongs into tensors.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pelton {

inline constexpr size_t kMostTextBytes = size_t{1} << 16;      // of one text
inline constexpr size_t kMostItems = size_t{1} << 16;          // of one list
inline constexpr size_t kMostNesting = 16;                     // of lists in lists
inline constexpr size_t kMostInternedBytes = size_t{1} << 26;  // of all that are kept

class Text {
 public:
  constexpr Text() = default;
  // Raises invalid_argument for too long a text, resource_exhausted where too many are kept.
  explicit Text(std::string_view text);
  std::string_view view() const { return text_ == nullptr ? std::string_view() : *text_; }
  friend bool operator==(Text, Text) = default;

 private:
  friend class Constant;
  const std::string* text_ = nullptr;  // null: empty
};

// None, a boolean, an integer, a number, a text, or a list of such.
class Constant {
 public:
  enum class Kind : uint8_t { none, boolean, integer, real, text, list };

  constexpr Constant() = default;
  static Constant of(bool value);
  static Constant of(int64_t value);
  static Constant of(double value);
  static Constant of(Text value);
  // Raises invalid_argument for too many items or too deep a nest, and as Text does.
  static Constant list(std::span<const Constant> items);

  Kind kind() const { return kind_; }
  // The value of that kind only.
  bool boolean() const { return integer_ != 0; }
  int64_t integer() const { return integer_; }
  double real() const { return real_; }
  Text text() const;
  std::span<const Constant> items() const;
  friend bool operator==(const Constant& a, const Constant& b) {
    return a.kind_ == b.kind_ && a.integer_ == b.integer_;
  }

 private:
  struct List;

  Kind kind_ = Kind::none;
  union {
    int64_t integer_ = 0;  // as wide as each of the others
    double real_;
    const std::string* text_;
    const List* list_;
  };
};

// As Python writes them: 'ij->ji', [[0, 1], None].
void append(std::string& out, Text text);
void append(std::string& out, const Constant& value);

}  // namespace pelton
