// Owns Keras's regularizers L1, L2 and L1L2: config structs with their tables, and their classes.
#pragma once
#include "core/fields.h"
#include "nn/weights/part_of.h"
#include "nn/weights/regularizer.h"

namespace pelton {

// l1 * sum(|x|).
struct L1Config {
  static constexpr const char* kName = "L1";
  double l1 = 0.01;
  double absolute() const { return l1; }
  double squared() const { return 0; }
};
template <>
inline constexpr auto fields<L1Config> = std::tuple{field("l1", &L1Config::l1)};

// l2 * sum(x^2).
struct L2Config {
  static constexpr const char* kName = "L2";
  double l2 = 0.01;
  double absolute() const { return 0; }
  double squared() const { return l2; }
};
template <>
inline constexpr auto fields<L2Config> = std::tuple{field("l2", &L2Config::l2)};

// Both; a rate of None counts as 0.
struct L1L2Config {
  static constexpr const char* kName = "L1L2";
  double l1 = 0.0;
  double l2 = 0.0;
  double absolute() const { return l1; }
  double squared() const { return l2; }
};
template <>
inline constexpr auto fields<L1L2Config> =
    std::tuple{field("l1", &L1L2Config::l1), field("l2", &L1L2Config::l2)};

using RegularizerConfigs = Types<L1Config, L2Config, L1L2Config>;

// absolute * sum(|x|) + squared * sum(x^2), leaving out terms with rate 0.
Tensor weight_penalty(const Tensor& x, double absolute, double squared);
// Raises value_error unless `rate` is a finite number >= 0.
void check_rate(const char* name, double rate);

// The regularizer of kind C; raises value_error for a negative or non-finite rate.
template <class C>
class RegularizerOf : public PartOf<Regularizer, C> {
 public:
  explicit RegularizerOf(C config = {}) : PartOf<Regularizer, C>(config) {
    detail::for_each_field<C>([&](const auto& row) { check_rate(row.name, config.*row.member); });
  }
  Tensor operator()(const Tensor& x) const override {
    return weight_penalty(x, this->config().absolute(), this->config().squared());
  }
};

}  // namespace pelton
