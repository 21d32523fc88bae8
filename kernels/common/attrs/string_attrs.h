// Owns the attributes of the ops on strings.
#pragma once
#include "core/fields.h"
#include "core/interned.h"
#include "core/shape.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

// What positions and lengths count.
enum class StringUnit : uint8_t { bytes, characters };
template <>
inline constexpr auto enum_names<StringUnit> = std::array<const char*, 2>{"BYTE", "UTF8_CHAR"};

struct StringUnitAttrs {
  StringUnit unit = StringUnit::bytes;
};
template <>
inline constexpr auto fields<StringUnitAttrs> = std::tuple{field("unit", &StringUnitAttrs::unit)};

struct SeparatorAttrs {
  Text separator;
};
template <>
inline constexpr auto fields<SeparatorAttrs> =
    std::tuple{field("separator", &SeparatorAttrs::separator)};

struct PatternAttrs {
  Text pattern;
};
template <>
inline constexpr auto fields<PatternAttrs> =
    std::tuple{required_field("pattern", &PatternAttrs::pattern)};

struct RegexReplaceAttrs {
  Text pattern;
  Text rewrite;
  bool replace_global = true;
};
template <>
inline constexpr auto fields<RegexReplaceAttrs> =
    std::tuple{required_field("pattern", &RegexReplaceAttrs::pattern),
               required_field("rewrite", &RegexReplaceAttrs::rewrite),
               field("replace_global", &RegexReplaceAttrs::replace_global)};

// How a string falls into parts: at separators (none: at white space) or after each character.
struct SplitStringAttrs {
  Text sep;
  int64_t maxsplit = -1;
};
template <>
inline constexpr auto fields<SplitStringAttrs> = std::tuple{
    field("sep", &SplitStringAttrs::sep), field("maxsplit", &SplitStringAttrs::maxsplit)};

struct StringPartsAttrs {
  Text sep;
  int64_t maxsplit = -1;
  int64_t count = kUnknown;  // of the parts of all strings
};
template <>
inline constexpr auto fields<StringPartsAttrs> =
    std::tuple{field("sep", &StringPartsAttrs::sep), field("maxsplit", &StringPartsAttrs::maxsplit),
               derived_field("count", &StringPartsAttrs::count)};

// What stands for bytes that are no UTF-8.
enum class BadUnicode : uint8_t { replace, ignore, strict };
template <>
inline constexpr auto enum_names<BadUnicode> =
    std::array<const char*, 3>{"replace", "ignore", "strict"};

struct DecodeAttrs {
  BadUnicode errors = BadUnicode::replace;
  int64_t replacement_char = 0xFFFD;
};
template <>
inline constexpr auto fields<DecodeAttrs> =
    std::tuple{field("errors", &DecodeAttrs::errors),
               field("replacement_char", &DecodeAttrs::replacement_char)};

struct DecodedAttrs {
  BadUnicode errors = BadUnicode::replace;
  int64_t replacement_char = 0xFFFD;
  int64_t count = kUnknown;  // of the characters of all strings
};
template <>
inline constexpr auto fields<DecodedAttrs> =
    std::tuple{field("errors", &DecodedAttrs::errors),
               field("replacement_char", &DecodedAttrs::replacement_char),
               derived_field("count", &DecodedAttrs::count)};

struct NumberTextAttrs {
  int64_t precision = -1;
  bool scientific = false;
  bool shortest = false;
  int64_t width = -1;
  Text fill;
};
template <>
inline constexpr auto fields<NumberTextAttrs> =
    std::tuple{field("precision", &NumberTextAttrs::precision),
               field("scientific", &NumberTextAttrs::scientific),
               field("shortest", &NumberTextAttrs::shortest),
               field("width", &NumberTextAttrs::width), field("fill", &NumberTextAttrs::fill)};

struct NumberTypeAttrs {
  DType out_type = DType::float32;
};
template <>
inline constexpr auto fields<NumberTypeAttrs> =
    std::tuple{field("out_type", &NumberTypeAttrs::out_type)};

struct HashBucketAttrs {
  int64_t num_buckets = 1;
};
template <>
inline constexpr auto fields<HashBucketAttrs> =
    std::tuple{required_field("num_buckets", &HashBucketAttrs::num_buckets)};

// The keys of a SipHash, two halves of 64 bits.
struct KeyedHashAttrs {
  int64_t num_buckets = 1;
  Axes key;
};
template <>
inline constexpr auto fields<KeyedHashAttrs> =
    std::tuple{required_field("num_buckets", &KeyedHashAttrs::num_buckets),
               required_field("key", &KeyedHashAttrs::key)};

struct PadBase64Attrs {
  bool pad = false;
};
template <>
inline constexpr auto fields<PadBase64Attrs> = std::tuple{field("pad", &PadBase64Attrs::pad)};

}  // namespace pelton
