// Owns adding, building and calling the layers of a Sequential.
#include "nn/module/sequential.h"

#include <algorithm>
#include <unordered_set>

#include "nn/module/argument_note.h"
#include "nn/module/call_scope.h"
#include "nn/module/naming.h"
#include "runtime/threads/stack_room.h"

namespace pelton {

namespace {

std::shared_ptr<InputLayer> input_of(const Shape& batch_shape) {
  return std::make_shared<InputLayer>(InputLayerConfig{.batch_shape = shape_value(batch_shape)});
}

// Whether a call of `outer` calls `inner`, as far as Sequentials alone are between them.
bool calls(const Layer& outer, const Layer& inner) {
  std::unordered_set<const Layer*> seen;
  std::vector<LayerPtr> ahead;
  const auto enter = [&](const Layer& layer) {
    const auto* model = dynamic_cast<const Sequential*>(&layer);
    if (model == nullptr || !seen.insert(&layer).second) return;
    for (LayerPtr& next : model->layers()) ahead.push_back(std::move(next));
  };
  enter(outer);
  while (!ahead.empty() && !seen.contains(&inner)) {
    const LayerPtr next = std::move(ahead.back());
    ahead.pop_back();
    enter(*next);
  }
  return seen.contains(&inner);
}

}  // namespace

Sequential::Sequential(const std::vector<LayerPtr>& layers, LayerOptions options)
    : Model(kClassName, std::move(options)) {
  for (const LayerPtr& layer : layers) append(layer);
  if (input_ != nullptr && !layers_.now()->empty()) take_functional_name();
}

void Sequential::take_functional_name() { auto_name("Functional"); }

void Sequential::check_name(const Layer& layer) const {
  for (const LayerPtr& other : *layers_.now())
    if (other.get() != &layer && other->name() == layer.name())
      raise(Code::value_error,
            "All layers added to a Sequential model should have unique names. Name '", layer.name(),
            "' is already the name of a layer in this model. Update the `name` argument to pass a "
            "unique name.");
}

void Sequential::add(const LayerPtr& layer) {
  append(layer);
  if (input_ != nullptr && !layers_.now()->empty()) take_functional_name();
}

void Sequential::append(const LayerPtr& layer) {
  check(layer != nullptr, Code::value_error,
        "Only instances of `keras.Layer` can be added to a Sequential model. Received: None");
  check_name(*layer);
  check(layer.get() != this && !(is_inside_ && calls(*layer, *this)), Code::value_error,
        "Sequential model '", name(), "' would call itself. Received: layer=", layer->repr());
  const bool is_first = layers_.now()->empty();
  if (auto input = std::dynamic_pointer_cast<InputLayer>(layer)) {
    if (input_ != nullptr)
      raise(Code::value_error, "Sequential model '", name(),
            "' has already been configured to use input shape ", shape_text(input_->batch_shape()),
            ". You cannot add a different Input layer to it.");
    if (is_first) {
      input_ = std::move(input);
      return;
    }
  }
  const std::shared_ptr<InputLayer> input_before = input_;
  if (is_first && input_ == nullptr && layer->input_shape_argument()) {
    Shape shape = *layer->input_shape_argument();
    shape.insert(0, -1);
    input_ = input_of(shape);
  }
  const bool was_built = layer->built();
  bool is_listed = false;
  try {
    // A built one comes into the list of a built model: another thread may run it.
    if (built() && !is_building()) build_next(*layer);
    layers_.add(layer);
    is_listed = true;
    if (auto* model = dynamic_cast<Sequential*>(layer.get())) model->is_inside_ = true;
    const std::optional<Shape> shape = built() ? std::nullopt : known_input();
    if (shape && !is_building()) build_once(*shape);
  } catch (...) {
    if (is_listed) layers_.remove(layer);
    input_ = input_before;
    if (!was_built) layer->unbuild();
    throw;
  }
}

std::optional<Shape> Sequential::known_input() const {
  if (input_ != nullptr) return input_->batch_shape();
  const auto layers = layers_.now();
  const auto* first = dynamic_cast<const Model*>(layers->front().get());
  return first != nullptr && layers->size() > 1 ? first->declared_input() : std::nullopt;
}

LayerPtr Sequential::pop() {
  const LayerPtr layer = layers_.pop();
  check(layer != nullptr, Code::index_error, "list index out of range: Sequential model '", name(),
        "' has no layer to pop");
  std::erase_if(built_inside_, [&](const auto& built) { return built.lock() == layer; });
  if (layers_.now()->empty())
    set_built(false);
  else if (input_ != nullptr)
    take_functional_name();
  return layer;
}

void Sequential::build_next(Layer& layer) {
  const Tensor x = output_like(declared_like());
  const NameScope scope(name(), this);
  layer.build_once(without_names(x.shape()));
  layer.output_like(x);
}

void Sequential::build(const Shape& input_shape) {
  const auto layers = layers_.now();
  if (layers->empty())
    raise(Code::value_error, "Sequential model ", name(),
          " cannot be built because it has no layers. Call `model.add(layer)`.");
  made_input_ = input_ == nullptr;
  if (made_input_) {
    input_ = input_of(input_shape);
    take_functional_name();
  }
  built_inside_.clear();
  Tensor x = declared_like();
  for (const LayerPtr& layer : *layers) {
    if (!layer->built()) built_inside_.push_back(layer);
    layer->build_once(without_names(x.shape()));
    x = layer->output_like(x);
  }
}

void Sequential::unbuild() {
  Model::unbuild();
  if (made_input_) input_ = nullptr;
  made_input_ = false;
  for (const auto& built : std::exchange(built_inside_, {}))
    if (const LayerPtr layer = built.lock()) layer->unbuild();
}

namespace {

// What layers inside a call are told: nothing where its caller said nothing, since some of them,
// such as random augmentation, take that for true.
std::optional<bool> told(bool training) {
  const CallScope* const scope = CallScope::current();
  if (scope != nullptr && !training && !scope->given()) return std::nullopt;
  return training;
}

}  // namespace

Tensor Sequential::call(const Tensor& input, bool training) {
  // A record of a call has no masks.
  if (input.is_symbolic() || input.has_mask() || !may_record_call(training))
    return call_layers(input, training);
  const ModelStructure structure(*this);
  if (structure.has_call_losses) return call_layers(input, training);
  const auto pass = [&] { return StepPrograms::Result{call_layers(input, false), Tensor(), {}}; };
  const std::string_view settings = told(training) ? "told" : "not told";
  return records_.run(structure, {StepPrograms::kCall, {&input, 1}, {}, 1, settings}, pass).y_pred;
}

Tensor Sequential::call_layers(const Tensor& input, bool training) {
  Tensor x = input_ != nullptr ? input_->conform(input) : input;
  const auto layers = layers_.now();
  for (const LayerPtr& layer : *layers) x = (*layer)(x, told(training));
  return x;
}

std::optional<Shape> Sequential::input_shape() const {
  if (input_ == nullptr) return std::nullopt;
  return input_->batch_shape();
}

std::optional<Shape> Sequential::output_shape() {
  if (!built() || input_ == nullptr) return std::nullopt;
  return without_names(output_like(declared_like()).shape());
}

Tensor Sequential::declared_like() const {
  return Tensor::symbolic(input_->batch_shape(), input_->dtype());
}

Shape Sequential::compute_output_shape(const Shape& input_shape) {
  const DType dtype = input_ != nullptr ? input_->dtype() : assumed_dtype();
  return without_names(output_like(Tensor::symbolic(input_shape, dtype)).shape());
}

Tensor Sequential::output_like(const Tensor& input) {
  check_stack_room("while computing the shapes of layers inside layers");
  const auto layers = layers_.now();
  Tensor x = input;
  for (const LayerPtr& layer : *layers) x = layer->output_like(x);
  return x;
}

Dict Sequential::get_config() const {
  check_stack_room("while writing the config of layers inside layers");
  Dict out = Layer::get_config();
  List layers;
  if (input_ != nullptr) layers.items.push_back(input_->serialized());
  for (const LayerPtr& layer : this->layers()) layers.items.push_back(layer->serialized());
  out.set("layers", std::move(layers));
  if (built() && input_ != nullptr)
    out.set("build_input_shape", shape_value(input_->batch_shape()));
  return out;
}

std::string Sequential::argument_note(std::optional<bool> training) const {
  return training_note(training);
}

}  // namespace pelton
