// Owns the attribute structs of the random ops. `key`, `offset` and
// `block` are a RandomStream; together with an element's position they alone decide its number.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

struct RandomUniformAttrs {
  Axes shape;
  double minval = 0.0;
  double maxval = 1.0;  // exclusive
  DType dtype = DType::float32;
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
};
template <>
inline constexpr auto fields<RandomUniformAttrs> =
    std::tuple{required_field("shape", &RandomUniformAttrs::shape),
               field("minval", &RandomUniformAttrs::minval),
               field("maxval", &RandomUniformAttrs::maxval),
               field("dtype", &RandomUniformAttrs::dtype),
               field("key", &RandomUniformAttrs::key),
               field("offset", &RandomUniformAttrs::offset),
               field("block", &RandomUniformAttrs::block)};

struct RandomNormalAttrs {
  Axes shape;
  double mean = 0.0;
  double stddev = 1.0;
  DType dtype = DType::float32;
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
};
template <>
inline constexpr auto fields<RandomNormalAttrs> =
    std::tuple{required_field("shape", &RandomNormalAttrs::shape),
               field("mean", &RandomNormalAttrs::mean),
               field("stddev", &RandomNormalAttrs::stddev),
               field("dtype", &RandomNormalAttrs::dtype),
               field("key", &RandomNormalAttrs::key),
               field("offset", &RandomNormalAttrs::offset),
               field("block", &RandomNormalAttrs::block)};

struct RandomCategoricalAttrs {
  int64_t num_samples = 0;
  DType dtype = DType::int64;
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
};
template <>
inline constexpr auto fields<RandomCategoricalAttrs> = std::tuple{
    required_field("num_samples", &RandomCategoricalAttrs::num_samples),
    field("dtype", &RandomCategoricalAttrs::dtype), field("key", &RandomCategoricalAttrs::key),
    field("offset", &RandomCategoricalAttrs::offset),
    field("block", &RandomCategoricalAttrs::block)};

struct RandomPermutationAttrs {
  int64_t n = 0;
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
};
template <>
inline constexpr auto fields<RandomPermutationAttrs> = std::tuple{
    required_field("n", &RandomPermutationAttrs::n), field("key", &RandomPermutationAttrs::key),
    field("offset", &RandomPermutationAttrs::offset),
    field("block", &RandomPermutationAttrs::block)};

// Of the ops that read their seed from a tensor.
struct SeededUniformAttrs {
  Axes shape;
  double minval = 0.0;
  double maxval = 1.0;  // exclusive
  DType dtype = DType::float32;
};
template <>
inline constexpr auto fields<SeededUniformAttrs> = std::tuple{
    required_field("shape", &SeededUniformAttrs::shape),
    field("minval", &SeededUniformAttrs::minval), field("maxval", &SeededUniformAttrs::maxval),
    field("dtype", &SeededUniformAttrs::dtype)};

struct SeededNormalAttrs {
  Axes shape;
  double mean = 0.0;
  double stddev = 1.0;
  DType dtype = DType::float32;
};
template <>
inline constexpr auto fields<SeededNormalAttrs> = std::tuple{
    required_field("shape", &SeededNormalAttrs::shape), field("mean", &SeededNormalAttrs::mean),
    field("stddev", &SeededNormalAttrs::stddev), field("dtype", &SeededNormalAttrs::dtype)};

struct SeededPermutationAttrs {
  int64_t n = 0;
};
template <>
inline constexpr auto fields<SeededPermutationAttrs> =
    std::tuple{required_field("n", &SeededPermutationAttrs::n)};

struct SeededCategoricalAttrs {
  int64_t num_samples = 0;
  DType dtype = DType::int64;
};
template <>
inline constexpr auto fields<SeededCategoricalAttrs> =
    std::tuple{required_field("num_samples", &SeededCategoricalAttrs::num_samples),
               field("dtype", &SeededCategoricalAttrs::dtype)};

struct DropoutAttrs {
  double rate = 0.5;
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
  int64_t first = 0;  // position of x's first element in the stream: of rows [n, ...) of more rows
};
template <>
inline constexpr auto fields<DropoutAttrs> =
    std::tuple{required_field("rate", &DropoutAttrs::rate), field("key", &DropoutAttrs::key),
               field("offset", &DropoutAttrs::offset), field("block", &DropoutAttrs::block),
               field("first", &DropoutAttrs::first)};

// Where the numbers of an op with these attributes start.
template <class A>
RandomStream stream_of(const A& attrs) {
  return {attrs.key, attrs.offset, attrs.block};
}

}  // namespace pelton
