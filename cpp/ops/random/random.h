// Declares the random ops.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include <optional>

#include "runtime/dispatch/dispatch.h"
#include "runtime/dispatch/random_state.h"

namespace pelton {

// Random numbers: Philox 4x32-10; reproducible after runtime().random().seed(), whatever the number
// of threads. uniform: [minval, maxval), of a floating dtype, int32 or int64; the normal ones:
// floating dtypes, truncated at two deviations.
Tensor random_uniform(const Shape& shape, double minval, double maxval, DType dtype,
                      std::optional<int64_t> seed = std::nullopt);
Tensor random_normal(const Shape& shape, double mean, double stddev, DType dtype,
                     std::optional<int64_t> seed = std::nullopt);
Tensor truncated_normal(const Shape& shape, double mean, double stddev, DType dtype,
                        std::optional<int64_t> seed = std::nullopt);
// The same numbers for the same stream, however often and whenever called: for initializers.
Tensor stateless_random_uniform(const Shape& shape, double minval, double maxval, DType dtype,
                                const RandomStream& stream);
Tensor stateless_random_normal(const Shape& shape, double mean, double stddev, DType dtype,
                               const RandomStream& stream);
Tensor stateless_truncated_normal(const Shape& shape, double mean, double stddev, DType dtype,
                                  const RandomStream& stream);
Tensor random_categorical(const Tensor& logits, int64_t num_samples, DType dtype = DType::int64,
                          std::optional<int64_t> seed = std::nullopt);
// int64; `of`: the dtype of what is put into that order, which has a stream of its own.
Tensor random_permutation(int64_t n, std::optional<int64_t> seed = std::nullopt,
                          DType of = DType::int64);

struct SeedAttrs {
  std::optional<int64_t> seed;
};
template <>
inline constexpr auto fields<SeedAttrs> = std::tuple{field("seed", &SeedAttrs::seed)};
// `value` with the slices of its first axis in random order.
Tensor random_shuffle(const Tensor& value, const SeedAttrs& attrs = {});

struct RandomDropoutAttrs {
  double rate = 0.5;
  std::optional<Axes> noise_shape;  // of what is broadcast to x; -1: x's size
  std::optional<int64_t> seed;
};
template <>
inline constexpr auto fields<RandomDropoutAttrs> =
    std::tuple{required_field("rate", &RandomDropoutAttrs::rate),
               field("noise_shape", &RandomDropoutAttrs::noise_shape),
               field("seed", &RandomDropoutAttrs::seed)};
// Inverted dropout: keeps with probability 1 - rate, scales by 1 / (1 - rate); 0 <= rate < 1, else
// value_error.
Tensor dropout(const Tensor& x, const RandomDropoutAttrs& attrs);
inline Tensor dropout(const Tensor& x, double rate, std::optional<int64_t> seed = std::nullopt) {
  return dropout(x, RandomDropoutAttrs{.rate = rate, .seed = seed});
}
// A layer's: the seed is the number of a counting one (RandomState).
Tensor counted_dropout(const Tensor& x, const RandomDropoutAttrs& attrs);

}  // namespace pelton
