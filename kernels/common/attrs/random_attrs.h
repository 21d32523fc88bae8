// Owns the attribute structs of the random ops. `key` and `offset` name the random stream
// (RandomStream); together with an element's position they alone decide its number.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct RandomUniformAttrs {
  Axes shape;
  double minval = 0.0;
  double maxval = 1.0;  // exclusive
  DType dtype = DType::float32;
  int64_t key = 0;
  int64_t offset = 0;
};
template <>
inline constexpr auto fields<RandomUniformAttrs> =
    std::tuple{required_field("shape", &RandomUniformAttrs::shape),
               field("minval", &RandomUniformAttrs::minval),
               field("maxval", &RandomUniformAttrs::maxval),
               field("dtype", &RandomUniformAttrs::dtype),
               field("key", &RandomUniformAttrs::key),
               field("offset", &RandomUniformAttrs::offset)};

struct RandomNormalAttrs {
  Axes shape;
  double mean = 0.0;
  double stddev = 1.0;
  DType dtype = DType::float32;
  int64_t key = 0;
  int64_t offset = 0;
};
template <>
inline constexpr auto fields<RandomNormalAttrs> =
    std::tuple{required_field("shape", &RandomNormalAttrs::shape),
               field("mean", &RandomNormalAttrs::mean),
               field("stddev", &RandomNormalAttrs::stddev),
               field("dtype", &RandomNormalAttrs::dtype),
               field("key", &RandomNormalAttrs::key),
               field("offset", &RandomNormalAttrs::offset)};

struct RandomCategoricalAttrs {
  int64_t num_samples = 0;
  DType dtype = DType::int64;
  int64_t key = 0;
  int64_t offset = 0;
};
template <>
inline constexpr auto fields<RandomCategoricalAttrs> = std::tuple{
    required_field("num_samples", &RandomCategoricalAttrs::num_samples),
    field("dtype", &RandomCategoricalAttrs::dtype), field("key", &RandomCategoricalAttrs::key),
    field("offset", &RandomCategoricalAttrs::offset)};

struct RandomPermutationAttrs {
  int64_t n = 0;
  int64_t key = 0;
  int64_t offset = 0;
};
template <>
inline constexpr auto fields<RandomPermutationAttrs> = std::tuple{
    required_field("n", &RandomPermutationAttrs::n), field("key", &RandomPermutationAttrs::key),
    field("offset", &RandomPermutationAttrs::offset)};

struct SeededBitsAttrs {
  Axes shape;
};
template <>
inline constexpr auto fields<SeededBitsAttrs> =
    std::tuple{required_field("shape", &SeededBitsAttrs::shape)};

struct DropoutAttrs {
  double rate = 0.5;
  int64_t key = 0;
  int64_t offset = 0;
  int64_t first = 0;  // position of x's first element in the stream: of rows [n, ...) of more rows
};
template <>
inline constexpr auto fields<DropoutAttrs> =
    std::tuple{required_field("rate", &DropoutAttrs::rate), field("key", &DropoutAttrs::key),
               field("offset", &DropoutAttrs::offset), field("first", &DropoutAttrs::first)};

}  // namespace pelton
