// Owns the attributes of the draws by rejection: gamma, poisson and binomial.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct RandomGammaAttrs {
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
};
template <>
inline constexpr auto fields<RandomGammaAttrs> =
    std::tuple{field("key", &RandomGammaAttrs::key), field("offset", &RandomGammaAttrs::offset),
               field("block", &RandomGammaAttrs::block)};

struct RandomCountAttrs {
  DType dtype = DType::float32;
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
};
template <>
inline constexpr auto fields<RandomCountAttrs> = std::tuple{
    field("dtype", &RandomCountAttrs::dtype), field("key", &RandomCountAttrs::key),
    field("offset", &RandomCountAttrs::offset), field("block", &RandomCountAttrs::block)};

}  // namespace pelton
