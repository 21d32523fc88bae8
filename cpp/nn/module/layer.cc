// Owns the call protocol of layers: casting, checking, building, calling, the note on errors.
#include "nn/module/layer.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "nn/module/argument_note.h"
#include "nn/module/call_scope.h"
#include "nn/module/keras_version.h"
#include "nn/module/lost_mask.h"
#include "nn/module/naming.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/stack_room.h"

namespace pelton {

namespace {

// Sizes for calling on zeros where the shape says unknown; two values tell which output sizes
// depend on them.
Shape filled(const Shape& shape, int64_t unknown) {
  Shape out = shape;
  for (int64_t& size : out)
    if (size < 0) size = unknown;
  return out;
}

uint64_t next_serial() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

}  // namespace

Layer::Layer(std::string_view class_name, LayerOptions options)
    : serial_(next_serial()),
      class_name_(options.class_name.empty() ? class_name : options.class_name),
      name_(options.name ? *options.name : auto_name(class_name_)),
      path_(name_),
      trainable_(options.trainable),
      autocast_(options.autocast),
      policy_(std::move(options.dtype)),
      activity_regularizer_(std::move(options.activity_regularizer)),
      input_shape_argument_(std::move(options.input_shape)) {
  check_layer_name(name_);
}

Tensor Layer::cast_input(const Tensor& input) const {
  const bool cast_needed = autocast_ && casts_input() && is_floating(input.dtype()) &&
                           is_floating(policy_.compute) && input.dtype() != policy_.compute;
  if (!cast_needed) return input;
  Tensor out = cast(input, policy_.compute);
  if (input.has_mask()) [[unlikely]]
    out.set_mask(input.mask());
  return out;
}

Tensor Layer::operator()(const Tensor& input, std::optional<bool> training) {
  return noting(*this, "call", {{"inputs", input}}, [&] {
    check_stack_room("while calling layers inside layers");
    const Tensor x = cast_input(input);
    const Shape shape = x.is_symbolic() ? without_names(x.shape()) : x.shape();
    input_spec_.check(shape, name_);
    input_spec_.check(x.dtype(), name_);
    // Weights may also be made in the call: by layers inside that are built on their first use.
    const NameScope names(name_, this);
    if (!built_ || !input_shape_) build_once(shape);
    const CallScope scope(training, policy_, autocast_);
    begin_call(scope);
    Tensor y = call_with_note(x, scope.training(), training);
    if (activity_regularizer_) add_activity_loss(y);
    if (input.has_mask()) [[unlikely]]
      pass_mask(input, y);
    return y;
  });
}

void Layer::add_activity_loss(const Tensor& output) {
  if (context().symbolic_scope() != nullptr) return;  // only shapes are asked for
  Tensor loss = (*activity_regularizer_)(output);
  if (output.rank() > 0) {
    const int64_t known = output.shape()[0];
    const auto open = [&] {
      const Tensor first = strided_slice(shape(output), {.begin = {0}, .size = {1}});
      return cast(reshape(first, {.shape = {}}), loss.dtype());
    };
    const Tensor rows = is_known(known) ? scalar(static_cast<double>(known), loss.dtype()) : open();
    loss = divide_no_nan(loss, rows);
  }
  add_loss(loss);
}

void Layer::pass_mask(const Tensor& input, const Tensor& output) const {
  if (!supports_masking()) return warn_of_lost_mask(*this);
  if (!output.has_mask()) output.set_mask(input.mask());
}

Tensor Layer::call_with_note(const Tensor& input, bool training, std::optional<bool> given) {
  constexpr std::string_view kNote = "Exception encountered when calling ";
  try {
    return call(input, training);
  } catch (const Error& error) {
    if (error.code() == Code::interrupted || error.message().starts_with(kNote)) throw;
    raise(error.code(), kNote, class_name(), ".call().\n\n\x1b[1m", error.message(), "\x1b[0m",
          arguments_heading(cat(class_name(), ".call")), tensor_note("inputs", input),
          argument_note(given), takes_mask() ? tensor_note("mask", input.mask()) : std::string());
  }
}

void Layer::build_once(const Shape& input_shape) {
  if (!built_) build_by([&] { build(input_shape); }, input_shape);
  if (!input_shape_) input_shape_ = input_shape;
}

void Layer::build_by(const std::function<void()>& make_weights,
                     const std::optional<Shape>& input_shape) {
  if (built_ || is_building_) return;
  check_stack_room("while building layers inside layers");
  weights_before_build_ = weights_.size();
  spec_before_build_ = input_spec_;
  const PauseSymbols computes_weights;
  const NameScope names(name_, this);
  path_ = NameScope::path();
  is_building_ = true;
  try {
    if (input_shape) input_spec_.check(*input_shape, name_);
    make_weights();
  } catch (...) {
    is_building_ = false;
    unbuild();
    throw;
  }
  is_building_ = false;
  build_shape_ = input_shape;
  built_ = true;
  is_closed_ = true;
  for (const auto& wake : std::exchange(waiting_, {})) wake();
}

void Layer::build_more(const std::function<void()>& make_weights) {
  if (is_building_) return make_weights();
  const PauseSymbols computes_weights;
  const NameScope names(path_, this);
  is_closed_ = false;
  try {
    make_weights();
  } catch (...) {
    is_closed_ = true;
    throw;
  }
  is_closed_ = true;
  renew_serial();
}

void Layer::when_built(std::function<void()> wake) {
  if (built_) return wake();
  waiting_.push_back(std::move(wake));
}

void Layer::build(const Shape&) {}

void Layer::unbuild() {
  weights_.resize(std::min(weights_.size(), weights_before_build_));
  input_spec_ = spec_before_build_;
  built_ = false;
  is_closed_ = false;
  build_shape_.reset();
  input_shape_.reset();
}

DType Layer::assumed_dtype() const {
  return is_floating(policy_.compute) ? policy_.compute : DType::float32;
}

Tensor Layer::symbolic_output(const Tensor& input) {
  const PauseObservers pause;
  build_once(without_names(input.shape()));
  const SymbolicScope symbolic;
  const Tensor output = (*this)(input, false);
  return Tensor::symbolic(without_names(output.shape()), output.dtype());
}

Shape Layer::compute_output_shape(const Shape& input_shape) {
  return without_names(symbolic_output(Tensor::symbolic(input_shape, assumed_dtype())).shape());
}

Tensor Layer::output_like(const Tensor& input) {
  if (!is_floating(input.dtype())) {
    try {
      return symbolic_output(input);
    } catch (const Error& error) {  // of what reads values; its shapes may be told all the same
      if (error.code() == Code::interrupted) throw;
    }
  }
  return Tensor::symbolic(compute_output_shape(without_names(input.shape())), input.dtype());
}

Shape Layer::output_shape_of_zeros(const Shape& input_shape, DType dtype) {
  const PauseObservers pause;
  build_once(input_shape);
  const auto shape_for = [&](int64_t unknown) {
    return (*this)(zeros(filled(input_shape, unknown), dtype), false).shape();
  };
  Shape shape = shape_for(2);
  const Shape other = shape_for(3);
  for (size_t i = 0; i < shape.size() && i < other.size(); ++i)
    if (shape[i] != other[i]) shape[i] = -1;
  return shape;
}

void Layer::check_open() const {
  check(!is_closed_ || grows() || speaks_keras_2(), Code::value_error,
        "You cannot add new elements of state (variables or sub-layers) to a layer that is already "
        "built. All state must be created in the `__init__()` method or in the `build()` method. [",
        class_name(), " '", name_, "']");
}

void Layer::set_autocast(bool autocast) {
  autocast_ = autocast;
  renew_serial();
}

void Layer::set_dtype_policy(DTypePolicy policy) {
  policy_ = std::move(policy);
  renew_serial();
}

void Layer::renew_serial() { serial_ = next_serial(); }

void Layer::track(Weight weight) {
  const auto is_it = [&](const Weight& known) { return known.variable == weight.variable; };
  if (std::any_of(weights_.begin(), weights_.end(), is_it)) return;
  check_open();
  weights_.push_back(std::move(weight));
}

void Layer::track(const VariableRef& variable) {
  track({variable, nullptr, variable->trainable()});
}

void Layer::track_seed_state(const VariableRef& variable) {
  track({variable, nullptr, false, true});
}

void Layer::untrack(const VariableRef& variable) {
  std::erase_if(weights_, [&](const Weight& weight) { return weight.variable == variable; });
}

VariableRef Layer::add_weight(const WeightOptions& options) {
  check_layer_name(options.name);
  check_open();
  const std::string& scope = NameScope::path();
  const std::string weight_name = options.name.empty() ? unique_name("variable") : options.name;
  const std::string path = (scope.empty() ? name_ : scope) + "/" + weight_name;
  for (int64_t size : options.shape)
    if (size < 0)
      raise(Code::value_error,
            "Shapes used to initialize variables must be fully-defined (no `None` dimensions). "
            "Received: shape=",
            shape_text(options.shape), " for variable path='", path, "'");
  const DType dtype = options.dtype.value_or(policy_.variable);
  const InitializerPtr initializer =
      options.initializer ? options.initializer
                          : get_initializer(is_floating(dtype) ? "glorot_uniform" : "zeros");
  const PauseObservers pause;
  const Tensor initial = copy_to((*initializer)(options.shape, dtype), place_variable(dtype));
  auto variable = make_ref<Variable>(initial, weight_name, options.trainable && trainable_);
  variable->set_path(path);
  variable->set_constraint(options.constraint);
  variable->set_autocasts(options.autocast);
  weights_.push_back({variable, options.regularizer, options.trainable});
  return variable;
}

const Variable& Layer::made(const VariableRef& variable) const {
  check(variable != nullptr, Code::value_error, class_name(), " '", name_, "' has no weights yet: ",
        is_building_ ? "it is being built, and what builds it calls it" : "build or call it first");
  return *variable;
}

Tensor Layer::read(const VariableRef& variable) const {
  const Tensor value = made(variable).read();
  const bool cast_needed = autocast_ && is_floating(value.dtype()) &&
                           is_floating(policy_.compute) && value.dtype() != policy_.compute;
  return cast_needed ? cast(value, policy_.compute) : value;
}

}  // namespace pelton
