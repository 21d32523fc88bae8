// Owns what InputLayer accepts and how it adapts inputs.
#include "nn/layers/core/input_layer.h"

#include "nn/training/warning.h"
#include "ops/array/array.h"

namespace pelton {

namespace {

// `shape`, or what is given by its older name.
Value shape_of(const InputLayerConfig& config) {
  if (config.input_shape.is_none()) return config.shape;
  warn("Argument `input_shape` is deprecated. Use `shape` instead.");
  return config.input_shape;
}

Shape batch_shape_of(const InputLayerConfig& config) {
  const bool is_new = config.batch_input_shape.is_none();
  const Value& whole = is_new ? config.batch_shape : config.batch_input_shape;
  check(config.shape.is_none() || whole.is_none(), Code::value_error,
        "You cannot pass both `shape` and `batch_shape` at the same time. [InputLayer]");
  if (!whole.is_none()) {
    check(!config.batch_size, Code::value_error,
          "You cannot pass both `batch_size` and `batch_shape` at the same time. [InputLayer]");
    return parse_shape(whole);
  }
  const Value given = shape_of(config);
  check(!given.is_none(), Code::value_error, "You must pass a `shape` argument. [InputLayer]");
  Shape shape = parse_shape(given);
  shape.insert(0, config.batch_size.value_or(-1));
  if (config.batch_size) parse_shape(shape_value(shape));
  check(config.batch_size.value_or(0) >= 0, Code::value_error, "Cannot convert '", shape,
        "' to a shape. Negative dimensions are not allowed. [InputLayer]");
  return shape;
}

// None is false; raises for what is no boolean.
bool is_on(const char* name, const Value& flag) {
  if (flag.is_none()) return false;
  const bool* given = flag.get_if<bool>();
  if (given == nullptr) raise_bad_field({"InputLayer", name}, "a boolean", flag);
  return *given;
}

}  // namespace

InputLayer::InputLayer(const InputLayerConfig& config, LayerOptions options)
    : Layer(kClassName, std::move(options)),
      batch_shape_(batch_shape_of(config)),
      dtype_(config.dtype.value_or(floatx())),
      sparse_(is_on("sparse", config.sparse)),
      ragged_(is_on("ragged", config.ragged)),
      optional_(config.optional) {
  check(!(sparse_ && ragged_), Code::value_error,
        "InputLayer cannot have `sparse=True` and `ragged=True` at the same time.");
  check(config.input_tensor.is_none(), Code::unimplemented,
        "InputLayer: `input_tensor` is not supported; give it to keras.Input as `tensor`. "
        "Received: input_tensor=",
        config.input_tensor);
  set_built(true);
}

Dict InputLayer::get_config() const {
  return {{"batch_shape", shape_value(batch_shape_)},
          {"dtype", FieldType<DType>::write(dtype_)},
          {"sparse", sparse_},
          {"ragged", ragged_},
          {"name", name()},
          {"optional", optional_}};
}

Tensor InputLayer::conform(const Tensor& input) const {
  // Strings have no numbers: a layer that takes them gets them as they are.
  const bool stays = input.dtype() == dtype_ || input.dtype() == DType::string;
  Tensor x = stays ? input : cast(input, dtype_);
  const auto rank = static_cast<int64_t>(batch_shape_.size());
  if (x.rank() == rank) return x;
  if (x.rank() == rank + 1 && x.shape().back() == 1) return squeeze(x, {.axis = Axes{-1}});
  if (x.rank() == rank - 1 && batch_shape_.back() == 1) return expand_dims(x, {.axis = -1});
  raise(Code::value_error, "Invalid input shape for input of dtype ", input.dtype(), " with name '",
        name(), "'. Expected shape ", shape_text(batch_shape_),
        ", but input has incompatible shape ", input.shape());
}

}  // namespace pelton
