// Owns what a layer tells about itself: variables, losses, trainability, config.
#include <algorithm>

#include "nn/module/call_scope.h"
#include "nn/module/keras_version.h"
#include "nn/module/layer.h"
#include "nn/module/walk_layers.h"

namespace pelton {

namespace {

// The last outermost call that this thread has begun, and of which layer, by its serial number.
struct LastCall {
  uint64_t layer = 0;
  uint64_t number = 0;
};
thread_local constinit LastCall own_last_call;

void add_new(std::vector<VariableRef>& out, VariableRef variable) {
  if (std::find(out.begin(), out.end(), variable) == out.end()) out.push_back(std::move(variable));
}

std::vector<VariableRef> without(std::vector<VariableRef> all,
                                 const std::vector<VariableRef>& left_out) {
  std::erase_if(all, [&](const VariableRef& variable) {
    return std::find(left_out.begin(), left_out.end(), variable) != left_out.end();
  });
  return all;
}

}  // namespace

std::vector<VariableRef> Layer::own_variables() const {
  std::vector<VariableRef> out;
  for (const Weight& weight : weights_)
    if (weight.made_trainable) add_new(out, weight.variable);
  for (const bool are_seed_states : {false, true})
    for (const Weight& weight : weights_)
      if (weight.is_seed_state == are_seed_states) add_new(out, weight.variable);
  return out;
}

std::vector<VariableRef> Layer::variables() const {
  std::vector<VariableRef> out;
  walk_layers(*this, [&](const Layer& layer) {
    for (VariableRef& variable : layer.own_variables()) add_new(out, std::move(variable));
    return true;
  });
  return out;
}

std::vector<VariableRef> Layer::weights() const {
  std::vector<VariableRef> out = variables();
  walk_layers(*this, [&](const Layer& layer) {
    for (const Weight& weight : layer.weights_)
      if (weight.is_seed_state) std::erase(out, weight.variable);
    return true;
  });
  return out;
}

// In a frozen layer nothing trains. What lies inside tells by its variables, as in Keras: a layer
// that trains again within a frozen one trains with the model around both. In Keras 2 frozen layers
// keep it back.
template <class Visit>
void Layer::walk_trainable(const Visit& visit) const {
  if (!trainable_) return;
  const bool frozen_ones_hide = speaks_keras_2();
  walk_layers(*this, [&](const Layer& layer) {
    if (!layer.trainable_ && frozen_ones_hide) return false;
    visit(layer);
    return true;
  });
}

std::vector<VariableRef> Layer::trainable_variables() const {
  std::vector<VariableRef> out;
  walk_trainable([&](const Layer& layer) {
    for (VariableRef& variable : layer.own_variables())
      if (variable->trainable()) add_new(out, std::move(variable));
  });
  return out;
}

std::vector<VariableRef> Layer::non_trainable_variables() const {
  return without(variables(), trainable_variables());
}

std::vector<VariableRef> Layer::non_trainable_weights() const {
  return without(weights(), trainable_variables());
}

void Layer::set_trainable(bool trainable) {
  walk_layers(*this, [&](Layer& layer) {
    layer.trainable_ = trainable;
    for (const Weight& weight : layer.weights_)
      if (weight.made_trainable) weight.variable->set_trainable(trainable);
    return true;
  });
}

int64_t Layer::count_params() const {
  check(built_, Code::value_error, "You tried to call `count_params` on layer '", name_,
        "', but the layer isn't built. You can build it manually via: "
        "`layer.build(input_shape)`.");
  int64_t count = 0;
  for (const VariableRef& variable : weights()) count += variable->size();
  return count;
}

void Layer::begin_call(const CallScope& scope) {
  last_call_.store(scope.number(), std::memory_order_relaxed);
  if (scope.is_outermost()) own_last_call = {serial_, scope.number()};
}

void Layer::add_loss(const Tensor& loss) {
  const CallScope* scope = CallScope::current();
  call_losses_.add(scope != nullptr ? scope->number() : last_call_.load(), loss);
}

void Layer::append_penalties(std::vector<const Variable*>& seen, std::vector<Tensor>& out) const {
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (!weights_[i].regularizer) continue;
    const Weight weight = weights_[i];  // a regularizer may take it away
    const Variable* variable = weight.variable.get();
    const bool is_new = std::find(seen.begin(), seen.end(), variable) == seen.end();
    if (!variable->trainable() || !is_new) continue;
    seen.push_back(variable);
    out.push_back((*weight.regularizer)(variable->read()));
  }
}

std::vector<Tensor> Layer::losses() const {
  std::vector<Tensor> out;
  const uint64_t number = own_last_call.layer == serial_ ? own_last_call.number : last_call_.load();
  walk_layers(*this, [&](const Layer& layer) {
    layer.call_losses_.append_to(out, number);
    return true;
  });
  std::vector<const Variable*> seen;
  walk_trainable([&](const Layer& layer) { layer.append_penalties(seen, out); });
  return out;
}

Dict Layer::get_config() const {
  Dict config{{"name", name_},
              {"trainable", trainable_.load()},
              {"dtype", FieldType<DTypePolicy>::write(policy_)}};
  if (activity_regularizer_)
    config.set("activity_regularizer", activity_regularizer_->serialized());
  return config;
}

std::string Layer::repr() const {
  return cat("<", class_name(), " name=", name_, ", built=", built_, ">");
}

Value Layer::serialized() const {
  Value base = Configured::serialized();
  if (!build_shape_) return base;
  Dict out = *base.get_if<Dict>();
  out.set("build_config", Dict{{"input_shape", shape_value(*build_shape_)}});
  return out;
}

}  // namespace pelton
