// Owns the attributes of the ops that sort and search: sort, argsort, top_k, searchsorted.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

enum class SortDirection : uint8_t { ascending, descending };
template <>
inline constexpr auto enum_names<SortDirection> =
    std::array<const char*, 2>{"ASCENDING", "DESCENDING"};

struct SortAttrs {
  int64_t axis = -1;
  SortDirection direction = SortDirection::ascending;
};
template <>
inline constexpr auto fields<SortAttrs> =
    std::tuple{field("axis", &SortAttrs::axis), field("direction", &SortAttrs::direction)};

struct ArgsortAttrs {
  int64_t axis = -1;
  SortDirection direction = SortDirection::ascending;
  bool stable = false;  // the order is stable in any case
};
template <>
inline constexpr auto fields<ArgsortAttrs> =
    std::tuple{field("axis", &ArgsortAttrs::axis), field("direction", &ArgsortAttrs::direction),
               field("stable", &ArgsortAttrs::stable)};

struct TopKAttrs {
  int64_t k = 1;
  bool sorted = true;  // the results are sorted in any case
  DType index_type = DType::int32;
};
template <>
inline constexpr auto fields<TopKAttrs> =
    std::tuple{field("k", &TopKAttrs::k), field("sorted", &TopKAttrs::sorted),
               field("index_type", &TopKAttrs::index_type)};

// Before or behind the elements that equal the value.
enum class SearchSide : uint8_t { left, right };
template <>
inline constexpr auto enum_names<SearchSide> = std::array<const char*, 2>{"left", "right"};

struct SearchAttrs {
  SearchSide side = SearchSide::left;
  DType out_type = DType::int32;
};
template <>
inline constexpr auto fields<SearchAttrs> =
    std::tuple{field("side", &SearchAttrs::side), field("out_type", &SearchAttrs::out_type)};

}  // namespace pelton
