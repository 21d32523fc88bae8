// Owns Keras's initializers: one config struct each, with its field table and what it makes, and
// the class template that turns them into Initializers. `make` returns a new tensor of `shape`;
// random kinds take their numbers from `stream`.
#pragma once
#include "core/fields.h"
#include "nn/weights/constant_value.h"
#include "nn/weights/initializer.h"
#include "nn/weights/part_of.h"
#include "nn/weights/seed.h"
#include "ops/random/layer_streams.h"

namespace pelton {

struct ZerosConfig {
  static constexpr const char* kName = "Zeros";
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
struct OnesConfig {
  static constexpr const char* kName = "Ones";
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
struct ConstantConfig {
  static constexpr const char* kName = "Constant";
  ConstantValue value;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
template <>
inline constexpr auto fields<ConstantConfig> = std::tuple{field("value", &ConstantConfig::value)};

// `gain` on the main diagonal; matrices only.
struct IdentityConfig {
  static constexpr const char* kName = "Identity";
  double gain = 1.0;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
template <>
inline constexpr auto fields<IdentityConfig> = std::tuple{field("gain", &IdentityConfig::gain)};

struct RandomNormalConfig {
  static constexpr const char* kName = "RandomNormal";
  double mean = 0.0;
  double stddev = 0.05;
  Seed seed;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
template <>
inline constexpr auto fields<RandomNormalConfig> = std::tuple{
    field("mean", &RandomNormalConfig::mean), field("stddev", &RandomNormalConfig::stddev),
    field("seed", &RandomNormalConfig::seed)};

// Uniform in [minval, maxval).
struct RandomUniformConfig {
  static constexpr const char* kName = "RandomUniform";
  double minval = -0.05;
  double maxval = 0.05;
  Seed seed;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
template <>
inline constexpr auto fields<RandomUniformConfig> = std::tuple{
    field("minval", &RandomUniformConfig::minval), field("maxval", &RandomUniformConfig::maxval),
    field("seed", &RandomUniformConfig::seed)};

// Normal, redrawn beyond two standard deviations.
struct TruncatedNormalConfig {
  static constexpr const char* kName = "TruncatedNormal";
  double mean = 0.0;
  double stddev = 0.05;
  Seed seed;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
template <>
inline constexpr auto fields<TruncatedNormalConfig> = std::tuple{
    field("mean", &TruncatedNormalConfig::mean), field("stddev", &TruncatedNormalConfig::stddev),
    field("seed", &TruncatedNormalConfig::seed)};

enum class FanMode : uint8_t { fan_in, fan_out, fan_avg };
template <>
inline constexpr auto enum_names<FanMode> =
    std::array<const char*, 3>{"fan_in", "fan_out", "fan_avg"};
enum class Distribution : uint8_t { truncated_normal, untruncated_normal, uniform };
template <>
inline constexpr auto enum_names<Distribution> =
    std::array<const char*, 3>{"truncated_normal", "untruncated_normal", "uniform"};
// "normal" is read too, for the truncated one.
template <>
struct FieldType<Distribution> {
  static Distribution parse(const Value& value, const FieldSite& site);
  static Value write(Distribution value) {
    return enum_names<Distribution>[static_cast<size_t>(value)];
  }
  static std::string text() { return "str | None"; }
};

// Axes of a weight, or none; written as they were given.
struct FanAxes {
  std::optional<std::vector<int64_t>> axes;
  bool is_tuple = false;
};
template <>
struct FieldType<FanAxes> {
  static FanAxes parse(const Value& value, const FieldSite& site);
  static Value write(const FanAxes& axes);
  static std::string text() { return "Sequence[int] | None"; }
};

// Variance `scale` / fan (He et al., 2015; Glorot and Bengio, 2010; LeCun et al., 1998).
struct VarianceScalingConfig {
  static constexpr const char* kName = "VarianceScaling";
  double scale = 1.0;
  FanMode mode = FanMode::fan_in;
  Distribution distribution = Distribution::truncated_normal;
  Seed seed;
  FanAxes input_axes;  // with output_axes: whose sizes are the fans; else the last two axes'
  FanAxes output_axes;
  // Raises value_error for a scale of at most 0.
  void check_values() const;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
template <>
inline constexpr auto fields<VarianceScalingConfig> =
    std::tuple{field("scale", &VarianceScalingConfig::scale),
               field("mode", &VarianceScalingConfig::mode),
               field("distribution", &VarianceScalingConfig::distribution),
               field("seed", &VarianceScalingConfig::seed),
               field("input_axes", &VarianceScalingConfig::input_axes),
               field("output_axes", &VarianceScalingConfig::output_axes)};

// The six named settings of VarianceScaling.
enum class ScaledKind : uint8_t {
  glorot_uniform,
  glorot_normal,
  he_uniform,
  he_normal,
  lecun_uniform,
  lecun_normal
};
inline constexpr const char* kScaledNames[] = {"GlorotUniform", "GlorotNormal", "HeUniform",
                                               "HeNormal",      "LecunUniform", "LecunNormal"};
VarianceScalingConfig expand(ScaledKind kind);
template <ScaledKind kind>
struct ScaledConfig {
  static constexpr const char* kName = kScaledNames[static_cast<size_t>(kind)];
  Seed seed;
  FanAxes input_axes;
  FanAxes output_axes;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const {
    VarianceScalingConfig config = expand(kind);
    config.input_axes = input_axes;
    config.output_axes = output_axes;
    return config.make(shape, dtype, stream);
  }
};
template <ScaledKind kind>
inline constexpr auto fields<ScaledConfig<kind>> = std::tuple{
    field("seed", &ScaledConfig<kind>::seed), field("input_axes", &ScaledConfig<kind>::input_axes),
    field("output_axes", &ScaledConfig<kind>::output_axes)};

// `gain` times a matrix with orthonormal rows or columns (Saxe et al., 2014).
struct OrthogonalConfig {
  static constexpr const char* kName = "Orthogonal";
  double gain = 1.0;
  Seed seed;
  Tensor make(const Shape& shape, DType dtype, const RandomStream& stream) const;
};
template <>
inline constexpr auto fields<OrthogonalConfig> =
    std::tuple{field("gain", &OrthogonalConfig::gain), field("seed", &OrthogonalConfig::seed)};

// All kinds, for the look-up by name and for the bindings.
using InitializerConfigs =
    Types<ZerosConfig, OnesConfig, ConstantConfig, IdentityConfig, RandomNormalConfig,
          RandomUniformConfig, TruncatedNormalConfig, VarianceScalingConfig,
          ScaledConfig<ScaledKind::glorot_uniform>, ScaledConfig<ScaledKind::glorot_normal>,
          ScaledConfig<ScaledKind::he_uniform>, ScaledConfig<ScaledKind::he_normal>,
          ScaledConfig<ScaledKind::lecun_uniform>, ScaledConfig<ScaledKind::lecun_normal>,
          OrthogonalConfig>;

// The initializer of kind C.
template <class C>
class InitializerOf : public PartOf<Initializer, C> {
 public:
  explicit InitializerOf(C config = {}) : PartOf<Initializer, C>(std::move(config)) {
    if constexpr (requires(const C& kind) { kind.check_values(); }) this->config().check_values();
  }
  // Keras's order: the seed comes first.
  Dict get_config() const override {
    Dict out, given = PartOf<Initializer, C>::get_config();
    if (const Value* seed = given.find("seed")) out.set("seed", *seed);
    out.merge(given);
    return out;
  }
  Tensor operator()(const Shape& shape, DType dtype) const override {
    if constexpr (requires(const C& kind) { kind.seed; }) {
      const Seed& seed = this->config().seed;
      if (seed.source) return this->config().make(shape, dtype, seed.source->next());
      return this->config().make(shape, dtype, seeded_stream(chosen_seed()));
    }
    return this->config().make(shape, dtype, {});
  }
  void choose_seed() const override {
    if constexpr (requires(const C& kind) { kind.seed; })
      if (!this->config().seed.source) chosen_seed();
  }
  // The seed that was given, or else drawn.
  int64_t chosen_seed() const {
    if (!seed_) seed_ = this->config().seed.value;
    if (!seed_) seed_ = default_seed();
    return *seed_;
  }

 private:
  mutable std::optional<int64_t> seed_;
};

}  // namespace pelton
