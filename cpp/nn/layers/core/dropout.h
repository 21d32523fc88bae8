// Owns Dropout: random zeroing during training.
#pragma once
#include "nn/layers/layer_of.h"
#include "nn/weights/seed_state.h"

namespace pelton {

// An integer, or none: drawn when the layer is made.
struct DropoutSeed {
  std::optional<int64_t> value;
};
template <>
struct FieldType<DropoutSeed> {
  static DropoutSeed parse(const Value& value, const FieldSite& site);
  static Value write(const DropoutSeed& seed) {
    return FieldType<std::optional<int64_t>>::write(seed.value);
  }
  static std::string text() { return "int | None"; }
};

struct DropoutConfig {
  double rate = 0.5;
  Value noise_shape;  // None, or a shape that broadcasts to the input; None in it: the input's size
  DropoutSeed seed;
  static constexpr std::array kWrittenFirst{"rate", "seed"};
};
template <>
inline constexpr auto fields<DropoutConfig> = std::tuple{
    required_field("rate", &DropoutConfig::rate), field("noise_shape", &DropoutConfig::noise_shape),
    field("seed", &DropoutConfig::seed)};

class Dropout : public LayerOf<DropoutConfig> {
 public:
  static constexpr const char* kClassName = "Dropout";
  static constexpr const char* kDoc =
      "In training, sets a share `rate` of the values to 0 and scales the rest by 1 / (1 - rate)\n"
      "(Srivastava et al., 2014); else the identity.";

  static constexpr std::array kSettable{"rate"};

  explicit Dropout(DropoutConfig config, LayerOptions options = {});
  // Null where nothing is dropped.
  VariableRef seed_state() const { return draws_by_ ? draws_by_->variable() : VariableRef(); }
  static constexpr auto kProperties =
      std::make_tuple(std::pair{"_seed_state", &Dropout::seed_state});
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override { return input_shape; }

 private:
  void choose_seed();
  std::shared_ptr<SeedState> draws_by_;  // null where nothing is dropped
  std::string argument_note(std::optional<bool> training) const override;
};

}  // namespace pelton
