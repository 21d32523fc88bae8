// Owns what a layer tells about itself: variables, losses, trainability, config.
#include <algorithm>

#include "nn/call_scope.h"
#include "nn/layer.h"

namespace pelton {

namespace {

void add_new(std::vector<VariableRef>& out, const VariableRef& variable) {
  if (std::find(out.begin(), out.end(), variable) == out.end()) out.push_back(variable);
}

enum class Walk : uint8_t { variables, trainable_variables, losses, penalties, set_trainable };

// A layer's place on the path of a walk over sublayers: attributes may lead back to a layer that
// the walk is in.
class Visit {
 public:
  Visit(const Layer* layer, Walk walk) {
    const std::pair place(layer, walk);
    is_first_ = std::find(path().begin(), path().end(), place) == path().end();
    if (is_first_) path().push_back(place);
  }
  ~Visit() {
    if (is_first_) path().pop_back();
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  bool is_first() const { return is_first_; }

 private:
  static std::vector<std::pair<const Layer*, Walk>>& path() {
    static thread_local std::vector<std::pair<const Layer*, Walk>> layers;
    return layers;
  }
  bool is_first_;
};

}  // namespace

std::vector<VariableRef> Layer::own_variables() const {
  std::vector<VariableRef> out;
  for (const Weight& weight : weights_)
    if (weight.made_trainable) add_new(out, weight.variable);
  for (const VariableRef& variable : attribute_variables()) add_new(out, variable);
  for (const Weight& weight : weights_) add_new(out, weight.variable);
  return out;
}

void Layer::collect(std::vector<VariableRef>& out) const {
  const Visit visit(this, Walk::variables);
  if (!visit.is_first()) return;
  for (const VariableRef& variable : own_variables()) add_new(out, variable);
  for (const LayerPtr& layer : sublayers()) layer->collect(out);
}

std::vector<VariableRef> Layer::variables() const {
  std::vector<VariableRef> out;
  collect(out);
  return out;
}

void Layer::collect_trainable(std::vector<VariableRef>& out) const {
  const Visit visit(this, Walk::trainable_variables);
  if (!visit.is_first()) return;
  if (!trainable_) return;
  for (const VariableRef& variable : own_variables())
    if (variable->trainable()) add_new(out, variable);
  for (const LayerPtr& layer : sublayers()) layer->collect_trainable(out);
}

std::vector<VariableRef> Layer::trainable_variables() const {
  std::vector<VariableRef> out;
  collect_trainable(out);
  return out;
}

std::vector<VariableRef> Layer::non_trainable_variables() const {
  const std::vector<VariableRef> trainable = trainable_variables();
  std::vector<VariableRef> out = variables();
  std::erase_if(out, [&](const VariableRef& variable) {
    return std::find(trainable.begin(), trainable.end(), variable) != trainable.end();
  });
  return out;
}

void Layer::set_trainable(bool trainable) {
  const Visit visit(this, Walk::set_trainable);
  if (!visit.is_first()) return;
  trainable_ = trainable;
  for (const Weight& weight : weights_)
    if (weight.made_trainable) weight.variable->set_trainable(trainable);
  for (const VariableRef& variable : attribute_variables()) variable->set_trainable(trainable);
  for (const LayerPtr& layer : sublayers()) layer->set_trainable(trainable);
}

int64_t Layer::count_params() const {
  check(built_, Code::value_error, "You tried to call `count_params` on layer '", name_,
        "', but the layer isn't built. You can build it manually via: "
        "`layer.build(input_shape)`.");
  int64_t count = 0;
  for (const VariableRef& variable : variables()) count += variable->size();
  return count;
}

void Layer::add_loss(const Tensor& loss) {
  const CallScope* scope = CallScope::current();
  const uint64_t number = scope != nullptr ? scope->number() : last_call_;
  if (losses_of_call_ != number) added_losses_.clear();
  losses_of_call_ = number;
  added_losses_.push_back(loss);
}

void Layer::collect_losses(uint64_t call_number, std::vector<Tensor>& out) const {
  const Visit visit(this, Walk::losses);
  if (!visit.is_first()) return;
  if (losses_of_call_ == call_number)
    out.insert(out.end(), added_losses_.begin(), added_losses_.end());
  for (const LayerPtr& layer : sublayers()) layer->collect_losses(call_number, out);
}

void Layer::collect_penalties(std::vector<const Variable*>& seen, std::vector<Tensor>& out) const {
  const Visit visit(this, Walk::penalties);
  if (!visit.is_first()) return;
  for (const Weight& weight : weights_) {
    const Variable* variable = weight.variable.get();
    const bool is_new = std::find(seen.begin(), seen.end(), variable) == seen.end();
    if (!weight.regularizer || !trainable_ || !variable->trainable() || !is_new) continue;
    seen.push_back(variable);
    out.push_back((*weight.regularizer)(variable->read()));
  }
  if (trainable_)
    for (const LayerPtr& layer : sublayers()) layer->collect_penalties(seen, out);
}

std::vector<Tensor> Layer::losses() const {
  std::vector<Tensor> out;
  std::vector<const Variable*> seen;
  collect_losses(last_call_, out);
  collect_penalties(seen, out);
  return out;
}

Dict Layer::get_config() const {
  Dict config{{"name", name_},
              {"trainable", trainable_},
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
