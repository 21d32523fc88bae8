// Owns Keras's regularizers: config structs with their tables, and their classes.
#pragma once
#include "core/fields.h"
#include "nn/weights/part_of.h"
#include "nn/weights/regularizer.h"

namespace pelton {

// absolute * sum(|x|) + squared * sum(x^2), leaving out terms with rate 0.
Tensor weight_penalty(const Tensor& x, double absolute, double squared);

// l1 * sum(|x|).
struct L1Config {
  static constexpr const char* kName = "L1";
  double l1 = 0.01;
  Tensor penalty(const Tensor& x) const { return weight_penalty(x, l1, 0); }
};
template <>
inline constexpr auto fields<L1Config> = std::tuple{field("l1", &L1Config::l1)};

// l2 * sum(x^2).
struct L2Config {
  static constexpr const char* kName = "L2";
  double l2 = 0.01;
  Tensor penalty(const Tensor& x) const { return weight_penalty(x, 0, l2); }
};
template <>
inline constexpr auto fields<L2Config> = std::tuple{field("l2", &L2Config::l2)};

// Both; a rate of None counts as 0.
struct L1L2Config {
  static constexpr const char* kName = "L1L2";
  double l1 = 0.0;
  double l2 = 0.0;
  Tensor penalty(const Tensor& x) const { return weight_penalty(x, l1, l2); }
};
template <>
inline constexpr auto fields<L1L2Config> =
    std::tuple{field("l1", &L1L2Config::l1), field("l2", &L1L2Config::l2)};

enum class OrthogonalMode : uint8_t { rows, columns };
template <>
inline constexpr auto enum_names<OrthogonalMode> = std::array<const char*, 2>{"rows", "columns"};

// factor * the mean of |cos| of the angles between two rows (or columns) of a matrix.
struct OrthogonalRegularizerConfig {
  static constexpr const char* kName = "OrthogonalRegularizer";
  double factor = 0.01;
  OrthogonalMode mode = OrthogonalMode::rows;
  // Raises value_error unless x is a matrix.
  Tensor penalty(const Tensor& x) const;
};
template <>
inline constexpr auto fields<OrthogonalRegularizerConfig> =
    std::tuple{field("factor", &OrthogonalRegularizerConfig::factor),
               field("mode", &OrthogonalRegularizerConfig::mode)};

using RegularizerConfigs = Types<L1Config, L2Config, L1L2Config, OrthogonalRegularizerConfig>;

// Raises value_error unless `rate` is a finite number >= 0.
void check_rate(const char* name, double rate);

// The regularizer of kind C; raises value_error for a negative or non-finite rate.
template <class C>
class RegularizerOf : public PartOf<Regularizer, C> {
 public:
  explicit RegularizerOf(C config = {}) : PartOf<Regularizer, C>(config) {
    detail::for_each_field<C>([&](const auto& row) {
      using Member = std::remove_cvref_t<decltype(config.*row.member)>;
      if constexpr (std::is_same_v<Member, double>) check_rate(row.name, config.*row.member);
    });
  }
  Tensor operator()(const Tensor& x) const override { return this->config().penalty(x); }
};

}  // namespace pelton
