// Owns what Dropout checks and computes.
#include "nn/layers/core/dropout.h"

#include "nn/module/argument_note.h"
#include "nn/weights/seed.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/random/random.h"

namespace pelton {

DropoutSeed FieldType<DropoutSeed>::parse(const Value& value, const FieldSite& site) {
  if (value.is_none()) return {};
  if (const int64_t* number = value.get_if<int64_t>()) return {*number};
  raise(Code::value_error, "Argument `seed` must be an integer. Received: seed=", value, " [",
        site.owner, "]");
}

namespace {

// None, or sizes above 0 with None where the input's counts.
void check_noise_shape(const Value& shape, const std::string& owner) {
  if (shape.is_none()) return;
  constexpr std::string_view kNote = "Invalid value received for argument `noise_shape`. Expected ";
  const List* sizes = shape.get_if<List>();
  if (sizes == nullptr)
    raise(Code::value_error, kNote, "a tuple or list of integers. Received: noise_shape=", shape,
          " [", owner, "]");
  for (const Value& size : sizes->items) {
    if (size.is_none()) continue;
    const int64_t* number = size.get_if<int64_t>();
    check(number != nullptr, Code::value_error, kNote,
          "all elements to be integers or None. Received: noise_shape=", shape, " [", owner, "]");
    check(*number > 0, Code::value_error, kNote,
          "all dimensions to be positive integers or None. Received: noise_shape=", shape, " [",
          owner, "]");
  }
}

}  // namespace

Dropout::Dropout(DropoutConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  set_supports_masking(true);
  if (!(config_.rate >= 0 && config_.rate <= 1))
    raise(Code::value_error,
          "Invalid value received for argument `rate`. Expected a float value between 0 and 1. "
          "Received: rate=",
          Value(config_.rate), " [", class_name(), "]");
  check_noise_shape(config_.noise_shape, class_name());
  if (const List* sizes = config_.noise_shape.get_if<List>())
    config_.noise_shape = List{.items = sizes->items, .is_tuple = true};
  if (config_.rate > 0) choose_seed();
  set_built(true);
}

void Dropout::choose_seed() {
  const int64_t seed = config_.seed.value ? *config_.seed.value : default_seed();
  draws_by_ = SeedState::make(seed);
  track_seed_state(draws_by_->variable());
}

Tensor Dropout::call(const Tensor& input, bool training) {
  if (!training || config_.rate == 0) return input;
  if (config_.rate == 1) return multiply(input, zeros_like(input));
  if (!draws_by_) build_more([&] { choose_seed(); });  // the rate was set later
  RandomDropoutAttrs attrs{.rate = config_.rate, .seed = draws_by_->number()};
  if (!config_.noise_shape.is_none()) attrs.noise_shape = parse_shape(config_.noise_shape);
  return counted_dropout(input, attrs);
}

std::string Dropout::argument_note(std::optional<bool> training) const {
  return training_note(training);
}

}  // namespace pelton
