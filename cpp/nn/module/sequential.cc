// Owns adding, building and calling the layers of a Sequential.
#include "nn/module/sequential.h"

#include <algorithm>

#include "nn/module/argument_note.h"
#include "nn/module/call_scope.h"

namespace pelton {

namespace {

std::shared_ptr<InputLayer> input_of(const Shape& batch_shape) {
  return std::make_shared<InputLayer>(InputLayerConfig{.batch_shape = shape_value(batch_shape)});
}

}  // namespace

Sequential::Sequential(const std::vector<LayerPtr>& layers, LayerOptions options)
    : Model(kClassName, std::move(options)) {
  for (const LayerPtr& layer : layers) add(layer);
}

void Sequential::check_name(const Layer& layer) const {
  for (const LayerPtr& other : layers_)
    if (other.get() != &layer && other->name() == layer.name())
      raise(Code::value_error,
            "All layers added to a Sequential model should have unique names. Name '", layer.name(),
            "' is already the name of a layer in this model. Update the `name` argument to pass a "
            "unique name.");
}

void Sequential::add(const LayerPtr& layer) {
  check(layer != nullptr, Code::value_error,
        "Only instances of `keras.Layer` can be added to a Sequential model. Received: None");
  check_name(*layer);
  if (auto input = std::dynamic_pointer_cast<InputLayer>(layer)) {
    if (input_ != nullptr)
      raise(Code::value_error, "Sequential model '", name(),
            "' has already been configured to use input shape ", shape_text(input_->batch_shape()),
            ". You cannot add a different Input layer to it.");
    if (layers_.empty()) {
      input_ = std::move(input);
      return;
    }
  }
  const std::shared_ptr<InputLayer> input_before = input_;
  if (layers_.empty() && input_ == nullptr && layer->input_shape_argument()) {
    Shape shape = *layer->input_shape_argument();
    shape.insert(0, -1);
    input_ = input_of(shape);
  }
  layers_.push_back(layer);
  if (input_ == nullptr) return;
  const bool was_built = layer->built();
  try {
    if (built())
      build_last();
    else
      build_once(input_->batch_shape());
  } catch (...) {
    layers_.pop_back();
    input_ = input_before;
    if (!was_built) layer->unbuild();
    throw;
  }
}

LayerPtr Sequential::pop() {
  check(!layers_.empty(), Code::index_error, "list index out of range: Sequential model '", name(),
        "' has no layer to pop");
  LayerPtr layer = layers_.back();
  layers_.pop_back();
  std::erase(built_inside_, layer.get());
  if (layers_.empty()) set_built(false);
  return layer;
}

void Sequential::build_last() {
  Shape shape = input_->batch_shape();
  for (size_t i = 0; i + 1 < layers_.size(); ++i) shape = layers_[i]->compute_output_shape(shape);
  const NameScope scope(name(), this);
  layers_.back()->build_once(shape);
  layers_.back()->compute_output_shape(shape);
}

void Sequential::build(const Shape& input_shape) {
  if (layers_.empty())
    raise(Code::value_error, "Sequential model ", name(),
          " cannot be built because it has no layers. Call `model.add(layer)`.");
  made_input_ = input_ == nullptr;
  if (made_input_) input_ = input_of(input_shape);
  built_inside_.clear();
  Shape shape = input_->batch_shape();
  for (const LayerPtr& layer : layers_) {
    if (!layer->built()) built_inside_.push_back(layer.get());
    layer->build_once(shape);
    shape = layer->compute_output_shape(shape);
  }
}

void Sequential::unbuild() {
  Model::unbuild();
  if (made_input_) input_ = nullptr;
  made_input_ = false;
  for (Layer* layer : built_inside_) layer->unbuild();
  built_inside_.clear();
}

Tensor Sequential::call(const Tensor& input, bool training) {
  // A record of a call has no masks.
  if (input.is_symbolic() || input.has_mask() || !may_record_call(training))
    return call_layers(input, training);
  const ModelStructure structure(*this);
  if (structure.has_call_losses) return call_layers(input, training);
  const auto pass = [&] { return StepPrograms::Result{call_layers(input, false), Tensor(), {}}; };
  return records_.run(structure, {"call", {&input, 1}, {}}, pass).y_pred;
}

Tensor Sequential::call_layers(const Tensor& input, bool training) {
  Tensor x = input_ != nullptr ? input_->conform(input) : input;
  for (const LayerPtr& layer : layers_) x = (*layer)(x, training);
  return x;
}

std::optional<Shape> Sequential::input_shape() const {
  if (input_ == nullptr) return std::nullopt;
  return input_->batch_shape();
}

std::optional<Shape> Sequential::output_shape() const {
  if (!built() || input_ == nullptr) return std::nullopt;
  Shape shape = input_->batch_shape();
  for (const LayerPtr& layer : layers_) shape = layer->compute_output_shape(shape);
  return shape;
}

Shape Sequential::compute_output_shape(const Shape& input_shape) {
  Shape shape = input_shape;
  for (const LayerPtr& layer : layers_) shape = layer->compute_output_shape(shape);
  return shape;
}

Dict Sequential::get_config() const {
  Dict out = Layer::get_config();
  List layers;
  if (input_ != nullptr) layers.items.push_back(input_->serialized());
  for (const LayerPtr& layer : layers_) layers.items.push_back(layer->serialized());
  out.set("layers", std::move(layers));
  if (built() && input_ != nullptr)
    out.set("build_input_shape", shape_value(input_->batch_shape()));
  return out;
}

std::string Sequential::argument_note(std::optional<bool> training) const {
  return training_note(training);
}

}  // namespace pelton
